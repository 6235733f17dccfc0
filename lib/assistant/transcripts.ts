/**
 * What was asked and answered, of visitors who consent to measurement (spec §2.11, §4.5). Answers are kept apart from
 * what could not be answered, each numbered within its session, and all of it goes with the session.
 */
import { serialize } from "node:v8";
import { z } from "zod";
import { type AttachServices, attachToSession } from "../session/mod.ts";
import { HandoffReason, Stage } from "./schema.ts";
import { turnHash } from "./turn_hash.ts";

/** Turns of one session that are kept, so that removing it stays one operation (design §5). */
const MAX_TURNS = 200;
/** Longest text of a model that is kept for staff. */
const MAX_DRAFT = 8_000;
const MAX_SENTENCES = 60;

const Milliseconds = z.int().nonnegative();
const Common = {
  /** When it was asked. */
  at: Milliseconds,
  page: Stage,
  question: z.string(),
  /** Keys (`itemId:seq`) of the passages that were found, best first. */
  passages: z.array(z.string()),
  expiresAt: Milliseconds,
};

/** A question and its grounded answer. */
export const TranscriptTurn = z.strictObject({
  ...Common,
  answer: z.string(),
  model: z.string(),
  /** Of an answer that the store could not take whole: how long it was, and what votes on it call it. */
  cut: z.strictObject({ length: z.int(), hash: z.string() }).optional(),
});
/** A question and its grounded answer. */
export type TranscriptTurn = z.infer<typeof TranscriptTurn>;

/** What the guard made of one sentence of a blocked answer. */
export const BlockedSentence = z.strictObject({
  start: z.int(),
  end: z.int(),
  score: z.number(),
  /** The passage that came closest; null where none did. */
  key: z.string().nullable(),
  /** Words and figures that nothing carries; empty for a sentence that stands. */
  missing: z.array(z.string()),
});

/** A question that got no answer, and why. */
export const UnansweredTurn = z.strictObject({
  ...Common,
  reason: HandoffReason.extract(["no_grounding", "ungrounded"]),
  /** What the model wrote and nobody was shown; null where it was not asked. */
  draft: z.string().nullable(),
  model: z.string().nullable(),
  /** Of a draft that the guard blocked: each substantive sentence. */
  sentences: z.array(BlockedSentence),
});
/** A question that got no answer, and why. */
export type UnansweredTurn = z.infer<typeof UnansweredTurn>;

type Kept<T> = Omit<T, "expiresAt">;

const ANSWERED = "assistant_transcripts";
const UNANSWERED = "assistant_unanswered";

/**
 * Keeps a grounded turn beside a session, as long as that lives; of an answer that is too long for the store its beginning.
 * Gives false where there is none.
 */
export function keepTranscript(
  services: AttachServices,
  sessionId: string,
  turn: Omit<Kept<TranscriptTurn>, "cut">,
): Promise<boolean> {
  const { answer } = turn;
  const { length } = answer;
  const kept = withinStore<Kept<TranscriptTurn>>(length, (count) =>
    count === length ? turn : {
      ...turn,
      answer: answer.slice(0, count).replace(/[\ud800-\udbff]$/, ""),
      cut: { length, hash: turnHash(answer) },
    });
  return keep(services, { name: ANSWERED, sessionId }, kept);
}

/** Keeps a question that got no answer beside a session, as long as that lives. Gives false where there is none. */
export function keepUnanswered(
  services: AttachServices,
  sessionId: string,
  turn: Kept<UnansweredTurn>,
): Promise<boolean> {
  const draft = turn.draft?.slice(0, MAX_DRAFT) ?? null;
  const sentences = turn.sentences.slice(0, MAX_SENTENCES);
  const mostMissing = Math.max(0, ...sentences.map(({ missing }) => missing.length));
  const kept = withinStore(mostMissing, (count) => ({
    ...turn,
    draft,
    sentences: sentences.map((sentence) => ({
      ...sentence,
      missing: sentence.missing.slice(0, count),
    })),
  }));
  return keep(services, { name: UNANSWERED, sessionId }, kept);
}

/** What a value of the store holds, less what is added here (Deno KV: 64 KiB). */
const MAX_BYTES = 63 * 1024;

/** Makes a record with as many pieces as the store takes, to a tenth. */
function withinStore<T>(most: number, make: (count: number) => T): T {
  for (let count = most;; count = Math.floor(count * 0.9)) {
    const record = make(count);
    if (count === 0 || serialize(record).byteLength <= MAX_BYTES) return record;
  }
}

/** Numbers count up from 1; the one that is `MAX_TURNS` older gives way. */
async function keep(
  services: AttachServices,
  { name, sessionId }: { readonly name: string; readonly sessionId: string },
  turn: object,
): Promise<boolean> {
  const { kv, now } = services;
  return await attachToSession(services, sessionId, async (operation, { expiresAt }) => {
    const latest = kv.list({ prefix: [name, sessionId] }, { limit: 1, reverse: true });
    const { value: last } = await latest.next();
    const place = last?.key[2];
    const next = (typeof place === "number" ? place : 0) + 1;
    const key = [name, sessionId, next];
    operation
      .check({ key, versionstamp: null })
      .set(key, { ...turn, expiresAt }, { expireIn: Math.max(1, expiresAt - now().getTime()) })
      .delete([name, sessionId, next - MAX_TURNS]);
  });
}

/** A turn as staff read it; whose it is stays out, but for telling turns of one visitor apart. */
export interface Listed<T> {
  /** Names the visitor's session within one list and nowhere else. */
  readonly visitor: number;
  readonly turn: T;
}

/** Lists grounded turns of live sessions, in no order, at most `limit` of them. */
export function listTranscripts(
  services: AttachServices,
  limit: number,
): Promise<Listed<TranscriptTurn>[]> {
  return list(services, { name: ANSWERED, schema: TranscriptTurn, limit });
}

/** Lists questions without an answer of live sessions, in no order, at most `limit` of them. */
export function listUnanswered(
  services: AttachServices,
  limit: number,
): Promise<Listed<UnansweredTurn>[]> {
  return list(services, { name: UNANSWERED, schema: UnansweredTurn, limit });
}

interface Listing<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly limit: number;
}

async function list<T extends { expiresAt: number }>(
  { kv, now }: AttachServices,
  { name, schema, limit }: Listing<T>,
): Promise<Listed<T>[]> {
  const at = now().getTime();
  const visitors = new Map<unknown, number>();
  const listed: Listed<T>[] = [];
  for await (const { key, value } of kv.list({ prefix: [name] }, { limit, batchSize: 200 })) {
    const parsed = schema.safeParse(value);
    if (!parsed.success || parsed.data.expiresAt <= at) continue;
    const visitor = visitors.get(key[1]) ?? visitors.size + 1;
    visitors.set(key[1], visitor);
    listed.push({ visitor, turn: parsed.data });
  }
  return listed;
}
