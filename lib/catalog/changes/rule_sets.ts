import type { Kysely } from "kysely";
import { type Author, changeRecords, type Entity } from "@/lib/records/mod.ts";
import { changedRow, newRow, retired, RULE_SET_COLUMNS, ruleSetRow } from "../rows.ts";
import type { RuleSet } from "../schema.ts";
import { type Database, readRow } from "@/lib/db/mod.ts";

/** Rule sets (spec §4.1). Exactly one is the default, which is never retired. */
export const ruleSetEntity: Entity<RuleSet> = {
  type: "rule-set",
  constraints: {
    rule_sets_default_is_live_check: {
      name: "The default rule set cannot be retired. Make another one the default first",
    },
    rule_sets_one_default_key: {
      name: "Another rule set has just become the default. Try again",
    },
  },
  read: (trx, id, options) =>
    readRow(
      trx.selectFrom("rule_sets").select([...RULE_SET_COLUMNS, retired]).where("id", "=", id),
      options,
    ),
  async insert(trx, ruleSet) {
    await trx.insertInto("rule_sets").values(newRow(ruleSet, ruleSetRow(ruleSet))).execute();
  },
  async update(trx, ruleSet) {
    await trx.updateTable("rule_sets").set(changedRow(ruleSet, ruleSetRow(ruleSet)))
      .where("id", "=", ruleSet.id).execute();
  },
};

/**
 * Makes another rule set the default, in one transaction, with an audit entry `make-default` for each of the two.
 * Returns the rule sets that changed; none when the rule set is already the default, is retired or does not exist.
 */
export function makeDefaultRuleSet(
  db: Kysely<Database>,
  { by, id }: { by: Author; id: string },
): Promise<RuleSet[]> {
  return changeRecords(db, ruleSetEntity, {
    by,
    action: "make-default",
    async plan(trx) {
      const rows = await trx.selectFrom("rule_sets")
        .select(["id", "is_default as isDefault", "retired_at as retiredAt"])
        .orderBy("id").forNoKeyUpdate().execute();
      const next = rows.find((row) => row.id === id);
      if (!next || next.isDefault || next.retiredAt !== null) return new Map();
      const former = rows.filter(({ isDefault }) => isDefault);
      // Clear the former default first, because a unique index allows only one at any moment.
      return new Map([
        ...former.map(({ id }) => [id, withDefault(false)] as const),
        [id, withDefault(true)] as const,
      ]);
    },
  });
}

function withDefault(isDefault: boolean): (ruleSet: RuleSet) => RuleSet {
  return (ruleSet) => ({ ...ruleSet, isDefault });
}
