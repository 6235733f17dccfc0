/** The verdict on each answer: met, weighed or unmet. */
import {
  type Factor,
  type FactorOption,
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
import { shortOf, tradeOffOf } from "./trade_off.ts";

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
    const short = shortfall(snapshot, selection, option);
    if (short !== null) return { ...row, verdict: "unmet", why: short };
    const reason = lead
      ? `Nothing that led to ${lead.name} took this answer into account.`
      : "No rule took this answer into account.";
    const tradeOff = tradeOffOf(snapshot, track, { selection, optionId: option.id });
    return { ...row, verdict: "unmet", why: [reason, tradeOff ?? []].flat().join(" ") };
  });
}

/**
 * Returns a sentence that names the systems which other answers spoke for and which fail what the option requires, and
 * the attributes that they fail. Returns null if none fails, and with a pick, which has all that is required. An unmet
 * answer without this sentence is one that nothing took into account.
 */
export function shortfall(
  { ruleById, systemById, attributeById }: Snapshot,
  { lead, firedRules }: Pick<Selection, "lead" | "firedRules">,
  { requirements }: Pick<FactorOption, "requirements">,
): string | null {
  if (lead !== null) return null;
  const requires = requirements.filter(({ attributeId }) => attributeById.has(attributeId));
  const named = new Set(
    firedRules.flatMap(({ ruleId }) =>
      ruleById.get(ruleId)?.outcomes.map(({ systemId }) => systemId) ?? []
    ),
  );
  const systems: string[] = [];
  const attributes = new Set<string>();
  for (const id of named) {
    const system = systemById.get(id);
    if (system === undefined) continue;
    const failed = requires.filter((one) => !meetsRequirements(system, [one], attributeById));
    if (failed.length > 0) systems.push(system.name);
    for (const { attributeId } of failed) {
      attributes.add(inSentence(attributeById.get(attributeId)?.name ?? ""));
    }
  }
  return systems.length === 0
    ? null
    : `Other answers spoke for ${formatList(systems)}, which ${fall(systems)} short of this one: ${
      formatList([...attributes])
    }.`;
}

function fall(systems: readonly string[]): string {
  return systems.length === 1 ? "falls" : "fall";
}

function whyWeighed(
  rule: Rule,
  { context, lead }: Selection,
  snapshot: Snapshot,
): string {
  const systems = new Set(
    rule.outcomes.flatMap(({ systemId }) => snapshot.systemById.get(systemId) ?? []),
  );
  if (systems.size === 0) return "It named no system on offer.";
  const spokeFor = `It spoke for ${formatList([...systems].map(({ name }) => name))}`;
  const selected = new Set(context.optionIds);
  const dropped = [...Map.groupBy(systems, ({ id }) => shortOf(snapshot, id, selected))]
    .flatMap(([short, those]) =>
      short === null ? [] : [{ short, names: those.map(({ name }) => name) }]
    );
  const [first, second] = dropped;
  if (lead !== null) {
    const why = first ? ` ${first.names[0]} falls ${first.short}.` : "";
    return `${spokeFor}, and other answers weighed more for ${lead.name}.${why}`;
  }
  if (first && !second) return `${spokeFor}, which ${fall(first.names)} ${first.short}.`;
  const sentences = dropped.map(({ short, names }) =>
    ` ${formatList(names)} ${fall(names)} ${short}.`
  );
  return `${spokeFor}.${sentences.join("")}`;
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
