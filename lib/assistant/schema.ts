/** Wire schemas of the assistant: chat request, reply, citation and stream events (spec §2.11, §4.5, §6.1, §7). */
import { z } from "zod";
import { CitedPassage } from "../corpus/mod.ts";
import { ID_PATTERN } from "../text/mod.ts";
import {
  MAX_HISTORY,
  MAX_MARKS,
  MAX_MESSAGE,
  MAX_PASSAGE_KEY,
  MAX_TRANSCRIPT_ENTRIES,
} from "./limits.ts";

/** Largest body of a chat or a hand-off, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;

/** The page hint: the step of the guided selection that the buyer is at (spec §4.5, `journey.page`). */
export const Stage = z.enum(["selecting", "results", "comparing", "browsing"]);
/** The step of the guided selection that the buyer is at. */
export type Stage = z.infer<typeof Stage>;

/** Parses a page hint. Anything unknown collapses to `browsing` (spec §4.5). */
export function stageOf(hint: unknown): Stage {
  const known = Stage.safeParse(hint);
  return known.success ? known.data : "browsing";
}

/** An earlier message of the conversation, as sent by the client. */
export const HistoryEntry = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.string().max(MAX_MESSAGE),
}).meta({ id: "ChatHistoryEntry" });
/** An earlier message of the conversation, as sent by the client and therefore not trusted. */
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/**
 * A history of any length. Only its latest `MAX_HISTORY` entries are validated and honoured, and of an answer its first
 * `MAX_MESSAGE` characters (design §7): with a high `ASSISTANT_MAX_TOKENS`, answers of the service itself are longer.
 */
export const History = z.preprocess(
  (value) => Array.isArray(value) ? value.slice(-MAX_HISTORY).map(shortened) : value,
  z.array(HistoryEntry),
);

function shortened(entry: unknown): unknown {
  const { role, content }: { role?: unknown; content?: unknown } = Object(entry);
  return role === "assistant" && typeof content === "string"
    ? { role, content: content.slice(0, MAX_MESSAGE) }
    : entry;
}

/** A visible character: neither whitespace nor a format or control character. */
const VISIBLE = /[^\s\p{Cf}\p{Cc}]/u;

/** An entry of a transcript. It may be longer than a message, because an answer may be. */
export const TranscriptEntry = HistoryEntry.extend({ content: z.string() })
  .meta({ id: "TranscriptEntry" });

/**
 * A transcript of any length. Only its latest `MAX_TRANSCRIPT_ENTRIES` entries are validated and honoured: naming what is
 * wrong with each of some hundred thousand would stop the service for seconds.
 */
export const Transcript = z.preprocess(latestEntries, z.array(TranscriptEntry));

function latestEntries(value: unknown): unknown {
  return Array.isArray(value) ? value.slice(-MAX_TRANSCRIPT_ENTRIES) : value;
}

/** A part of an answer, as UTF-16 units, and the key of the passage that supports it. */
const SourceMark = z.tuple([
  z.int().nonnegative(),
  z.int().nonnegative(),
  z.string().max(MAX_PASSAGE_KEY),
]);

const FormEntry = TranscriptEntry.extend({
  sources: z.array(SourceMark).max(MAX_MARKS).readonly().optional(),
});
/** An entry of a conversation that a form of the page takes along, with the sources of an answer. */
export type FormEntry = z.infer<typeof FormEntry>;

/** The conversation that a form takes along: a transcript with the sources of its latest answers. */
export const FormHistory = z.preprocess(latestEntries, z.array(FormEntry));

/** The body of `POST /api/assistant/chat` (spec §4.5). Unknown fields are ignored. */
export const ChatBody = z.object({
  message: z.string().max(MAX_MESSAGE)
    .refine((text) => VISIBLE.test(text), "The message is empty")
    .describe("The buyer’s question"),
  threadId: z.string().regex(
    ID_PATTERN,
    "Use letters, digits, - and _, beginning with a letter or digit",
  )
    .nullish()
    .describe("The session’s own id, which is the default; any other brings no context"),
  context: z.object({
    history: History.nullish().describe(
      `What was said before, the latest last; ${MAX_HISTORY} entries count, and ${MAX_MESSAGE} characters of an answer`,
    ),
  }).nullish(),
  journey: z.unknown().optional().describe(
    "`{ page, systems? }`: selecting, results, comparing or browsing; ids of the systems that it shows",
  ),
}).meta({ id: "ChatBody" });
/** A parsed chat body. */
export type ChatBody = z.infer<typeof ChatBody>;

/** A part of a reply (`start`, `end`) and the part of a citation that supports it (`from`, `to`), in UTF-16 units. */
export const ReplySpan = z.strictObject({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  key: z.string().describe("Key of the citation"),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
}).meta({ id: "ReplySpan" });
/** A part of a reply and the part of a citation that supports it. */
export type ReplySpan = z.infer<typeof ReplySpan>;

/** An answer (spec §2.11). */
export const Reply = z.strictObject({
  text: z.string(),
  model: z.string().describe("Id of the model that wrote the text"),
  grounded: z.boolean(),
  spans: z.array(ReplySpan).optional().describe(
    "With `?spans=1`: the part of a citation that supports each sentence",
  ),
}).meta({ id: "Reply" });
/** An answer. */
export type Reply = z.infer<typeof Reply>;

/** A passage that was retrieved for an answer, with its source (spec §2.11). */
export const Citation = z.strictObject({
  key: z.string().describe("`itemId:seq`"),
  text: z.string(),
  heading: z.string().nullable(),
  provenance: CitedPassage.pick({
    itemId: true,
    title: true,
    contentType: true,
    sourceUrl: true,
    version: true,
    fetchedAt: true,
  }),
  pdpPath: z.string().optional().describe("Of a product page: its path on the marketing site"),
}).meta({ id: "Citation" });
/** A passage that was retrieved for an answer, with its source. */
export type Citation = z.infer<typeof Citation>;

/** The reason of a hand-off (spec §7). */
export const HandoffReason = z.enum([
  "no_grounding",
  "ungrounded",
  "injection",
  "prompt_leak",
  "impersonation",
  "budget",
]);
/** The reason of a hand-off. */
export type HandoffReason = z.infer<typeof HandoffReason>;

/** The reply of a hand-off (spec §4.5). */
export const HandoffReply = z.strictObject({ text: z.string(), grounded: z.literal(false) })
  .meta({ id: "HandoffReply" });
/** The reply of a hand-off. */
export type HandoffReply = z.infer<typeof HandoffReply>;

const Handoff = z.strictObject({ reason: HandoffReason });

/** The single-body response: an answer or a hand-off (spec §4.5). */
export const ChatAnswer = z.union([
  z.strictObject({ reply: Reply, citations: z.array(Citation) }),
  z.strictObject({ handoff: Handoff, reply: HandoffReply }),
]).meta({ id: "ChatAnswer" });
/** The single-body response: an answer or a hand-off. */
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/** The kinds of a chat error (spec §7). */
export const ChatErrorKind = z.enum(["invalid", "timeout", "rate_limited", "upstream"]);
/** The kinds of a chat error. */
export type ChatErrorKind = z.infer<typeof ChatErrorKind>;

/** One event of a stream, the JSON of one `data:` line (spec §6.1). */
export const ChatEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("citations"), citations: z.array(Citation) }),
  z.strictObject({ type: z.literal("delta"), text: z.string() }),
  z.strictObject({ type: z.literal("done"), reply: Reply }),
  z.strictObject({ type: z.literal("handoff"), handoff: Handoff, reply: HandoffReply }),
  z.strictObject({
    type: z.literal("error"),
    error: z.strictObject({ kind: ChatErrorKind, message: z.string(), retryable: z.boolean() }),
  }),
]).meta({ id: "ChatEvent" });
/** One event of a stream. */
export type ChatEvent = z.infer<typeof ChatEvent>;
