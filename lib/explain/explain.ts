/** What is said about a result beyond the result itself. */
import type { Snapshot } from "../catalog/mod.ts";
import type { Answers, Selection } from "../selection/mod.ts";
import { findChanging } from "./completions.ts";
import { type AnsweredQuestion, findCounterfactuals } from "./counterfactuals.ts";
import { receiptOf } from "./receipt.ts";
import type { Explanation } from "./schema.ts";
import { decisionTable } from "./table.ts";
import { verdictsOn } from "./verdicts.ts";

/**
 * Explains a selection: what became of each answer, whether further answers can change the pick, which changed answers
 * would lead to other systems, and what an over-specified pick has beyond what would do. Pure, and exact over every
 * answer set of the track; options that the track does not ask count, but are neither listed nor changed. Where rules
 * tell so many answers apart that certainty would take too long, `mayStop` is false.
 *
 * @param selection what `select` made of the same snapshot and answers.
 */
export function explain(
  snapshot: Snapshot,
  { track }: Answers,
  selection: Selection,
): Explanation {
  const table = decisionTable(snapshot, track);
  const ids = new Set(selection.context.optionIds);
  let fixed = table.all;
  const answers: AnsweredQuestion[] = [];
  for (const question of table.questions) {
    const options = question.factor.options.filter(({ id }) => ids.has(id));
    const selected = options.map(({ id }) => id);
    const mask = question.maskOf(new Set(selected));
    if (question.isAsked) answers.push({ question, selected, mask });
    else fixed &= mask;
  }
  const pick = selection.lead?.systemId ?? null;
  const open = answers.filter(({ selected }) => selected.length === 0)
    .map(({ question }) => question);
  const given = answers.filter(({ selected }) => selected.length > 0);
  const left = given.reduce((mask, answer) => mask & answer.mask, fixed);
  const changing = findChanging(table, open, left);
  const selected = table.questions.flatMap(({ factor, isAsked }) =>
    factor.options.filter(({ id }) => ids.has(id)).map((option) => ({ factor, option, isAsked }))
  );
  return {
    answers: verdictsOn(selected.filter(({ isAsked }) => isAsked), { snapshot, track, selection }),
    mayStop: pick !== null && changing.size === 0,
    open: open.map((question) => ({
      factorId: question.factor.id,
      canChange: changing.has(question),
    })),
    counterfactuals: findCounterfactuals(table, answers, { fixed, pick }).map((found) => ({
      systemId: found.systemId,
      changes: found.changes.map(({ factorId, from, to }) => ({
        factorId,
        from: [...from],
        to: [...to],
      })),
    })),
    receipt: receiptOf(snapshot, selection, selected),
  };
}
