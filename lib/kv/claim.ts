/**
 * Claims: leases in the store, so that at most one process at a time does a named job. The holder renews its lease; if
 * it dies, the lease runs out and another process takes over.
 */
import { z } from "zod";
import { DAY_MS, isStillAhead } from "../timing/mod.ts";
import { retryLocked } from "./retry.ts";

/** The value stored under `["locks", name]`. */
const Lease = z.object({
  owner: z.string(),
  /** When the lease runs out, in milliseconds since 1970; 0 once it was released. */
  until: z.number(),
  /** The latest finished round. */
  done: z.number().nullable(),
});
type Lease = z.infer<typeof Lease>;

/** Options of a claim. */
export interface ClaimOptions {
  /** Length of the lease, in milliseconds. It must be the same for all claims of a name. */
  readonly leaseMs: number;
  readonly now: () => Date;
  /** The round to claim, a minute number. Each round is done once: claiming a finished or older one returns `done`. */
  readonly round?: number;
}

/** A held claim. */
export interface Claim {
  readonly state: "held";
  /** Aborted when the lease ran out before it could be renewed, so another process may hold the claim. */
  readonly lost: AbortSignal;
  /** Releases the claim; `finished` marks its round as done. Never throws. */
  release(finished: boolean): Promise<void>;
}

/** The outcome of an attempt; `until` is when the current lease runs out unless renewed. */
type Attempt =
  | Claim
  | { readonly state: "busy"; readonly until: number }
  | { readonly state: "done" };

/** Lifetime of a stored lease: long enough for all processes to have passed its round, despite clock skew. */
const EXPIRE_MS = DAY_MS;
/** A finished round further ahead than these minutes came from a process with a wrong clock, and is ignored. */
const FAR_AHEAD_ROUNDS = 5;
/** A lease that ends later than this many lease lengths from now is ignored too; clocks may differ by one length. */
const FAR_AHEAD_LEASES = 2;
/** Renewals per lease, so that one may fail. */
const RENEWALS = 3;

/**
 * Tries to claim a name. A held claim renews its lease until it is released.
 *
 * @throws when the store fails.
 */
export async function claim(kv: Deno.Kv, name: string, options: ClaimOptions): Promise<Attempt> {
  const { leaseMs, now, round } = options;
  const key = keyOf(name);
  const entry = await kv.get(key);
  const stored = Lease.safeParse(entry.value).data ?? { until: 0, done: null };
  const time = now().getTime();
  const isFarAhead = stored.done !== null && stored.done > (round ?? Infinity) + FAR_AHEAD_ROUNDS;
  const done = isFarAhead ? null : stored.done;
  if (isHeld(stored.until, options)) return { state: "busy", until: stored.until };
  if (round !== undefined && done !== null && done >= round) return { state: "done" };

  const lease = { owner: crypto.randomUUID(), until: time + leaseMs, done };
  const versionstamp = await put(kv, entry, lease);
  if (versionstamp === null) return { state: "busy", until: lease.until };
  return keepRenewing(kv, { key, versionstamp, lease }, options);
}

/**
 * Whether a process holds a claim on a name now.
 *
 * @throws when the store fails.
 */
export async function isClaimed(
  kv: Deno.Kv,
  name: string,
  { leaseMs, now }: Pick<ClaimOptions, "leaseMs" | "now">,
): Promise<boolean> {
  const entry = await kv.get(keyOf(name));
  return isHeld(Lease.safeParse(entry.value).data?.until ?? 0, { leaseMs, now });
}

function isHeld(until: number, { leaseMs, now }: Pick<ClaimOptions, "leaseMs" | "now">): boolean {
  return isStillAhead(until, now().getTime(), FAR_AHEAD_LEASES * leaseMs);
}

function keyOf(name: string): Deno.KvKey {
  return ["locks", name];
}

/** Returns the new version; null when another process wrote the lease meanwhile. */
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

function keepRenewing(kv: Deno.Kv, held: Held, { leaseMs, now, round }: ClaimOptions): Claim {
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
      // Another renewal is due before the lease runs out.
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
