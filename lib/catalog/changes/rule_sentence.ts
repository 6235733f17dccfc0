/** Writes a rule as one sentence, and lists the parts of it that have no effect. */
import { perSnapshot } from "../per_snapshot.ts";
import type {
  Factor,
  FactorOption,
  Rule,
  RuleCondition,
  RuleSet,
  System,
  Track,
} from "../schema.ts";
import type { Snapshot } from "../snapshot.ts";

/** The content of a rule: its conditions and outcomes, without its name, rule set and priority. */
export type RuleBody = Pick<Rule, "conditions" | "outcomes">;

/** A piece of a sentence: plain text, or the name of a record. */
interface SentencePart {
  readonly text: string;
  readonly kind: "plain" | "factor" | "option" | "system";
  /** Whether the named record is retired or missing. */
  readonly gone: boolean;
}

/** Lookup tables for every record that a rule can name, retired records included. */
interface RuleNames {
  readonly factorById: ReadonlyMap<string, Factor>;
  readonly optionById: ReadonlyMap<string, FactorOption & { readonly factorId: string }>;
  readonly systemById: ReadonlyMap<string, System>;
  readonly ruleSetById: ReadonlyMap<string, RuleSet>;
  /** Live tracks by the rule set that they are matched against. */
  readonly tracksByRuleSet: ReadonlyMap<string, readonly Track[]>;
}

/** Returns the lookup tables of a snapshot. Memoised. */
export const ruleNames: (snapshot: Snapshot) => RuleNames = perSnapshot(
  ({ catalog, tracks, ruleSetIdFor }) => ({
    factorById: new Map(catalog.factors.map((factor) => [factor.id, factor])),
    optionById: new Map(
      catalog.factors.flatMap(({ id: factorId, retired, options }) =>
        options.map((option) =>
          [option.id, {
            ...option,
            factorId,
            retired: retired || option.retired,
          }] as const
        )
      ),
    ),
    systemById: new Map(catalog.systems.map((system) => [system.id, system])),
    ruleSetById: new Map(catalog.ruleSets.map((ruleSet) => [ruleSet.id, ruleSet])),
    tracksByRuleSet: Map.groupBy(tracks, ({ id }) => ruleSetIdFor(id)),
  }),
);

/** Returns the sentence of a rule in parts, so that a page can link or mark names: "When …, recommend …". */
export function ruleParts({ conditions, outcomes }: RuleBody, snapshot: Snapshot): SentencePart[] {
  const names = ruleNames(snapshot);
  const when = conditions.length === 0 ? [plain("Never, because it has no condition: ")] : [
    plain("When "),
    ...joined(conditions.map((it) => conditionParts(it, names)), " and "),
    plain(", "),
  ];
  return [...when, ...outcomeParts(outcomes, names)];
}

/** Returns the sentence of a rule as text, with answers in quotation marks. */
export function ruleSentence(rule: RuleBody, snapshot: Snapshot): string {
  const parts = ruleParts(rule, snapshot);
  return `${parts.map(({ text, kind }) => kind === "option" ? `“${text}”` : text).join("")}.`;
}

function conditionParts(
  { factorId, operator, optionIds }: RuleCondition,
  { factorById, optionById }: RuleNames,
): SentencePart[] {
  const factor = factorById.get(factorId);
  const subject: SentencePart = {
    text: factor?.name ?? factorId,
    kind: "factor",
    gone: factor?.retired ?? true,
  };
  const asShown = (factor?.options ?? []).map(({ id }) => id).filter((id) =>
    optionIds.includes(id)
  );
  const options = [...new Set([...asShown, ...optionIds])].map((id): SentencePart[] => {
    const option = optionById.get(id);
    return [{ text: option?.label ?? id, kind: "option", gone: option?.retired ?? true }];
  });
  if (options.length === 0) {
    return [
      subject,
      plain(` is ${operator} of nothing yet`),
    ];
  }
  return [subject, ...answersAre(operator, options, factor?.multiple ?? false)];
}

function answersAre(
  operator: RuleCondition["operator"],
  options: readonly SentencePart[][],
  multiple: boolean,
): SentencePart[] {
  const verb = multiple ? " includes " : " is ";
  if (operator === "any") return [plain(verb), ...listed(options, " or ")];
  if (operator === "all") {
    const both = options.length === 2 ? "both " : options.length > 2 ? "all of " : "";
    return [plain(`${verb}${both}`), ...listed(options, " and ")];
  }
  if (options.length === 1) {
    return [plain(multiple ? " does not include " : " is not "), ...options.flat()];
  }
  return options.length === 2
    ? [plain(`${verb}neither `), ...listed(options, " nor ")]
    : [plain(`${verb}none of `), ...listed(options, " and ")];
}

function outcomeParts(outcomes: Rule["outcomes"], { systemById }: RuleNames): SentencePart[] {
  if (outcomes.length === 0) return [plain("recommend nothing yet")];
  const named = (role: Rule["outcomes"][number]["role"]) =>
    outcomes.filter((outcome) => outcome.role === role).map(({ systemId }): SentencePart[] => {
      const system = systemById.get(systemId);
      return [{ text: system?.name ?? systemId, kind: "system", gone: system?.retired ?? true }];
    });
  const [preferred, alternative] = [named("preferred"), named("alternative")];
  const first = preferred.length < 2
    ? preferred.flat()
    : [...(preferred[0] ?? []), plain(" first, then "), ...listed(preferred.slice(1), " and ")];
  if (alternative.length === 0) return [plain("recommend "), ...first];
  const others = [
    ...listed(alternative, " and "),
    plain(alternative.length === 1 ? " as an alternative" : " as alternatives"),
  ];
  return preferred.length === 0
    ? [plain("recommend "), ...others]
    : [plain("recommend "), ...first, plain(", or "), ...others];
}

/**
 * Returns a sentence for each part of a rule that has no effect or prevents the rule from ever firing: a retired or
 * missing record, a draft system, a rule set that no track uses, or several answers required of a single-choice factor
 * (spec §4.1).
 */
export function idleParts(
  rule: RuleBody & { readonly ruleSetId: string },
  snapshot: Snapshot,
): string[] {
  const names = ruleNames(snapshot);
  const ruleSet = names.ruleSetById.get(rule.ruleSetId);
  const found: string[] = [];
  if (ruleSet?.retired) {
    found.push(`The rule set ${ruleSet.name} is retired, so the rule never fires.`);
  } else if (
    ruleSet && (names.tracksByRuleSet.get(ruleSet.id) ?? []).length === 0 && !ruleSet.isDefault
  ) {
    found.push(`No track uses the rule set ${ruleSet.name} yet, so buyers do not meet the rule.`);
  }
  return [
    ...found,
    ...rule.conditions.flatMap((condition) => idleCondition(condition, names)),
    ...rule.outcomes.flatMap(({ systemId }) => {
      const system = names.systemById.get(systemId);
      if (system && !system.retired && !system.draft) return [];
      return [
        `${system?.name ?? systemId} ${
          !system ? "no longer exists" : system.retired ? "is retired" : "is a draft"
        } and is not recommended.`,
      ];
    }),
  ];
}

function idleCondition(
  { factorId, operator, optionIds }: RuleCondition,
  { factorById, optionById }: RuleNames,
): string[] {
  const factor = factorById.get(factorId);
  const name = factor?.name ?? factorId;
  if (!factor || factor.retired) {
    const state = `${name} ${
      factor ? "is retired" : "no longer exists"
    }, so nobody is asked about it`;
    return [
      operator === "none"
        ? `${state}: the condition always holds.`
        : `${state}: the rule never fires.`,
    ];
  }
  const gone = optionIds.filter((id) => optionById.get(id)?.retired ?? true);
  const labels = gone.map((id) => `“${optionById.get(id)?.label ?? id}”`).join(", ");
  const state = `${labels} of ${name} ${gone.length === 1 ? "is" : "are"} retired`;
  if (operator === "all" && !factor.multiple && optionIds.length > 1) {
    return [
      `Buyers give one answer to ${name}, and this asks for ${optionIds.length}: the rule never fires.`,
    ];
  }
  if (gone.length === 0) return [];
  if (operator === "none") {
    return [`${state}: excluding ${gone.length === 1 ? "it" : "them"} has no effect.`];
  }
  return operator === "all" || gone.length === optionIds.length
    ? [`${state}, so nobody can answer that: the rule never fires.`]
    : [`${state} and can no longer be answered; the other answers still count.`];
}

function plain(text: string): SentencePart {
  return { text, kind: "plain", gone: false };
}

/** "a, b or c" */
function listed(items: readonly SentencePart[][], last: string): SentencePart[] {
  return items.flatMap((item, index) =>
    index === 0 ? item : [plain(index === items.length - 1 ? last : ", "), ...item]
  );
}

function joined(items: readonly SentencePart[][], between: string): SentencePart[] {
  return items.flatMap((item, index) => index === 0 ? item : [plain(between), ...item]);
}
