/** Whether buyers are asked a factor, and the rules that depend on it. Pure. */
import type { Factor, Rule, Snapshot } from "@/lib/catalog/mod.ts";

/** Returns the rules with a condition that matches. */
export function rulesOn(
  rules: readonly Rule[],
  matches: (condition: Rule["conditions"][number]) => boolean,
): Rule[] {
  return rules.filter(({ conditions }) => conditions.some(matches));
}

/** Returns why buyers are never asked a live factor, as a sentence; null when they are, or when it is retired. */
export function unaskedBecause(
  { retired, trackIds, options }: Pick<Factor, "retired" | "trackIds" | "options">,
  { tracks }: Snapshot,
): string | null {
  if (retired) return null;
  if (options.every((option) => option.retired)) {
    return "It has no option to choose, so nobody is asked.";
  }
  return trackIds.length > 0 && !tracks.some(({ id }) => trackIds.includes(id))
    ? "Its tracks are retired, so nobody is asked."
    : null;
}

/** Whether buyers on a track are asked a factor. */
export function isAskedOn({ trackIds }: Factor, track: string): boolean {
  return trackIds.length === 0 || trackIds.includes(track);
}
