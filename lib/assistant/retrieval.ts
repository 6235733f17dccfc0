/** Retrieves the passages of each question: by selection, by each system in view and by its text (spec §4.5, items 4 to 6). */
import type { RetrievalQuery, RetrievedPassage } from "../corpus/mod.ts";
import { hasName } from "../text/mod.ts";
import { hasSelection, type Journey, type NamedSystem } from "./journey.ts";
import { wantedAnswer } from "./answer_kind.ts";
import { without } from "./grounding/negation.ts";
import { isDefinition, measuredIn, refersToSystem, searchedText } from "./topic.ts";
import { MAX_PASSAGES, mergePassages } from "./merge_passages.ts";

/** Most systems in view that are queried on their own, so that the number of queries per turn is bounded. */
const MAX_SYSTEMS = 6;
/** Passages of each system to rank: many of them do not name it. */
const CANDIDATES = 24;

/** The retrieval interface of the corpus (spec §4.5, item 4). */
type Retrieve = (query: RetrievalQuery) => Promise<readonly RetrievedPassage[]>;

/** One of the questions of a message. */
interface SearchedQuestion {
  readonly question: string;
  /** The systems that it is about. */
  readonly about: readonly NamedSystem[];
  /** The names of the other systems. */
  readonly others: readonly string[];
}

/** The inputs of the retrieval arms. */
interface RetrievalContext {
  /** The questions of the message, at least one. */
  readonly questions: readonly SearchedQuestion[];
  readonly journey: Journey;
  /** The answers as search phrases; see `evidencePhrases`. */
  readonly phrases: readonly string[];
}

/**
 * Retrieves the passages of each question, best first. They share the 6 of a turn, and the selection arm is searched once.
 * Without selection context there are none (spec §4.5, item 6).
 */
export async function retrieveForTurn(
  retrieve: Retrieve,
  { questions, journey, phrases }: RetrievalContext,
): Promise<RetrievedPassage[][]> {
  if (!hasSelection(journey)) return questions.map(() => []);
  const viewed = journey.inView.map(({ id }) => id);
  const selecting = retrieve({
    ...(phrases.length > 0 ? { text: phrases } : {}),
    ...(viewed.length > 0 ? { systemIds: viewed } : {}),
    limit: MAX_PASSAGES,
  });
  const most = Math.floor(MAX_PASSAGES / questions.length);
  return await Promise.all(
    questions.map((asked) => retrieveForQuestion(retrieve, asked, { journey, selecting, most })),
  );
}

/** The inputs that all questions of a turn share. */
interface Shared {
  readonly journey: Journey;
  /** The passages of the selection arm. */
  readonly selecting: Promise<readonly RetrievedPassage[]>;
  /** Most passages of each question. */
  readonly most: number;
}

async function retrieveForQuestion(
  retrieve: Retrieve,
  { question, about, others }: SearchedQuestion,
  { journey, selecting, most }: Shared,
): Promise<RetrievedPassage[]> {
  const limit = MAX_PASSAGES;
  const text = searchedText(question, about.map(({ name }) => name));
  const isComparison = journey.stage === "comparing";
  const said = about.filter(({ name }) => hasName(question, name));
  const it = about.filter((system) => !said.includes(system)).slice(
    0,
    isComparison ? undefined : 1,
  );
  const named = said.length > 0 || refersToSystem(question) ? [...it, ...said] : [];
  const systemIds = [...new Set([...about, ...journey.inView].map(({ id }) => id))]
    .slice(0, MAX_SYSTEMS);
  const bySystem = (text: string, limit: number) =>
    Promise.all(systemIds.map((id) => retrieve({ text, systemIds: [id], limit })));
  const [selection, asked, candidates] = await Promise.all([
    selecting,
    retrieve({ text, limit }),
    // The systems arm searches the documents of these systems anyway, and the rare words of a name would outweigh the property.
    bySystem(without(text, named.map(({ name }) => name)), CANDIDATES),
  ]);
  const topical = onTopic(candidates.flat(), named.length);
  // A question without names has been searched for in full: searching again would find the same.
  const systems = topical.length > 0
    ? topical
    : named.length > 0
    ? (await bySystem(text, limit)).flat()
    : candidates.flatMap((found) => found.slice(0, limit));
  const wanted = wantedAnswer(question, about.map(({ name }) => name), others);
  return mergePassages({ selection, systems, question: asked }, {
    about: named.length > 0 ? named : about,
    isNamed: named.length > 0,
    isByTopic: named.length > 0 && topical.length > 0,
    isComparison,
    measured: measuredIn(question, about.map(({ name }) => name)),
    ...(wanted.isOfThing ? { isAnswer: wanted.isGivenBy } : {}),
    defines: named.length === 0 && isDefinition(question),
  }, most);
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
