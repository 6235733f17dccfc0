/** The claim: one sync runs at a time over all processes, and everybody can see whose it is (spec §4.11). */
import type { Kysely, Transaction } from "kysely";
import { type Database, transact } from "../../db/mod.ts";
import type { Kind } from "../schema.ts";

/** Who holds the claim. */
export interface Holder {
  readonly who: string;
  readonly kind: Kind;
  readonly runId: string;
  readonly since: Date;
  /** When it ends by itself, unless there is another sign of life. */
  readonly until: Date;
}

/** For how long a step counts as alive after its last sign of it. */
export const LEASE_MS = 60_000;
/** For how long a run that is taken step by step keeps its claim between two of them. */
const PAUSE_MS = 20_000;

/** A step of a run that may write. */
export interface Step {
  readonly runId: string;
  readonly token: string;
}

/** Whose step it would be. */
export interface Claiming {
  readonly runId: string;
  readonly kind: Kind;
  readonly who: string;
  readonly now: Date;
}

/**
 * Claims a step of a run, or says who holds the claim. A run keeps it between its steps for a while; one that gives no
 * sign of life loses it.
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

/** Gives a sign of life. False when the claim was lost or taken away: nothing more may be written then. */
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

/** Ends a step; the run keeps the claim for a while, or gives it up. */
export async function endStep(
  db: Kysely<Database>,
  { token }: Step,
  { now, goesOn }: { readonly now: Date; readonly goesOn: boolean },
): Promise<void> {
  const until = new Date(now.getTime() + PAUSE_MS);
  await db.updateTable("sync_claim").set(goesOn ? { token: null, until } : NOBODY)
    .where("token", "=", token).execute();
}

/** Takes the claim away from a run, whatever it is doing. */
export async function dropClaim(trx: Transaction<Database>, runId: string): Promise<void> {
  await trx.updateTable("sync_claim").set(NOBODY).where("run_id", "=", runId).execute();
}

/** Who holds the claim now; null where nobody does. */
export async function currentHolder(db: Kysely<Database>, now: Date): Promise<Holder | null> {
  const row = await db.selectFrom("sync_claim").selectAll().executeTakeFirstOrThrow();
  return isAlive(row, now) ? holderOf(row) : null;
}

/** What is set further ahead was set by a clock that was wrong, and binds nobody; clocks may differ by the minute. */
const FAR_AHEAD_MS = 2 * LEASE_MS;

function isAlive({ until }: ClaimRow, now: Date): boolean {
  return until !== null && until > now && until.getTime() <= now.getTime() + FAR_AHEAD_MS;
}

const NOBODY = { run_id: null, kind: null, holder: null, since: null, until: null, token: null };

interface ClaimRow {
  readonly run_id: string | null;
  readonly kind: string | null;
  readonly holder: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
}

function holderOf({ run_id, kind, holder, since, until }: ClaimRow): Holder {
  return {
    who: holder ?? "",
    kind: kind === "attributes" || kind === "images" ? kind : "projects",
    runId: run_id ?? "",
    since: since ?? new Date(0),
    until: until ?? new Date(0),
  };
}
