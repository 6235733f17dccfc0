/**
 * The hot-lead rule (spec §2.6): its verdict for a lead, with the reasons, and a trial of a rule on past leads. Pure.
 */
import type { BudgetTier, Snapshot, System } from "../catalog/mod.ts";
import { formatDay } from "../text/mod.ts";

/** The rule as staff set it, named by the columns of spec §2.6. */
export interface HotLeadRule {
  readonly hot_lead_enabled: boolean;
  readonly hot_lead_require_completed: boolean;
  /** Lowest tier ordinal that counts as hot; null means no budget condition. */
  readonly hot_lead_min_tier_ordinal: number | null;
  readonly hot_lead_require_premium: boolean;
}

/** The facts of a lead that the rule tests. */
export interface HotLeadFacts {
  /** When the last question was answered, ISO 8601; null while some are open. */
  readonly completedAt: string | null;
  /** Tier of the recommended system; null without a recommendation, or if the system has no tier. */
  readonly tier: BudgetTier | null;
  /** The lowest premium tier; null when there are no tiers. */
  readonly premiumTier: BudgetTier | null;
}

/** One condition of the rule. */
type HotLeadConditionKind = "completed" | "min_tier" | "premium";

/** An active condition of the rule, and what the lead has for it. */
export interface HotLeadCondition {
  readonly kind: HotLeadConditionKind;
  readonly met: boolean;
  /** The requirement of the rule, as text for staff: "Signature or above". */
  readonly wanted: string;
  /** The value of the lead, as text for staff: "Essential (step 1)". */
  readonly value: string;
}

/** The result of the rule for one lead, with its reasons. */
export interface HotLeadVerdict {
  readonly hot: boolean;
  /** Why the rule flags nothing at all; null when it is active. */
  readonly inactive: "disabled" | "no_condition" | null;
  /** The active conditions; a hot lead meets all of them. */
  readonly conditions: readonly HotLeadCondition[];
}

/**
 * Applies the rule to a lead. A rule that is disabled or has no active condition flags nothing (spec §2.6); the verdict
 * lists its conditions anyway.
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

/** Returns why a rule flags nothing at all; null when it is active (spec §2.6). */
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
      value: completedAt === null
        ? "Some are open"
        : `Answered on ${formatDay(new Date(completedAt))}`,
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

/** The part of a session's payload that the rule tests. */
interface JudgedPayload {
  readonly recommendation: string | null;
  readonly completed_at: string | null;
}

/** Returns the facts of a session's payload, by the current catalog. */
export function hotLeadFacts(snapshot: Snapshot, payload: JudgedPayload): HotLeadFacts {
  const { recommendation } = payload;
  return {
    completedAt: payload.completed_at,
    tier: recommendation === null ? null : tierOfStored(snapshot, recommendation),
    premiumTier: premiumTierOf(snapshot),
  };
}

/** Id of the tier that marks where premium begins. */
const PREMIUM_ID = "premium";

/**
 * Returns the lowest premium tier: the one with the id `premium`, or else the highest; null when there are no tiers.
 */
export function premiumTierOf({ catalog }: Pick<Snapshot, "catalog">): BudgetTier | null {
  const named = catalog.tiers.find(({ id }) => id === PREMIUM_ID);
  const [highest] = catalog.tiers.toSorted((a, b) => b.ordinal - a.ordinal);
  return named ?? highest ?? null;
}

/** Returns the tier of a system, even if the system has been retired; null without a tier. */
export function tierOfStored(snapshot: Snapshot, systemId: string): BudgetTier | null {
  const { budgetTierId } = findStoredSystem(snapshot, systemId) ?? {};
  return snapshot.tierById.get(budgetTierId ?? "") ?? null;
}

/** Finds a system of the catalog, even if it has been retired. */
export function findStoredSystem(
  { systemById, catalog }: Pick<Snapshot, "systemById" | "catalog">,
  systemId: string,
): System | undefined {
  return systemById.get(systemId) ?? catalog.systems.find(({ id }) => id === systemId);
}

/** The result of trying a rule on past leads. */
export interface HotLeadTrial {
  readonly flagged: number;
  readonly total: number;
}

/** Counts how many of these leads a rule would have flagged. */
export function tryHotLeadRule(
  rule: HotLeadRule,
  leads: readonly HotLeadFacts[],
): HotLeadTrial {
  return {
    flagged: leads.filter((facts) => judgeHotLead(rule, facts).hot).length,
    total: leads.length,
  };
}
