import { type Kysely, sql } from "kysely";
import type { Entity } from "@/lib/records/mod.ts";
import type { BudgetTier } from "../schema.ts";
import { type Database, readRow } from "@/lib/db/mod.ts";
import { moveInOrder, type OrderMove } from "./order.ts";
import { reorder } from "./reorder.ts";

/** Lowest and highest ordinal that staff can give a tier. */
export const TIER_STEP: { readonly min: number; readonly max: number } = { min: 1, max: 99 };

/** Budget tiers (spec §2.2). A foreign key prevents the deletion of a tier that a system has. */
export const tierEntity: Entity<BudgetTier> = {
  type: "tier",
  constraints: {
    budget_tiers_ordinal_key: {
      ordinal: "Another tier has this step of the ladder. Choose another step",
    },
    systems_budget_tier_id_fkey: {
      removal: "A system has this tier. Give that system another tier first, even if it is retired",
    },
  },
  read: (trx, id, options) =>
    readRow(
      trx.selectFrom("budget_tiers").select(["id", "label", "description", "ordinal"]).where(
        "id",
        "=",
        id,
      ),
      options,
    ),
  async insert(trx, tier) {
    await trx.insertInto("budget_tiers").values(tier).execute();
  },
  async update(trx, { id, ...tier }) {
    await trx.updateTable("budget_tiers").set(tier).where("id", "=", id).execute();
  },
  async remove(trx, { id }) {
    await trx.deleteFrom("budget_tiers").where("id", "=", id).execute();
  },
};

/**
 * Swaps a tier with its neighbour on the ladder in one transaction, with an audit entry `move` for each changed tier.
 * Returns the tiers that changed; none at an end of the ladder.
 */
export function moveTier(
  db: Kysely<Database>,
  { by, ...move }: OrderMove,
): Promise<BudgetTier[]> {
  return reorder(db, tierEntity, {
    by,
    async peers(trx) {
      // Between the two updates both tiers have the same ordinal.
      await sql`set constraints budget_tiers_ordinal_key deferred`.execute(trx);
      return await trx.selectFrom("budget_tiers").select(["id", "ordinal as place"])
        .orderBy("id").forNoKeyUpdate().execute();
    },
    order: (peers) => moveInOrder(peers, { ...move, max: TIER_STEP.max }),
    place: (tier, ordinal) => ({ ...tier, ordinal }),
  });
}
