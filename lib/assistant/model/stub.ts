/** The deterministic stub model: it needs no provider and quotes the top passage (spec §4.5, model selection). */
import { STUB_MODEL } from "@/lib/config/mod.ts";
import { hasName } from "@/lib/text/mod.ts";
import { splitSentences } from "../grounding/sentences.ts";
import type { Citation } from "../schema.ts";
import { isMostIn, refersToSystem, topicOf } from "../topic.ts";
import { turnHash } from "../turn_hash.ts";
import type { ChatModel, ModelRequest } from "./chat_model.ts";

/** Most characters of a quotation. A longer passage is truncated at the end of a sentence, else of a word. */
const MAX_QUOTED = 700;
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
const NOT_EXACT = (from: string) => `No source says exactly this. The closest is ${from}:`;

/**
 * Creates the stub. It is deterministic: the same question and passages give the same answer. `temperature` only sets
 * how many introductions it chooses from, by the hash of the question (spec §8, `ASSISTANT_TEMPERATURE`).
 */
export function createStub({ temperature }: { readonly temperature: number }): ChatModel {
  const openings = Math.min(OPENINGS.length, 1 + Math.floor(temperature / WARMTH_EACH));
  return {
    id: STUB_MODEL,
    reply({ question, completed = question, about, passages }) {
      const opening = OPENINGS[parseInt(turnHash(question), 16) % openings] ?? PLAIN;
      const [top] = passages;
      const text = top === undefined
        ? "I have no source material for that question."
        : quote(top, passages, { completed, about, opening });
      return Promise.resolve({ text, model: STUB_MODEL, stop: "end", usage: null });
    },
  };
}

interface Quoting extends Pick<ModelRequest, "about"> {
  readonly completed: string;
  readonly opening: (from: string) => string;
}

function quote(
  top: Citation,
  passages: readonly Citation[],
  { completed, about, opening }: Quoting,
): string {
  const text = rowsAsked(top.text, completed, about) ?? top.text;
  const introduce = isAbout({ ...top, text }, passages, { completed, about }) ? opening : NOT_EXACT;
  return `${introduce(nameOf(top))}\n\n${truncate(text)}`;
}

/**
 * Returns whether a passage has most of a question's significant words, or words that documents use for them. The names of
 * systems do not count: a passage about a system need not be about what is asked of it. The product page of a system that
 * the question is not about is never about it, and neither is anything for a question without a word that says what it
 * asks, unless it names a system.
 */
function isAbout(
  top: Citation,
  passages: readonly Citation[],
  { completed: question, about }: Omit<Quoting, "opening">,
): boolean {
  const { title, contentType } = top.provenance;
  if (contentType === "pdp" && about.length > 0 && !about.some((name) => hasName(title, name))) {
    return false;
  }
  const topic = topicOf(question, about);
  if (topic.length === 0) return about.some((name) => hasName(question, name));
  if (
    about.length > 0 && refersToSystem(question) &&
    !about.some((name) => hasName(wholeOf(top), name))
  ) return false;
  return isMostIn(topic, wholeOf(top), passages.map(wholeOf));
}

function wholeOf({ text, heading, provenance: { title } }: Citation): string {
  return `${title}\n${heading ?? ""}\n${text}`;
}

/**
 * Returns the rows of a table about the systems that the question names, else about those that it refers to, so that a
 * long table is not cut before them; null if there are none.
 */
function rowsAsked(passage: string, question: string, about: readonly string[]): string | null {
  const rows = passage.split("\n").flatMap((row) => {
    const end = row.indexOf(": ");
    return end > 0 ? [{ row, name: row.slice(0, end) }] : [];
  });
  const named = rows.filter(({ name }) => hasName(question, name));
  const asked = named.length > 0 ? named : rows.filter(({ name }) => about.includes(name));
  return asked.length === 0 ? null : asked.map(({ row }) => row).join("\n");
}

function nameOf({ heading, provenance: { title } }: Citation): string {
  return heading === null ? `“${title}”` : `“${title}”, “${heading}”`;
}

function truncate(text: string): string {
  if (text.length <= MAX_QUOTED) return text;
  const last = splitSentences(text).findLast(({ end }) => end <= MAX_QUOTED);
  if (last !== undefined) return text.slice(0, last.end);
  // Half a figure is another figure, and half a surrogate pair no character.
  const [words = ""] = /^[^]*(?=\s)/.exec(text.slice(0, MAX_QUOTED + 1)) ?? [];
  return (words || text.slice(0, MAX_QUOTED)).replace(/[\ud800-\udbff]$/, "");
}
