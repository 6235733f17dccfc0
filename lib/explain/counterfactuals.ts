/** The smallest changes of answers that lead to another system. */
import { type DecisionTable, firstOf, type QuestionTable } from "./table.ts";

/** More changed answers than these are another buyer. */
export const MAX_CHANGES = 3;

/** What is changed of one answer. */
export interface Change {
  readonly factorId: string;
  /** The options selected now; none where the question is open. */
  readonly from: readonly string[];
  /** The options to select instead; none takes the answer back. */
  readonly to: readonly string[];
}

/** A system, and the changes that make it the pick. */
export interface Counterfactual {
  readonly systemId: string;
  readonly changes: readonly Change[];
}

/** An asked question as it is answered. */
export interface AnsweredQuestion {
  readonly question: QuestionTable;
  readonly selected: readonly string[];
  readonly mask: bigint;
}

/**
 * For every system other than the pick that at most {@linkcode MAX_CHANGES} changed answers lead to, the smallest
 * such changes; of changes of the same size, those of the questions asked first, then those that select the fewest
 * options. The smallest come first.
 *
 * @param fixed what the answers to questions that the track does not ask leave of the boxes.
 */
export function findCounterfactuals(
  table: DecisionTable,
  answers: readonly AnsweredQuestion[],
  { fixed, pick }: { fixed: bigint; pick: string | null },
): Counterfactual[] {
  const found: Counterfactual[] = [];
  let wanted = table.all & ~(table.boxesOf.get(null) ?? 0n) & ~(table.boxesOf.get(pick) ?? 0n);
  for (let size = 1; size <= MAX_CHANGES; size++) {
    for (const { changed, rest } of subsets(answers, size, fixed)) {
      if ((rest & wanted) === 0n) continue;
      const best = new Map<string, Candidate>();
      for (const candidate of alternatives(changed, rest, wanted)) {
        const systemId = table.systemIds[firstOf(candidate.mask)] ?? null;
        if (systemId === null || (wanted & candidate.mask & -candidate.mask) === 0n) continue;
        const known = best.get(systemId);
        if (!known || candidate.options < known.options) best.set(systemId, candidate);
      }
      for (const [systemId, { choices }] of best) {
        wanted &= ~(table.boxesOf.get(systemId) ?? 0n);
        found.push({
          systemId,
          changes: changed.map(({ question, selected }, place) => ({
            factorId: question.factor.id,
            from: selected,
            to: choices[place] ?? [],
          })),
        });
      }
      if (wanted === 0n) return found;
    }
  }
  return found;
}

interface Subset {
  readonly changed: readonly AnsweredQuestion[];
  /** The boxes that the answers to all other questions leave. */
  readonly rest: bigint;
}

/** The questions in groups of a size, those asked first first. */
function* subsets(
  answers: readonly AnsweredQuestion[],
  size: number,
  rest: bigint,
  start = 0,
): Generator<Subset> {
  const after = answers.slice(start);
  if (after.length < size) return;
  if (size === 0) {
    yield { changed: [], rest: after.reduce((mask, answer) => mask & answer.mask, rest) };
    return;
  }
  let before = rest;
  for (const [place, answer] of after.entries()) {
    for (const { changed, rest } of subsets(answers, size - 1, before, start + place + 1)) {
      yield { changed: [answer, ...changed], rest };
    }
    before &= answer.mask;
  }
}

interface Candidate {
  readonly choices: readonly (readonly string[])[];
  readonly mask: bigint;
  /** How many options it selects. */
  readonly options: number;
}

/** Every way to answer some questions otherwise that a wanted box outlives. */
function* alternatives(
  changed: readonly AnsweredQuestion[],
  rest: bigint,
  wanted: bigint,
): Generator<Candidate> {
  const [first, ...others] = changed;
  if (first === undefined) {
    yield { choices: [], mask: rest, options: 0 };
    return;
  }
  for (const { optionIds, mask } of first.question.choices) {
    // An answer that leaves the same boxes is no change that matters.
    if (mask === first.mask || (rest & mask & wanted) === 0n) continue;
    for (const candidate of alternatives(others, rest & mask, wanted)) {
      yield {
        choices: [optionIds, ...candidate.choices],
        mask: candidate.mask,
        options: candidate.options + optionIds.length,
      };
    }
  }
}
