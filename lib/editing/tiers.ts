import type { Entity } from "../admin/mod.ts";
import type { BudgetTier } from "../catalog/mod.ts";

/** Steps of the budget ladder (spec §2.2). One that a system stands on is never deleted. */
export const tierEntity: Entity<BudgetTier> = {
  type: "tier",
  constraints: {
    budget_tiers_ordinal_key: { ordinal: "Another tier stands on this step of the ladder" },
  },
  async read(trx, id, { lock }) {
    const row = await trx.selectFrom("budget_tiers")
      .select(["id", "label", "description", "ordinal"])
      .where("id", "=", id)
      .$if(lock, (query) => query.forUpdate())
      .executeTakeFirst();
    return row ?? null;
  },
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
