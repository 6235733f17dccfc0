/** The look of a system's leaves, derived from its catalog columns. */
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import { type Operation, operationOf } from "./plan.ts";

/** The columns of a system that its drawing depends on. */
export type DrawnSystem =
  & Pick<SystemSummary, "id" | "operationType" | "material">
  & Partial<Pick<SystemSummary, "interiorExterior" | "useCases">>;

/** Everything that differs between the drawings of two systems. */
export interface Finish {
  operation: Operation;
  /** Number of leaves across the closed opening. */
  leaves: number;
  /** Width of stiles and rails. */
  frame: number;
  face: "glass" | "solid";
  /** Number of panes, one above the other, that bars divide the glass into. */
  panes: number;
  /** The background in the opening. */
  beyond: "garden" | "room";
  /** Height of the sill; that of a counter for a serving window. */
  sill: number;
  mirrored: boolean;
}

const FRAMES: readonly (readonly [RegExp, number])[] = [
  [/all.glass|frameless/i, 0],
  [/steel/i, 3.5],
  [/wood|timber|oak/i, 9],
  [/vinyl|pvc/i, 8],
];
const COUNTER_HEIGHT = 74;

/** Derives a finish. What no column decides depends on a hash of the id, so a system always looks the same. */
export function finishOf(system: DrawnSystem): Finish {
  const { id, material, interiorExterior, useCases } = system;
  const operation = operationOf(system.operationType);
  const seed = hash(id);
  const made = material ?? "";
  const isPartition = operation === "acoustic" || /veneer|laminate/i.test(made);
  const isSolid = operation === "accordion" || (isPartition && !/glass/i.test(made));
  const face = isSolid ? "solid" : "glass";
  return {
    operation,
    leaves: 5 + seed % 4,
    frame: operation === "frameless" ? 0 : FRAMES.find(([words]) => words.test(made))?.[1] ?? 5.5,
    face,
    panes: face === "glass" && /steel/i.test(made) && operation !== "acoustic" ? 3 : 1,
    beyond: /exterior/i.test(interiorExterior ?? "") ? "garden" : "room",
    sill: /counter/i.test(useCases?.[0] ?? "") ? COUNTER_HEIGHT : 0,
    mirrored: (seed >> 3) % 2 === 1,
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
