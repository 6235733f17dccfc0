/**
 * Caches sessions as this process last wrote them. Reading before each write would double the cost of a save, because
 * the store answers a read only after the writes before it. An entry may be stale, so it is used only for a write that
 * the store then checks.
 */
import type { ValidEntry } from "../kv/mod.ts";
import type { SessionRecord } from "./schema.ts";

/** Most cached sessions; each is a few kilobytes at most. */
const MAX_ENTRIES = 1_000;

type Entry = ValidEntry<SessionRecord>;

const recent = new WeakMap<Deno.Kv, Map<string, Entry>>();

/** Caches a session that was just written, and evicts the oldest entry when the cache is full. */
export function remember(kv: Deno.Kv, id: string, entry: Entry): void {
  const entries = recent.getOrInsertComputed(kv, () => new Map());
  entries.delete(id);
  entries.set(id, entry);
  if (entries.size <= MAX_ENTRIES) return;
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}

/** Returns the cached entry of a session, unless it has expired. */
export function recall(kv: Deno.Kv, id: string, now: number): Entry | null {
  const entry = recent.get(kv)?.get(id);
  return entry !== undefined && entry.value.expiresAt > now ? entry : null;
}

/** Drops the entry of a session that changed in another process or was removed. */
export function forget(kv: Deno.Kv, id: string): void {
  recent.get(kv)?.delete(id);
}
