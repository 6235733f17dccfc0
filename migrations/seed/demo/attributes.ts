/** The attributes of the demo's data sheets, in display order. */
import type { Attribute, ValueType } from "@/lib/catalog/mod.ts";
import { placed } from "./placed.ts";

interface AttributeSheet {
  name: string;
  description: string;
  valueType: ValueType;
  unit: string | null;
}

const overview = {
  "operation-type": {
    name: "How it opens",
    description: "The way the panels move out of the opening.",
    valueType: "enum",
    unit: null,
  },
  "material": {
    name: "Main material",
    description: "What the frame or the face of the panels is made of.",
    valueType: "enum",
    unit: null,
  },
  "interior-exterior": {
    name: "Inside or outside",
    description: "Whether it belongs between two rooms, in an outside wall, or can do both.",
    valueType: "enum",
    unit: null,
  },
  "use-cases": {
    name: "Made for",
    description: "The places where our customers use it most.",
    valueType: "enum",
    unit: null,
  },
} satisfies Record<string, AttributeSheet>;

const performance = {
  "stc": {
    name: "Sound rating",
    description:
      "Sound transmission class in a laboratory; a finished room has about five points less. Loud speech is understood at 30, a murmur at 40, and gone at 50.",
    valueType: "range",
    unit: "STC",
  },
  "u-factor": {
    name: "Heat loss (U-factor)",
    description:
      "Heat lost through frame and glass together; lower is warmer. Cold climates ask for 0.30 Btu/h·ft²·°F or less.",
    valueType: "range",
    unit: "Btu/h·ft²·°F",
  },
  "water-rating": {
    name: "Rain tightness",
    description:
      "Wind pressure at which driven rain still stays out. 3 psf suits a sheltered wall, 9 psf a coast. A lower sill than the tallest gives some of it up.",
    valueType: "range",
    unit: "psf",
  },
  "design-pressure": {
    name: "Wind load",
    description:
      "Wind pressure that it carries in the tested size. 30 psf is a calm site, 50 psf and more storm country.",
    valueType: "dimension",
    unit: "psf",
  },
  "fire-rating": {
    name: "Fire rating",
    description: "Minutes that a tested assembly holds back fire. Most movable glass has none.",
    valueType: "dimension",
    unit: "min",
  },
} satisfies Record<string, AttributeSheet>;

const size = {
  "panel-width": {
    name: "Panel width",
    description: "How narrow and how wide one panel can be made.",
    valueType: "range",
    unit: "in",
  },
  "panel-height": {
    name: "Tallest panel",
    description: "The greatest panel height that we build without special engineering.",
    valueType: "dimension",
    unit: "in",
  },
  "opening-width": {
    name: "Opening width",
    description: "The width of wall that one run of panels can close.",
    valueType: "range",
    unit: "ft",
  },
} satisfies Record<string, AttributeSheet>;

const operation = {
  "drive": {
    name: "Moved by",
    description: "Whether it is moved by hand, can be motorised, or always is.",
    valueType: "enum",
    unit: null,
  },
  "passage": {
    name: "Walk-through door",
    description: "How people pass while the wall is closed.",
    valueType: "enum",
    unit: null,
  },
  "stack-location": {
    name: "Where the panels go",
    description: "Where the panels rest while the wall is open.",
    valueType: "enum",
    unit: null,
  },
  "panel-weight": {
    name: "Weight of a panel",
    description: "A typical panel in its usual glass or core. Tracks and motors are sized for it.",
    valueType: "dimension",
    unit: "lb",
  },
  "sill-types": {
    name: "Floor details",
    description: "What the wall stands on or runs in at floor level.",
    valueType: "enum",
    unit: null,
  },
  "sill-height": {
    name: "Lowest threshold",
    description:
      "The smallest step that we can build. For wheelchairs, the ADA’s standards allow a quarter of an inch upright, and up to half an inch with a bevelled edge.",
    valueType: "dimension",
    unit: "in",
  },
} satisfies Record<string, AttributeSheet>;

const build = {
  "glazing": {
    name: "Glass or panel",
    description: "What fills the panels.",
    valueType: "enum",
    unit: null,
  },
  "sightline": {
    name: "Frame seen between panels",
    description: "Width of frame in view where two closed panels meet; smaller is more glass.",
    valueType: "dimension",
    unit: "in",
  },
  "lead-time": {
    name: "Lead time",
    description: "Weeks from approved drawings to delivery.",
    valueType: "range",
    unit: "weeks",
  },
  "warranty": {
    name: "Warranty",
    description: "Years on frame, rollers and hardware.",
    valueType: "dimension",
    unit: "years",
  },
} satisfies Record<string, AttributeSheet>;

/** Id of a demo attribute; a type, so that a misspelt id does not compile. */
export type AttributeId =
  | keyof typeof overview
  | keyof typeof performance
  | keyof typeof size
  | keyof typeof operation
  | keyof typeof build;

const groups: [name: string, sheets: Record<string, AttributeSheet>][] = [
  ["Overview", overview],
  ["Performance", performance],
  ["Size", size],
  ["Operation", operation],
  ["Build", build],
];

export const attributes: Attribute[] = placed(
  groups.flatMap(([group, sheets]) =>
    Object.entries(sheets).map(([id, sheet]) => ({
      id,
      group,
      ...sheet,
      enabled: true,
      retired: false,
    }))
  ),
);
