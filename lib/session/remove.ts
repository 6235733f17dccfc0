/** Removes a session from the stores, with its children and references. */
import type { Kysely } from "kysely";
import { z } from "zod";
import { forgetSessions } from "../analytics/mod.ts";
import type { Consent } from "../consent/mod.ts";
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

/** The stores, and the children and references of sessions in them. */
export interface RemovalStores {
  readonly kv: Deno.Kv;
  readonly db: Kysely<Database>;
  readonly children?: readonly SessionChild[];
  readonly references?: readonly SessionReference[];
  /** Children and references of other rooms. */
  readonly sessionParts?: SessionParts;
}

/** A session to remove, as it was read. */
export interface Doomed {
  readonly id: string;
  /** Version of the record; null when it had no record. */
  readonly versionstamp: string | null;
  /** Its times in the expiry index, in milliseconds since 1970. */
  readonly expiries: readonly number[];
  /** Keys of counters, which are incremented in the operation that removes. */
  readonly tallies?: { readonly sessions: Deno.KvKey; readonly children: Deno.KvKey };
  /** Adds other counters to the operation that removes. */
  readonly count?: CountRemoved;
}

/** Adds counters to the operation that removes a session; `isThere` says whether the session had a record. */
export type CountRemoved = (
  removal: Deno.AtomicOperation,
  removed: { readonly isThere: boolean; readonly children: readonly ChildEntry[] },
) => void;

/** A child value of a session. */
interface ChildEntry {
  /** Name of its {@linkcode SessionChild}. */
  readonly name: string;
  readonly entry: Deno.KvEntry<unknown>;
  /** Its key, and the keys of its index entries. */
  readonly keys: readonly Deno.KvKey[];
}

/** The only property needed to find the expiry index entry, whatever release wrote the record. */
const Expiring = z.object({ expiresAt: z.number() });

/** Most keys of one operation, below the store's limit of 1000 with room for the record's own keys. */
const MAX_KEYS = 900;

/** Clears the references to these sessions in the database. Call it before the removal (design §5). */
export async function forgetReferences(
  { db, references = SESSION_REFERENCES, sessionParts }: RemovalStores,
  sessionIds: readonly string[],
): Promise<void> {
  for (const forget of [...references, ...sessionParts?.references ?? []]) {
    await forget(db, sessionIds);
  }
}

/**
 * Removes one session: its record, its index entries and all children in one atomic operation. (If there are more than
 * {@linkcode MAX_KEYS} child keys, the excess is deleted first, in separate operations.) Returns the number of
 * children, or null when the record changed since it was read and so stays.
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
  const count = children.length;
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
 * Removes a session immediately with its children and references, for a visitor who withdraws consent. Returns whether
 * it existed.
 */
export async function eraseSession(stores: RemovalStores, id: string): Promise<boolean> {
  await forgetReferences(stores, [id]);
  return await takeOutSession(stores, id);
}

/**
 * Deletes what a session may keep only with some tiers of consent, for a visitor who withdraws them: the children that
 * need one of them and, for measurement, the references of its events (spec §5). The session stays.
 */
export async function eraseConsented(
  stores: RemovalStores,
  id: string,
  tiers: readonly (keyof Consent)[],
): Promise<void> {
  const { kv, db, children = SESSION_CHILDREN, sessionParts } = stores;
  if (tiers.includes("measurement")) await forgetSessions(db, [id]);
  const kinds = [...children, ...sessionParts?.children ?? []].filter(({ tierOf }) => tierOf);
  const tierOf = new Map(kinds.map((kind) => [kind.name, kind.tierOf]));
  const keys = (await listChildren({ kv, db, children: kinds }, id))
    .filter(({ name, entry: { key } }) => tiers.some((tier) => tierOf.get(name)?.(key) === tier))
    .flatMap((child) => child.keys);
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    await retryLocked(() => deleting(kv, keys.slice(from, from + MAX_KEYS)).commit());
  }
}

/**
 * Removes a session from the key-value store immediately, whatever its age. Does not touch its database references.
 * Returns whether it had a record; without one, its expiry index entry is unknown and stays.
 */
export async function takeOutSession(
  stores: RemovalStores,
  id: string,
  count?: CountRemoved,
): Promise<boolean> {
  forget(stores.kv, id);
  for (let existed = false;;) {
    const { value, versionstamp } = await stores.kv.get(sessionKey(id));
    const expiresAt = expiryOf(value);
    const expiries = expiresAt === null ? [] : [expiresAt];
    const doomed = { id, versionstamp, expiries, ...(count && { count }) };
    if (await removeSession(stores, doomed) === null) continue;
    if (versionstamp === null) return existed;
    // A child may have been attached after the children were listed. Another pass finds it, and nothing can follow.
    existed = true;
  }
}

/** Returns the `expiresAt` of a stored value; null when it has none. */
export function expiryOf(value: unknown): number | null {
  const known = Expiring.safeParse(value);
  return known.success ? known.data.expiresAt : null;
}

/** Lists the child values of a session. */
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
