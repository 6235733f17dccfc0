/** The deterministic stub model: it needs no provider and quotes the top passage (spec §4.5, model selection). */
import { STUB_MODEL } from "@/lib/config/mod.ts";
import { hasName } from "@/lib/text/mod.ts";
import { wantedAnswer } from "../answer_kind.ts";
import { asksForSystems, fitsForm } from "../asked_form.ts";
import { type Span, splitSentences } from "../grounding/sentences.ts";
import type { Citation } from "../schema.ts";
import {
  isDefinition,
  isMostIn,
  IT,
  measuredIn,
  refersToSystem,
  sentencesOn,
  statesFigure,
  type Titled,
  topicIn,
  topicOf,
  type TopicWord,
} from "../topic.ts";
import { turnHash } from "../turn_hash.ts";
import type { AskedPart, ChatModel } from "./chat_model.ts";
import { rowsAsked, shorten } from "./quoted.ts";

/** Most characters of a quotation that does not say what is asked, unless its first sentence is longer. */
const MAX_NEAR = 300;
const PLAIN = (from: string) => `From ${from}:`;
/** Introductions of a quotation. The higher the temperature, the more of them are in use. */
const OPENINGS: readonly ((from: string) => string)[] = [
  PLAIN,
  (from) => `${from} says:`,
  (from) => `This is from ${from}:`,
  (from) => `According to ${from}:`,
];
const WARMTH_EACH = 0.3;
/** The introduction when the top passage says little or nothing about the subject of the question. */
const NOT_EXACT = (from: string) =>
  `No source says exactly this. An advisor can say more. The closest is ${from}:`;
/** The sentence for one of several questions that no source answers. It is below the guard's claim-length floor. */
const MISSING = ({ place }: AskedPart) =>
  `As for the ${PLACES[place] ?? "last"}, no source says just this.`;
const CLOSEST = (from: string) => ` The closest is ${from}.`;
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth"];
/** The sentences about the questions after the first six. They are below that floor as well. */
const LEFT_OUT = (count: number) =>
  `I could not take up the seventh${count > 1 ? " and those after it" : ""}. Please ask again.`;

/**
 * Creates the stub. It is deterministic: the same question and passages give the same answer. `temperature` only sets
 * how many introductions it chooses from, by the hash of the question (spec §8, `ASSISTANT_TEMPERATURE`).
 */
export function createStub({ temperature }: { readonly temperature: number }): ChatModel {
  const openings = Math.min(OPENINGS.length, 1 + Math.floor(temperature / WARMTH_EACH));
  return {
    id: STUB_MODEL,
    mostTokens: () => null,
    reply({ question, parts, leftOut, passages }) {
      const opening = OPENINGS[parseInt(turnHash(question), 16) % openings] ?? PLAIN;
      const text = passages.length === 0 ? "I have no source material for that question." : [
        ...answerOf(parts, passages, opening),
        ...(leftOut > 0 ? [LEFT_OUT(leftOut)] : []),
      ].join("\n\n");
      return Promise.resolve({ text, model: STUB_MODEL, stop: "end", usage: null });
    },
  };
}

/** The best passage for a question, with what is quoted of it. */
interface Quotation {
  readonly part: AskedPart;
  readonly top: Citation;
  readonly text: string;
  /** Whether it is about what is asked. */
  readonly isExact: boolean;
}

function quotationsOf(given: AskedPart, all: readonly Citation[]): Quotation[] {
  const part = asksForSystems(given.question)
    ? { ...given, about: [], others: [...given.about, ...given.others] }
    : given;
  const { question, about, passages: [top, ...rest] } = part;
  if (top === undefined) return [];
  const first = quotationOf(part, top, all);
  if (!first.isExact || !COMPARES.test(question)) return [first];
  const missing = about.filter((name) => !hasName(wholeOf(shownOf(first)), name));
  const others = missing.slice(0, MOST_COMPARED).flatMap((name) => {
    const alone = { ...part, about: [name] };
    return rest.filter((passage) => hasName(wholeOf(passage), name))
      .map((passage) => quotationOf(alone, passage, all)).find(({ isExact }) => isExact) ?? [];
  });
  return [first, ...others];
}

/** Words of a question about each of several systems. */
const COMPARES =
  /\b(?:both|each|either|which|two|three|they|them|their|these|versus|vs|compar\w{1,4}|differen\w{1,4})\b/i;
/** Most systems that get a quotation besides the first one. */
const MOST_COMPARED = 2;

function quotationOf(part: AskedPart, top: Citation, all: readonly Citation[]): Quotation {
  const text = rowsAsked(top.text, part.question, part.about) ?? top.text;
  const isExact = isAbout({ ...top, text }, part, all);
  return { part, top, text: isExact ? shorten(text) : nearest(text, part), isExact };
}

/**
 * Returns what is quoted of a passage that does not say what is asked: the sentence with most of the question's words, and
 * those after it that fit.
 */
function nearest(text: string, { question, about }: AskedPart): string {
  const best = closestIn(text, topicOf(question, about));
  if (best === undefined) return shorten(text);
  const most = Math.max(best.end, best.start + MAX_NEAR);
  const last = splitSentences(text).findLast(({ end }) => end <= most) ?? best;
  return shorten(text.slice(best.start, last.end));
}

/**
 * Returns the paragraphs of an answer: a quotation for each question, or for each system that it compares, unless another
 * one answers it too. If no passage answers a question, a sentence says so; where none answers any, the best passage for
 * the first that has one is quoted nevertheless.
 */
function answerOf(
  parts: readonly AskedPart[],
  all: readonly Citation[],
  opening: (from: string) => string,
): string[] {
  const quotations = parts.flatMap((part) => quotationsOf(part, all));
  const quoted: Quotation[] = [];
  for (const quotation of quotations.filter(({ isExact }) => isExact)) {
    const { text, part: { question, about } } = quotation;
    const has = (earlier: Quotation) =>
      earlier.text === text || hasFigure(question, about, shownOf(earlier));
    if (!quoted.some(has)) quoted.push(quotation);
  }
  const shown = quoted.length > 0 ? quoted : quotations.slice(0, 1);
  return parts.flatMap((part) => {
    const own = quotations.filter((each) => each.part.place === part.place);
    const told = own.filter((each) => shown.includes(each));
    if (told.length > 0) {
      return told.map(({ top, text, isExact }) =>
        `${(isExact ? opening : NOT_EXACT)(nameOf(top))}\n\n${text}`
      );
    }
    const [quotation] = own;
    if (quotation?.isExact || quoted.some((other) => isAbout(shownOf(other), part, all))) return [];
    const top = quotation?.top;
    const isNear = top !== undefined && isNearTo(part, top) &&
      !shown.some((other) => other.top === top);
    return [MISSING(part) + (isNear ? CLOSEST(nameOf(top)) : "")];
  });
}

function shownOf({ top, text }: Quotation): Citation {
  return { ...top, text };
}

/** Whether a passage has a word of a question and the name of a system that it is about. */
function isNearTo({ question, about }: AskedPart, passage: Citation): boolean {
  const whole = wholeOf(passage);
  return about.some((name) => hasName(whole, name)) &&
    topicIn(topicOf(question, about), whole).length > 0;
}

/** Whether a passage states a figure of one of the systems, for a question that asks for it ("How heavy is it?"). */
function hasFigure(question: string, about: readonly string[], passage: Citation): boolean {
  const measured = measuredIn(question, about);
  return about.some((name) => statesFigure(titled(passage), name, measured));
}

/** Whether a question asks which of several systems has most of what a figure says: "Which one can be tallest?" */
function isOfMost({ question, about }: AskedPart): boolean {
  return about.length > 1 && /\bwhich\b/i.test(question) &&
    measuredIn(question, about).some(({ word, stems }) =>
      /e(?:r|st)$/.test(word) && !stems.includes("pric")
    );
}

function titled({ text, heading, provenance: { title } }: Citation): Titled {
  return { title, heading, text };
}

/**
 * Asks for yes or no about a system, which what a passage says of it in general is not. "Can you tell me about it?" asks for
 * no yes or no, so these are fewer words than for a property in `topic.ts`.
 */
const JUDGES = /^\W*(?:is|are|was|were|does|has)\b/i;

/** Asks for what the buyer does, which the figures of a product page do not say: "How do I order?" */
const HOW_TO = /^\W*how (?:do|can|could|should|would|to)(?! (?:it|they|you|the)\b)/i;

/** Asks for yes or no about "it": what a passage says before it speaks of the system is about something else. */
const ASKS_IF_IT = /^\W*(?:is|does|will|can|could|would|has) (?:it|they)\b/i;

/**
 * Returns whether a passage has most of a question's significant words, or words that documents use for them. The names of
 * systems do not count: a passage about a system need not be about what is asked of it. The product page of a system that
 * the question is not about is never about it, and neither is anything for a question without a word that says what it
 * asks, unless it names a system.
 */
function isAbout(top: Citation, part: AskedPart, all: readonly Citation[]): boolean {
  const { question, about, others } = part;
  const { title, contentType } = top.provenance;
  if (contentType === "pdp" && about.length > 0 && !about.some((name) => hasName(title, name))) {
    return false;
  }
  if (isOfOthers(top, part)) return false;
  if (!fitsForm(part, titled(top))) return false;
  if (isOfMost(part) && !hasFigure(question, about, top)) return false;
  const { isOfThing, isGivenBy, isPlainIn } = wantedAnswer(question, about, others);
  if (!isGivenBy(titled(top))) return false;
  if (IT.test(question) && hasFigure(question, about, top)) return true;
  const topic = topicOf(question, about);
  if (topic.length === 0) {
    return isPlainIn(titled(top)) ||
      !JUDGES.test(question) && about.some((name) => hasName(question, name));
  }
  const isProcedure = HOW_TO.test(question) && !topic.some(({ isOfTrade }) => isOfTrade);
  if (isProcedure && contentType === "pdp" && !refersToSystem(question)) return false;
  const isTheirs = about.length > 0 && refersToSystem(question);
  if (isTheirs && ASKS_IF_IT.test(question) && closestNameOthers(top.text, topic, part)) {
    return false;
  }
  const isWhole = !ASKS_IF_IT.test(question) || isHeadedBy(top, topic);
  const told = isWhole ? wholeOf(top) : upToClosest(top, topic);
  const isOn = (name: string) =>
    hasName(told, name) || sentencesOn(titled(top), name, topic).length > 0;
  if (isTheirs && !about.some(isOn)) return false;
  return isPlainIn(titled(top)) ||
    isMostIn(topic, withoutSpelt(wholeOf(top), others), {
      question,
      all: all.map(wholeOf),
      isGiven: isOfThing,
    });
}

/**
 * Whether a passage speaks of other systems, up to its sentence that comes closest to the question, and of none that the
 * question is about: what it says is no answer about those.
 */
function isOfOthers(passage: Citation, { question, about, others }: AskedPart): boolean {
  const has = (text: string) => (name: string) => hasName(text, name);
  if (about.length === 0 || isDefinition(question) || about.some(has(wholeOf(passage)))) {
    return false;
  }
  return others.some(has(upToClosest(passage, topicOf(question, about))));
}

/** Returns a passage with its title up to the end of the sentence with most words of a topic. */
function upToClosest(passage: Citation, topic: readonly TopicWord[]): string {
  const { end } = closestIn(passage.text, topic) ?? { end: 0 };
  return wholeOf({ ...passage, text: passage.text.slice(0, end) });
}

/** Whether all sentences of a text with most words of a topic name other systems and none that the question is about. */
function closestNameOthers(
  text: string,
  topic: readonly TopicWord[],
  { about, others }: AskedPart,
): boolean {
  return allClosestIn(text, topic).every(({ start, end }) => {
    const has = (name: string) => hasName(text.slice(start, end), name);
    return others.some(has) && !about.some(has);
  });
}

/** Whether title and heading have a whole topic ("Maintenance schedule"), so that all of the passage is about it. */
function isHeadedBy(passage: Citation, topic: readonly TopicWord[]): boolean {
  return topicIn(topic, wholeOf({ ...passage, text: "" })).length === topic.length;
}

/** Returns the first sentence of a text with most words of a topic. */
function closestIn(text: string, topic: readonly TopicWord[]): Span | undefined {
  return allClosestIn(text, topic)[0];
}

function allClosestIn(text: string, topic: readonly TopicWord[]): Span[] {
  const sentences = splitSentences(text);
  const found = sentences.map(({ start, end }) => topicIn(topic, text.slice(start, end)).length);
  const most = Math.max(...found);
  return sentences.filter((_, at) => found[at] === most);
}

/** Returns a text without names as they are spelt, with their capitals: "Vane Screen" is no screen, but "a vane screen" is one. */
function withoutSpelt(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => rest.replaceAll(name, "–"), text);
}

function wholeOf({ text, heading, provenance: { title } }: Citation): string {
  return `${title}\n${heading ?? ""}\n${text}`;
}

function nameOf({ heading, provenance: { title } }: Citation): string {
  return heading === null ? `“${title}”` : `“${title}”, “${heading}”`;
}
