/** Looking over all sessions: what a purge or an erasure would take, and what is left of one that has no record. */
import { z } from "zod";
import { retryLocked } from "../kv/mod.ts";
import { dueExpiries, expiryKey, sessionKey } from "./store.ts";

const Begun = z.object({ createdAt: z.number() });
const BATCH = 500;
/** Keys that the store reads at once. */
const MAX_KEYS = 10;

/** What is stored of sessions under their ids, in the order of the ids; no record has a null version. */
export async function* readRecords(
  kv: Deno.Kv,
  ids: readonly string[],
): AsyncGenerator<{ readonly id: string; readonly versionstamp: string | null }> {
  for (let from = 0; from < ids.length; from += MAX_KEYS) {
    const part = ids.slice(from, from + MAX_KEYS);
    const entries = await kv.getMany<unknown[]>(part.map(sessionKey));
    for (const [index, id] of part.entries()) {
      yield { id, versionstamp: entries[index]?.versionstamp ?? null };
    }
  }
}

/**
 * Finds the ids of the sessions that began before a moment, in their order. One whose record cannot be read is among them,
 * for nobody can say that it is younger; so is one without a record whose time was over by then.
 */
export async function sessionsBegunBefore(kv: Deno.Kv, moment: number): Promise<string[]> {
  const ids = new Set<string>();
  for await (
    const { key: [, id], value } of kv.list({ prefix: ["sessions"] }, { batchSize: BATCH })
  ) {
    const begun = Begun.safeParse(value);
    if (typeof id === "string" && !(begun.success && begun.data.createdAt >= moment)) ids.add(id);
  }
  const places: string[] = [];
  for await (const { id } of dueExpiries(kv, moment - 1, BATCH)) {
    if (!ids.has(id)) places.push(id);
  }
  for await (const { id, versionstamp } of readRecords(kv, places)) {
    if (versionstamp === null) ids.add(id);
  }
  return [...ids].sort();
}

/** Counts the sessions that are due at a time, up to `atMost`, and gives their ids. */
export async function sessionsDue(kv: Deno.Kv, at: number, atMost: number): Promise<string[]> {
  const ids = new Set<string>();
  for await (const { id } of dueExpiries(kv, at, BATCH)) {
    ids.add(id);
    if (ids.size === atMost) break;
  }
  return [...ids];
}

/** The keys of sessions in the expiry index, wherever they are in it: looks at every session's. */
export async function placesOf(kv: Deno.Kv, ids: ReadonlySet<string>): Promise<Deno.KvKey[]> {
  const keys: Deno.KvKey[] = [];
  for await (const { id, expiresAt } of dueExpiries(kv, Number.MAX_SAFE_INTEGER, BATCH)) {
    if (ids.has(id)) keys.push(expiryKey(expiresAt, id));
  }
  return keys;
}

/**
 * Removes the places of sessions from the expiry index, wherever they are in it; `count` adds to the operation that removes
 * one.
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
