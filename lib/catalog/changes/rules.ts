import { type Kysely, sql, type Transaction } from "kysely";
import { type Author, changeRecords, type Entity, type FieldErrors } from "@/lib/records/mod.ts";
import {
  changedRow,
  conditionOptionRows,
  conditionRows,
  newRow,
  outcomeRows,
  retired,
  RULE_COLUMNS,
  ruleRow,
} from "../rows.ts";
import type { Rule, RuleCondition, RuleOutcome } from "../schema.ts";
import { anyOf, type Database, insertAll } from "@/lib/db/mod.ts";
import { moveInOrder, type OrderMove, placeInOrder, type Placing } from "./order.ts";
import { type Peers, reorder } from "./reorder.ts";

/** Lowest and highest priority that staff can give a rule. Lower numbers come first. */
export const RULE_PRIORITY: { readonly min: number; readonly max: number } = { min: 1, max: 9999 };

/**
 * Rules with their conditions and outcomes (spec §2.2). The options of a condition are in the order of their ids. A
 * rule is retired, never deleted.
 */
export const ruleEntity: Entity<Rule> = {
  type: "rule",
  constraints: {
    rules_rule_set_id_fkey: { ruleSetId: "This rule set no longer exists. Choose another" },
    rule_conditions_factor_id_fkey: {
      conditions: "A factor of the conditions no longer exists. Remove its condition",
    },
    rule_condition_options_option_fkey: {
      conditions: "An option of the conditions no longer exists. Untick it",
    },
    rule_outcomes_system_id_fkey: {
      outcomes: "A recommended system no longer exists. Choose another",
    },
  },
  read: async (trx, id, options) => (await readRules(trx, [id], options)).get(id) ?? null,
  readAll: (trx, ids) => readRules(trx, ids, { lock: true }),
  async insert(trx, rule) {
    await trx.insertInto("rules").values(newRow(rule, ruleRow(rule))).execute();
    await insertConditions(trx, rule);
    await insertAll(trx, "rule_outcomes", outcomeRows(rule));
  },
  async update(trx, rule, before) {
    await trx.updateTable("rules").set(changedRow(rule, ruleRow(rule)))
      .where("id", "=", rule.id).execute();
    if (JSON.stringify(rule.conditions) !== JSON.stringify(before.conditions)) {
      await trx.deleteFrom("rule_conditions").where("rule_id", "=", rule.id).execute();
      await insertConditions(trx, rule);
    }
    if (JSON.stringify(rule.outcomes) !== JSON.stringify(before.outcomes)) {
      await trx.deleteFrom("rule_outcomes").where("rule_id", "=", rule.id).execute();
      await insertAll(trx, "rule_outcomes", outcomeRows(rule));
    }
  },
};

/**
 * Returns what a rule lacks before it can be enabled, as messages by form field; empty when it is complete. A disabled
 * rule may be stored incomplete.
 */
export function missingFrom(
  { conditions, outcomes }: {
    readonly conditions: readonly { readonly optionIds: readonly string[] }[];
    readonly outcomes: readonly unknown[];
  },
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
 * Swaps a rule with its neighbour among the rules of its set that are not retired. The two swap priorities. If equal
 * priorities leave no room, as few following rules as possible get new priorities, so that the order of all other
 * rules stays the same. All of this is one transaction, with an audit entry `move` for each rule whose priority
 * changed, so that the history of every rule is complete. Returns the rules that changed; none at an end of the list.
 */
export function moveRule(
  db: Kysely<Database>,
  { by, ...move }: OrderMove,
): Promise<Rule[]> {
  return reorder(db, ruleEntity, {
    by,
    peers: liveInSetOf(move.id),
    order: (peers) => moveInOrder(peers, { ...move, max: RULE_PRIORITY.max }),
    place: withPriority,
  });
}

/**
 * Moves a rule directly before or after another rule of its set, with the guarantees of {@linkcode moveRule}. Returns
 * the rules that changed; none when it is already there, or when the other rule is retired or in another set.
 */
export function placeRule(
  db: Kysely<Database>,
  { by, ...placing }: Placing & { readonly by: Author },
): Promise<Rule[]> {
  return reorder(db, ruleEntity, {
    by,
    peers: liveInSetOf(placing.id),
    order: (peers) => placeInOrder(peers, { ...placing, max: RULE_PRIORITY.max }),
    place: withPriority,
  });
}

/** Returns the peers of the rule with an id: the rules of its set that are not retired. */
function liveInSetOf(id: string): Peers {
  return (trx) =>
    trx.selectFrom("rules").select(["id", "priority as place"])
      .where("retired_at", "is", null)
      .where(
        "rule_set_id",
        "=",
        (query) => query.selectFrom("rules").select("rule_set_id").where("id", "=", id),
      )
      .orderBy("id").forNoKeyUpdate().execute();
}

function withPriority(rule: Rule, priority: number): Rule {
  return { ...rule, priority };
}

/** Rules to enable or disable together. */
interface RuleSwitching {
  readonly by: Author;
  readonly ids: readonly string[];
  readonly on: boolean;
}

/**
 * Enables or disables rules in one transaction, with an audit entry `enable` or `disable` for each changed rule.
 * Retired rules are left alone. Rules that are too incomplete to be enabled are also left alone, and returned as
 * `incomplete`.
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

/** Reads rules with one query for each table, whatever their number, and locks them in the order of their ids. */
async function readRules(
  trx: Kysely<Database>,
  ids: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<ReadonlyMap<string, Rule>> {
  const asked = trx.selectFrom("rules").select([...RULE_COLUMNS, retired])
    .where("id", "=", anyOf(ids)).orderBy("id");
  const rows = await (lock ? asked.forNoKeyUpdate() : asked).execute();
  const conditions = await readConditions(trx, ids);
  const outcomes = await readOutcomes(trx, ids);
  return new Map(rows.map((row) => [row.id, {
    ...row,
    conditions: conditions.get(row.id) ?? [],
    outcomes: outcomes.get(row.id) ?? [],
  }]));
}

async function readConditions(
  trx: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RuleCondition[]>> {
  const rows = await trx.selectFrom("rule_conditions")
    .select(["rule_id as ruleId", "position", "factor_id as factorId", "operator"])
    .where("rule_id", "=", anyOf(ids)).orderBy("rule_id").orderBy("position").execute();
  const chosen = await trx.selectFrom("rule_condition_options")
    .select(["rule_id as ruleId", "position", "option_id as optionId"])
    .where("rule_id", "=", anyOf(ids)).orderBy(sql`option_id collate "C"`).execute();
  const optionsOf = Map.groupBy(chosen, placeOf);
  const found = Map.groupBy(rows, ({ ruleId }) => ruleId);
  return new Map([...found].map(([id, conditions]) => [
    id,
    conditions.map((row) => ({
      factorId: row.factorId,
      operator: row.operator,
      optionIds: (optionsOf.get(placeOf(row)) ?? []).map(({ optionId }) => optionId),
    })),
  ]));
}

function placeOf({ ruleId, position }: { ruleId: string; position: number }): string {
  return `${ruleId} ${position}`;
}

async function readOutcomes(
  trx: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RuleOutcome[]>> {
  const rows = await trx.selectFrom("rule_outcomes")
    .select(["rule_id as ruleId", "system_id as systemId", "role", "rank", "rationale"])
    .where("rule_id", "=", anyOf(ids)).orderBy("rule_id").orderBy("rank").execute();
  return new Map([...Map.groupBy(rows, ({ ruleId }) => ruleId)].map(([id, outcomes]) => [
    id,
    outcomes.map(({ ruleId: _, ...outcome }) => outcome),
  ]));
}

async function insertConditions(trx: Transaction<Database>, rule: Rule): Promise<void> {
  await insertAll(trx, "rule_conditions", conditionRows(rule));
  await insertAll(trx, "rule_condition_options", conditionOptionRows(rule));
}
