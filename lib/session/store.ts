/** Sessions in the key-value store: the only code that knows their keys (design §5). */
import { z } from "zod";
import { getValid, retryLocked, type ValidEntry } from "../kv/mod.ts";
import { forget, remember } from "./recent.ts";
import { type SessionPayload, SessionRecord } from "./schema.ts";
import { reachStore } from "./unavailable.ts";

/** Where the record of a session is. */
export function sessionKey(id: string): Deno.KvKey {
  return ["sessions", id];
}

/** Where the purge finds a session, in the order in which they expire. */
export function expiryKey(expiresAt: number, id: string): Deno.KvKey {
  return ["sessions_by_expiry", expiresAt, id];
}

/** An entry of the expiry index. */
export interface Expiry {
  readonly id: string;
  readonly expiresAt: number;
}

const ExpiryKey = z.tuple([z.literal("sessions_by_expiry"), z.number(), z.string()]);

/** Lists the index entries that are due at a time, the oldest first, reading `batchSize` ahead. */
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

/** Reads a key of the expiry index; null for what is none. */
export function parseExpiry(key: Deno.KvKey): Expiry | null {
  const { data } = ExpiryKey.safeParse(key);
  return data ? { expiresAt: data[1], id: data[2] } : null;
}

/**
 * Finds a session that is there, readable and not expired. The store keeps expired values readable for
 * a while, so the record's own time decides.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findSession(
  kv: Deno.Kv,
  id: string,
  now: number,
): Promise<ValidEntry<SessionRecord> | null> {
  const entry = await reachStore(kv, () => getValid(kv, sessionKey(id), SessionRecord));
  return entry !== null && entry.value.expiresAt > now ? entry : null;
}

/** How many keys the store reads at once. */
const MAX_KEYS = 10;

/**
 * Finds several sessions by their ids; those that are gone, unreadable or expired are left out.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function findSessions(
  kv: Deno.Kv,
  ids: readonly string[],
  now: number,
): Promise<Map<string, SessionRecord>> {
  const found = new Map<string, SessionRecord>();
  for (let from = 0; from < ids.length; from += MAX_KEYS) {
    const keys = ids.slice(from, from + MAX_KEYS).map(sessionKey);
    for (const { key: [, id], value } of await reachStore(kv, () => kv.getMany<unknown[]>(keys))) {
      const { data } = SessionRecord.safeParse(value);
      if (data && data.expiresAt > now) found.set(String(id), data);
    }
  }
  return found;
}

/** How far the latest session with something in it is searched for. */
const MAX_SEARCHED = 50;

/**
 * Finds the payload of a recent session that has answers or a recommendation, for an example; null where there is none.
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

/** For how long a store keeps what nobody has purged. */
const UNPURGED_MS = 24 * 60 * 60_000;

/**
 * After how long the store drops a record by itself, should no purge run. A purge counts and audits what it removes
 * (spec §3.4), so it must come first.
 */
export function keptMs({ expiresAt, updatedAt }: SessionRecord): number {
  return expiresAt - updatedAt + UNPURGED_MS;
}

/** A session to be stored in place of what was read before, or where there was nothing. */
export interface SessionWrite {
  readonly id: string;
  readonly record: SessionRecord;
  readonly before: ValidEntry<SessionRecord> | null;
}

/**
 * Stores a record and its place in the expiry index, both or neither. Gives false, and stores nothing,
 * when somebody else wrote in between. The index entry stays until a purge, which finds the session's children by it.
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
