/** Carries erasures out: by whoever asked, and by any process at its start and by the clock where that one ended early. */
import { setTimeout as delay } from "node:timers/promises";
import type { Author } from "../../records/mod.ts";
import { forgetSessionsOfLeads } from "../../crm/mod.ts";
import { claim } from "../../kv/mod.ts";
import { type CountRemoved, removePlaces, takeOutSession } from "../../session/mod.ts";
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

/** Sessions under way at a time. */
const BATCH = 50;
/** After how long without a sign of life another process goes on. */
const LEASE_MS = 10_000;

/** What became of the wish to erase. Nothing was written unless it is `begun`. */
export type ErasureOutcome =
  | Extract<Beginning, { kind: "begun" | "repeated" }>
  /** A lead is being handed to the CRM at this moment. */
  | { readonly kind: "in_hand"; readonly plan: ErasurePlan }
  /** What is there is not what the plan said; this is the plan now. */
  | { readonly kind: "stale"; readonly plan: ErasurePlan }
  | { readonly kind: "empty" }
  /** The order does not confirm this plan. */
  | { readonly kind: "unconfirmed"; readonly plan: ErasurePlan };

/** What staff want erased, as they were shown it. */
export interface ErasureOrder {
  readonly choice: Choice;
  /** Of the plan that they saw. */
  readonly planHash: string;
  readonly by: Author;
  /** Whether what was typed confirms the plan, where something has to be. */
  readonly isConfirmed?: (plan: ErasurePlan) => boolean;
}

/** Begins an erasure if its plan is still true. {@linkcode finishErasures} carries it out. */
export async function orderErasure(
  services: ErasureServices,
  { choice, planHash, by, isConfirmed = () => true }: ErasureOrder,
): Promise<ErasureOutcome> {
  // What was erased and is there again came back with a backup, and is to be erased again.
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

/**
 * Erases what is kept of one visit, for its visitor, who does not wait for what others erase. Gives whether there was
 * anything. Where it ends early, {@linkcode finishErasures} goes on.
 */
export async function eraseOwnVisit(
  services: ErasureServices,
  sessionId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const plan = await readPlan(services, { kind: "session", sessionId });
  if (isEmptyPlan(plan)) {
    // It may share a lead with another visit, and have nothing else.
    await forgetSessionsOfLeads(services.db, [sessionId]);
    return false;
  }
  const begun = await beginErasure(services, plan, { by: null });
  if (begun.kind === "begun") {
    await finish(services, { id: begun.id, reached: null, sessions: 1 }, signal);
  }
  return true;
}

/**
 * Finishes every erasure that has begun, one process at a time; waits for another that is at it, and takes over from one
 * that died. May be killed at any moment and run again.
 *
 * @throws what a store throws; the next run goes on.
 */
export async function finishErasures(
  services: ErasureServices,
  signal: AbortSignal,
): Promise<void> {
  const { kv, db, now } = services;
  while (!signal.aborted && (await listErasures(db)).length > 0) {
    const attempt = await claim(kv, "erase", { leaseMs: LEASE_MS, now });
    if (attempt.state !== "held") {
      await delay(100, undefined, { signal }).catch(() => {});
      continue;
    }
    const ending = AbortSignal.any([signal, attempt.lost]);
    try {
      const erasures = await listErasures(db);
      await dropCounts(kv, (id) => erasures.every((erasure) => erasure.id !== id));
      for (const erasure of erasures) {
        if (!await finish(services, erasure, ending)) return;
      }
    } finally {
      await attempt.release(false);
    }
  }
}

/** Gives false when it was told to stop. */
async function finish(
  services: ErasureServices,
  { id, reached, sessions }: Pick<Erasure, "id" | "reached" | "sessions">,
  signal: AbortSignal,
): Promise<boolean> {
  const { kv, db } = services;
  // What an earlier process took out has no record any more, and may have left its place in the index.
  let mayLeavePlaces = reached !== null;
  for (let after = reached;;) {
    if (signal.aborted) return false;
    const ids = await sessionsLeft(db, { id, after, limit: BATCH });
    const found = await Promise.all(
      ids.map((sessionId) => takeOutSession(services, sessionId, counting(id))),
    );
    if (found.includes(false)) mayLeavePlaces = true;
    after = ids.at(-1) ?? null;
    if (after === null) break;
    await noteReached(db, { id, reached: after });
  }
  if (mayLeavePlaces) {
    const all = await sessionsLeft(db, { id, after: null, limit: sessions });
    await removePlaces(kv, new Set(all), (removal) => removal.sum(countKey(id, "sessions"), 1n));
  }
  await concludeErasure(services, id, await readCounts(kv, id));
  await dropCounts(kv, (other) => other === id);
  return true;
}

/** Counted by the store in the operation that removes, so that no end of a process loses or doubles a count. */
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
    if (isDone(String(key[1]))) await kv.delete(key);
  }
}
