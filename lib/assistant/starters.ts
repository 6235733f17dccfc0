/** The starter questions for each stage (spec §8). Pure. */
import type { Stage } from "./schema.ts";

/** A starter question. */
export interface Starter {
  /** The reference that the `assistant_starter` event reports when the chip is tapped (spec §6.2). */
  readonly id: string;
  readonly text: string;
}

/** Returns the four starter questions for a stage, about the first systems in view (`names`) if there are any. */
export function startersFor(stage: Stage, names: readonly string[]): readonly Starter[] {
  const [first, second] = names;
  if (first === undefined) return GENERAL;
  if (stage === "comparing" && second !== undefined) return comparing(first, second);
  return stage === "results" ? deciding(first) : reading(first);
}

function deciding(name: string): Starter[] {
  return [
    { id: "sound", text: `How quiet is ${name}?` },
    { id: "operation", text: `How does ${name} work?` },
    { id: "installation", text: `What does installing ${name} involve?` },
    { id: "upkeep", text: `What upkeep does ${name} need?` },
  ];
}

function comparing(first: string, second: string): Starter[] {
  return [
    { id: "sound-compared", text: `Which is quieter, ${first} or ${second}?` },
    { id: "operation-compared", text: `Which is easier to move, ${first} or ${second}?` },
    { id: "installation-compared", text: `What do ${first} and ${second} need at the ceiling?` },
    { id: "upkeep-compared", text: `How do ${first} and ${second} differ in upkeep?` },
  ];
}

function reading(name: string): Starter[] {
  return [
    { id: "use", text: `What is ${name} for?` },
    { id: "size", text: `How wide and how tall can ${name} be?` },
    { id: "weight", text: `How much does ${name} weigh?` },
    { id: "lead-time", text: `How many weeks does ${name} take to deliver?` },
  ];
}

const GENERAL: readonly Starter[] = [
  { id: "quiet", text: "What makes a movable wall quiet?" },
  { id: "ceiling", text: "What does the ceiling have to carry?" },
  { id: "storage", text: "Where do the panels go when the wall is open?" },
  { id: "care", text: "How often does a movable wall need care?" },
];
