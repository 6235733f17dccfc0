import { type Kysely, sql, type Transaction } from "kysely";
import { type Author, changeRecords, type Entity, type FieldErrors } from "../../records/mod.ts";
import { type Rule, RULE_COLUMNS, type RuleCondition, type RuleOutcome } from "../schema.ts";
import { ruleRow } from "../insert.ts";
import type { Database } from "../../db/mod.ts";
import { moveInOrder, type OrderMove, type Placed, placeInOrder, type Placing } from "./order.ts";
import { retiredAt } from "./retired.ts";

/** Lowest and highest priority that staff can give; the lower comes first. */
export const RULE_PRIORITY: { readonly min: number; readonly max: number } = { min: 1, max: 9999 };

/**
 * Rules with their conditions and outcomes (spec §2.2), the options of a condition in the order of their
 * ids. They are retired, never deleted.
 */
export const ruleEntity: Entity<Rule> = {
  type: "rule",
  constraints: {
    rules_rule_set_id_fkey: { ruleSetId: "This rule set is gone. Choose another" },
    rule_conditions_factor_id_fkey: { conditions: "A factor of the conditions is gone" },
    rule_condition_options_option_fkey: { conditions: "An option of the conditions is gone" },
    rule_outcomes_system_id_fkey: { outcomes: "A recommended system is gone" },
  },
  async read(trx, id, { lock }) {
    const row = await trx.selectFrom("rules")
      .select(RULE_COLUMNS)
      .select(sql<boolean>`retired_at is not null`.as("retired"))
      .where("id", "=", id)
      .$if(lock, (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
    if (!row) return null;
    return {
      ...row,
      conditions: await readConditions(trx, id),
      outcomes: await readOutcomes(trx, id),
    };
  },
  async insert(trx, rule) {
    await trx.insertInto("rules").values({
      ...ruleRow(rule),
      retired_at: rule.retired ? sql<Date>`now()` : null,
    }).execute();
    await insertConditions(trx, rule);
    await insertOutcomes(trx, rule);
  },
  async update(trx, rule, before) {
    await trx.updateTable("rules").set({ ...ruleRow(rule), retired_at: retiredAt(rule) }).where(
      "id",
      "=",
      rule.id,
    ).execute();
    if (JSON.stringify(rule.conditions) !== JSON.stringify(before.conditions)) {
      await trx.deleteFrom("rule_conditions").where("rule_id", "=", rule.id).execute();
      await insertConditions(trx, rule);
    }
    if (JSON.stringify(rule.outcomes) !== JSON.stringify(before.outcomes)) {
      await trx.deleteFrom("rule_outcomes").where("rule_id", "=", rule.id).execute();
      await insertOutcomes(trx, rule);
    }
  },
};

/**
 * What a rule lacks to be switched on, by the name of the form's field. Switched off, a rule may be kept
 * half written.
 */
export function missingFrom(
  { conditions, outcomes }: Pick<Rule, "conditions" | "outcomes">,
): FieldErrors {
  const fields: Record<string, string> = {};
  if (conditions.length === 0) {
    fields.conditions = "Add a condition: a rule without one never fires";
  }
  conditions.forEach(({ optionIds }, index) => {
    if (optionIds.length === 0) {
      fields[`conditions.${index}.optionIds`] = "Tick at least one answer";
    }
  });
  if (outcomes.length === 0) fields.outcomes = "Add a system for the rule to recommend";
  return fields;
}

/**
 * Moves a rule past its neighbour among the rules of its set that are not retired. The two swap their
 * priorities; where equal ones leave no room, the rules behind follow, as few as will do, so that nobody
 * else changes places. Each rule whose priority changed has an audit entry `move`, all in one transaction,
 * so that every rule's own history is whole. Gives the rules that changed: none at an end of the list.
 */
export function moveRule(
  db: Kysely<Database>,
  { by, ...move }: OrderMove,
): Promise<Rule[]> {
  return reorder(db, {
    by,
    id: move.id,
    order: (peers) => moveInOrder(peers, { ...move, max: RULE_PRIORITY.max }),
  });
}

/**
 * Puts a rule right before or behind another of its set, under the conditions of {@linkcode moveRule}. Gives the
 * rules that changed: none where it stands there already, or where the other is of another set or retired.
 */
export function placeRule(
  db: Kysely<Database>,
  { by, ...placing }: Placing & { readonly by: Author },
): Promise<Rule[]> {
  return reorder(db, {
    by,
    id: placing.id,
    order: (peers) => placeInOrder(peers, { ...placing, max: RULE_PRIORITY.max }),
  });
}

interface Reordering {
  readonly by: Author;
  readonly id: string;
  /** Which of the rules of its set that are not retired gets which priority. */
  readonly order: (peers: readonly Placed[]) => ReadonlyMap<string, number>;
}

function reorder(db: Kysely<Database>, { by, id, order }: Reordering): Promise<Rule[]> {
  return changeRecords(db, ruleEntity, {
    by,
    action: "move",
    async plan(trx) {
      const peers = await trx.selectFrom("rules").select(["id", "priority as place"])
        .where("retired_at", "is", null)
        .where(
          "rule_set_id",
          "=",
          (query) => query.selectFrom("rules").select("rule_set_id").where("id", "=", id),
        )
        .orderBy("id").forNoKeyUpdate().execute();
      return new Map(
        [...order(peers)].map(([id, priority]) => [id, (rule: Rule) => ({ ...rule, priority })]),
      );
    },
  });
}

/** Rules that are switched together. */
export interface RuleSwitching {
  readonly by: Author;
  readonly ids: readonly string[];
  readonly on: boolean;
}

/**
 * Switches rules on or off, all in one transaction, each with an audit entry of its own. Retired rules stay as they
 * are, and so do those that lack something to be switched on, which are given as `incomplete`.
 */
export async function switchRules(
  db: Kysely<Database>,
  { by, ids, on }: RuleSwitching,
): Promise<{ changed: Rule[]; incomplete: Rule[] }> {
  const incomplete = new Map<string, Rule>();
  const changed = await changeRecords(db, ruleEntity, {
    by,
    action: on ? "enable" : "disable",
    plan() {
      const change = (rule: Rule): Rule => {
        if (rule.retired || rule.enabled === on) return rule;
        if (!on || Object.keys(missingFrom(rule)).length === 0) return { ...rule, enabled: on };
        incomplete.set(rule.id, rule);
        return rule;
      };
      return Promise.resolve(new Map([...new Set(ids)].sort().map((id) => [id, change])));
    },
  });
  return { changed, incomplete: [...incomplete.values()] };
}

async function readConditions(trx: Kysely<Database>, id: string): Promise<RuleCondition[]> {
  const rows = await trx.selectFrom("rule_conditions")
    .select(["position", "factor_id as factorId", "operator"])
    .where("rule_id", "=", id).orderBy("position").execute();
  const chosen = await trx.selectFrom("rule_condition_options")
    .select(["position", "option_id as optionId"])
    .where("rule_id", "=", id).orderBy(sql`option_id collate "C"`).execute();
  const optionIds = Map.groupBy(chosen, ({ position }) => position);
  return rows.map(({ position, ...condition }) => ({
    ...condition,
    optionIds: (optionIds.get(position) ?? []).map(({ optionId }) => optionId),
  }));
}

async function readOutcomes(trx: Kysely<Database>, id: string): Promise<RuleOutcome[]> {
  return await trx.selectFrom("rule_outcomes")
    .select(["system_id as systemId", "role", "rank", "rationale"])
    .where("rule_id", "=", id).orderBy("rank").execute();
}

async function insertConditions(
  trx: Transaction<Database>,
  { id, conditions }: Rule,
): Promise<void> {
  if (conditions.length === 0) return;
  const rows = conditions.map(({ factorId, operator }, index) => ({
    rule_id: id,
    position: index + 1,
    factor_id: factorId,
    operator,
  }));
  await trx.insertInto("rule_conditions").values(rows).execute();
  const chosen = conditions.flatMap(({ factorId, optionIds }, index) =>
    optionIds.map((optionId) => ({
      rule_id: id,
      position: index + 1,
      factor_id: factorId,
      option_id: optionId,
    }))
  );
  if (chosen.length > 0) await trx.insertInto("rule_condition_options").values(chosen).execute();
}

async function insertOutcomes(trx: Transaction<Database>, { id, outcomes }: Rule): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ systemId, ...outcome }) => ({
    rule_id: id,
    system_id: systemId,
    ...outcome,
  }));
  await trx.insertInto("rule_outcomes").values(rows).execute();
}
