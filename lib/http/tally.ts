/** The request counts of one scope and address in one process, and their exchange with the other processes. */
import { z } from "zod";
import { createHmac, randomBytes } from "node:crypto";
import { getValid, readMany, retryLocked } from "../kv/mod.ts";
import { type Counts, WINDOW_MS } from "./sliding_window.ts";
import { DAY_MS } from "@/lib/timing/mod.ts";

/** The counts of one scope and address. */
export interface Tally {
  readonly scope: string;
  readonly address: string;
  /** Number of the current window. */
  window: number;
  /** Requests of all processes in the window before. */
  previous: number;
  /** Requests of all processes in this window, as of the last exchange. */
  shared: number;
  /** Requests of this process that are not in the store yet. */
  pending: number;
  /** Requests that this process admitted in this window. */
  own: number;
  /** Requests that this process admitted in the window before. */
  ownPrevious: number;
}

/** Returns a tally with all counts at zero. */
export function newTally(scope: string, address: string, window: number): Tally {
  return { scope, address, window, previous: 0, shared: 0, pending: 0, own: 0, ownPrevious: 0 };
}

/** Returns the counts of all processes, as far as this one knows them. */
export function countsOf({ previous, shared, pending }: Tally): Counts {
  return { previous, current: shared + pending };
}

/** Returns the counts of this process alone, which stay correct while the store is down. */
export function ownCountsOf({ ownPrevious, own }: Tally): Counts {
  return { previous: ownPrevious, current: own };
}

/** Counts one admitted request. */
export function count(tally: Tally): void {
  tally.pending++;
  tally.own++;
}

/**
 * Moves a tally to a later window. A tally one window ahead is kept (the clock stepped back slightly); one further
 * ahead was counted by a wrong clock and is reset.
 */
export function rollTo(tally: Tally, window: number): void {
  if (tally.window === window || tally.window === window + 1) return;
  const isNext = tally.window === window - 1;
  tally.previous = isNext ? tally.shared + tally.pending : 0;
  tally.ownPrevious = isNext ? tally.own : 0;
  tally.window = window;
  tally.shared = 0;
  tally.pending = 0;
  tally.own = 0;
}

const Count = z.int().nonnegative();
const HashKey = z.instanceof(Uint8Array);

/** Deno KV checks at most 100 keys in one atomic operation. */
const TALLIES_PER_COMMIT = 100;
const ATTEMPTS = 3;

/**
 * Adds the pending counts to the store and reads the counts of all processes back. The store holds counts under a keyed
 * hash of the address, for two windows; the hash key changes every day.
 *
 * @throws when the store fails or other processes keep winning the write. Counts that were not stored stay pending.
 */
export async function exchange(kv: Deno.Kv, tallies: readonly Tally[], now: Date): Promise<void> {
  if (tallies.length === 0) return;
  const hashKey = await dailyKey(kv, Math.floor(now.getTime() / DAY_MS));
  for (let start = 0; start < tallies.length; start += TALLIES_PER_COMMIT) {
    const some = tallies.slice(start, start + TALLIES_PER_COMMIT);
    for (let attempt = 1; !await exchangeSome(kv, some, hashKey); attempt++) {
      if (attempt === ATTEMPTS) throw new Error("Cannot count requests: others keep counting too");
    }
  }
}

/** Exchanges one batch. Returns false when another process wrote first; the caller then retries. */
async function exchangeSome(
  kv: Deno.Kv,
  tallies: readonly Tally[],
  hashKey: Uint8Array,
): Promise<boolean> {
  const taken = tallies.map((tally) => ({ tally, ...tally }));
  const keys = taken.flatMap(({ scope, address, window }) => {
    const subject = hash(address, hashKey);
    return [["rate", scope, subject, window], ["rate", scope, subject, window - 1]];
  });
  const entries = await readMany(kv, keys);
  const write = kv.atomic();
  const totals = taken.map(({ pending }, index) => {
    const entry = entries[index * 2];
    const total = countIn(entry) + pending;
    if (entry === undefined || pending === 0) return total;
    write.check(entry).set(entry.key, total, { expireIn: 2 * WINDOW_MS });
    return total;
  });
  if (taken.some(({ pending }) => pending > 0)) {
    const { ok } = await retryLocked(() => write.commit());
    if (!ok) return false;
  }
  for (const [index, { tally, window, pending }] of taken.entries()) {
    if (tally.window !== window) continue;
    tally.shared = totals[index] ?? 0;
    tally.pending -= pending;
    tally.previous = Math.max(tally.previous, countIn(entries[index * 2 + 1]));
  }
  return true;
}

function countIn(entry: Deno.KvEntryMaybe<unknown> | undefined): number {
  return Count.safeParse(entry?.value).data ?? 0;
}

function hash(address: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(address).digest("base64url").slice(0, 22);
}

/** Returns the day's hash key, shared by all processes. The first process that needs it creates it. */
async function dailyKey(kv: Deno.Kv, day: number): Promise<Uint8Array> {
  const at = ["rate_key", day];
  const known = await getValid(kv, at, HashKey);
  if (known !== null) return known.value;
  const made = new Uint8Array(randomBytes(32));
  const { ok } = await retryLocked(() =>
    kv.atomic().check({ key: at, versionstamp: null }).set(at, made, { expireIn: DAY_MS }).commit()
  );
  return ok ? made : (await getValid(kv, at, HashKey))?.value ?? made;
}
