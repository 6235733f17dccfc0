/**
 * Sessions as this process last wrote them. The store answers reads after the writes before them, so a
 * read costs a busy buyer's save as much again as its write. What is remembered here may be out of date:
 * it serves to try a write that the store then checks, and nothing else.
 */
import type { ValidEntry } from "../kv/mod.ts";
import type { SessionRecord } from "./schema.ts";

/** Sessions remembered; a few kilobytes each at most. */
const MAX_ENTRIES = 1_000;

type Entry = ValidEntry<SessionRecord>;

const recent = new WeakMap<Deno.Kv, Map<string, Entry>>();

/** Remembers a session just written, in place of the one remembered longest where there are many. */
export function remember(kv: Deno.Kv, id: string, entry: Entry): void {
  const entries = recent.get(kv) ?? new Map<string, Entry>();
  recent.set(kv, entries);
  entries.delete(id);
  entries.set(id, entry);
  if (entries.size <= MAX_ENTRIES) return;
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}

/** What is remembered of a session that lives by that account. */
export function recall(kv: Deno.Kv, id: string, now: number): Entry | null {
  const entry = recent.get(kv)?.get(id);
  return entry !== undefined && entry.value.expiresAt > now ? entry : null;
}

/** Forgets a session that has changed elsewhere, or is gone. */
export function forget(kv: Deno.Kv, id: string): void {
  recent.get(kv)?.delete(id);
}
