/** Whether buyers are asked a factor, and what depends on its answers. Pure. */
import type { Factor, Rule, Snapshot } from "../../../../lib/catalog/mod.ts";

/** The rules that have a condition of a kind. */
export function rulesOn(
  rules: readonly Rule[],
  matches: (condition: Rule["conditions"][number]) => boolean,
): Rule[] {
  return rules.filter(({ conditions }) => conditions.some(matches));
}

/** Why nobody is asked a factor that is not retired, as a sentence; null where somebody is. */
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
