/**
 * Sessions whose cookie is sent before they are stored (spec §4.4). The visitor's next request may arrive first, and
 * waits for its session instead of starting another one. Other processes learn of a session when it is stored.
 */
import { withTimeout } from "../timing/mod.ts";

/** Longest wait, in milliseconds: a store that hangs costs the visitor the session, not the page. */
const MAX_WAIT_MS = 1_000;
/** Most sessions that are waited for; the oldest is forgotten. */
const MAX_ENTRIES = 1_000;

const beginnings = new WeakMap<Deno.Kv, Map<string, Promise<void>>>();

/** Notes that a session will be stored. Call the returned function when it was, or will not be. */
export function announce(kv: Deno.Kv, id: string): () => void {
  const entries = beginnings.getOrInsertComputed(kv, () => new Map());
  const { promise, resolve } = Promise.withResolvers<void>();
  entries.set(id, promise);
  const [oldest] = entries.keys();
  if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
  return () => {
    entries.delete(id);
    resolve();
  };
}

/** Resolves when a planned session is stored, or will not be; at once for any other session. */
export async function whenStored(kv: Deno.Kv, id: string): Promise<void> {
  await beginnings.get(kv)?.get(id);
}

/** Resolves like {@linkcode whenStored}, but after a second at the latest; undefined for a session that is not awaited. */
export function beginning(kv: Deno.Kv, id: string): Promise<void> | undefined {
  const announced = beginnings.get(kv)?.get(id);
  return announced && withTimeout(MAX_WAIT_MS, () => announced, () => {});
}
