/** What a buyer looks for, in the words that evidence is searched with. */
import type { Snapshot } from "../catalog/mod.ts";
import { answeredFactors } from "./answered.ts";

/** The selected options in words, each after the name of its factor, in asking order. */
export function evidenceText(snapshot: Snapshot, optionIds: readonly string[]): string {
  return answeredFactors(snapshot, optionIds)
    .map(({ factor, options }) => `${factor}: ${options.map(({ label }) => label).join(", ")}`)
    .join(". ");
}
