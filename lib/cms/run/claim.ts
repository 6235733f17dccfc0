/** The claim: a lease in the database, so that one sync runs at a time over all processes (spec §4.11, decision 26). */
import type { Kysely, Transaction } from "kysely";
import { type Database, transact } from "@/lib/db/mod.ts";
import { isStillAhead } from "@/lib/timing/mod.ts";
import type { Kind } from "../schema.ts";

/** The holder of the claim. */
export interface Holder {
  readonly who: string;
  readonly kind: Kind;
  readonly runId: string;
  readonly since: Date;
}

/** How long the lease of a running step lasts after each renewal. */
export const LEASE_MS = 60_000;
/** How long a run keeps the claim between two steps of the screen. */
const PAUSE_MS = 20_000;

/** A claimed step. Its token proves that it still holds the claim. */
export interface Step {
  readonly runId: string;
  readonly token: string;
}

/** A request for the claim: the person, and the run. */
interface Claiming {
  readonly runId: string;
  readonly kind: Kind;
  readonly who: string;
  readonly now: Date;
}

/**
 * Claims a step of a run, or returns the current holder. A run keeps the claim between its steps for 20 seconds. An
 * expired lease can be taken over by any run.
 */
export function claimStep(
  db: Kysely<Database>,
  { runId, kind, who, now }: Claiming,
): Promise<Step | { readonly busy: Holder }> {
  return transact(db, async (trx) => {
    const row = await trx.selectFrom("sync_claim").selectAll().forUpdate()
      .executeTakeFirstOrThrow();
    if (isAlive(row, now) && (row.run_id !== runId || row.token !== null)) {
      return { busy: holderOf(row) };
    }
    const token = crypto.randomUUID();
    await trx.updateTable("sync_claim").set({
      run_id: runId,
      kind,
      holder: who,
      since: row.run_id === runId && row.since !== null ? row.since : now,
      until: new Date(now.getTime() + LEASE_MS),
      token,
    }).execute();
    return { runId, token };
  });
}

/** Renews the lease. Returns false when the step has lost the claim and must not write any more. */
export async function keepStep(
  db: Kysely<Database>,
  { token }: Step,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + LEASE_MS);
  const row = await db.updateTable("sync_claim").set({ until }).where("token", "=", token)
    .returning("id").executeTakeFirst();
  return row !== undefined;
}

/** Ends a step. With `goesOn` the run keeps the claim for its next step; otherwise it releases it. */
export async function endStep(
  db: Kysely<Database>,
  { token }: Step,
  { now, goesOn }: { readonly now: Date; readonly goesOn: boolean },
): Promise<void> {
  const until = new Date(now.getTime() + PAUSE_MS);
  await db.updateTable("sync_claim").set(goesOn ? { token: null, until } : NOBODY)
    .where("token", "=", token).execute();
}

/** Revokes the claim of a run, even while one of its steps is running. */
export async function dropClaim(trx: Transaction<Database>, runId: string): Promise<void> {
  await trx.updateTable("sync_claim").set(NOBODY).where("run_id", "=", runId).execute();
}

/** Returns the current holder of the claim; null when it is free. */
export async function currentHolder(db: Kysely<Database>, now: Date): Promise<Holder | null> {
  const row = await db.selectFrom("sync_claim").selectAll().executeTakeFirstOrThrow();
  return isAlive(row, now) ? holderOf(row) : null;
}

/** A lease that ends later than this was written by a process with a wrong clock, so it is ignored. */
const FAR_AHEAD_MS = 2 * LEASE_MS;

function isAlive({ until }: ClaimRow, now: Date): boolean {
  return until !== null && isStillAhead(until.getTime(), now.getTime(), FAR_AHEAD_MS);
}

const NOBODY = { run_id: null, kind: null, holder: null, since: null, until: null, token: null };

interface ClaimRow {
  readonly run_id: string | null;
  readonly kind: string | null;
  readonly holder: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
}

function holderOf({ run_id, kind, holder, since }: ClaimRow): Holder {
  return {
    who: holder ?? "",
    kind: kind === "attributes" || kind === "images" ? kind : "projects",
    runId: run_id ?? "",
    since: since ?? new Date(0),
  };
}
