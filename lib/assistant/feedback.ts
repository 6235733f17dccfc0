/** Stores votes on answers by the hash of the answer, never with its text (spec §2.11, §4.7). */
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

/** Most votes per session, equal to its most transcript turns (design §5). The oldest is evicted. */
const MAX_VOTES = 200;

/** The outcome of a vote: stored, with the session's `Set-Cookie` value, or not stored because the store failed. */
type FeedbackOutcome =
  | { readonly ok: true; readonly setCookie: string }
  | { readonly ok: false };

/**
 * Upserts a vote on an answer in the request's session, and starts a session if there is none (spec §4.7). Stores the
 * hash, the vote and the page, never any text. Returns `ok: false` when the store fails or the session is gone.
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

/** Returns the keys of the oldest votes that must be evicted before `added` is stored. */
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

/** A stored vote with its session and the hash of the answer it is about. */
export interface KeptVote extends FeedbackRecord {
  readonly sessionId: string;
  readonly turnHash: string;
}

/** The listed votes, and whether the read limit was reached, so that more may be stored. */
interface VoteList {
  readonly votes: readonly KeptVote[];
  readonly isPart: boolean;
}

/** Lists stored votes that have not expired. Reads at most `limit` records, in key order, not in order of time. */
export async function listFeedback(
  { kv, now }: Pick<SessionServices, "kv" | "now">,
  { limit }: { readonly limit: number },
): Promise<VoteList> {
  const time = now().getTime();
  const votes: KeptVote[] = [];
  let read = 0;
  for await (const { key, value } of kv.list({ prefix: [CHILD] }, { limit, batchSize: 500 })) {
    read++;
    const record = FeedbackRecord.safeParse(value).data;
    const [, sessionId, turnHash] = key;
    if (record === undefined || record.expiresAt <= time) continue;
    if (typeof sessionId !== "string" || typeof turnHash !== "string") continue;
    votes.push({ ...record, sessionId, turnHash });
  }
  return { votes, isPart: read >= limit };
}
