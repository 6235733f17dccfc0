/** What the assistant knows of the buyer's way, from their session alone (spec §2.11, §4.5). */
import type { Snapshot } from "../catalog/mod.ts";
import { answeredFactors } from "../selection/mod.ts";
import type { SessionPayload } from "../session/mod.ts";
import type { Stage } from "./schema.ts";

/** A system by its id and the name that people know it by. */
export interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/** An answered question in words. */
export interface AnsweredQuestion {
  readonly question: string;
  /** The labels chosen, joined. */
  readonly choice: string;
}

/** Where a buyer stands. */
export interface Journey {
  readonly stage: Stage;
  /** What is recommended to them; null where nothing is, or it is off the catalog. */
  readonly recommended: NamedSystem | null;
  /** The cheaper systems that would also do. */
  readonly alternatives: readonly NamedSystem[];
  /** Every live system in view, each once: recommended, alternatives, then viewed, the latest first. */
  readonly inView: readonly NamedSystem[];
  readonly answers: readonly AnsweredQuestion[];
  /** The chosen options' ids. */
  readonly optionIds: readonly string[];
}

/** Most alternatives and answers that an envelope holds (spec §8). */
const MAX_ALTERNATIVES = 3;
const MAX_ANSWERS = 8;

/** Reads a journey from what a session holds; ids that are not in the catalog any more say nothing. Pure. */
export function journeyOf(snapshot: Snapshot, payload: SessionPayload, stage: Stage): Journey {
  const named = (ids: readonly string[]): NamedSystem[] =>
    ids.flatMap((id) => {
      const system = snapshot.systems.find((system) => system.id === id);
      return system ? [{ id, name: system.name }] : [];
    });
  const { recommendation, alternatives, systems_viewed: viewed, answers } = payload;
  const inView = [recommendation ?? "", ...alternatives, ...viewed.toReversed()];
  const optionIds = Object.values(answers).flat();
  const questions = new Map(snapshot.factors.map(({ id, question }) => [id, question]));
  return {
    stage,
    recommended: named([recommendation ?? ""])[0] ?? null,
    alternatives: named(alternatives).slice(0, MAX_ALTERNATIVES),
    inView: named([...new Set(inView)]),
    answers: answeredFactors(snapshot, optionIds).slice(0, MAX_ANSWERS).map((answered) => ({
      question: questions.get(answered.factorId) ?? answered.factor,
      choice: answered.options.map(({ label }) => label).join(", "),
    })),
    optionIds,
  };
}

/** Of the systems in view those that a page shows, or all where it shows none of them. */
export function shownInView({ inView }: Journey, shown: readonly string[] = []): string[] {
  const ids = inView.map(({ id }) => id);
  const both = ids.filter((id) => shown.includes(id));
  return both.length > 0 ? both : ids;
}

/** The live systems that a question calls by their name. */
export function systemsNamed({ systems }: Snapshot, question: string): string[] {
  const asked = question.toLowerCase();
  return systems.filter(({ name }) => asked.includes(name.toLowerCase())).map(({ id }) => id);
}

/** Whether a journey says anything that retrieval can go by (spec §4.5, item 6). */
export function hasSelection({ inView, answers }: Journey): boolean {
  return inView.length > 0 || answers.length > 0;
}

const STAGES: Readonly<Record<Stage, string>> = {
  selecting: "answering the questions",
  results: "reading their result",
  comparing: "comparing systems",
  browsing: "looking around",
};

/**
 * The "Buyer context:" block that goes before a question; null where nothing is recommended (spec §4.5, item 7). It
 * holds names and labels of the catalog alone, nothing that a buyer has typed.
 */
export function envelopeOf({ stage, recommended, alternatives, answers }: Journey): string | null {
  if (recommended === null) return null;
  return [
    "Buyer context:",
    `- Stage: ${STAGES[stage]}`,
    `- Recommended system: ${recommended.name} (${recommended.id})`,
    ...(alternatives.length === 0 ? [] : [
      `- Cheaper systems that would also do: ${alternatives.map(({ name }) => name).join(", ")}`,
    ]),
    ...answers.map(({ question, choice }) => `- ${question}: ${choice}`),
  ].join("\n");
}
