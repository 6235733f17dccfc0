/** The selection context of a turn: the systems in view and the answers, from the session alone (spec §2.11, §4.5). */
import type { Snapshot } from "../catalog/mod.ts";
import { answeredFactors } from "../selection/mod.ts";
import type { SessionPayload } from "../session/mod.ts";
import { hasName } from "../text/mod.ts";
import type { Stage } from "./schema.ts";
import { IT } from "./topic.ts";

/** A system's id and display name. */
export interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

/** A factor's question with the buyer's choice, as text. */
export interface AnsweredQuestion {
  readonly question: string;
  /** The labels of the chosen options, joined by commas. */
  readonly choice: string;
}

/** The selection context of a buyer. */
export interface Journey {
  readonly stage: Stage;
  /** The recommended system; null when there is none or it has left the catalog. */
  readonly recommended: NamedSystem | null;
  /** Cheaper systems that also satisfy the need, at most 3 (spec §8). */
  readonly alternatives: readonly NamedSystem[];
  /** Every live system in view, without duplicates: recommended, alternatives, then viewed, last viewed first. */
  readonly inView: readonly NamedSystem[];
  /** Answered factors in asking order, at most 8 (spec §8). */
  readonly answers: readonly AnsweredQuestion[];
  /** Ids of the chosen options. */
  readonly optionIds: readonly string[];
}

/** Most alternatives and answers in the journey envelope (spec §8). */
const MAX_ALTERNATIVES = 3;
const MAX_ANSWERS = 8;

/** Builds the journey from a session's payload. Ids that are no longer in the catalog are ignored. Pure. */
export function journeyOf(snapshot: Snapshot, payload: SessionPayload, stage: Stage): Journey {
  const named = (ids: readonly string[]): NamedSystem[] =>
    ids.flatMap((id) => {
      const system = snapshot.systemById.get(id);
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

/**
 * Returns the systems that a question is about: those that it names, and those that the page shows, unless it names one of
 * them or names others without an "it" before ("Is it as quiet as …?").
 */
export function systemsAsked(
  snapshot: Snapshot,
  journey: Pick<Journey, "inView">,
  { message, shown }: { readonly message: string; readonly shown?: readonly string[] | undefined },
): readonly NamedSystem[] {
  const named = systemsNamed(snapshot, message);
  const seen = systemsShown(journey, shown);
  const isOfPage = named.some(({ id }) => seen.some((system) => system.id === id));
  const text = message.toLowerCase();
  const before = Math.min(...named.map(({ name }) => text.indexOf(name.toLowerCase())));
  if (isOfPage || named.length > 0 && !IT.test(text.slice(0, before))) return named;
  return [...seen, ...named];
}

/** Returns the systems in view that the page shows. A page that shows none of them stands for all of them. */
export function systemsShown(
  { inView }: Pick<Journey, "inView">,
  shown: readonly string[] = [],
): readonly NamedSystem[] {
  const both = inView.filter(({ id }) => shown.includes(id));
  return both.length > 0 ? both : inView;
}

/** Returns the live systems whose name, or its plural, occurs in a question as a word, ignoring case. */
export function systemsNamed({ systems }: Snapshot, question: string): NamedSystem[] {
  return systems.filter(({ name }) => hasName(question, name)).map(({ id, name }) => ({
    id,
    name,
  }));
}

/** Returns whether there is selection context to retrieve by: a system in view or an answer (spec §4.5, item 6). */
export function hasSelection({ inView, answers }: Journey): boolean {
  return inView.length > 0 || answers.length > 0;
}

const STAGES: Readonly<Record<Stage, string>> = {
  selecting: "answering the questions",
  results: "reading their result",
  comparing: "comparing systems",
  browsing: "looking around",
};

/** The journey envelope ("Buyer context:" block) in lines. */
export interface Envelope {
  /** The title and the lines about the selection. */
  readonly selection: readonly string[];
  /** The lines with the buyer's answers, which come after them. */
  readonly answers: readonly string[];
}

/** How the lines about the selection begin, in their order. */
const SELECTION = {
  title: "Buyer context:",
  stage: "- Stage: ",
  recommended: "- Recommended system: ",
  cheaper: "- Cheaper systems that would also do: ",
};

/**
 * Returns the "Buyer context:" block that precedes a question, or null when nothing is recommended (spec §4.5, item 7).
 * It contains only names and labels of the catalog, never text that a buyer typed.
 */
export function envelopeOf(
  { stage, recommended, alternatives, answers }: Journey,
): Envelope | null {
  if (recommended === null) return null;
  return {
    selection: [
      SELECTION.title,
      `${SELECTION.stage}${STAGES[stage]}`,
      `${SELECTION.recommended}${recommended.name} (${recommended.id})`,
      ...(alternatives.length === 0 ? [] : [
        `${SELECTION.cheaper}${alternatives.map(({ name }) => name).join(", ")}`,
      ]),
    ],
    answers: answers.map(({ question, choice }) => `- ${question}: ${choice}`),
  };
}

/**
 * Parses an envelope that comes as the model gets it. A question may have the words of a line about the selection, so
 * such a line counts only once and in its place.
 */
export function envelopeFrom(text: string): Envelope {
  const lines = text.split("\n");
  const end = Object.values(SELECTION)
    .reduce((read, label) => lines[read]?.startsWith(label) ? read + 1 : read, 0);
  return { selection: lines.slice(0, end), answers: lines.slice(end) };
}

/** Returns an envelope as the model gets it. */
export function envelopeText({ selection, answers }: Envelope): string {
  return [...selection, ...answers].join("\n");
}
