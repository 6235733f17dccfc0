/** Votes on answers: changeable, without the answer's words (spec §4.7). */
import {
  attachToSession,
  emptyPayload,
  type SessionServices,
  SessionStoreError,
  updateSession,
} from "../session/mod.ts";
import { type FeedbackBody, FeedbackRecord } from "./feedback_schema.ts";
import { stageOf } from "./schema.ts";

const CHILD = "assistant_feedback";

/** Votes that a session keeps; the oldest gives way. As many as a session keeps turns (design §5). */
const MAX_VOTES = 200;

/** What became of a vote: the `Set-Cookie` value that its session needs, or no answer of the store. */
export type FeedbackOutcome =
  | { readonly ok: true; readonly setCookie: string }
  | { readonly ok: false };

/**
 * Keeps a vote on an answer with the request's session, in place of an earlier one on the same answer, and begins a
 * session where there is none, as saving one does. Stores the hash, the vote and the page, never any text.
 */
export async function saveFeedback(
  services: SessionServices,
  request: Request,
  { turnHash, vote, page }: FeedbackBody,
): Promise<FeedbackOutcome> {
  const saved = await updateSession(
    services,
    request,
    (current) => current ?? { payload: emptyPayload(), track: null },
  );
  if (!saved.ok) return { ok: false };
  const { kv, now } = services;
  const { id } = saved.session;
  const key = [CHILD, id, turnHash.toLowerCase()];
  try {
    const stored = await attachToSession(services, id, async (operation, { expiresAt }) => {
      const votedAt = now().getTime();
      const record: FeedbackRecord = { vote, page: stageOf(page), votedAt, expiresAt };
      const surplus = await oldestBeyond(kv, id, key);
      for (const old of surplus) operation.delete(old);
      operation.set(key, record, { expireIn: Math.max(1, expiresAt - votedAt) });
    });
    return stored ? { ok: true, setCookie: saved.setCookie } : { ok: false };
  } catch (error) {
    if (error instanceof SessionStoreError) return { ok: false };
    throw error;
  }
}

/** The votes that have to go so that there is room for one more. */
async function oldestBeyond(
  kv: Deno.Kv,
  sessionId: string,
  added: Deno.KvKey,
): Promise<Deno.KvKey[]> {
  const votes: { key: Deno.KvKey; votedAt: number }[] = [];
  for await (const { key, value } of kv.list({ prefix: [CHILD, sessionId] }, { limit: 900 })) {
    if (key[2] === added[2]) continue;
    votes.push({ key, votedAt: FeedbackRecord.safeParse(value).data?.votedAt ?? 0 });
  }
  return votes.sort((a, b) => b.votedAt - a.votedAt).slice(MAX_VOTES - 1).map(({ key }) => key);
}

/** A vote as it is kept, and what it is on. */
export interface KeptVote extends FeedbackRecord {
  readonly sessionId: string;
  readonly turnHash: string;
}

/** Lists the votes that are kept and not expired, at most `limit` of them, in no order of time. */
export async function listFeedback(
  { kv, now }: Pick<SessionServices, "kv" | "now">,
  { limit }: { readonly limit: number },
): Promise<KeptVote[]> {
  const time = now().getTime();
  const votes: KeptVote[] = [];
  for await (const { key, value } of kv.list({ prefix: [CHILD] }, { limit, batchSize: 500 })) {
    const record = FeedbackRecord.safeParse(value).data;
    const [, sessionId, turnHash] = key;
    if (record === undefined || record.expiresAt <= time) continue;
    if (typeof sessionId !== "string" || typeof turnHash !== "string") continue;
    votes.push({ ...record, sessionId, turnHash });
  }
  return votes;
}
