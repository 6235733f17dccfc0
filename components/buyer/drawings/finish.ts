/** How a system's leaves look close up, read from what the catalog says about it. */
import type { SystemSummary } from "../../../lib/catalog/mod.ts";
import { type Operation, operationOf } from "./plan.ts";

/** The columns of a system that its drawing is made from. */
export type DrawnSystem =
  & Pick<SystemSummary, "id" | "operationType" | "material">
  & Partial<Pick<SystemSummary, "interiorExterior" | "useCases">>;

/** Everything that tells one system's drawing from the next. */
export interface Finish {
  operation: Operation;
  /** Leaves across the closed opening. */
  leaves: number;
  /** Width of stiles and rails. */
  frame: number;
  face: "glass" | "solid";
  /** Panes that bars divide the glass into, upwards. */
  panes: number;
  /** What the eye sees through the opening. */
  beyond: "garden" | "room";
  /** Height of the sill: a counter's when it is made to serve over. */
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

/** Reads a finish. Whatever no column decides follows from the id, so a system always looks alike. */
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
