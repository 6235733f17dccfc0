/**
 * The distributed rate limiter. Each process decides from memory and exchanges counts with the other processes through
 * the key-value store in batches, so an admitted request never waits for a write (docs/decisions/0006).
 */
import { withTimeout } from "../timing/mod.ts";
import { admits, type Counts, type Quota, quotaOf, windowOf } from "./sliding_window.ts";
import { Tallies } from "./tallies.ts";
import { count, countsOf, exchange, ownCountsOf, rollTo, type Tally } from "./tally.ts";

/** Kinds of requests; each has its own limit (design §7). */
export type RateScope =
  | "reads"
  | "writes"
  | "lead"
  | "chat"
  | "feedback"
  | "handoff"
  | "renditions";

/** The limit of each scope: requests per address in a sliding minute. */
type RateLimits = Readonly<Record<RateScope, number>>;

/** The decision on one request, with the remaining quota. */
export interface Verdict extends Quota {
  readonly admitted: boolean;
  readonly limit: number;
}

/** Counts requests by scope and address until it is closed. */
export interface RateLimiter {
  /** Admits and counts one request of an address, or refuses it without counting. Never throws. */
  take(scope: RateScope, address: string): Verdict | Promise<Verdict>;
  /** Whether, as far as this process knows, an address has used up its limit. Counts nothing. */
  isSpent(scope: RateScope, address: string): boolean;
  /** Exchanges counts with the store immediately instead of at the next interval. Never throws. */
  sync(): Promise<void>;
  /** Stops exchanging counts. Does not close the store. */
  close(): Promise<void>;
}

/** Options of {@linkcode createRateLimiter}. */
export interface RateLimiterOptions {
  readonly kv: Deno.Kv;
  readonly limits: RateLimits;
  readonly now: () => Date;
  /** Called with the first error of each outage of the store. */
  readonly onOutage: (error: unknown) => void;
  /** Pause between two exchanges in milliseconds, during an outage too; 1000 by default. */
  readonly syncMs?: number;
  /** Timeout of an exchange in milliseconds; 2000 by default. */
  readonly timeoutMs?: number;
  /** Most pairs of scope and address in memory; 50,000 by default. The oldest are evicted. */
  readonly maxTallies?: number;
  /**
   * Fraction of a limit; 0.05 by default. The count of an address is shared with the other processes once this many of
   * its requests are pending.
   */
  readonly shareFrom?: number;
}

/** Most tallies in one exchange; the rest wait for the next. */
const MAX_EXCHANGED = 2_000;

/** Creates a rate limiter. Its timer runs only while there are counts to exchange. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { kv, limits, now, onOutage, syncMs = 1000, timeoutMs = 2000, shareFrom = 0.05 } = options;
  const tallies = new Tallies(options.maxTallies ?? 50_000);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let syncing: Promise<void> | undefined;
  let syncedAt = -Infinity;
  let outage = false;

  function take(scope: RateScope, address: string): Verdict | Promise<Verdict> {
    const timeMs = now().getTime();
    const tally = tallies.get(scope, address, windowOf(timeMs));
    const limit = limits[scope];
    if (admits(countsOf(tally), limit, timeMs)) return verdict(scope, tally, true);
    if (!admits(ownCountsOf(tally), limit, timeMs)) return verdict(scope, tally, false);
    if (performance.now() - syncedAt < syncMs) return verdict(scope, tally, outage);
    return confirm(scope, tally);
  }

  /**
   * Exchanges counts before it refuses a request because of other processes' counts: if the store is down, those counts
   * may be stale, and only this process's own counts decide (fail open).
   */
  async function confirm(scope: RateScope, tally: Tally): Promise<Verdict> {
    tallies.changed.add(tally);
    await sync();
    const timeMs = now().getTime();
    rollTo(tally, windowOf(timeMs));
    return verdict(scope, tally, admits(known(tally), limits[scope], timeMs));
  }

  function known(tally: Tally): Counts {
    return outage ? ownCountsOf(tally) : countsOf(tally);
  }

  function isSpent(scope: RateScope, address: string): boolean {
    const timeMs = now().getTime();
    const tally = tallies.find(scope, address, windowOf(timeMs));
    return tally !== undefined && !admits(known(tally), limits[scope], timeMs);
  }

  function verdict(scope: RateScope, tally: Tally, admitted: boolean): Verdict {
    const limit = limits[scope];
    if (admitted) {
      count(tally);
      if (tally.pending >= limit * shareFrom) {
        tallies.changed.add(tally);
        schedule();
      }
    }
    return { admitted, limit, ...quotaOf(known(tally), limit, now().getTime()) };
  }

  function schedule(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      sync();
    }, syncMs);
    Deno.unrefTimer(timer);
  }

  function sync(): Promise<void> {
    syncing ??= exchangeAll().finally(() => syncing = undefined);
    return syncing;
  }

  async function exchangeAll(): Promise<void> {
    const taken = tallies.takeChanged(MAX_EXCHANGED);
    try {
      await withTimeout(timeoutMs, () => exchange(kv, taken, now()));
      outage = false;
    } catch (error) {
      for (const tally of taken) if (tally.pending > 0) tallies.changed.add(tally);
      if (!outage) onOutage(error);
      outage = true;
    }
    syncedAt = performance.now();
    if (tallies.changed.size > 0) schedule();
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    await syncing;
  }

  return { take, isSpent, sync, close };
}
