/** Takes a session out of the stores, with all that hangs on it. */
import type { Kysely } from "kysely";
import { z } from "zod";
import type { Database } from "../db/mod.ts";
import { retryLocked } from "../kv/mod.ts";
import {
  SESSION_CHILDREN,
  SESSION_REFERENCES,
  type SessionChild,
  type SessionParts,
  type SessionReference,
} from "./children.ts";
import { forget } from "./recent.ts";
import { expiryKey, sessionKey } from "./store.ts";

/** Where sessions are, and what hangs on them. */
export interface RemovalStores {
  readonly kv: Deno.Kv;
  readonly db: Kysely<Database>;
  readonly children?: readonly SessionChild[];
  readonly references?: readonly SessionReference[];
  /** What other rooms keep of sessions. */
  readonly sessionParts?: SessionParts;
}

/** A session to be removed, as it was read. */
export interface Doomed {
  readonly id: string;
  /** Version of the record read; null where there was none any more. */
  readonly versionstamp: string | null;
  /** Its places in the expiry index. */
  readonly expiries: readonly number[];
  /** Where removals are counted, in the operation that removes. */
  readonly tallies?: { readonly sessions: Deno.KvKey; readonly children: Deno.KvKey };
  /** Counts what is removed, in the operation that removes. */
  readonly count?: CountRemoved;
}

/** Adds to the operation that removes a session what counts it; `isThere` says whether it had a record. */
export type CountRemoved = (
  removal: Deno.AtomicOperation,
  removed: { readonly isThere: boolean; readonly children: readonly ChildEntry[] },
) => void;

/** A value that hangs on a session. */
export interface ChildEntry {
  /** Of {@linkcode SessionChild}. */
  readonly name: string;
  readonly entry: Deno.KvEntry<unknown>;
  /** Its own key, and those of the index entries that point to it. */
  readonly keys: readonly Deno.KvKey[];
}

/** What is enough to find a record's place in the index, of this release or any other. */
const Expiring = z.object({ expiresAt: z.number() });

/** Most keys of one operation, below the store's limit of 1,000 with room for the record's own. */
const MAX_KEYS = 900;

/** Makes the rows that outlive these sessions forget them; goes before the removal (design §5). */
export async function forgetReferences(
  { db, references = SESSION_REFERENCES, sessionParts }: RemovalStores,
  sessionIds: readonly string[],
): Promise<void> {
  for (const forget of [...references, ...sessionParts?.references ?? []]) {
    await forget(db, sessionIds);
  }
}

/**
 * Removes one session: its record, its places in the index and all children in one operation, so that
 * nobody sees half of it. (More children than an operation takes go first, in several.) Gives the number
 * of children removed, or null when the record has changed since it was read: then it stays.
 */
export async function removeSession(
  stores: RemovalStores,
  { id, versionstamp, expiries, tallies, count: countRemoved }: Doomed,
): Promise<number | null> {
  const { kv } = stores;
  const children = await listChildren(stores, id);
  const keys = children.flatMap((child) => child.keys);
  const rest = keys.splice(0, Math.max(0, keys.length - MAX_KEYS));
  for (let from = 0; from < rest.length; from += MAX_KEYS) {
    await retryLocked(() => deleting(kv, rest.slice(from, from + MAX_KEYS)).commit());
  }
  const count = keys.length + rest.length;
  const { ok } = await retryLocked(() => {
    const removal = deleting(kv, [
      sessionKey(id),
      ...expiries.map((expiresAt) => expiryKey(expiresAt, id)),
      ...keys,
    ]).check({ key: sessionKey(id), versionstamp });
    if (tallies) removal.sum(tallies.sessions, 1n).sum(tallies.children, BigInt(count));
    countRemoved?.(removal, { isThere: versionstamp !== null, children });
    return removal.commit();
  });
  return ok ? count : null;
}

/**
 * Removes a session at once, whatever its age, with all that hangs on it: for a visitor who takes back
 * a consent, or who asks to be forgotten. Gives whether there was one.
 */
export async function eraseSession(stores: RemovalStores, id: string): Promise<boolean> {
  await forgetReferences(stores, [id]);
  return await takeOutSession(stores, id);
}

/**
 * Removes a session from the key-value store at once, whatever its age. What the database has of it is not looked at.
 * Gives whether it had a record; without one its place in the expiry index is not known, and stays.
 */
export async function takeOutSession(
  stores: RemovalStores,
  id: string,
  count?: CountRemoved,
): Promise<boolean> {
  forget(stores.kv, id);
  for (;;) {
    const { value, versionstamp } = await stores.kv.get(sessionKey(id));
    const expiresAt = expiryOf(value);
    const expiries = expiresAt === null ? [] : [expiresAt];
    const doomed = { id, versionstamp, expiries, ...(count && { count }) };
    if (await removeSession(stores, doomed) === null) continue;
    return versionstamp !== null;
  }
}

/** When a stored value expires by its own account; null for a value that cannot say. */
export function expiryOf(value: unknown): number | null {
  const known = Expiring.safeParse(value);
  return known.success ? known.data.expiresAt : null;
}

/** Lists what hangs on a session in the key-value store. */
export async function listChildren(
  { kv, children = SESSION_CHILDREN, sessionParts }: RemovalStores,
  id: string,
): Promise<ChildEntry[]> {
  const found: ChildEntry[] = [];
  for (const { name, indexKeys } of [...children, ...sessionParts?.children ?? []]) {
    for await (const entry of kv.list({ prefix: [name, id] })) {
      found.push({ name, entry, keys: [entry.key, ...indexKeys?.(entry) ?? []] });
    }
  }
  return found;
}

function deleting(kv: Deno.Kv, keys: readonly Deno.KvKey[]): Deno.AtomicOperation {
  return keys.reduce((operation, key) => operation.delete(key), kv.atomic());
}
