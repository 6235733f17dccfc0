/** The verdict on each answer: met, weighed or unmet. */
import {
  type Factor,
  type FactorOption,
  type OptionRequirement,
  perSnapshot,
  type Rule,
  type RuleCondition,
  type Snapshot,
} from "../catalog/mod.ts";
import { formatList, inSentence } from "../text/mod.ts";
import {
  conditionHolds,
  liveConditions,
  meetsRequirements,
  type Selection,
} from "../selection/mod.ts";
import type { AnswerVerdict } from "./schema.ts";
import { asksFor } from "./rule_parts.ts";
import { fallsShort, tradeOffOf } from "./trade_off.ts";

/** A selected option with its question. */
export interface SelectedOption {
  readonly factor: Factor;
  readonly option: FactorOption;
}

/** The selection to explain, with its snapshot and track. */
interface VerdictContext {
  readonly snapshot: Snapshot;
  readonly track: string | null;
  readonly selection: Selection;
}

/**
 * Returns one verdict for each selected option, in the order given. An option is *met* if there is a pick and the
 * option has requirements on enabled attributes (a pick meets them all), or if it is in an `any` or `all` condition
 * of a fired rule that put the pick forward. It is *weighed* if it is in such a condition of another fired rule, or
 * in a `none` condition of a rule whose other conditions hold. Otherwise it is *unmet*.
 */
export function verdictsOn(
  selected: readonly SelectedOption[],
  { snapshot, track, selection }: VerdictContext,
): AnswerVerdict[] {
  const ids = new Set(selection.context.optionIds);
  const ruleSetId = snapshot.ruleSetIdFor(track);
  const firing = selection.firedRules.flatMap(({ ruleId }) => snapshot.ruleById.get(ruleId) ?? []);
  const leadRuleIds = new Set(selection.lead?.matchedRuleIds);
  const stopped = (stoppable(snapshot).get(ruleSetId) ?? []).flatMap((rule) =>
    stoppedBy(rule, ids) ?? []
  );
  return selected.map(({ factor, option }): AnswerVerdict => {
    const row = { factorId: factor.id, optionId: option.id };
    const { lead } = selection;
    const requires = option.requirements.filter(({ attributeId }) =>
      snapshot.attributeById.has(attributeId)
    );
    if (lead && requires.length > 0) {
      const names = requires.map(({ attributeId }) =>
        inSentence(snapshot.attributeById.get(attributeId)?.name ?? "")
      );
      return {
        ...row,
        verdict: "met",
        why: `${lead.name} has what this answer requires: ${formatList([...new Set(names)])}.`,
      };
    }
    const own = firing.filter((rule) => asksFor(rule, option.id));
    const met = lead && own.find(({ id }) => leadRuleIds.has(id));
    if (lead && met) {
      return { ...row, verdict: "met", why: `It is a reason for ${lead.name}: “${met.name}”.` };
    }
    const [other] = own;
    if (other) {
      return { ...row, verdict: "weighed", why: whyWeighed(other, selection, snapshot) };
    }
    const kept = stopped.find(({ options }) => options.has(option.id));
    if (kept) {
      return {
        ...row,
        verdict: "weighed",
        why: `It kept this advice from applying: “${kept.rule.name}”.`,
      };
    }
    const short = lead === null ? namedWithout(requires, firing, snapshot) : [];
    if (short.length > 0) {
      return {
        ...row,
        verdict: "unmet",
        why: `It requires what ${formatList(short)} ${
          short.length === 1 ? "does" : "do"
        } not have.`,
      };
    }
    const reason = lead
      ? `Nothing that led to ${lead.name} took this answer into account.`
      : "No rule took this answer into account.";
    const tradeOff = tradeOffOf(snapshot, track, { selection, optionId: option.id });
    return { ...row, verdict: "unmet", why: [reason, tradeOff ?? []].flat().join(" ") };
  });
}

/** Lists the names of the systems that fired rules name and that fail any of the requirements. */
function namedWithout(
  requires: readonly OptionRequirement[],
  firing: readonly Rule[],
  { systemById, attributeById }: Snapshot,
): string[] {
  const named = new Set(firing.flatMap(({ outcomes }) => outcomes.map(({ systemId }) => systemId)));
  return [...named].flatMap((id) => {
    const system = systemById.get(id);
    return system && !meetsRequirements(system, requires, attributeById) ? [system.name] : [];
  });
}

function whyWeighed(
  rule: Rule,
  { context, lead }: Selection,
  snapshot: Snapshot,
): string {
  const systems = rule.outcomes.flatMap(({ systemId }) => snapshot.systemById.get(systemId) ?? []);
  const names = [...new Set(systems.map(({ name }) => name))];
  const spokeFor = names.length === 0
    ? "named no system on offer"
    : `spoke for ${formatList(names)}`;
  if (lead === null) {
    if (names.length === 0) return `It ${spokeFor}.`;
    const they = names.length === 1 ? "it does" : "they do";
    return `It ${spokeFor}, but your answers require what ${they} not have.`;
  }
  const selected = new Set(context.optionIds);
  const [dropped] = systems.flatMap(({ id, name }) => {
    const short = fallsShort(snapshot, id, selected);
    return short === null ? [] : [` ${name} ${short}.`];
  });
  return `It ${spokeFor}, and other answers weighed more for ${lead.name}.${dropped ?? ""}`;
}

/** A rule with a `none` condition, and its live conditions. */
interface StoppableRule {
  readonly rule: Rule;
  readonly conditions: readonly RuleCondition[];
}

/** The rules with a `none` condition, by rule set, in priority order. */
const stoppable = perSnapshot((snapshot): ReadonlyMap<string, StoppableRule[]> => {
  const rules = snapshot.rules.flatMap((rule) => {
    const conditions = liveConditions(rule, snapshot);
    return conditions?.some(({ operator }) => operator === "none") ? [{ rule, conditions }] : [];
  });
  return Map.groupBy(rules, ({ rule }) => rule.ruleSetId);
});

/**
 * Returns the selected options that alone stop a rule, by its `none` conditions; null if something else or nothing
 * does.
 */
function stoppedBy(
  { rule, conditions }: StoppableRule,
  selected: ReadonlySet<string>,
): { rule: Rule; options: ReadonlySet<string> } | null {
  const options = new Set<string>();
  for (const condition of conditions) {
    if (conditionHolds(condition, selected)) continue;
    if (condition.operator !== "none") return null;
    for (const id of condition.optionIds) if (selected.has(id)) options.add(id);
  }
  return options.size === 0 ? null : { rule, options };
}
