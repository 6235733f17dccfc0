/** The perimeter's keys as this process knows them: fetched when needed, and never for every request. */
import { fetchKeys, type FetchOptions, type KeySet } from "./fetch_keys.ts";

/** How long a set counts as current (design §7). */
const FRESH_MS = 60 * 60 * 1000;
/** How long the last good set serves while no newer one can be had; after that nobody gets in. */
const USABLE_MS = 24 * 60 * 60 * 1000;
/** Key ids that the set does not know cause one fetch in so long (design §7). */
const UNKNOWN_KEY_MS = 60 * 1000;
/** A fetch that failed is tried again after so long; sooner while there is no set at all. */
const RETRY_MS = 60 * 1000;
const FIRST_RETRY_MS = 10 * 1000;

/** Gives the keys of an id, or why there are none. */
export type KeySource = (
  kid: string,
) => Promise<readonly CryptoKey[] | "unknown_key" | "keys_unavailable">;

/** What a key source works with. */
export interface KeySourceOptions extends FetchOptions {
  readonly url: string;
  readonly now: () => Date;
  /** Told once per outage, of the first fetch that failed. */
  readonly onOutage: (error: unknown) => void;
  /** Told of each fetch that brought a set. */
  readonly onKeys?: () => void;
}

/**
 * Makes a key source. A set is fetched again after an hour, while the known keys go on serving, so nobody whose key
 * is known waits for it. An id that the set does not know may mean that the keys were rotated, so that waits for a
 * fetch, at most one a minute. Callers that need a fetch at the same time share it. While fetches fail, the last
 * good set serves until it is a day old. A clock that is set back keeps none of it waiting.
 */
export function createKeySource(
  { url, now, onOutage, onKeys, ...options }: KeySourceOptions,
): KeySource {
  let known: { readonly keys: KeySet; readonly at: number } | null = null;
  let failedAt: number | null = null;
  let missedAt = -Infinity;
  let fetching: Promise<void> | null = null;

  /** A moment that lies ahead was told by a clock that was wrong, and may be any time ago. */
  function since(at: number): number {
    const ms = now().getTime() - at;
    return ms < 0 ? Infinity : ms;
  }

  function age(): number {
    return since(known?.at ?? -Infinity);
  }

  function mayFetch(): boolean {
    if (failedAt === null) return true;
    const wait = age() < USABLE_MS ? RETRY_MS : FIRST_RETRY_MS;
    return since(failedAt) >= wait;
  }

  /** Waits for the fetch under way, or for one that begins now. */
  function refresh(): Promise<void> {
    fetching ??= fetchOnce().finally(() => {
      fetching = null;
    });
    return fetching;
  }

  async function fetchOnce(): Promise<void> {
    try {
      known = { keys: await fetchKeys(url, options), at: now().getTime() };
      failedAt = null;
      onKeys?.();
    } catch (error) {
      if (failedAt === null) onOutage(error);
      failedAt = now().getTime();
    }
  }

  function find(kid: string): readonly CryptoKey[] | undefined {
    return age() < USABLE_MS ? known?.keys.get(kid) : undefined;
  }

  function isDue(): boolean {
    return age() >= FRESH_MS && mayFetch();
  }

  /** Waits for a set that may know an id which the present one does not; many ids cost one fetch a minute. */
  async function lookFor(): Promise<void> {
    if (fetching !== null || isDue()) return await refresh();
    if (since(missedAt) < UNKNOWN_KEY_MS || !mayFetch()) return;
    missedAt = now().getTime();
    await refresh();
  }

  return async (kid) => {
    const keys = find(kid);
    if (keys !== undefined) {
      if (isDue()) void refresh();
      return keys;
    }
    await lookFor();
    return find(kid) ?? (age() < USABLE_MS ? "unknown_key" : "keys_unavailable");
  };
}
