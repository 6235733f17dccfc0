/** The wire of the assistant: what a chat takes, answers and streams (spec §2.11, §4.5, §6.1, §7). */
import { z } from "zod";
import { CitedPassage } from "../corpus/mod.ts";

/** Longest message, and longest entry of a history, in characters (spec §8, design §7). */
export const MAX_MESSAGE = 4000;
/** Latest entries of a history that are honoured (design §7). */
export const MAX_HISTORY = 20;
/** Longest body of a chat or a hand-off. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Where the buyer is on their way. */
export const Stage = z.enum(["selecting", "results", "comparing", "browsing"]);
/** Where the buyer is on their way. */
export type Stage = z.infer<typeof Stage>;

/** The stage that a hint names; anything else is browsing (spec §4.5). */
export function stageOf(hint: unknown): Stage {
  const known = Stage.safeParse(hint);
  return known.success ? known.data : "browsing";
}

/** What was said before, as the client tells it. */
export const HistoryEntry = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.string().max(MAX_MESSAGE),
}).meta({ id: "ChatHistoryEntry" });
/** What was said before, as the client tells it: nothing that can be relied on. */
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A history of any length; its latest `MAX_HISTORY` entries are honoured, and the others are not even looked at. */
export const History = z.preprocess(
  (value) => Array.isArray(value) ? value.slice(-MAX_HISTORY) : value,
  z.array(HistoryEntry),
);

/** Neither a blank nor a sign without width. */
const VISIBLE = /[^\s\p{Cf}\p{Cc}]/u;

/** The body of `POST /api/assistant/chat` (spec §4.5). What it does not name is ignored. */
export const ChatBody = z.object({
  message: z.string().max(MAX_MESSAGE)
    .refine((text) => VISIBLE.test(text), "The message is empty")
    .describe("The buyer’s question"),
  threadId: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/).nullish()
    .describe("The session’s own id, which is the default; any other brings no context"),
  context: z.object({
    history: History.nullish().describe("What was said before, the latest last; 20 entries count"),
  }).nullish(),
  journey: z.unknown().optional().describe(
    "`{ page, systems? }`: selecting, results, comparing or browsing; ids of the systems that it shows",
  ),
}).meta({ id: "ChatBody" });
/** A chat's body, parsed. */
export type ChatBody = z.infer<typeof ChatBody>;

/** A part of a reply and the part of a citation that carries it; offsets in UTF-16 units (spec §2.11). */
export const ReplySpan = z.strictObject({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  key: z.string().describe("Key of the citation"),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
}).meta({ id: "ReplySpan" });
/** A part of a reply and what carries it. */
export type ReplySpan = z.infer<typeof ReplySpan>;

/** An answer (spec §2.11). */
export const Reply = z.strictObject({
  text: z.string(),
  model: z.string().describe("Whichever model wrote it"),
  grounded: z.boolean(),
  spans: z.array(ReplySpan).optional().describe("With `?spans=1`: what carries each sentence"),
}).meta({ id: "Reply" });
/** An answer. */
export type Reply = z.infer<typeof Reply>;

/** A passage that an answer rests on (spec §2.11). */
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
/** A passage that an answer rests on. */
export type Citation = z.infer<typeof Citation>;

/** Why a person takes over (spec §7). */
export const HandoffReason = z.enum([
  "no_grounding",
  "ungrounded",
  "injection",
  "prompt_leak",
  "impersonation",
  "budget",
]);
/** Why a person takes over. */
export type HandoffReason = z.infer<typeof HandoffReason>;

/** What is said when a person takes over. */
export const HandoffReply = z.strictObject({ text: z.string(), grounded: z.literal(false) })
  .meta({ id: "HandoffReply" });
/** What is said when a person takes over. */
export type HandoffReply = z.infer<typeof HandoffReply>;

const Handoff = z.strictObject({ reason: HandoffReason });

/** A single body: an answer, or a hand-off (spec §4.5). */
export const ChatAnswer = z.union([
  z.strictObject({ reply: Reply, citations: z.array(Citation) }),
  z.strictObject({ handoff: Handoff, reply: HandoffReply }),
]).meta({ id: "ChatAnswer" });
/** A single body. */
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/** Kinds of failure that a chat can have (spec §7). */
export const ChatErrorKind = z.enum(["invalid", "timeout", "rate_limited", "upstream"]);
/** Kinds of failure that a chat can have. */
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
