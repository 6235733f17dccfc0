/** How each system of the demo looks in its pictures: how it moves, its usual opening, and what it is made of. */
import type { Movement, Opening } from "../draw/leaves.ts";
import type { Finish } from "../draw/wall.ts";

/** A system as it is drawn, and the words that its texts are made of. */
export interface Look {
  system: string;
  /** Of a sentence's beginning, with its article. */
  noun: string;
  movement: Omit<Movement, "open">;
  opening: Opening;
  finish: Finish;
}

const ALUMINIUM = { stile: 0.065, thick: 0.06, face: "clear" } as const;
const FRAMELESS = { stile: 0, thick: 0.012, face: "clear", frame: "#b9bcbb" } as const;
const OPENING: Opening = { width: 5.6, height: 2.8, sill: 0 };
const COUNTER: Opening = { width: 4.2, height: 2.25, sill: 1.02 };

export const LOOKS = {
  heronLite: {
    system: "heron-lite",
    noun: "A folding wall in white aluminium",
    movement: { operation: "folding", leaves: 5 },
    opening: { ...OPENING, width: 4.8, height: 2.6 },
    finish: { ...ALUMINIUM, frame: "#eceae4" },
  },
  heronThermal: {
    system: "heron-thermal",
    noun: "A folding wall in graphite aluminium",
    movement: { operation: "folding", leaves: 6 },
    opening: OPENING,
    finish: { ...ALUMINIUM, frame: "#3d4143" },
  },
  heronClad: {
    system: "heron-clad",
    noun: "A folding wall of oak, clad in metal outside",
    movement: { operation: "folding", leaves: 5, mirrored: true },
    opening: { ...OPENING, height: 2.75 },
    finish: { ...ALUMINIUM, frame: "#bb8c5d", frameOutside: "#514b45", stile: 0.1, thick: 0.08 },
  },
  heronStorm: {
    system: "heron-storm",
    noun: "A storm-rated folding wall in bronze",
    movement: { operation: "folding", leaves: 6, split: true },
    opening: { ...OPENING, width: 6.4, height: 2.9 },
    finish: { ...ALUMINIUM, frame: "#5d4c3d", stile: 0.085, thick: 0.075 },
  },
  heronCounter: {
    system: "heron-counter",
    noun: "A folding window above a counter",
    movement: { operation: "folding", leaves: 4 },
    opening: COUNTER,
    finish: { ...ALUMINIUM, frame: "#2f3132", stile: 0.055 },
  },
  estuaryLite: {
    system: "estuary-lite",
    noun: "A sliding wall in white vinyl",
    movement: { operation: "multi-track", leaves: 3 },
    opening: { ...OPENING, width: 4.6, height: 2.45 },
    finish: { ...ALUMINIUM, frame: "#f3f1ec", stile: 0.1, thick: 0.075 },
  },
  estuaryThermal: {
    system: "estuary-thermal",
    noun: "A lift-and-slide wall in anthracite aluminium",
    movement: { operation: "multi-track", leaves: 3, mirrored: true },
    opening: { ...OPENING, width: 6 },
    finish: { ...ALUMINIUM, frame: "#44494c", stile: 0.075 },
  },
  estuaryVista: {
    system: "estuary-vista",
    noun: "A wall of sliding glass with hidden frames",
    movement: { operation: "multi-track", leaves: 4 },
    opening: { width: 8, height: 3.4, sill: 0 },
    finish: { ...ALUMINIUM, frame: "#26292a", stile: 0.022, thick: 0.05 },
  },
  estuaryCounter: {
    system: "estuary-counter",
    noun: "A sliding window above a counter",
    movement: { operation: "multi-track", leaves: 3 },
    opening: { ...COUNTER, width: 3.6 },
    finish: { ...ALUMINIUM, frame: "#f1eee7", stile: 0.075 },
  },
  causewayInterior: {
    system: "causeway-interior",
    noun: "A hung wall of black-framed glass",
    movement: { operation: "single-track", leaves: 7 },
    opening: { ...OPENING, width: 6.2, height: 2.8 },
    finish: { ...ALUMINIUM, frame: "#232424", stile: 0.042, thick: 0.045, bars: [3, 1] },
  },
  causewayThermal: {
    system: "causeway-thermal",
    noun: "A stacking wall of framed glass in dark bronze",
    movement: { operation: "single-track", leaves: 7, mirrored: true },
    opening: { ...OPENING, width: 6.8, height: 3 },
    finish: { ...ALUMINIUM, frame: "#4a3f36", stile: 0.08, thick: 0.07 },
  },
  glasswingBalcony: {
    system: "glasswing-balcony",
    noun: "A frameless glass screen",
    movement: { operation: "frameless", leaves: 7 },
    opening: { ...OPENING, width: 5.8, height: 2.6 },
    finish: FRAMELESS,
  },
  glasswingFront: {
    system: "glasswing-front",
    noun: "A frameless glass front",
    movement: { operation: "frameless", leaves: 6, mirrored: true },
    opening: { ...OPENING, width: 6.4, height: 3 },
    finish: { ...FRAMELESS, frame: "#8f8b84" },
  },
  glasswingInterior: {
    system: "glasswing-interior",
    noun: "A frameless acoustic glass wall",
    movement: { operation: "frameless", leaves: 6 },
    opening: { ...OPENING, width: 6, height: 2.8 },
    finish: FRAMELESS,
  },
  vanePivot: {
    system: "vane-pivot",
    noun: "Great pivoting leaves of steel and glass",
    movement: { operation: "pivoting", leaves: 3 },
    opening: { ...OPENING, width: 6, height: 3.4 },
    finish: { ...ALUMINIUM, frame: "#2b2a29", stile: 0.045, bars: [4, 1] },
  },
  vaneScreen: {
    system: "vane-screen",
    noun: "Tall pivoting leaves of walnut",
    movement: { operation: "pivoting", leaves: 8 },
    opening: { ...OPENING, width: 6, height: 3 },
    finish: { frame: "#5c3d2a", stile: 0, thick: 0.045, face: "wood", panel: "#86593b" },
  },
  quarryPanel: {
    system: "quarry-panel",
    noun: "An acoustic partition faced in oak veneer",
    movement: { operation: "acoustic", leaves: 6 },
    opening: { ...OPENING, width: 7, height: 3 },
    finish: { frame: "#a9a59c", stile: 0.02, thick: 0.1, face: "wood", panel: "#c49a68" },
  },
  quarrySteel: {
    system: "quarry-steel",
    noun: "An acoustic partition of welded steel",
    movement: { operation: "acoustic", leaves: 8, mirrored: true },
    opening: { ...OPENING, width: 9, height: 4.2 },
    finish: { frame: "#7d8489", stile: 0.03, thick: 0.11, face: "metal", panel: "#a9b0b3" },
  },
  quarryGlass: {
    system: "quarry-glass",
    noun: "An acoustic partition of double glass",
    movement: { operation: "acoustic", leaves: 6 },
    opening: { ...OPENING, width: 6.6, height: 3 },
    finish: { frame: "#51575b", stile: 0.07, thick: 0.14, face: "clear" },
  },
  pleatStandard: {
    system: "pleat-standard",
    noun: "A cream accordion wall",
    movement: { operation: "accordion", leaves: 30 },
    opening: { ...OPENING, width: 5.4, height: 2.6 },
    finish: { frame: "#d9cfbd", stile: 0, thick: 0.006, face: "pleat", panel: "#e6dcc9" },
  },
  pleatAcoustic: {
    system: "pleat-acoustic",
    noun: "An acoustic accordion in petrol fabric",
    movement: { operation: "accordion", leaves: 28, mirrored: true },
    opening: { ...OPENING, width: 6.4, height: 2.9 },
    finish: { frame: "#35545a", stile: 0, thick: 0.008, face: "pleat", panel: "#4b757b" },
  },
  ascentBay: {
    system: "ascent-bay",
    noun: "A glass bay that rises overhead",
    movement: { operation: "lift", leaves: 3 },
    opening: { ...OPENING, width: 5.8, height: 3 },
    finish: { ...ALUMINIUM, frame: "#2f3436", stile: 0.06, bars: [1, 4] },
  },
  ascentWall: {
    system: "ascent-wall",
    noun: "A steel wall that folds down from the ceiling",
    movement: { operation: "fold-up", leaves: 8 },
    opening: { ...OPENING, width: 9, height: 4.4 },
    finish: { frame: "#6f767a", stile: 0, thick: 0.05, face: "metal", panel: "#b3b4ae" },
  },
} as const satisfies Record<string, Look>;
