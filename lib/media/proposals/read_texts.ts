/** The proposer that reads: what the file name, the title and the alternative text say in words of the vocabulary. */
import { tagKey } from "../changes/asset.ts";
import type { Described, Proposal, ProposalField, Term, Vocabulary } from "./proposal.ts";
import { stemOfFile, type Word, wordsOf } from "./words.ts";

/**
 * How often what a field says is so, calibrated on the demo's pictures: of proposals that are said to be 80 % sure, four of
 * five are right. A title names what a picture is of, an alternative text all that can be seen in it.
 */
const FIELDS = { title: 0.95, altText: 0.7, filename: 0.65 } as const satisfies Record<
  ProposalField,
  number
>;
/** How much of a record's name or other words was said; what an answer offers to choose from says little. */
const SHARES = { name: 1, word: 0.75, part: 0.6, first: 0.5, choice: 0.42 } as const;
/** The same words may mean another record of the kind as well. */
const AMBIGUOUS = 0.6;
/** Words that are part of a longer match are most likely said for that one. */
const WITHIN = 0.4;
const LEAST = 0.3;
const MOST = 0.98;
const MOST_PROPOSALS = 12;
/** Longest run of words that is looked up. */
const LONGEST = 8;

/** Answers that say nothing by themselves, in whatever text they stand. */
const EMPTY_WORDS = new Set(
  "yes no none other any all both unsure standard normal low medium high small large new existing simple basic"
    .split(" "),
);

/** Written out they say as little as in digits: "two" in a title is no answer "Two leaves or more". */
const NUMBER_WORDS = new Set(
  "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand first second third half quarter double single pair dozen"
    .split(" "),
);

/** Between what an answer offers: "a bar, café or lounge". */
const CHOICE = /,|\bor\b|\band\b/i;

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
 * Proposes what the texts of a picture say. Whole words count, also written as one or in the plural; a title or
 * an alternative text counts more than a file name, a whole name more than a part of it, and words that may mean several
 * records count less for each. The same texts and vocabulary always give the same.
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
  const had = new Set(asset.tags.map(tagKey));
  return [...Map.groupBy(matches, ({ term }) => tagKey(term))]
    .filter(([key]) => !had.has(key))
    .flatMap(([, found]) => proposalOf(found, matches))
    .sort(likeliestFirst)
    .slice(0, MOST_PROPOSALS);
}

/** All matches of one record, made one proposal: each field that says it makes it likelier. */
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

/** What words may mean, by their stems written as one: `healthcare` and `health care` are the same. */
function sensesOf(vocabulary: Vocabulary): ReadonlyMap<string, readonly Sense[]> {
  const made = known.get(vocabulary);
  if (made !== undefined) return made;
  const senses = new Map<string, Sense[]>();
  const users = firstWordUsers(vocabulary);
  for (const term of vocabulary) {
    const own = new Map<string, Sense>();
    for (const [key, share] of phrasesOf(term, users)) {
      const stands = own.get(key);
      if (!stands || SHARES[stands.share] < SHARES[share]) own.set(key, { term, share });
    }
    for (const [key, sense] of own) senses.set(key, [...senses.get(key) ?? [], sense]);
  }
  known.set(vocabulary, senses);
  return senses;
}

function* phrasesOf(
  term: Term,
  users: ReadonlyMap<string, number>,
): Generator<[string, keyof typeof SHARES]> {
  for (const [index, phrase] of [term.name, ...term.words].entries()) {
    const stems = wordsOf(phrase).map(({ stem }) => stem);
    if (isTelling(stems)) yield [stems.join(""), index === 0 ? "name" : "word"];
    // The label of an answer is a sentence, whose parts mean little; what it offers to choose from does.
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
  // Systems are often called by the first word of their name, where no other record has it.
  const [first = "", ...rest] = wordsOf(term.name).map(({ stem }) => stem);
  if (term.type === "system" && rest.length > 0 && isTelling([first]) && users.get(first) === 1) {
    yield [first, "first"];
  }
}

/** Whether words can stand for a record: numbers, single letters and plain answers alone cannot. */
function isTelling(stems: readonly string[]): boolean {
  const letters = stems.filter((stem) => !/^\p{N}+$/u.test(stem) && !NUMBER_WORDS.has(stem));
  const [only = ""] = letters;
  if (letters.length === 0) return false;
  return letters.length > 1 || (only.length >= 3 && !EMPTY_WORDS.has(only)) ||
    (stems.length > 1 && only.length >= 2 && !EMPTY_WORDS.has(only));
}

/** How many records have a word anywhere. */
function firstWordUsers(vocabulary: Vocabulary): ReadonlyMap<string, number> {
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
