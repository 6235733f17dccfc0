/**
 * Decides who has sent enough. Each process decides from memory and exchanges counts with the others
 * through the key-value store in batches, so no admitted request waits for a write (docs/decisions/0006).
 */
import { admits, type Quota, quotaOf, windowOf } from "./sliding_window.ts";
import { countsOf, exchange, rollTo, type Tally } from "./tally.ts";

/** Kinds of requests that are limited, each by itself (design §7). */
export type RateScope = "reads" | "writes" | "lead" | "chat" | "feedback" | "renditions";

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
}

/** Makes a limiter. It keeps a timer only while there is something to exchange. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { kv, limits, now, onOutage, syncMs = 1000, timeoutMs = 2000 } = options;
  const tallies = new Tallies(options.maxTallies ?? 50_000);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let syncing: Promise<void> | undefined;
  let syncedAt = -Infinity;
  let outage = false;

  function take(scope: RateScope, address: string): Verdict | Promise<Verdict> {
    const timeMs = now().getTime();
    const tally = tallies.get(scope, address, windowOf(timeMs));
    if (admits(countsOf(tally), limits[scope], timeMs)) return verdict(scope, tally, true);
    if (performance.now() - syncedAt < syncMs) return verdict(scope, tally, outage);
    return confirm(scope, tally);
  }

  /** Nobody is refused while the store may be down, so the first refusal in a while asks it. */
  async function confirm(scope: RateScope, tally: Tally): Promise<Verdict> {
    tallies.changed.add(tally);
    await sync();
    const timeMs = now().getTime();
    rollTo(tally, windowOf(timeMs));
    return verdict(scope, tally, outage || admits(countsOf(tally), limits[scope], timeMs));
  }

  function verdict(scope: RateScope, tally: Tally, admitted: boolean): Verdict {
    const limit = limits[scope];
    if (admitted) {
      tally.pending++;
      tallies.changed.add(tally);
      schedule();
    }
    return { admitted, limit, ...quotaOf(countsOf(tally), limit, now().getTime()) };
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
    try {
      await within(timeoutMs, exchange(kv, tallies.takeChanged(), now()));
      outage = false;
    } catch (error) {
      if (!outage) onOutage(error);
      outage = true;
    }
    syncedAt = performance.now();
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    await syncing;
  }

  return { take, sync, close };
}

/** The tallies of a process, as many as memory is set aside for. */
class Tallies {
  readonly changed = new Set<Tally>();
  readonly #byId = new Map<string, Tally>();
  readonly #max: number;
  #window = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get(scope: RateScope, address: string, window: number): Tally {
    if (window !== this.#window) this.#forgetBefore(window - 1);
    this.#window = window;
    const id = `${scope} ${address}`;
    let tally = this.#byId.get(id);
    if (tally === undefined) {
      if (this.#byId.size >= this.#max) this.#forgetOldest();
      tally = { scope, address, window, previous: 0, shared: 0, pending: 0 };
      this.#byId.set(id, tally);
    } else rollTo(tally, window);
    return tally;
  }

  takeChanged(): Tally[] {
    const changed = [...this.changed];
    this.changed.clear();
    return changed;
  }

  /** An address stays in memory no longer than its requests matter. */
  #forgetBefore(window: number): void {
    for (const [id, tally] of this.#byId) if (tally.window < window) this.#forget(id, tally);
  }

  /** A tenth at once, so that a flood of addresses does not make room for each alone. */
  #forgetOldest(): void {
    for (const [id, tally] of this.#byId) {
      if (this.#byId.size <= this.#max * 0.9) return;
      this.#forget(id, tally);
    }
  }

  #forget(id: string, tally: Tally): void {
    this.#byId.delete(id);
    this.changed.delete(tally);
  }
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
