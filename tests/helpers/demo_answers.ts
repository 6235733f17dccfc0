/** Finds answers to the demo's questions with a wanted outcome, so that tests survive changes of the demo. */
import fc from "fast-check";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { buildWizardModel, type Choice, type Question } from "@/lib/journey/mod.ts";
import { compareStrength, meetsRequirements, select, type Selection } from "@/lib/selection/mod.ts";

const snapshot = compileSnapshot(demoCatalog);
const SAMPLES = { seed: 1, numRuns: 1_000 };

/** A question and the choice that a buyer makes. */
export interface Answer {
  readonly question: Question;
  readonly choice: Choice;
}

/** Returns the questions of a track, in asking order. */
export function questionsOf(track: string): Question[] {
  return buildWizardModel(snapshot, track, { meetsRequirements, compareStrength }).questions;
}

/** Returns the selection of the engine for answers. */
export function resultOf(track: string, answers: readonly Answer[]): Selection {
  return select(snapshot, { optionIds: optionIdsOf(answers), track });
}

/** Returns one answer per question of the track such that `fits` holds; deterministic. @throws when none is found. */
export function findAnswers(track: string, fits: (answers: Answer[]) => boolean): Answer[] {
  const each = questionsOf(track).map((question) =>
    fc.constantFrom(...question.options).map((choice): Answer => ({ question, choice }))
  );
  const found = fc.sample(fc.tuple(...each), SAMPLES).find(fits);
  if (!found) throw new Error(`Cannot find such answers on the track ${track}`);
  return found;
}

/** Changes the first answer such that `fits` still holds; null when no other choice does. */
export function changeFirst(
  answers: readonly Answer[],
  fits: (answers: Answer[]) => boolean,
): Answer[] | null {
  const [first, ...rest] = answers;
  if (!first) return null;
  const { question } = first;
  return question.options.filter((choice) => choice.id !== first.choice.id)
    .map((choice) => [{ question, choice }, ...rest]).find(fits) ?? null;
}

/** Returns the option ids of answers. */
export function optionIdsOf(answers: readonly Answer[]): string[] {
  return answers.map(({ choice }) => choice.id);
}
