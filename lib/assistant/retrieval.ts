/** Retrieves a question's passages: by selection, by each system in view and by its text (spec §4.5, items 4 to 6). */
import type { RetrievalQuery, RetrievedPassage } from "../corpus/mod.ts";
import { hasSelection, type Journey } from "./journey.ts";

/** Most passages of a turn, and the slots reserved for the question arm (spec §8). */
const MAX_PASSAGES = 6;
const RESERVED = 2;
/** Most systems in view that are queried on their own, so that the number of queries per turn is bounded. */
const MAX_SYSTEMS = 6;
/** Weight of the selection arm's scores relative to the scores for the question's text. */
const SELECTION_WEIGHT = 0.5;

/**
 * Slots reserved for the best passages about the systems in view: "How heavy is it?" asks about those, but documents
 * about other systems also say "heavy".
 */
const RESERVED_IN_VIEW = 2;
/** Factor that lowers the final rank of a selected passage that is only about other systems. */
const OTHERS_FACTOR = 0.35;

/** The retrieval interface of the corpus (spec §4.5, item 4). */
export type Retrieve = (query: RetrievalQuery) => Promise<readonly RetrievedPassage[]>;

/** The inputs of the retrieval arms. */
export interface RetrievalContext {
  readonly question: string;
  readonly journey: Journey;
  /** The answers as search phrases; see `evidencePhrases`. */
  readonly phrases: readonly string[];
  /** Ids of the systems that the question is about. */
  readonly about: readonly string[];
}

/** Retrieves the passages of a turn, best first, at most 6; none without selection context (spec §4.5, item 6). */
export async function retrieveForTurn(
  retrieve: Retrieve,
  { question, journey, phrases, about }: RetrievalContext,
): Promise<RetrievedPassage[]> {
  if (!hasSelection(journey)) return [];
  const limit = MAX_PASSAGES;
  const inView = journey.inView.map(({ id }) => id);
  const systemIds = [...new Set([...about.filter((id) => inView.includes(id)), ...inView])];
  const selection = retrieve({
    ...(phrases.length > 0 ? { text: phrases } : {}),
    ...(systemIds.length > 0 ? { systemIds } : {}),
    limit,
  });
  const bySystem = systemIds.slice(0, MAX_SYSTEMS).map((id) =>
    retrieve({ text: question, systemIds: [id], limit })
  );
  const byQuestion = retrieve({ text: question, limit });
  const [chosen, asked, ...found] = await Promise.all([selection, byQuestion, ...bySystem]);
  return mergePassages(
    { selection: chosen, systems: found.flat(), question: asked },
    new Set(about),
  );
}

/** The passages that each arm found, best first per query. */
export interface Arms {
  readonly selection: readonly RetrievedPassage[];
  readonly systems: readonly RetrievedPassage[];
  readonly question: readonly RetrievedPassage[];
}

/**
 * Merges the arms' passages without duplicates (highest score wins), best first, ties by key, at most 6 (spec §4.5,
 * item 5). Scores are normalised by the best score of their query text, and the selection arm counts half. The question
 * arm keeps 2 reserved slots and the systems arm 2 more. If `about` names systems, a passage that is only about other
 * systems gets no slot of the systems arm and is ranked down. Passages that only the selection found come last.
 */
export function mergePassages(
  { selection, systems, question }: Arms,
  about: ReadonlySet<string> = new Set(),
): RetrievedPassage[] {
  const bestOfQuestion = Math.max(0, ...[...systems, ...question].map(({ score }) => score));
  const bestOfSelection = Math.max(0, ...selection.map(({ score }) => score));
  const best = new Map<string, RetrievedPassage>();
  const addAll = (passages: readonly RetrievedPassage[], scale: number) => {
    for (const passage of passages) {
      const added = scaled(passage, scale);
      if (added.score > (best.get(passage.key)?.score ?? -1)) best.set(passage.key, added);
    }
  };
  addAll(selection, bestOfSelection === 0 ? 0 : SELECTION_WEIGHT / bestOfSelection);
  addAll(systems, bestOfQuestion === 0 ? 0 : 1 / bestOfQuestion);
  addAll(question, bestOfQuestion === 0 ? 0 : 1 / bestOfQuestion);
  const ranked = [...best.values()].sort(byScore);
  const reserved = [
    ...question.slice(0, RESERVED),
    ...systems.filter((passage) => !isAboutOthers(passage, about)).sort(byScore)
      .slice(0, RESERVED_IN_VIEW),
  ];
  const kept = new Set(reserved.map(({ key }) => key));
  const others = ranked.filter(({ key }) => !kept.has(key)).slice(0, MAX_PASSAGES - kept.size);
  const asked = new Set(
    [...systems, ...question].flatMap(({ key, score }) => score > 0 ? key : []),
  );
  return [...ranked.filter(({ key }) => kept.has(key)), ...others]
    .map((passage) => isAboutOthers(passage, about) ? scaled(passage, OTHERS_FACTOR) : passage)
    .sort((a, b) => Number(asked.has(b.key)) - Number(asked.has(a.key)) || byScore(a, b));
}

function isAboutOthers({ systemIds }: RetrievedPassage, about: ReadonlySet<string>): boolean {
  return about.size > 0 && systemIds.length > 0 && !systemIds.some((id) => about.has(id));
}

function scaled(passage: RetrievedPassage, factor: number): RetrievedPassage {
  return { ...passage, score: passage.score * factor };
}

function byScore(a: RetrievedPassage, b: RetrievedPassage): number {
  return b.score - a.score || (a.key < b.key ? -1 : 1);
}
