/** The text proposer: finds words of the vocabulary in an asset's file name, title and alternative text. */
import { tagKey } from "../changes/asset.ts";
import type { Described, Proposal, ProposalField, Term, Vocabulary } from "./proposal.ts";
import { stemOfFile, type Word, wordsOf } from "./words.ts";

/**
 * How often a match in a field is right. Calibrated on the demo's pictures so that four of five proposals with a
 * confidence of 80 % are right. A title names the subject of a picture, while an alternative text mentions everything
 * in it.
 */
const FIELDS = { title: 0.95, altText: 0.7, filename: 0.65 } as const satisfies Record<
  ProposalField,
  number
>;
/**
 * Weight of a match by what matched: the name, a synonym, a part of either, a system's first word, or a single word
 * of a list in an option's label.
 */
const SHARES = { name: 1, word: 0.75, part: 0.6, first: 0.5, choice: 0.42 } as const;
/** Factor for words that match several records of the same type. */
const AMBIGUOUS = 0.6;
/** Factor for words inside a longer match, which most likely belong to that one. */
const WITHIN = 0.4;
/** Lowest confidence that is proposed. */
const LEAST = 0.3;
const MOST = 0.98;
const MOST_PROPOSALS = 12;
/** Longest run of words that is looked up, in words. */
const LONGEST = 8;

/** Words of option labels that mean nothing by themselves, in any text. */
const EMPTY_WORDS = new Set(
  "yes no none other any all both unsure standard normal low medium high small large new existing simple basic"
    .split(" "),
);

/** Spelled-out numbers mean as little as digits: "two" in a title does not match the option "Two leaves or more". */
const NUMBER_WORDS = new Set(
  "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand first second third half quarter double single pair dozen"
    .split(" "),
);

/** Separates the items of a list in an option's label: "a bar, café or lounge". */
const CHOICE = /,|\bor\b|\band\b/i;

/** A record that a phrase may mean. */
interface Sense {
  readonly term: Term;
  readonly share: keyof typeof SHARES;
}

interface Match extends Sense {
  readonly start: number;
  readonly end: number;
  readonly field: ProposalField;
  readonly says: string;
  readonly isAmbiguous: boolean;
}

/**
 * Proposes tags from the texts of an asset, most confident first: at most 12, with a confidence from 0.3 to 0.98, only
 * from the vocabulary, and none that the asset has already. Matches whole words, also
 * when they are written as one or in the plural. A title counts more than an alternative text, and that more than a
 * file name; a whole name counts more than a part of it; and words that may mean several records count less for each.
 * Pure and deterministic.
 */
export function readTexts(asset: Described, vocabulary: Vocabulary): Proposal[] {
  const senses = sensesOf(vocabulary);
  const texts: Record<ProposalField, string> = {
    title: asset.title ?? "",
    altText: asset.altText ?? "",
    filename: stemOfFile(asset.filename),
  };
  const matches = (["title", "altText", "filename"] as const)
    .flatMap((field) => matchesIn(wordsOf(texts[field]), { field, senses }));
  const present = new Set(asset.tags.map(tagKey));
  return [...Map.groupBy(matches, ({ term }) => tagKey(term))]
    .filter(([key]) => !present.has(key))
    .flatMap(([, found]) => proposalOf(found, matches))
    .sort(likeliestFirst)
    .slice(0, MOST_PROPOSALS);
}

/**
 * Combines the matches of one record into a proposal, or none if it is too unlikely. The fields count as independent
 * evidence: the confidence is 1 minus the product of their doubts.
 */
function proposalOf(found: readonly Match[], all: readonly Match[]): Proposal[] {
  const weighed = found.map((match) => ({ match, weight: weightOf(match, all) }))
    .sort((a, b) => b.weight - a.weight);
  const [best] = weighed;
  if (best === undefined) return [];
  const fields = Map.groupBy(weighed, ({ match }) => match.field);
  const doubt = [...fields.values()]
    .reduce((product, [first]) => product * (1 - (first?.weight ?? 0)), 1);
  const confidence = Math.round(Math.min(1 - doubt, MOST) * 100) / 100;
  if (confidence < LEAST) return [];
  const { term: { type, ref }, field, says } = best.match;
  return [{ type, ref, confidence, from: field, says }];
}

function weightOf(match: Match, all: readonly Match[]): number {
  const { field, share, start, end, isAmbiguous } = match;
  const isWithin = all.some((other) =>
    other.field === field && other.start <= start && other.end >= end &&
    other.end - other.start > end - start
  );
  return FIELDS[field] * SHARES[share] * (isAmbiguous ? AMBIGUOUS : 1) * (isWithin ? WITHIN : 1);
}

function matchesIn(
  words: readonly Word[],
  { field, senses }: { field: ProposalField; senses: ReadonlyMap<string, readonly Sense[]> },
): Match[] {
  const matches: Match[] = [];
  for (let start = 0; start < words.length; start++) {
    let joined = "";
    for (let end = start + 1; end <= Math.min(words.length, start + LONGEST); end++) {
      joined += words[end - 1]?.stem ?? "";
      const found = senses.get(joined) ?? [];
      const says = words.slice(start, end).map(({ said }) => said).join(" ");
      const others = Map.groupBy(found, ({ term }) => term.type);
      matches.push(...found.map((sense) => {
        const isAmbiguous = (others.get(sense.term.type)?.length ?? 0) > 1;
        return { ...sense, start, end, field, says, isAmbiguous };
      }));
    }
  }
  return matches;
}

const known = new WeakMap<Vocabulary, ReadonlyMap<string, readonly Sense[]>>();

/**
 * Indexes the vocabulary by phrase, as stems joined without spaces so that `healthcare` equals `health care`. Cached.
 */
function sensesOf(vocabulary: Vocabulary): ReadonlyMap<string, readonly Sense[]> {
  return known.getOrInsertComputed(vocabulary, indexSenses);
}

function indexSenses(vocabulary: Vocabulary): ReadonlyMap<string, readonly Sense[]> {
  const senses = new Map<string, Sense[]>();
  const users = recordsByStem(vocabulary);
  for (const term of vocabulary) {
    const own = new Map<string, Sense>();
    for (const [key, share] of phrasesOf(term, users)) {
      const best = own.get(key);
      if (!best || SHARES[best.share] < SHARES[share]) own.set(key, { term, share });
    }
    for (const [key, sense] of own) senses.getOrInsert(key, []).push(sense);
  }
  return senses;
}

function* phrasesOf(
  term: Term,
  users: ReadonlyMap<string, number>,
): Generator<[string, keyof typeof SHARES]> {
  for (const [index, phrase] of [term.name, ...term.words].entries()) {
    const stems = wordsOf(phrase).map(({ stem }) => stem);
    if (isTelling(stems)) yield [stems.join(""), index === 0 ? "name" : "word"];
    // An option's label is a sentence. Arbitrary parts of it mean little, but the items of a list in it are meaningful.
    if (term.type === "factor") {
      for (const choice of phrase.split(CHOICE)) {
        const stems = wordsOf(choice).map(({ stem }) => stem);
        if (isTelling(stems)) yield [stems.join(""), stems.length > 1 ? "word" : "choice"];
      }
      continue;
    }
    for (let length = stems.length - 1; length >= 2; length--) {
      for (let start = 0; start + length <= stems.length; start++) {
        const part = stems.slice(start, start + length);
        if (isTelling(part)) yield [part.join(""), "part"];
      }
    }
  }
  // People often call a system by the first word of its name. That matches unless another record contains the word.
  const [first = "", ...rest] = wordsOf(term.name).map(({ stem }) => stem);
  if (term.type === "system" && rest.length > 0 && isTelling([first]) && users.get(first) === 1) {
    yield [first, "first"];
  }
}

/** Whether a phrase is specific enough to match: numbers, single letters and {@linkcode EMPTY_WORDS} alone are not. */
function isTelling(stems: readonly string[]): boolean {
  const letters = stems.filter((stem) => !/^\p{N}+$/u.test(stem) && !NUMBER_WORDS.has(stem));
  const [only = ""] = letters;
  if (letters.length === 0) return false;
  return letters.length > 1 || (only.length >= 3 && !EMPTY_WORDS.has(only)) ||
    (stems.length > 1 && only.length >= 2 && !EMPTY_WORDS.has(only));
}

/** Counts, for each stem, the records with it anywhere in their name or synonyms. */
function recordsByStem(vocabulary: Vocabulary): ReadonlyMap<string, number> {
  const users = new Map<string, number>();
  for (const { name, words } of vocabulary) {
    const stems = new Set([name, ...words].flatMap(wordsOf).map(({ stem }) => stem));
    for (const stem of stems) users.set(stem, (users.get(stem) ?? 0) + 1);
  }
  return users;
}

function likeliestFirst(a: Proposal, b: Proposal): number {
  return b.confidence - a.confidence || (tagKey(a) < tagKey(b) ? -1 : 1);
}
