/** Explains a selection. */
import type { Snapshot } from "../catalog/mod.ts";
import type { Answers, Selection } from "../selection/mod.ts";
import { type Boxes, intersect } from "./boxes.ts";
import { findChanging } from "./completions.ts";
import { type AnsweredQuestion, findCounterfactuals } from "./counterfactuals.ts";
import { receiptOf } from "./receipt.ts";
import type { Explanation } from "./schema.ts";
import { type DecisionTable, decisionTable } from "./table.ts";
import { verdictsOn } from "./verdicts.ts";

/**
 * Explains a selection: the verdict on each answer, whether further answers can change the pick, which changed
 * answers lead to other systems, and what an over-specified pick has beyond the cheapest sufficient system. Pure, and
 * exact over every answer set of the track. Answers to questions that the track does not ask count, but are neither
 * listed nor changed. When the rules distinguish so many answers that an exact result would take too long, `mayStop`
 * is false, every open question that a remaining rule asks about counts as able to change the pick, and counterfactuals
 * that change more answers than the listed ones can be absent.
 *
 * @param selection the result of `select` for the same snapshot and answers.
 */
export function explain(
  snapshot: Snapshot,
  { track }: Answers,
  selection: Selection,
): Explanation {
  const read = readAnswers(snapshot, track, selection);
  const { table, answers, fixed, ids } = read;
  const pick = selection.lead?.systemId ?? null;
  const selected = table.questions.flatMap(({ factor, isAsked }) =>
    factor.options.filter(({ id }) => ids.has(id)).map((option) => ({ factor, option, isAsked }))
  );
  return {
    answers: verdictsOn(selected.filter(({ isAsked }) => isAsked), { snapshot, track, selection }),
    ...outlookOf(read, selection),
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

/** The part of an explanation about further answers. */
type Outlook = Pick<Explanation, "mayStop" | "open">;

/** Returns only the outlook of {@linkcode explain}, without the other parts, which take most of its time. */
export function outlook(
  snapshot: Snapshot,
  { track }: Answers,
  selection: Selection,
): Outlook {
  return outlookOf(readAnswers(snapshot, track, selection), selection);
}

/** The answers in terms of the decision table. */
interface ReadAnswers {
  readonly table: DecisionTable;
  readonly ids: ReadonlySet<string>;
  /** The questions that the track asks, including unanswered ones. */
  readonly answers: readonly AnsweredQuestion[];
  /** The boxes that the answers to questions which the track does not ask leave possible. */
  readonly fixed: Boxes;
}

function readAnswers(
  snapshot: Snapshot,
  track: string | null,
  { context }: Selection,
): ReadAnswers {
  const table = decisionTable(snapshot, track);
  const ids = new Set(context.optionIds);
  const fixed = table.all.slice();
  const answers: AnsweredQuestion[] = [];
  for (const question of table.questions) {
    const selected: string[] = [];
    for (const { id } of question.factor.options) if (ids.has(id)) selected.push(id);
    const mask = question.maskOf(selected);
    if (question.isAsked) answers.push({ question, selected, mask });
    else intersect(fixed, mask, fixed);
  }
  return { table, ids, answers, fixed };
}

function outlookOf({ table, answers, fixed }: ReadAnswers, { lead }: Selection): Outlook {
  const open = answers.filter(({ selected }) => selected.length === 0)
    .map(({ question }) => question);
  const left = fixed.slice();
  for (const { selected, mask } of answers) if (selected.length > 0) intersect(left, mask, left);
  const changing = findChanging(table, open, left);
  return {
    mayStop: lead !== null && changing.size === 0,
    open: open.map((question) => ({
      factorId: question.factor.id,
      canChange: changing.has(question),
    })),
  };
}
