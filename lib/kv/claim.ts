/**
 * Claims: at most one process at a time does what a name stands for. A claim is a lease in the store
 * that its holder renews; the lease of a process that died runs out, and another takes over.
 */
import { z } from "zod";
import { retryLocked } from "./retry.ts";

/** What is stored of a claim under `["locks", name]`. */
const Lease = z.object({
  owner: z.string(),
  /** When the lease runs out, in milliseconds of the epoch; 0 once it was given back. */
  until: z.number(),
  /** The newest round that was finished. */
  done: z.number().nullable(),
});
type Lease = z.infer<typeof Lease>;

/** How a claim is made. */
export interface ClaimOptions {
  /** The same for all who claim the name. */
  readonly leaseMs: number;
  readonly now: () => Date;
  /** The minute that it is for. Rounds are done once each: claiming one that was finished, or an older one, gives `done`. */
  readonly round?: number;
}

/** A claim that is held, until it is given back or lost. */
export interface Claim {
  readonly state: "held";
  /** Aborted when the lease ran out before it could be renewed, so that another may hold it. */
  readonly lost: AbortSignal;
  /** Gives the claim back; `finished` says that its round need not be done again. Never throws. */
  release(finished: boolean): Promise<void>;
}

/** What came of an attempt; `until` says when the present lease runs out unless it is renewed. */
export type Attempt =
  | Claim
  | { readonly state: "busy"; readonly until: number }
  | { readonly state: "done" };

/** Long enough for the clocks and crons of all processes to have passed a round. */
const EXPIRE_MS = 24 * 60 * 60_000;
/** A round that is a day ahead was set by a clock that was wrong, and binds nobody. */
const FAR_AHEAD_ROUNDS = 24 * 60;
/** Nor does a lease that ends later than this many of its length from now; clocks may differ by the length of one. */
const FAR_AHEAD_LEASES = 2;
/** Renewals within one lease, so that one may fail. */
const RENEWALS = 3;

/**
 * Tries to claim a name, and renews the lease until it is released.
 *
 * @throws when the store fails.
 */
export async function claim(kv: Deno.Kv, name: string, options: ClaimOptions): Promise<Attempt> {
  const { leaseMs, now, round } = options;
  const key = ["locks", name];
  const entry = await kv.get(key);
  const stored = Lease.safeParse(entry.value).data ?? { until: 0, done: null };
  const time = now().getTime();
  const until = stored.until > time + FAR_AHEAD_LEASES * leaseMs ? 0 : stored.until;
  const isFarAhead = stored.done !== null && stored.done > (round ?? Infinity) + FAR_AHEAD_ROUNDS;
  const done = isFarAhead ? null : stored.done;
  if (until > time) return { state: "busy", until };
  if (round !== undefined && done !== null && done >= round) return { state: "done" };

  const lease = { owner: crypto.randomUUID(), until: time + leaseMs, done };
  const versionstamp = await put(kv, entry, lease);
  if (versionstamp === null) return { state: "busy", until: lease.until };
  return hold(kv, { key, versionstamp, lease }, options);
}

/** Gives the new version, or null when another process has written since. */
async function put(
  kv: Deno.Kv,
  { key, versionstamp }: { key: Deno.KvKey; versionstamp: string | null },
  lease: Lease,
): Promise<string | null> {
  const result = await retryLocked(() =>
    kv.atomic().check({ key, versionstamp }).set(key, lease, { expireIn: EXPIRE_MS }).commit()
  );
  return result.ok ? result.versionstamp : null;
}

interface Held {
  readonly key: Deno.KvKey;
  versionstamp: string;
  lease: Lease;
}

function hold(kv: Deno.Kv, held: Held, { leaseMs, now, round }: ClaimOptions): Claim {
  const lost = new AbortController();
  let renewing: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (now().getTime() >= held.lease.until) lose();
    else renewing ??= renew().finally(() => renewing = null);
  }, leaseMs / RENEWALS);

  async function renew(): Promise<void> {
    try {
      if (!await write({ ...held.lease, until: now().getTime() + leaseMs })) lose();
    } catch {
      // There is time for another attempt before the lease runs out.
    }
  }

  async function write(lease: Lease): Promise<boolean> {
    const versionstamp = await put(kv, held, lease);
    if (versionstamp !== null) Object.assign(held, { versionstamp, lease });
    return versionstamp !== null;
  }

  function lose(): void {
    clearInterval(timer);
    lost.abort(new Error(`Cannot go on with ${held.key.join(" ")}: the lease ran out`));
  }

  async function release(finished: boolean): Promise<void> {
    clearInterval(timer);
    await renewing;
    if (lost.signal.aborted) return;
    try {
      await write({ ...held.lease, until: 0, done: finished ? round ?? null : held.lease.done });
    } catch {
      // The lease runs out by itself.
    }
  }

  return { state: "held", lost: lost.signal, release };
}
