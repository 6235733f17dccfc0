/** Explanations that were worked out before: links to results are shared, and pages ask for the same as steps do. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { rememberRecent } from "../http/mod.ts";
import type { Answers, Selection } from "../selection/mod.ts";
import { explain } from "./explain.ts";
import type { Explanation } from "./schema.ts";

const REMEMBERED = 1_000;
const known = perSnapshot(() => rememberRecent<string, Explanation>(REMEMBERED));

/** What {@linkcode explain} says, kept as long as the snapshot for the answers asked for most recently. */
export function explained(
  snapshot: Snapshot,
  answers: Answers,
  selection: Selection,
): Explanation {
  const key = `${answers.track ?? ""} ${selection.context.optionIds.toSorted().join()}`;
  return known(snapshot)(key, () => explain(snapshot, answers, selection));
}
