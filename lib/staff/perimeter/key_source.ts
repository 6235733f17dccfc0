/** Caches the perimeter's keys: fetched when needed, not on every request. */
import { DAY_MS } from "@/lib/timing/mod.ts";
import { fetchKeys, type FetchOptions, type KeySet } from "./fetch_keys.ts";

/** How long a key set is fresh (design §7). */
const FRESH_MS = 60 * 60 * 1000;
/** How long after that its keys are accepted before the fetch ends, so that a busy service never waits for it. */
const GRACE_MS = 5 * 60 * 1000;
/** How long a stale set is used while no newer one can be fetched; after that, every token is refused. */
const USABLE_MS = DAY_MS;
/** Unknown key ids cause at most one fetch per this interval (design §7). */
const UNKNOWN_KEY_MS = 60 * 1000;
/** Delay before a failed fetch is retried; shorter while there is no usable set. */
const RETRY_MS = 60 * 1000;
const FIRST_RETRY_MS = 10 * 1000;

/** Returns the keys of a key id, or why there are none. */
export type KeySource = (
  kid: string,
) => Promise<readonly CryptoKey[] | "unknown_key" | "keys_unavailable">;

/** Dependencies of a key source. */
interface KeySourceOptions extends FetchOptions {
  readonly url: string;
  readonly now: () => Date;
  /** Called once per outage, with the error of the first failed fetch. */
  readonly onOutage: (error: unknown) => void;
  /** Called after each successful fetch. */
  readonly onKeys?: () => void;
}

/**
 * Creates a key source.
 *
 * - A set older than an hour is fetched again: in the background for five minutes; later, callers wait for the fetch,
 *   so that a key that was withdrawn while nobody called is not accepted.
 * - An unknown key id may mean that the keys were rotated, so the caller waits for a fetch; such ids cause at most one
 *   fetch a minute.
 * - Concurrent callers share one fetch.
 * - While fetches fail, the last set is used until it is a day old.
 * - If the clock is set back, the intervals count as elapsed.
 */
export function createKeySource(
  { url, now, onOutage, onKeys, ...options }: KeySourceOptions,
): KeySource {
  let known: { readonly keys: KeySet; readonly at: number } | null = null;
  let failedAt: number | null = null;
  let missedAt = -Infinity;
  let fetching: Promise<void> | null = null;

  /** A time in the future came from a wrong clock, so it counts as long past. */
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

  /** Waits for the running fetch, or starts one. */
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

  /** Waits for a set that may contain an unknown key id, with at most one such fetch a minute. */
  async function fetchForUnknownKey(): Promise<void> {
    if (fetching !== null || isDue()) return await refresh();
    if (since(missedAt) < UNKNOWN_KEY_MS || !mayFetch()) return;
    missedAt = now().getTime();
    await refresh();
  }

  return async (kid) => {
    const isExpired = isDue() && age() >= FRESH_MS + GRACE_MS;
    if (isExpired) await refresh();
    const keys = find(kid);
    if (keys !== undefined) {
      if (isDue()) void refresh();
      return keys;
    }
    if (!isExpired) await fetchForUnknownKey();
    return find(kid) ?? (age() < USABLE_MS ? "unknown_key" : "keys_unavailable");
  };
}
