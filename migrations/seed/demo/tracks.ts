/** The three tracks of the guide and their rule sets. */
import type { RuleSet, Track } from "@/lib/catalog/mod.ts";

export const ruleSets: RuleSet[] = [
  { id: "residential", name: "Residential", isDefault: true, retired: false },
  { id: "commercial", name: "Workplace interiors and fronts", isDefault: false, retired: false },
  { id: "hospitality-retail", name: "Hospitality and retail", isDefault: false, retired: false },
];

export const tracks: Track[] = [
  {
    id: "home",
    name: "A home",
    description: "Open a living room to the garden, close in a porch, or divide one room into two.",
    ruleSetId: "residential",
    position: 1,
    retired: false,
  },
  {
    id: "workplace",
    name: "A workplace",
    description:
      "Meeting rooms that stay private, training suites that change shape, offices that share daylight.",
    ruleSetId: "commercial",
    position: 2,
    retired: false,
  },
  {
    id: "hospitality",
    name: "Hospitality or retail",
    description: "Restaurants, hotels, event halls and shops that open wide when guests arrive.",
    ruleSetId: "hospitality-retail",
    position: 3,
    retired: false,
  },
];
