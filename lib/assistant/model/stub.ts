/** A model that needs no provider: it quotes the best passage (spec §4.5). */
import { STUB_MODEL } from "../../config/mod.ts";
import { splitSentences } from "../grounding/sentences.ts";
import type { Citation } from "../schema.ts";
import { turnHash } from "../turn_hash.ts";
import type { ChatModel } from "./chat_model.ts";

/** Longest quotation; a longer passage is cut after a sentence. */
const MAX_QUOTED = 700;
/** How a quotation is introduced; the warmer the stub, the more of these it uses. */
const OPENINGS: readonly ((from: string) => string)[] = [
  (from) => `From ${from}:`,
  (from) => `${from} says:`,
  (from) => `This is from ${from}:`,
  (from) => `According to ${from}:`,
];
const WARMTH_EACH = 0.3;

/** Makes the stub. The same question and material give the same answer; `temperature` only varies its opening. */
export function createStub({ temperature }: { readonly temperature: number }): ChatModel {
  const openings = Math.min(OPENINGS.length, 1 + Math.floor(temperature / WARMTH_EACH));
  return {
    id: STUB_MODEL,
    reply({ question, passages: [top] }) {
      const chosen = parseInt(turnHash(question), 16) % openings;
      const text = top === undefined
        ? "I have no source material for that question."
        : `${OPENINGS[chosen]?.(nameOf(top)) ?? ""}\n\n${quotationOf(top.text)}`;
      return Promise.resolve({ text, model: STUB_MODEL, stop: "end", usage: null });
    },
  };
}

function nameOf({ heading, provenance: { title } }: Citation): string {
  return heading === null ? `“${title}”` : `“${title}”, ${heading}`;
}

function quotationOf(text: string): string {
  if (text.length <= MAX_QUOTED) return text;
  const last = splitSentences(text).findLast(({ end }) => end <= MAX_QUOTED);
  return text.slice(0, last?.end ?? MAX_QUOTED);
}
