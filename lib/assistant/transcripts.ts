/**
 * Stores the turns of visitors who consent to measurement (spec §2.11, §4.5, item 9). Grounded turns and unanswered
 * turns are stored under separate keys, each numbered within its session and deleted with it.
 */
import { isDeepStrictEqual } from "node:util";
import { serialize } from "node:v8";
import { z } from "zod";
import { type AttachServices, attachToSession } from "../session/mod.ts";
import { HandoffReason, Stage } from "./schema.ts";
import { turnHash } from "./turn_hash.ts";

/** Most turns per session and kind, so that deleting a session stays one atomic operation (design §5). */
const MAX_TURNS = 200;
/** Most characters of a draft, and most of its sentences, that are stored for staff. */
const MAX_DRAFT = 8_000;
const MAX_SENTENCES = 60;

const Milliseconds = z.int().nonnegative();
const Common = {
  /** Time of the question, in milliseconds since 1970. */
  at: Milliseconds,
  page: Stage,
  question: z.string(),
  /** Keys (`itemId:seq`) of the retrieved passages, best first. */
  passages: z.array(z.string()),
  expiresAt: Milliseconds,
};

/** A question and its grounded answer. */
export const TranscriptTurn = z.strictObject({
  ...Common,
  answer: z.string(),
  model: z.string(),
  /** Present when the answer was truncated to fit the store: its full length and the hash that votes refer to. */
  cut: z.strictObject({ length: z.int(), hash: z.string() }).optional(),
});
/** A question and its grounded answer. */
export type TranscriptTurn = z.infer<typeof TranscriptTurn>;

/** The grounding guard's verdict on one sentence of a blocked answer. */
const BlockedSentence = z.strictObject({
  start: z.int(),
  end: z.int(),
  score: z.number(),
  /** The key of the best-matching passage; null if none matches. */
  key: z.string().nullable(),
  /** The unsupported words and figures; empty for a grounded sentence. */
  missing: z.array(z.string()),
});

/** A question without a grounded answer, and the reason (spec §3.5). */
export const UnansweredTurn = z.strictObject({
  ...Common,
  reason: HandoffReason.extract(["no_grounding", "ungrounded"]),
  /** The model's text, which the buyer never saw; null if the model was not called. */
  draft: z.string().nullable(),
  model: z.string().nullable(),
  /** The substantive sentences of a draft that the grounding guard blocked; empty otherwise. */
  sentences: z.array(BlockedSentence),
});
/** A question without a grounded answer, and the reason. */
export type UnansweredTurn = z.infer<typeof UnansweredTurn>;

type Kept<T> = Omit<T, "expiresAt">;

const ANSWERED = "assistant_transcripts";
const UNANSWERED = "assistant_unanswered";

/**
 * Stores a grounded turn until its session expires. An answer that is too long for the store is truncated. Returns
 * false if the session does not exist, or has no consent to measurement.
 */
export function keepTranscript(
  services: AttachServices,
  sessionId: string,
  turn: Omit<Kept<TranscriptTurn>, "cut">,
): Promise<boolean> {
  const { answer } = turn;
  const { length } = answer;
  const kept = fitToStore<Kept<TranscriptTurn>>(length, (count) =>
    count === length ? turn : {
      ...turn,
      answer: answer.slice(0, count).replace(/[\ud800-\udbff]$/, ""),
      cut: { length, hash: turnHash(answer) },
    });
  return keep(services, { name: ANSWERED, sessionId }, kept);
}

/**
 * Stores an unanswered turn until its session expires, with at most 8000 characters of the draft, 60 sentences and as
 * many missing words as the store takes. Returns false as {@linkcode keepTranscript} does.
 */
export function keepUnanswered(
  services: AttachServices,
  sessionId: string,
  turn: Kept<UnansweredTurn>,
): Promise<boolean> {
  const draft = turn.draft?.slice(0, MAX_DRAFT) ?? null;
  const sentences = turn.sentences.slice(0, MAX_SENTENCES);
  const mostMissing = Math.max(0, ...sentences.map(({ missing }) => missing.length));
  const kept = fitToStore(mostMissing, (count) => ({
    ...turn,
    draft,
    sentences: sentences.map((sentence) => ({
      ...sentence,
      missing: sentence.missing.slice(0, count),
    })),
  }));
  return keep(services, { name: UNANSWERED, sessionId }, kept);
}

/** Most bytes of a record: the limit of a Deno KV value (64 KiB) less the fields that `keep` adds. */
const MAX_BYTES = 63 * 1024;

/** Makes a record that fits the store: starts with `most` pieces and drops a tenth of them until it fits. */
function fitToStore<T>(most: number, make: (count: number) => T): T {
  for (let count = most;; count = Math.floor(count * 0.9)) {
    const record = make(count);
    if (count === 0 || serialize(record).byteLength <= MAX_BYTES) return record;
  }
}

/** Stores a turn under the next number of its session (from 1) and deletes the one that is `MAX_TURNS` older. */
async function keep(
  services: AttachServices,
  { name, sessionId }: { readonly name: string; readonly sessionId: string },
  turn: object,
): Promise<boolean> {
  const { kv, now } = services;
  let tried: Deno.KvKey | null = null;
  let mayStay = true;
  const isLive = await attachToSession(services, sessionId, async (operation, session) => {
    const { consent, expiresAt } = session;
    // It may have been withdrawn during the turn.
    mayStay = consent.measurement;
    if (!mayStay) return;
    const record = { ...turn, expiresAt };
    // A remote store may have carried out a write whose answer was lost, and the repetition then conflicts with it.
    if (tried !== null && isDeepStrictEqual((await kv.get(tried)).value, record)) return;
    const latest = kv.list({ prefix: [name, sessionId] }, { limit: 1, reverse: true });
    const { value: last } = await latest.next();
    const place = last?.key[2];
    const next = (typeof place === "number" ? place : 0) + 1;
    const key = tried = [name, sessionId, next];
    operation
      .check({ key, versionstamp: null })
      .set(key, record, { expireIn: Math.max(1, expiresAt - now().getTime()) })
      .delete([name, sessionId, next - MAX_TURNS]);
  });
  return isLive && mayStay;
}

/** A turn for staff, pseudonymised: a number groups the turns of one visitor, and nothing identifies the visitor. */
export interface Listed<T> {
  /** Number of the visitor's session, valid only within one list. */
  readonly visitor: number;
  readonly turn: T;
}

/** The listed turns, and whether the read limit was reached, so that more may be stored. */
interface TurnList<T> {
  readonly turns: readonly Listed<T>[];
  readonly isPart: boolean;
}

/** Lists grounded turns that have not expired. Reads at most `limit` records, in no order of time. */
export function listTranscripts(
  services: AttachServices,
  limit: number,
): Promise<TurnList<TranscriptTurn>> {
  return list(services, { name: ANSWERED, schema: TranscriptTurn, limit });
}

/** Lists unanswered turns that have not expired. Reads at most `limit` records, in no order of time. */
export function listUnanswered(
  services: AttachServices,
  limit: number,
): Promise<TurnList<UnansweredTurn>> {
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
): Promise<TurnList<T>> {
  const at = now().getTime();
  const visitors = new Map<unknown, number>();
  const turns: Listed<T>[] = [];
  let read = 0;
  for await (const { key, value } of kv.list({ prefix: [name] }, { limit, batchSize: 200 })) {
    read++;
    const parsed = schema.safeParse(value);
    if (!parsed.success || parsed.data.expiresAt <= at) continue;
    const visitor = visitors.getOrInsert(key[1], visitors.size + 1);
    turns.push({ visitor, turn: parsed.data });
  }
  return { turns, isPart: read >= limit };
}
