/** The counts of one scope and address in one process, and their exchange with the others. */
import { z } from "zod";
import { createHmac, randomBytes } from "node:crypto";
import { getValid, retryLocked } from "../kv/mod.ts";
import { type Counts, WINDOW_MS } from "./sliding_window.ts";

/** What the store knows of a window, and what it has yet to hear. */
export interface Tally {
  readonly scope: string;
  readonly address: string;
  window: number;
  previous: number;
  shared: number;
  pending: number;
  /** What this process alone has admitted, in this window and the one before. */
  own: number;
  ownPrevious: number;
}

/** A tally of nothing yet. */
export function newTally(scope: string, address: string, window: number): Tally {
  return { scope, address, window, previous: 0, shared: 0, pending: 0, own: 0, ownPrevious: 0 };
}

/** The counts to decide by. */
export function countsOf({ previous, shared, pending }: Tally): Counts {
  return { previous, current: shared + pending };
}

/** The counts that hold whatever becomes of the store. */
export function ownCountsOf({ ownPrevious, own }: Tally): Counts {
  return { previous: ownPrevious, current: own };
}

/** Counts one request. */
export function count(tally: Tally): void {
  tally.pending++;
  tally.own++;
}

/** Moves a tally on to a later window; one that is further ahead than the next was counted by a clock that was wrong. */
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

const DAY_MS = 24 * 60 * 60_000;
/** As many as an atomic operation can check; each is two keys of `getMany`, which reads ten. */
const TALLIES_PER_COMMIT = 100;
const KEYS_PER_READ = 10;
const ATTEMPTS = 3;

/**
 * Adds what is pending to the store's counts and learns what other processes have added. Stored are
 * counts under a keyed hash of the address, for two windows; the hash's key changes every day.
 *
 * @throws when the store fails; what it did not take stays pending.
 */
export async function exchange(kv: Deno.Kv, tallies: readonly Tally[], now: Date): Promise<void> {
  if (tallies.length === 0) return;
  const hashKey = await dailyKey(kv, Math.floor(now.getTime() / DAY_MS));
  for (let start = 0; start < tallies.length; start += TALLIES_PER_COMMIT) {
    const some = tallies.slice(start, start + TALLIES_PER_COMMIT);
    for (let attempt = 0; !await exchangeSome(kv, some, hashKey); attempt++) {
      if (attempt === ATTEMPTS) throw new Error("Cannot count requests: others keep counting too");
    }
  }
}

/** Gives false when another process was quicker. */
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
  const entries = await readAll(kv, keys);
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

async function readAll(kv: Deno.Kv, keys: Deno.KvKey[]): Promise<Deno.KvEntryMaybe<unknown>[]> {
  const reads: Promise<Deno.KvEntryMaybe<unknown>[]>[] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_READ) {
    reads.push(kv.getMany<unknown[]>(keys.slice(start, start + KEYS_PER_READ)));
  }
  return (await Promise.all(reads)).flat();
}

function countIn(entry: Deno.KvEntryMaybe<unknown> | undefined): number {
  return Count.safeParse(entry?.value).data ?? 0;
}

function hash(address: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(address).digest("base64url").slice(0, 22);
}

/** The key that all processes hash with on one day; whoever needs it first makes it. */
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
