/** The deterministic stub model: it needs no provider and quotes the top passage (spec §4.5, model selection). */
import { STUB_MODEL } from "@/lib/config/mod.ts";
import { hasName } from "@/lib/text/mod.ts";
import { splitSentences } from "../grounding/sentences.ts";
import type { Citation } from "../schema.ts";
import { turnHash } from "../turn_hash.ts";
import type { ChatModel } from "./chat_model.ts";

/** Most characters of a quotation. A longer passage is truncated at the end of a sentence, else of a word. */
const MAX_QUOTED = 700;
/** Introductions of a quotation. The higher the temperature, the more of them are in use. */
const OPENINGS: readonly ((from: string) => string)[] = [
  (from) => `From ${from}:`,
  (from) => `${from} says:`,
  (from) => `This is from ${from}:`,
  (from) => `According to ${from}:`,
];
const WARMTH_EACH = 0.3;

/**
 * Creates the stub. It is deterministic: the same question and passages give the same answer. `temperature` only sets
 * how many introductions it chooses from, by the hash of the question (spec §8, `ASSISTANT_TEMPERATURE`).
 */
export function createStub({ temperature }: { readonly temperature: number }): ChatModel {
  const openings = Math.min(OPENINGS.length, 1 + Math.floor(temperature / WARMTH_EACH));
  return {
    id: STUB_MODEL,
    reply({ question, passages: [top] }) {
      const chosen = parseInt(turnHash(question), 16) % openings;
      const text = top === undefined
        ? "I have no source material for that question."
        : `${OPENINGS[chosen]?.(nameOf(top)) ?? ""}\n\n${quotationOf(top.text, question)}`;
      return Promise.resolve({ text, model: STUB_MODEL, stop: "end", usage: null });
    },
  };
}

/** Returns the rows of a table whose first column the question names, so that a long table is not cut before them. */
function rowsAsked(passage: string, question: string): string | null {
  const rows = passage.split("\n").filter((line) => {
    const end = line.indexOf(": ");
    return end > 0 && hasName(question, line.slice(0, end));
  });
  return rows.length === 0 ? null : rows.join("\n");
}

function nameOf({ heading, provenance: { title } }: Citation): string {
  return heading === null ? `“${title}”` : `“${title}”, “${heading}”`;
}

function quotationOf(passage: string, question: string): string {
  const text = rowsAsked(passage, question) ?? passage;
  if (text.length <= MAX_QUOTED) return text;
  const last = splitSentences(text).findLast(({ end }) => end <= MAX_QUOTED);
  if (last !== undefined) return text.slice(0, last.end);
  // Half a figure is another figure, and half a surrogate pair no character.
  const [words = ""] = /^[^]*(?=\s)/.exec(text.slice(0, MAX_QUOTED + 1)) ?? [];
  return (words || text.slice(0, MAX_QUOTED)).replace(/[\ud800-\udbff]$/, "");
}
