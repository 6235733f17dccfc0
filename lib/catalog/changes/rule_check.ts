/** Validates a draft and turns it into a rule. Pure. */
import type { z } from "zod";
import type { CheckedForm } from "@/lib/http/mod.ts";
import type { FieldErrors } from "@/lib/records/mod.ts";
import type { Catalog, Rule } from "../schema.ts";
import { type DraftCondition, type RuleDraft, RuleFields } from "./rule_draft.ts";
import { missingFrom, RULE_PRIORITY } from "./rules.ts";

/** The rule's id, and the stored rule and catalog that a draft is validated against. */
export interface RuleContext {
  readonly id: string;
  /** The rule as stored; null while it is new. */
  readonly current: Rule | null;
  readonly catalog: Catalog;
}

/**
 * Validates a draft and returns its rule, or one message per wrong field. A retired record is accepted only if the
 * stored rule already names it.
 */
export function ruleOfDraft(draft: RuleDraft, context: RuleContext): CheckedForm<Rule> {
  const { id, current } = context;
  const parsed = RuleFields.safeParse(draft);
  const fields = {
    ...referenceErrors(draft, context),
    ...(draft.enabled && missingFrom(draft)),
    ...(parsed.error && errorsByField(parsed.error)),
  };
  if (!parsed.success || Object.keys(fields).length > 0) return { ok: false, fields };
  const { conditions, outcomes, ...rule } = parsed.data;
  return {
    ok: true,
    value: {
      id,
      ...rule,
      retired: current?.retired ?? false,
      conditions: conditions.map((condition) => ({
        ...condition,
        // Ordered by id, as `ruleEntity` reads them: display order would change whenever staff move an option.
        optionIds: [...new Set(condition.optionIds)].sort(),
      })),
      outcomes: ranked(outcomes, current),
    },
  };
}

function errorsByField({ issues }: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.slice(0, 3).join(".")] ??= message;
  return fields;
}

function referenceErrors(draft: RuleDraft, { current, catalog }: RuleContext): FieldErrors {
  const fields: Record<string, string> = {};
  const ruleSet = catalog.ruleSets.find(({ id }) => id === draft.ruleSetId);
  if (!ruleSet) fields.ruleSetId = "Choose a rule set";
  else if (ruleSet.retired && current?.ruleSetId !== ruleSet.id) {
    fields.ruleSetId = `${ruleSet.name} is retired. Choose another rule set`;
  }
  const named = namedBy(current);
  draft.conditions.forEach((condition, index) => {
    const error = conditionError(condition, { catalog, named });
    if (error) fields[`conditions.${index}.${error.field}`] = error.message;
  });
  const taken = new Set<string>();
  draft.outcomes.forEach(({ systemId }, index) => {
    const system = catalog.systems.find(({ id }) => id === systemId);
    const field = `outcomes.${index}.systemId`;
    if (!system) fields[field] = "Choose a system";
    else if (taken.has(systemId)) {
      fields[field] =
        `${system.name} is listed twice. Choose another system, because a rule recommends a system once`;
    } else if (system.retired && !named.has(systemId)) {
      fields[field] = `${system.name} is retired. Choose another system`;
    }
    taken.add(systemId);
  });
  return fields;
}

function conditionError(
  { factorId, optionIds }: DraftCondition,
  { catalog, named }: { catalog: Catalog; named: ReadonlySet<string> },
): { field: "factorId" | "optionIds"; message: string } | null {
  const factor = catalog.factors.find(({ id }) => id === factorId);
  if (!factor) {
    return { field: "factorId", message: "This factor does not exist. Remove the condition" };
  }
  if (factor.retired && !named.has(factorId)) {
    return { field: "factorId", message: `${factor.name} is retired. Remove the condition` };
  }
  const options = new Map(factor.options.map((option) => [option.id, option]));
  for (const id of optionIds) {
    const option = options.get(id);
    if (!option) {
      return {
        field: "optionIds",
        message: `“${id}” is not an answer to ${factor.name}. Untick it`,
      };
    }
    if (option.retired && !named.has(id)) {
      return { field: "optionIds", message: `“${option.label}” is retired. Untick it` };
    }
  }
  return null;
}

/**
 * Returns the ids of all records that a rule names, in one set. Ids are unique only within a kind, but a mix-up
 * could at worst accept a retired record.
 */
function namedBy(rule: Rule | null): ReadonlySet<string> {
  return new Set([
    ...(rule?.conditions ?? []).flatMap(({ factorId, optionIds }) => [factorId, ...optionIds]),
    ...(rule?.outcomes ?? []).map(({ systemId }) => systemId),
  ]);
}

/**
 * Sets ranks by index. An unchanged order keeps its stored ranks, because the engine also compares ranks between rules
 * (design §6.4).
 */
function ranked(
  outcomes: readonly Omit<Rule["outcomes"][number], "rank">[],
  current: Rule | null,
): Rule["outcomes"] {
  const stored = current?.outcomes ?? [];
  const same = stored.length === outcomes.length &&
    stored.every(({ systemId }, index) => systemId === outcomes[index]?.systemId);
  return outcomes.map(({ systemId, role, rationale }, index) => ({
    systemId,
    role,
    rank: same ? stored[index]?.rank ?? index + 1 : index + 1,
    rationale,
  }));
}

/**
 * Returns the rule closest to a draft, with defaults for invalid fields, so that an incomplete draft can be described
 * and tried out. The result is not validated.
 */
export function ruleNearDraft(
  { priority, conditions, outcomes, ...draft }: RuleDraft,
  { id, current }: Omit<RuleContext, "catalog">,
): Rule {
  return {
    id,
    ...draft,
    priority: Number.isSafeInteger(Number(priority)) ? Number(priority) : RULE_PRIORITY.max,
    retired: current?.retired ?? false,
    conditions: conditions.map(({ factorId, operator, optionIds }) => ({
      factorId,
      operator: operator === "all" || operator === "none" ? operator : "any",
      optionIds: [...optionIds],
    })),
    outcomes: ranked(
      outcomes.map(({ systemId, role, rationale }) => ({
        systemId,
        role: role === "alternative" ? role : "preferred",
        rationale,
      })),
      current,
    ),
  };
}
