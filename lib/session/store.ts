/** Sessions in the key-value store: the only code that builds their keys (design §5). */
import { z } from "zod";
import { getValid, readMany, retryLocked, type ValidEntry } from "../kv/mod.ts";
import { DAY_MS } from "../timing/mod.ts";
import { beginning } from "./beginnings.ts";
import { forget, remember } from "./recent.ts";
import { type SessionPayload, SessionRecord } from "./schema.ts";
import { reachStore } from "./unavailable.ts";

/** Returns the key of a session's record. */
export function sessionKey(id: string): Deno.KvKey {
  return ["sessions", id];
}

/** Returns the key of a session's expiry index entry; the index is ordered by expiry. */
export function expiryKey(expiresAt: number, id: string): Deno.KvKey {
  return ["sessions_by_expiry", expiresAt, id];
}

/** An entry of the expiry index. */
export interface Expiry {
  readonly id: string;
  readonly expiresAt: number;
}

const ExpiryKey = z.tuple([z.literal("sessions_by_expiry"), z.number(), z.string()]);

/** Yields the index entries that have expired at `now`, oldest first, reading `batchSize` entries at a time. */
export async function* dueExpiries(
  kv: Deno.Kv,
  now: number,
  batchSize: number,
): AsyncGenerator<Expiry> {
  const range = { prefix: ["sessions_by_expiry"], end: ["sessions_by_expiry", now + 1] };
  for await (const { key } of kv.list(range, { batchSize })) {
    const expiry = parseExpiry(key);
    if (expiry) yield expiry;
  }
}

/** Returns the ids of the sessions that have expired at `now` and wait for their purge. */
export async function findExpiredIds(kv: Deno.Kv, now: Date): Promise<Set<string>> {
  const expiries = await Array.fromAsync(dueExpiries(kv, now.getTime(), 500));
  return new Set(expiries.map(({ id }) => id));
}

/** Parses a key of the expiry index; null for any other key. */
export function parseExpiry(key: Deno.KvKey): Expiry | null {
  const { data } = ExpiryKey.safeParse(key);
  return data ? { expiresAt: data[1], id: data[2] } : null;
}

/**
 * Finds a valid session that has not expired. The record's own `expiresAt` decides, because the store can return
 * expired values for a while.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findSession(
  kv: Deno.Kv,
  id: string,
  now: number,
): Promise<ValidEntry<SessionRecord> | null> {
  await beginning(kv, id);
  const entry = await reachStore(kv, () => getValid(kv, sessionKey(id), SessionRecord));
  return entry !== null && entry.value.expiresAt > now ? entry : null;
}

/**
 * Finds several sessions by their ids, within one time limit. Missing, invalid and expired ones are left out.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findSessions(
  kv: Deno.Kv,
  ids: readonly string[],
  now: number,
): Promise<Map<string, SessionRecord>> {
  const found = new Map<string, SessionRecord>();
  const keys = ids.map(sessionKey);
  for (const { key: [, id], value } of await reachStore(kv, () => readMany(kv, keys))) {
    const { data } = SessionRecord.safeParse(value);
    if (data && data.expiresAt > now) found.set(String(id), data);
  }
  return found;
}

/** Most sessions searched for an example. */
const MAX_SEARCHED = 50;

/**
 * Finds the payload of a recent session that has answers or a recommendation, as an example; null when there is none.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findRecentPayload(
  kv: Deno.Kv,
  now: number,
): Promise<SessionPayload | null> {
  const ids = await reachStore(kv, async () => {
    const range = { start: ["sessions_by_expiry", now], end: ["sessions_by_expiry", Infinity] };
    const entries = await Array.fromAsync(kv.list(range, { limit: MAX_SEARCHED, reverse: true }));
    return entries.flatMap(({ key }) => parseExpiry(key)?.id ?? []);
  });
  const sessions = [...(await findSessions(kv, ids, now)).values()]
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
  const used = sessions.find(({ payload: { recommendation, answers } }) =>
    recommendation !== null || Object.keys(answers).length > 0
  );
  return used?.payload ?? null;
}

/** How long the store keeps an expired record that no purge removed. */
const UNPURGED_MS = DAY_MS;

/**
 * Returns the `expireIn` of a record, in milliseconds. It is longer than the session lives, because a purge should
 * remove the record first to count and audit it (spec §3.4).
 */
export function keptMs({ expiresAt, updatedAt }: SessionRecord): number {
  return expiresAt - updatedAt + UNPURGED_MS;
}

/** A session to write, and the entry it replaces (null for a new session). */
interface SessionWrite {
  readonly id: string;
  readonly record: SessionRecord;
  readonly before: ValidEntry<SessionRecord> | null;
}

/**
 * Stores a record and its expiry index entry atomically. Returns false, and stores nothing, when the record changed
 * since `before` was read. The index entry does not expire, because the purge needs it to find the session's children.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function writeSession(
  kv: Deno.Kv,
  { id, record, before }: SessionWrite,
): Promise<boolean> {
  const written = await reachStore(kv, (signal) =>
    retryLocked(() => {
      signal.throwIfAborted();
      const write = kv.atomic()
        .check({ key: sessionKey(id), versionstamp: before?.versionstamp ?? null })
        .set(sessionKey(id), record, { expireIn: keptMs(record) });
      if (before?.value.expiresAt !== record.expiresAt) {
        write.set(expiryKey(record.expiresAt, id), null);
        if (before) write.delete(expiryKey(before.value.expiresAt, id));
      }
      return write.commit();
    }));
  if (written.ok) remember(kv, id, { value: record, versionstamp: written.versionstamp });
  else forget(kv, id);
  return written.ok;
}
