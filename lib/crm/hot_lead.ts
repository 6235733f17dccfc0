/** Which leads are hot (spec §2.6): the rule, its verdict with the reason for it, and what a rule would do. Pure. */
import type { BudgetTier, Snapshot, System } from "../catalog/mod.ts";

/** The rule as staff set it, by the columns of spec §2.6. */
export interface HotLeadRule {
  readonly hot_lead_enabled: boolean;
  readonly hot_lead_require_completed: boolean;
  /** Lowest step of the budget ladder; null sets no budget. */
  readonly hot_lead_min_tier_ordinal: number | null;
  readonly hot_lead_require_premium: boolean;
}

/** What the rule looks at in a lead. */
export interface HotLeadFacts {
  /** When the last question was answered, ISO 8601; null while some are open. */
  readonly completedAt: string | null;
  /** Tier of the recommended system; null without a recommendation, or for a system without a tier. */
  readonly tier: BudgetTier | null;
  /** The lowest step that counts as premium; null where the ladder has no steps. */
  readonly premiumTier: BudgetTier | null;
}

/** One condition of the rule. */
export type HotLeadConditionKind = "completed" | "min_tier" | "premium";

/** A condition that the rule asks for, and what the lead has for it. */
export interface HotLeadCondition {
  readonly kind: HotLeadConditionKind;
  readonly met: boolean;
  /** What the rule wants, in words: "Signature or above". */
  readonly wanted: string;
  /** What the lead has, in words: "Essential (step 1)". */
  readonly value: string;
}

/** Why a lead is hot, or is not. */
export interface HotLeadVerdict {
  readonly hot: boolean;
  /** Why the rule flags nobody; null where it decides. */
  readonly inactive: "disabled" | "no_condition" | null;
  /** The active conditions, every one of which must be met. */
  readonly conditions: readonly HotLeadCondition[];
}

/**
 * Judges a lead. A disabled rule, and one without an active condition, flags nothing (spec §2.6); its conditions are
 * told all the same.
 */
export function judgeHotLead(rule: HotLeadRule, facts: HotLeadFacts): HotLeadVerdict {
  const conditions = conditionsOf(rule, facts);
  const inactive = inactiveBecause(rule);
  return {
    hot: inactive === null && conditions.every(({ met }) => met),
    inactive,
    conditions,
  };
}

/** Why a rule flags nobody at all; null where it decides (spec §2.6). */
export function inactiveBecause(rule: HotLeadRule): HotLeadVerdict["inactive"] {
  if (!rule.hot_lead_enabled) return "disabled";
  const isEmpty = !rule.hot_lead_require_completed && rule.hot_lead_min_tier_ordinal === null &&
    !rule.hot_lead_require_premium;
  return isEmpty ? "no_condition" : null;
}

function conditionsOf(
  rule: HotLeadRule,
  { completedAt, tier, premiumTier }: HotLeadFacts,
): HotLeadCondition[] {
  const conditions: HotLeadCondition[] = [];
  if (rule.hot_lead_require_completed) {
    conditions.push({
      kind: "completed",
      met: completedAt !== null,
      wanted: "Every question answered",
      value: completedAt === null ? "Some are open" : `Answered on ${completedAt.slice(0, 10)}`,
    });
  }
  const least = rule.hot_lead_min_tier_ordinal;
  if (least !== null) {
    conditions.push({
      kind: "min_tier",
      met: tier !== null && tier.ordinal >= least,
      wanted: `Step ${least} of the budget ladder or above`,
      value: tierLabel(tier),
    });
  }
  if (rule.hot_lead_require_premium) {
    conditions.push({
      kind: "premium",
      met: tier !== null && premiumTier !== null && tier.ordinal >= premiumTier.ordinal,
      wanted: premiumTier === null
        ? "A premium system, and the ladder has no steps"
        : `${premiumTier.label} or above`,
      value: tierLabel(tier),
    });
  }
  return conditions;
}

function tierLabel(tier: BudgetTier | null): string {
  return tier === null ? "No tier" : `${tier.label} (step ${tier.ordinal})`;
}

/** What a lead's session came to, as far as the rule looks at it. */
export interface JudgedPayload {
  readonly recommendation: string | null;
  readonly completed_at: string | null;
}

/** The facts about a session's payload in the catalog as it is now. */
export function hotLeadFacts(snapshot: Snapshot, payload: JudgedPayload): HotLeadFacts {
  const { recommendation } = payload;
  return {
    completedAt: payload.completed_at,
    tier: recommendation === null ? null : tierOfStored(snapshot, recommendation),
    premiumTier: premiumTierOf(snapshot),
  };
}

/** Id of the step that is premium by name. */
const PREMIUM_ID = "premium";

/**
 * The lowest step of the ladder that counts as premium: the one with the id `premium`, or else the highest; null
 * for a ladder without steps.
 */
export function premiumTierOf({ catalog }: Pick<Snapshot, "catalog">): BudgetTier | null {
  const named = catalog.tiers.find(({ id }) => id === PREMIUM_ID);
  const [highest] = catalog.tiers.toSorted((a, b) => b.ordinal - a.ordinal);
  return named ?? highest ?? null;
}

/** The tier of a system, also of one that has been retired since. */
export function tierOfStored(snapshot: Snapshot, systemId: string): BudgetTier | null {
  const { budgetTierId } = findStoredSystem(snapshot, systemId) ?? {};
  return snapshot.tierById.get(budgetTierId ?? "") ?? null;
}

/** A system of the catalog, also one that has been retired since. */
export function findStoredSystem(
  { systemById, catalog }: Pick<Snapshot, "systemById" | "catalog">,
  systemId: string,
): System | undefined {
  return systemById.get(systemId) ?? catalog.systems.find(({ id }) => id === systemId);
}

/** What a rule would have done with leads. */
export interface HotLeadTrial {
  readonly flagged: number;
  readonly total: number;
}

/** Counts how many of some leads a rule would have flagged. */
export function tryHotLeadRule(
  rule: HotLeadRule,
  leads: readonly HotLeadFacts[],
): HotLeadTrial {
  return {
    flagged: leads.filter((facts) => judgeHotLead(rule, facts).hot).length,
    total: leads.length,
  };
}
