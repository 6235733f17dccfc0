/** Ranks the passages that the retrieval arms of a turn found (spec §4.5, item 5). Pure. */
import type { RetrievedPassage } from "../corpus/mod.ts";
import { hasName } from "../text/mod.ts";
import type { NamedSystem } from "./journey.ts";
import { statesFigure, type TopicWord } from "./topic.ts";

/** Most passages of a turn (spec §8). */
export const MAX_PASSAGES = 6;
/**
 * The slots of a turn that are reserved for the question arm (spec §8). As many are for the best passages about the systems
 * in view: "How heavy is it?" asks about those, but documents about other systems also say "heavy".
 */
const RESERVED = 2;
/** Weight of the selection arm's scores relative to the scores for the question's text. */
const SELECTION_WEIGHT = 0.5;

/** Factor for the final rank of a selected passage that is only about other systems. */
const OTHERS_FACTOR = 0.35;
/**
 * Factors for a passage that has several of the names of the systems in question, or one of them in a document about it
 * alone, or none.
 */
const SEVERAL_FACTOR = 1.5;
const OWN_FACTOR = 1.4;
const UNNAMED_FACTOR = 0.25;
/**
 * Factor for a question without names. It is about the first system in view, or about walls in general ("What warranty
 * do you give?"), so a passage without that name counts only a little less.
 */
const GENERAL_FACTOR = 0.8;
/** Factor for a passage that states a figure of every system in question, or gives the answer, that the question asks for. */
const FIGURE_FACTOR = 3;
/** Factor for a table where the question asks what a word means: figures explain nothing. */
const TABLE_FACTOR = 0.4;
/** Weight of the question arm where the systems arm leaves out the names: half of its score is for them. */
const NAMES_WEIGHT = 0.3;

/** The passages that each arm found, best first per query. */
interface Arms {
  readonly selection: readonly RetrievedPassage[];
  readonly systems: readonly RetrievedPassage[];
  readonly question: readonly RetrievedPassage[];
}

/** The systems of a question, and how it was searched. */
export interface Asked {
  readonly about: readonly NamedSystem[];
  /** Whether it names these systems or refers to them ("it"). */
  readonly isNamed?: boolean;
  /** Whether the page compares systems, so that a question without names is about all of them. */
  readonly isComparison?: boolean;
  /** The words of the property that it asks a figure of; empty if it asks for none. */
  readonly measured?: readonly TopicWord[];
  /** Whether a passage gives the kind of answer that it asks for about a thing ("What is the cable made of?"). */
  readonly isAnswer?: (passage: RetrievedPassage) => boolean;
  /** Whether it asks what a word means, so that names do not change the rank of a passage, and tables come last. */
  readonly defines?: boolean;
  /** Whether the systems arm searched for it without the names. */
  readonly isByTopic?: boolean;
}

/**
 * Merges the arms' passages without duplicates (highest score wins), best first, ties in the order of the arms, at most 6
 * (spec §4.5, item 5). Scores are normalised by the best score of their query text, and the selection arm counts half.
 * The question arm keeps 2 reserved slots and the systems arm 2 more. A passage that is only about other systems gets no
 * slot of the systems arm and is ranked down, and so is a passage without the names of the systems in question; one with
 * several is ranked up. If the question has the names, the first two passages name as many of the systems as they can.
 * Passages that only the selection found come last. `most` of one of several questions is its share of the passages and
 * of the reserved slots.
 */
export function mergePassages(
  { selection, systems, question }: Arms,
  asked: Asked,
  most: number = MAX_PASSAGES,
): RetrievedPassage[] {
  const { about, isNamed = false, isByTopic = false } = asked;
  const best = new Map<string, RetrievedPassage>();
  const addAll = (passages: readonly RetrievedPassage[], weight: number, highest: number) => {
    for (const passage of passages) {
      const score = highest === 0 ? 0 : passage.score * weight / highest * factorOf(passage, asked);
      if (score > (best.get(passage.key)?.score ?? -1)) {
        best.set(passage.key, { ...passage, score });
      }
    }
  };
  const bestOfQuestion = bestOf(isByTopic ? question : [...systems, ...question]);
  addAll(selection, SELECTION_WEIGHT, bestOf(selection));
  addAll(systems, 1, isByTopic ? bestOf(systems) : bestOfQuestion);
  addAll(question, isByTopic ? NAMES_WEIGHT : 1, bestOfQuestion);

  const topical = keysOf([...systems, ...question].filter(({ score }) => score > 0));
  const rank = (passages: readonly RetrievedPassage[]) =>
    passages.toSorted((a, b) =>
      Number(topical.has(b.key)) - Number(topical.has(a.key)) || b.score - a.score
    );
  const ranked = rank([...best.values()]);
  const inView = keysOf(systems.filter((passage) => !isAboutOthers(passage, about)));
  const leading = keysOf(isNamed ? coverEach(ranked, about) : []);
  const reserved = Math.ceil(RESERVED * most / MAX_PASSAGES);
  const kept = new Set([
    ...[...leading].slice(0, reserved),
    ...keysOf(question.slice(0, reserved)),
    ...keysOf(ranked.filter(({ key }) => inView.has(key)).slice(0, reserved)),
  ].slice(0, most));
  const others = ranked.filter(({ key }) => !kept.has(key)).slice(0, most - kept.size);
  const selected = ranked.filter((passage) => kept.has(passage.key) || others.includes(passage));
  return rank(
    selected.map((passage) =>
      isAboutOthers(passage, about) ? { ...passage, score: passage.score * OTHERS_FACTOR } : passage
    ),
  ).sort((a, b) => Number(leading.has(b.key)) - Number(leading.has(a.key)));
}

/** Merges the passages of several questions without duplicates: the best of each, then the second of each, and so on. */
export function mergeQuestions(
  each: readonly (readonly RetrievedPassage[])[],
): RetrievedPassage[] {
  const longest = Math.max(0, ...each.map(({ length }) => length));
  const merged = new Map<string, RetrievedPassage>();
  for (let place = 0; place < longest; place++) {
    for (const passages of each) {
      const passage = passages[place];
      if (passage !== undefined && !merged.has(passage.key)) merged.set(passage.key, passage);
    }
  }
  return [...merged.values()];
}

/** Returns the best passage and, if it lacks a system, the best one that names a missing one. */
function coverEach(
  ranked: readonly RetrievedPassage[],
  systems: readonly NamedSystem[],
): RetrievedPassage[] {
  const [first] = ranked;
  if (first === undefined) return [];
  const missing = systems.filter((system) => !namesSystem(first, system));
  const second = ranked.find((passage) => missing.some((system) => namesSystem(passage, system)));
  return second === undefined ? [first] : [first, second];
}

function factorOf(
  passage: RetrievedPassage,
  { about, isNamed = false, isComparison = false, measured = [], defines = false, isAnswer }: Asked,
): number {
  const [first] = about;
  if (defines) return isTable(passage) ? TABLE_FACTOR : 1;
  if (first === undefined) return 1;
  const isOwn = passage.systemIds.length === 1;
  if (
    isAnswer !== undefined && about.some((system) => namesSystem(passage, system)) &&
    isAnswer(passage)
  ) {
    return FIGURE_FACTOR * (isOwn ? OWN_FACTOR : 1);
  }
  if (!isNamed && !isComparison) {
    if (!namesSystem(passage, first)) return GENERAL_FACTOR;
    return isOwn ? OWN_FACTOR : 1;
  }
  const named = about.filter((system) => namesSystem(passage, system)).length;
  // Of a thing ("How tall are the panels?") only an answer counts, and one is ranked above.
  const isStated = isAnswer === undefined && measured.length > 0 &&
    about.every(({ name }) => statesFigure(passage, name, measured));
  if (named > 0 && isStated) {
    return FIGURE_FACTOR * (isOwn ? OWN_FACTOR : 1);
  }
  if (named === 0) return isNamed || measured.length > 0 ? UNNAMED_FACTOR : GENERAL_FACTOR;
  if (named > 1) return SEVERAL_FACTOR;
  return isOwn ? OWN_FACTOR : 1;
}

/** Whether most lines of a passage are rows: "Heron Lite: Panel width 24 to 36 inches". */
function isTable({ text }: RetrievedPassage): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.filter((line) => /^[^:.]{1,60}: /.test(line)).length * 2 > lines.length;
}

function isAboutOthers({ systemIds }: RetrievedPassage, about: readonly NamedSystem[]): boolean {
  return about.length > 0 && systemIds.length > 0 &&
    !about.some(({ id }) => systemIds.includes(id));
}

function namesSystem({ title, heading, text }: RetrievedPassage, { name }: NamedSystem): boolean {
  return hasName(`${title}\n${heading ?? ""}\n${text}`, name);
}

function bestOf(passages: readonly RetrievedPassage[]): number {
  return Math.max(0, ...passages.map(({ score }) => score));
}

function keysOf(passages: readonly RetrievedPassage[]): Set<string> {
  return new Set(passages.map(({ key }) => key));
}
