/** What is found for a question: by selection, by each system in view, and by its own words (spec §4.5, 4 to 6). */
import type { RetrievalQuery, RetrievedPassage } from "../corpus/mod.ts";
import { hasSelection, type Journey } from "./journey.ts";

/** Most passages of a turn, and how many of them the question's own arm keeps (spec §8). */
const MAX_PASSAGES = 6;
const RESERVED = 2;
/** Systems in view that have an arm of their own, so that a turn asks a bounded number of things. */
const MAX_SYSTEMS = 6;
/** What a passage that the answers alone ask for counts for beside one that the question asks for. */
const BY_SELECTION = 0.5;

/** What is best on systems in view keeps its place: "How heavy is it?" asks about that, and other documents say "heavy" too. */
const RESERVED_IN_VIEW = 2;
/** What a passage about other systems alone counts for, once it has its place. */
const ELSEWHERE = 0.35;

/** The corpus's retrieval interface. */
export type Retrieve = (query: RetrievalQuery) => Promise<readonly RetrievedPassage[]>;

/** What the arms are asked with. */
export interface RetrievalContext {
  readonly question: string;
  readonly journey: Journey;
  /** The answers in words; see `evidencePhrases`. */
  readonly phrases: readonly string[];
  /** Systems that the question is about. */
  readonly about: readonly string[];
}

/** Finds the passages of a turn, best first; none where the session says nothing to go by (spec §4.5, 6). */
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

/** What each arm found, best first. */
export interface Arms {
  readonly selection: readonly RetrievedPassage[];
  readonly systems: readonly RetrievedPassage[];
  readonly question: readonly RetrievedPassage[];
}

/**
 * Merges what the arms found: each passage once, with its highest score; the best first, equals by key. The question's
 * two best and the systems' best keep their place whatever the others score, and what is about systems that nobody asks
 * `about` comes late. Scores of different questions are told apart by their best.
 */
export function mergePassages(
  { selection, systems, question }: Arms,
  about: ReadonlySet<string> = new Set(),
): RetrievedPassage[] {
  const asked = Math.max(0, ...[...systems, ...question].map(({ score }) => score));
  const wished = Math.max(0, ...selection.map(({ score }) => score));
  const best = new Map<string, RetrievedPassage>();
  const offer = (passages: readonly RetrievedPassage[], scale: number) => {
    for (const passage of passages) {
      const offered = scaled(passage, scale);
      if (offered.score > (best.get(passage.key)?.score ?? -1)) best.set(passage.key, offered);
    }
  };
  offer(selection, wished === 0 ? 0 : BY_SELECTION / wished);
  offer(systems, asked === 0 ? 0 : 1 / asked);
  offer(question, asked === 0 ? 0 : 1 / asked);
  const ranked = [...best.values()].sort(byScore);
  const reserved = [
    ...question.slice(0, RESERVED),
    ...systems.filter((passage) => !isElsewhere(passage, about)).sort(byScore)
      .slice(0, RESERVED_IN_VIEW),
  ];
  const kept = new Set(reserved.map(({ key }) => key));
  const others = ranked.filter(({ key }) => !kept.has(key)).slice(0, MAX_PASSAGES - kept.size);
  return [...ranked.filter(({ key }) => kept.has(key)), ...others]
    .map((passage) => isElsewhere(passage, about) ? scaled(passage, ELSEWHERE) : passage)
    .sort(byScore);
}

function isElsewhere({ systemIds }: RetrievedPassage, about: ReadonlySet<string>): boolean {
  return about.size > 0 && systemIds.length > 0 && !systemIds.some((id) => about.has(id));
}

function scaled(passage: RetrievedPassage, factor: number): RetrievedPassage {
  return { ...passage, score: passage.score * factor };
}

function byScore(a: RetrievedPassage, b: RetrievedPassage): number {
  return b.score - a.score || (a.key < b.key ? -1 : 1);
}
