/** The budget tiers, cheapest first. */
import type { BudgetTier } from "@/lib/catalog/mod.ts";

export const tiers: BudgetTier[] = [
  {
    id: "essential",
    label: "Essential",
    description: "Proven standard sizes and finishes that do one job well for the least money.",
    ordinal: 1,
  },
  {
    id: "select",
    label: "Select",
    description:
      "Made to measure, with the performance that most permanent homes and offices call for.",
    ordinal: 2,
  },
  {
    id: "premium",
    label: "Premium",
    description:
      "Taller, wider or quieter than standard, in materials chosen for the room rather than the price.",
    ordinal: 3,
  },
  {
    id: "signature",
    label: "Signature",
    description:
      "Engineered for the one opening that defines the building: storm-rated, automated or nearly invisible.",
    ordinal: 4,
  },
];
