/**
 * Decides who has sent enough. Each process decides from memory and exchanges counts with the others
 * through the key-value store in batches, so no admitted request waits for a write (docs/decisions/0006).
 */
import { admits, type Counts, type Quota, quotaOf, windowOf } from "./sliding_window.ts";
import { Tallies } from "./tallies.ts";
import { count, countsOf, exchange, ownCountsOf, rollTo, type Tally } from "./tally.ts";

/** Kinds of requests that are limited, each by itself (design §7). */
export type RateScope =
  | "reads"
  | "writes"
  | "lead"
  | "chat"
  | "feedback"
  | "handoff"
  | "renditions";

/** How many requests of each scope an address may send in any minute. */
export type RateLimits = Readonly<Record<RateScope, number>>;

/** What became of one request. */
export interface Verdict extends Quota {
  readonly admitted: boolean;
  readonly limit: number;
}

/** Counts requests until closed. */
export interface RateLimiter {
  /** Counts one request of an address, unless it is one too many. Never throws. */
  take(scope: RateScope, address: string): Verdict | Promise<Verdict>;
  /** Whether this process knows of nothing that is left to an address. Counts nothing. */
  isSpent(scope: RateScope, address: string): boolean;
  /** Exchanges counts with the store now instead of soon. Never throws. */
  sync(): Promise<void>;
  /** Ends the exchange; the store stays open. */
  close(): Promise<void>;
}

/** What a limiter works with. */
export interface RateLimiterOptions {
  readonly kv: Deno.Kv;
  readonly limits: RateLimits;
  readonly now: () => Date;
  /** Hears of the first failure of each outage of the store. */
  readonly onOutage: (error: unknown) => void;
  /** Pause between two exchanges, in an outage as well. */
  readonly syncMs?: number;
  /** How long an exchange may take before it counts as failed. */
  readonly timeoutMs?: number;
  /** Addresses that are counted at a time; those known longest give way. */
  readonly maxTallies?: number;
  /** The part of a limit from which on what an address has sent is told to the others. */
  readonly shareFrom?: number;
}

/** Addresses exchanged at a time; the next go with the next exchange. */
const MAX_EXCHANGED = 2_000;

/** Makes a limiter. It keeps a timer only while there is something to exchange. */
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
   * What this process has not counted itself refuses nobody while the store may be down, so the first
   * such refusal in a while asks it.
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
      await within(timeoutMs, exchange(kv, taken, now()));
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

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms`)), ms);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
