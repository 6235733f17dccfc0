/**
 * Carries out erasures: in the process that was asked, and in any process (at its start and by cron) if that one died.
 */
import type { Author } from "@/lib/records/mod.ts";
import { forgetSessionsOfLeads } from "@/lib/crm/mod.ts";
import { claim, isOutage, retryLocked } from "@/lib/kv/mod.ts";
import { getLog } from "@/lib/log/mod.ts";
import { type CountRemoved, reachStore, removePlaces, takeOutSession } from "@/lib/session/mod.ts";
import { pause } from "@/lib/timing/mod.ts";
import type { Choice } from "./choice.ts";
import {
  beginErasure,
  type Beginning,
  concludeErasure,
  countReceipts,
  type Erasure,
  isOrdered,
  listErasures,
  noteReached,
  sessionsLeft,
} from "./ledger.ts";
import { type ErasurePlan, type ErasureServices, isEmptyPlan, readPlan } from "./plan.ts";

/** Sessions removed concurrently. */
const BATCH = 50;
/** Enough to remove a batch from a slow store, in milliseconds. */
const REMOVING_MS = 60_000;
/** Lease of the process that finishes erasures, in milliseconds. */
const LEASE_MS = 10_000;

/** The outcome of an order. Nothing was written unless it is `begun`. */
type ErasureOutcome =
  | Extract<Beginning, { kind: "begun" | "repeated" }>
  /** A process may be sending one of the leads to the CRM now. */
  | { readonly kind: "in_hand"; readonly plan: ErasurePlan }
  /** The data no longer matches the plan; `plan` is the current one. */
  | { readonly kind: "stale"; readonly plan: ErasurePlan }
  | { readonly kind: "empty" }
  /** The typed confirmation does not match the plan. */
  | { readonly kind: "unconfirmed"; readonly plan: ErasurePlan };

/** An order of staff to carry out a plan that they saw. */
interface ErasureOrder {
  readonly choice: Choice;
  /** Hash of the plan that they saw. */
  readonly planHash: string;
  readonly by: Author;
  /** Checks the typed confirmation, if the plan requires one. */
  readonly isConfirmed?: (plan: ErasurePlan) => boolean;
}

/** Starts an erasure if its plan is still current. {@linkcode finishErasures} completes it. */
export async function orderErasure(
  services: ErasureServices,
  { choice, planHash, by, isConfirmed = () => true }: ErasureOrder,
): Promise<ErasureOutcome> {
  // Read before the plan: a restored backup can bring back what a receipt says was erased, and it must be erasable
  // again.
  const receipts = await countReceipts(services.db, planHash);
  const plan = await readPlan(services, choice);
  if (plan.hash !== planHash) {
    return await isOrdered(services.db, planHash) ? { kind: "repeated" } : { kind: "stale", plan };
  }
  if (isEmptyPlan(plan)) return { kind: "empty" };
  if (!isConfirmed(plan)) return { kind: "unconfirmed", plan };
  const beginning = await beginErasure(services, plan, { by, receipts });
  switch (beginning.kind) {
    case "begun":
    case "repeated":
      return beginning;
    case "in_hand":
      return { ...beginning, plan };
    case "stale":
      return { kind: "stale", plan: await readPlan(services, choice) };
  }
}

/** The state of a visit after its erasure: it had no data, all are erased, or {@linkcode finishErasures} erases the rest. */
type OwnErasure = "nothing" | "erased" | "begun";

/**
 * Erases one visit for its visitor, without waiting for other erasures. Once begun, it will be finished even if a store
 * fails now.
 *
 * @throws {SessionStoreError} or {DatabaseError} when a store does not answer before the erasure has begun.
 */
export async function eraseOwnVisit(
  services: ErasureServices,
  sessionId: string,
  signal: AbortSignal,
): Promise<OwnErasure> {
  const plan = await readPlan(services, { kind: "session", sessionId });
  if (isEmptyPlan(plan)) {
    // The session may have joined a lead of another session, which the plan does not count.
    await forgetSessionsOfLeads(services.db, [sessionId]);
    return "nothing";
  }
  const begun = await beginErasure(services, plan, { by: null });
  if (begun.kind !== "begun") return "begun";
  try {
    const own = { id: begun.id, reached: null, sessions: 1, long: false };
    return await finish(services, own, signal) ? "erased" : "begun";
  } catch (error) {
    if (!isOutage(error)) throw error;
    getLog("privacy").warn("cannot finish the erasure of a visit now, so a job will", { error });
    return "begun";
  }
}

/**
 * Finishes all started erasures, in one process at a time. Waits while another process does so, and takes over if that
 * one dies. Safe to kill at any moment and to repeat.
 *
 * @throws what a store throws; the next run continues.
 */
export async function finishErasures(
  services: ErasureServices,
  signal: AbortSignal,
): Promise<void> {
  const { kv, db, now } = services;
  while (!signal.aborted && (await listErasures(db)).length > 0) {
    const attempt = await claim(kv, "erase", { leaseMs: LEASE_MS, now });
    if (attempt.state !== "held") {
      await pause(100, signal);
      continue;
    }
    const ending = AbortSignal.any([signal, attempt.lost]);
    try {
      const erasures = await listErasures(db);
      await dropCounts(kv, (id) => erasures.every((erasure) => erasure.id !== id));
      for (const erasure of erasures) {
        if (!await finish(services, { ...erasure, long: true }, ending)) return;
      }
    } finally {
      await attempt.release(false);
    }
  }
}

/**
 * Returns false when it was aborted. `long` gives its last transaction ten minutes.
 *
 * @throws {SessionStoreError} or {DatabaseError} when a store does not answer.
 */
async function finish(
  services: ErasureServices,
  { id, reached, sessions, long }: Pick<Erasure, "id" | "reached" | "sessions"> & {
    readonly long: boolean;
  },
  signal: AbortSignal,
): Promise<boolean> {
  const { kv, db } = services;
  // Sessions removed by an earlier process have no record, so their index entries have to be searched for.
  let mayLeavePlaces = reached !== null;
  for (let after = reached;;) {
    if (signal.aborted) return false;
    const ids = await sessionsLeft(db, { id, after, limit: BATCH });
    const found = await reachStore(
      kv,
      () => Promise.all(ids.map((each) => takeOutSession(services, each, counting(id)))),
      { timeoutMs: REMOVING_MS },
    );
    if (found.includes(false)) mayLeavePlaces = true;
    after = ids.at(-1) ?? null;
    if (after === null) break;
    await noteReached(db, { id, reached: after });
  }
  if (mayLeavePlaces) {
    const all = await sessionsLeft(db, { id, after: null, limit: sessions });
    await reachStore(
      kv,
      () => removePlaces(kv, new Set(all), (removal) => removal.sum(countKey(id, "sessions"), 1n)),
      { timeoutMs: REMOVING_MS },
    );
  }
  const removed = await reachStore(kv, () => readCounts(kv, id));
  await concludeErasure(services, { id, removed, long });
  await reachStore(kv, () => dropCounts(kv, (other) => other === id));
  return true;
}

/** Counts in the atomic operation that removes, so that a process that dies neither loses nor doubles a count. */
function counting(id: string): CountRemoved {
  return (removal, { isThere, children }) => {
    if (isThere) removal.sum(countKey(id, "sessions"), 1n);
    for (const [name, entries] of Map.groupBy(children, (child) => child.name)) {
      removal.sum(countKey(id, name), BigInt(entries.length));
    }
  };
}

function countKey(id: string, name: string): Deno.KvKey {
  return ["erasure_counts", id, name];
}

async function readCounts(kv: Deno.Kv, id: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>([["sessions", 0]]);
  for await (const { key, value } of kv.list<Deno.KvU64>({ prefix: ["erasure_counts", id] })) {
    counts.set(String(key[2]), Number(value.value));
  }
  return counts;
}

async function dropCounts(kv: Deno.Kv, isDone: (id: string) => boolean): Promise<void> {
  for await (const { key } of kv.list({ prefix: ["erasure_counts"] })) {
    if (isDone(String(key[1]))) await retryLocked(() => kv.delete(key));
  }
}
