import { splitIds } from "../catalog/mod.ts";

/**
 * Reads the selected options from a comma-separated parameter (spec §4.1): trimmed, without blanks and
 * repeats, in the order given. Unknown ids are kept, for the result echoes them; null gives none.
 */
export function parseOptionIds(csv: string | null): string[] {
  return csv === null ? [] : splitIds(csv);
}
