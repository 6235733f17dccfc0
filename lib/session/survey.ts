/** Scans all sessions: which ones a purge or an erasure would take, and index entries left without a record. */
import { z } from "zod";
import { readMany, retryLocked } from "../kv/mod.ts";
import { SESSION_CHILDREN } from "./children.ts";
import { listChildren, type RemovalStores } from "./remove.ts";
import { dueExpiries, expiryKey, sessionKey } from "./store.ts";
import { reachStore } from "./unavailable.ts";

const Begun = z.object({ createdAt: z.number() });
const BATCH = 500;

/** A session as a scan saw it. */
export interface SeenSession {
  readonly id: string;
  /** Version of its record; null without a record. */
  readonly versionstamp: string | null;
}

/** Reads the version of each session's record, in the order of `ids`. */
export async function readRecords(
  kv: Deno.Kv,
  ids: readonly string[],
): Promise<SeenSession[]> {
  const entries = await readMany(kv, ids.map(sessionKey));
  return ids.map((id, index) => ({ id, versionstamp: entries[index]?.versionstamp ?? null }));
}

/**
 * Returns the sessions that started before a moment, sorted by id. Includes sessions with an unreadable record, because
 * their age is unknown, and index entries without a record that expired before the moment. The scan sees the versions
 * of the records, so that nobody has to read a hundred thousand records twice.
 */
export async function sessionsBegunBefore(kv: Deno.Kv, moment: number): Promise<SeenSession[]> {
  const found = new Map<string, string | null>();
  for await (
    const { key: [, id], value, versionstamp } of kv.list(
      { prefix: ["sessions"] },
      { batchSize: BATCH },
    )
  ) {
    const begun = Begun.safeParse(value);
    if (typeof id === "string" && !(begun.success && begun.data.createdAt >= moment)) {
      found.set(id, versionstamp);
    }
  }
  const places: string[] = [];
  for await (const { id } of dueExpiries(kv, moment - 1, BATCH)) {
    if (!found.has(id)) places.push(id);
  }
  for (const { id, versionstamp } of await readRecords(kv, places)) {
    if (versionstamp === null) found.set(id, null);
  }
  return [...found].map(([id, versionstamp]) => ({ id, versionstamp }))
    .sort((a, b) => a.id < b.id ? -1 : 1);
}

/** A child value of a session, without the value. */
interface SeenChild {
  /** Name of its `SessionChild`. */
  readonly name: string;
  readonly key: Deno.KvKey;
  readonly versionstamp: string;
}

/** Above this number of sessions, one scan of all children is cheaper than one scan per session and kind. */
const MOST_ALONE = 100;

/**
 * Returns the children of sessions by session id: by kind, in the order of their keys. Keeps no values. Lists of few
 * sessions are read side by side, because each is a round trip when the store is remote.
 */
export async function surveyChildren(
  { kv, children = SESSION_CHILDREN, sessionParts }: Omit<RemovalStores, "db">,
  ids: readonly string[],
): Promise<Map<string, SeenChild[]>> {
  const found = new Map(ids.map((id): [string, SeenChild[]] => [id, []]));
  const note = (name: string, { key, versionstamp }: Deno.KvEntry<unknown>) =>
    found.get(String(key[1]))?.push({ name, key, versionstamp });
  for (const { name } of [...children, ...sessionParts?.children ?? []]) {
    const prefixes = ids.length > MOST_ALONE ? [[name]] : ids.map((id) => [name, id]);
    await Promise.all(prefixes.map(async (prefix) => {
      for await (const entry of kv.list({ prefix }, { batchSize: BATCH })) note(name, entry);
    }));
  }
  return found;
}

/** The sessions that have expired at a time, as far as they were counted. */
export interface DueSessions {
  readonly count: number;
  /** How many child values those sessions have. */
  readonly children: number;
  /** Whether more sessions are due than were counted. */
  readonly more: boolean;
}

/** Enough for the children of a few hundred sessions in a remote store. */
const COUNTING_MS = 5_000;

/**
 * Counts the sessions that have expired at a time, at most `atMost` of them, and their children.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function countDue(
  services: RemovalStores,
  at: number,
  atMost: number,
): Promise<DueSessions> {
  return await reachStore(services.kv, async (signal) => {
    const ids = new Set<string>();
    for await (const { id } of dueExpiries(services.kv, at, BATCH)) {
      ids.add(id);
      if (ids.size > atMost) break;
    }
    const counted = [...ids].slice(0, atMost);
    let children = 0;
    for (const id of counted) {
      signal.throwIfAborted();
      children += (await listChildren(services, id)).length;
    }
    return { count: counted.length, children, more: ids.size > atMost };
  }, { timeoutMs: COUNTING_MS });
}

/** Returns all expiry index keys of the given sessions. Scans the whole index. */
export async function placesOf(kv: Deno.Kv, ids: ReadonlySet<string>): Promise<Deno.KvKey[]> {
  const keys: Deno.KvKey[] = [];
  for await (const { id, expiresAt } of dueExpiries(kv, Number.MAX_SAFE_INTEGER, BATCH)) {
    if (ids.has(id)) keys.push(expiryKey(expiresAt, id));
  }
  return keys;
}

/**
 * Deletes all expiry index entries of the given sessions. `count` adds counters to each operation that deletes one.
 * Scans the whole index.
 */
export async function removePlaces(
  kv: Deno.Kv,
  ids: ReadonlySet<string>,
  count: (removal: Deno.AtomicOperation) => void,
): Promise<void> {
  for (const key of await placesOf(kv, ids)) {
    const { versionstamp } = await kv.get(key);
    if (versionstamp === null) continue;
    await retryLocked(() => {
      const removal = kv.atomic().check({ key, versionstamp }).delete(key);
      count(removal);
      return removal.commit();
    });
  }
}
