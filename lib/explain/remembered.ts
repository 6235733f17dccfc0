/** Caches explanations: links to results are shared, and a result's page and its wizard steps need the same one. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { rememberRecent } from "../http/mod.ts";
import type { Answers, Selection } from "../selection/mod.ts";
import { explain } from "./explain.ts";
import type { Explanation } from "./schema.ts";

const REMEMBERED = 1_000;
const known = perSnapshot(() => rememberRecent<string, Explanation>(REMEMBERED));

/** Returns {@linkcode explain}, cached for the 1,000 most recently used answer sets of each snapshot. */
export function explained(
  snapshot: Snapshot,
  answers: Answers,
  selection: Selection,
): Explanation {
  const key = `${answers.track ?? ""} ${selection.context.optionIds.toSorted().join()}`;
  return known(snapshot)(key, () => explain(snapshot, answers, selection));
}
