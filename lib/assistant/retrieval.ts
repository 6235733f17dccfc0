/** Retrieves a question's passages: by selection, by each system in view and by its text (spec §4.5, items 4 to 6). */
import type { RetrievalQuery, RetrievedPassage } from "../corpus/mod.ts";
import { hasName } from "../text/mod.ts";
import { hasSelection, type Journey, type NamedSystem } from "./journey.ts";
import { measuredIn, refersToSystem, searchedText } from "./topic.ts";
import { MAX_PASSAGES, mergePassages } from "./merge_passages.ts";

/** Most systems in view that are queried on their own, so that the number of queries per turn is bounded. */
const MAX_SYSTEMS = 6;
/** Passages of each system to rank: many of them do not name it. */
const CANDIDATES = 24;

/** The retrieval interface of the corpus (spec §4.5, item 4). */
type Retrieve = (query: RetrievalQuery) => Promise<readonly RetrievedPassage[]>;

/** The inputs of the retrieval arms. */
interface RetrievalContext {
  readonly question: string;
  readonly journey: Journey;
  /** The answers as search phrases; see `evidencePhrases`. */
  readonly phrases: readonly string[];
  /** The systems that the question is about. */
  readonly about: readonly NamedSystem[];
  /** Most passages: all of a turn, or the share of one of its questions. */
  readonly most?: number;
}

/** Retrieves the passages of a question, best first, at most 6; none without selection context (spec §4.5, item 6). */
export async function retrieveForTurn(
  retrieve: Retrieve,
  { question, journey: { inView, ...journey }, phrases, about, most }: RetrievalContext,
): Promise<RetrievedPassage[]> {
  if (!hasSelection({ ...journey, inView })) return [];
  const limit = MAX_PASSAGES;
  const text = searchedText(question, about.map(({ name }) => name));
  const isComparison = journey.stage === "comparing";
  const said = about.filter(({ name }) => hasName(question, name));
  const it = about.filter((system) => !said.includes(system)).slice(
    0,
    isComparison ? undefined : 1,
  );
  const named = said.length > 0 || refersToSystem(question) ? [...it, ...said] : [];
  const viewed = inView.map(({ id }) => id);
  const systemIds = [...new Set([...about.map(({ id }) => id), ...viewed])].slice(0, MAX_SYSTEMS);
  const bySystem = (text: string, limit: number) =>
    Promise.all(systemIds.map((id) => retrieve({ text, systemIds: [id], limit })));
  const [selection, asked, candidates] = await Promise.all([
    retrieve({
      ...(phrases.length > 0 ? { text: phrases } : {}),
      ...(viewed.length > 0 ? { systemIds: viewed } : {}),
      limit,
    }),
    retrieve({ text, limit }),
    bySystem(withoutNames(text, named), CANDIDATES),
  ]);
  const topical = onTopic(candidates.flat(), named.length);
  // A question without names has been searched for in full: searching again would find the same.
  const systems = topical.length > 0
    ? topical
    : named.length > 0
    ? (await bySystem(text, limit)).flat()
    : candidates.flatMap((found) => found.slice(0, limit));
  return mergePassages({ selection, systems, question: asked }, {
    about: named.length > 0 ? named : about,
    isNamed: named.length > 0,
    isByTopic: named.length > 0 && topical.length > 0,
    isComparison,
    measured: measuredIn(question, about.map(({ name }) => name)),
    defines: named.length === 0 && isDefinition(question),
  }, most);
}

/** Whether a question asks what a word means, and not what it is of "it": "What is a U-factor?" */
function isDefinition(question: string): boolean {
  return /^\W*(?:what(?:['’]s|\s+is|\s+are)\s+(?!the\s|it\b)|what\s+do(?:es)?\s.*\bmean\b|explain\s|(?:define|meaning of)\s)/i
    .test(question) && !refersToSystem(question);
}

/**
 * Removes names from a question. The systems arm searches the documents of these systems anyway, and the rare words of a
 * name would outweigh the property that the question is about.
 */
function withoutNames(question: string, systems: readonly NamedSystem[]): string {
  return systems.reduce(
    (text, { name }) => text.replaceAll(new RegExp(RegExp.escape(name), "giu"), " "),
    question,
  );
}

/**
 * Returns the passages that have a word of the question. If it has no such word, as in "What is Heron for?", returns the
 * passages of the one named system in the order of the corpus, which is that of its product page.
 */
function onTopic(found: readonly RetrievedPassage[], named: number): RetrievedPassage[] {
  const topical = found.filter(({ score }) => score > 0);
  if (topical.length > 0 || named !== 1) return topical;
  return found.slice(0, MAX_PASSAGES).map((passage, at) => ({ ...passage, score: 1 - at / 100 }));
}
