import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import {
  type HotLeadFacts,
  hotLeadFacts,
  type HotLeadRule,
  judgeHotLead,
  premiumTierOf,
  tryHotLeadRule,
} from "@/lib/crm/hot_lead.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";

const tier = (id: string, ordinal: number) => ({ id, label: id, description: "", ordinal });
const LADDER = [tier("basic", 1), tier("premium", 2), tier("signature", 3)];

const RULE: HotLeadRule = {
  hot_lead_enabled: true,
  hot_lead_require_completed: false,
  hot_lead_min_tier_ordinal: null,
  hot_lead_require_premium: false,
};

const FACTS: HotLeadFacts = {
  completedAt: "2026-05-04T09:00:00.000Z",
  tier: tier("signature", 3),
  premiumTier: tier("premium", 2),
};

Deno.test("judgeHotLead() flags no lead by a disabled rule, even if its conditions are met (§2.6)", () => {
  const rule = { ...RULE, hot_lead_enabled: false, hot_lead_require_completed: true };
  const verdict = judgeHotLead(rule, FACTS);
  assert.equal(verdict.hot, false);
  assert.equal(verdict.inactive, "disabled");
  assert.deepEqual(verdict.conditions.map(({ kind, met }) => [kind, met]), [["completed", true]]);
});

Deno.test("judgeHotLead() flags no lead by a rule without an active condition (§2.6)", () => {
  const verdict = judgeHotLead(RULE, FACTS);
  assert.equal(verdict.hot, false);
  assert.equal(verdict.inactive, "no_condition");
});

Deno.test("judgeHotLead() checks every active condition, and returns the value that it checked (§2.6)", () => {
  const every: HotLeadRule = {
    hot_lead_enabled: true,
    hot_lead_require_completed: true,
    hot_lead_min_tier_ordinal: 3,
    hot_lead_require_premium: true,
  };
  assert.equal(judgeHotLead(every, FACTS).hot, true);

  const premium = { ...FACTS, tier: tier("premium", 2) };
  const tooLow = judgeHotLead(every, premium);
  assert.equal(tooLow.hot, false);
  assert.deepEqual(tooLow.conditions.map(({ kind, met, value }) => [kind, met, value]), [
    ["completed", true, "Answered on 4 May 2026"],
    ["min_tier", false, "premium (step 2)"],
    ["premium", true, "premium (step 2)"],
  ]);
  assert.equal(judgeHotLead({ ...every, hot_lead_min_tier_ordinal: 2 }, premium).hot, true);
  assert.equal(judgeHotLead(every, { ...FACTS, completedAt: null }).hot, false);
});

Deno.test("judgeHotLead() meets no budget condition without a tier (§2.6)", () => {
  for (
    const rule of [
      { ...RULE, hot_lead_min_tier_ordinal: 0 },
      { ...RULE, hot_lead_require_premium: true },
    ]
  ) {
    const verdict = judgeHotLead(rule, { ...FACTS, tier: null });
    assert.equal(verdict.hot, false);
    assert.equal(verdict.conditions[0]?.value, "No tier");
  }
});

const Tier = fc.option(fc.constantFrom(...LADDER));
const Rule: fc.Arbitrary<HotLeadRule> = fc.record({
  hot_lead_enabled: fc.boolean(),
  hot_lead_require_completed: fc.boolean(),
  hot_lead_min_tier_ordinal: fc.option(fc.integer({ min: 0, max: 4 })),
  hot_lead_require_premium: fc.boolean(),
});
const Facts: fc.Arbitrary<HotLeadFacts> = fc.record({
  completedAt: fc.option(fc.constant("2026-05-04T09:00:00.000Z")),
  tier: Tier,
  premiumTier: Tier,
});

Deno.test("judgeHotLead() agrees with a reference implementation for any rule and lead (§2.6)", () => {
  fc.assert(fc.property(Rule, Facts, (rule, facts) => {
    const { hot_lead_min_tier_ordinal: least } = rule;
    const anyCondition = rule.hot_lead_require_completed || least !== null ||
      rule.hot_lead_require_premium;
    const expected = rule.hot_lead_enabled && anyCondition &&
      (!rule.hot_lead_require_completed || facts.completedAt !== null) &&
      (least === null || (facts.tier !== null && facts.tier.ordinal >= least)) &&
      (!rule.hot_lead_require_premium ||
        (facts.tier !== null && facts.premiumTier !== null &&
          facts.tier.ordinal >= facts.premiumTier.ordinal));
    assert.equal(judgeHotLead(rule, facts).hot, expected);
  }));
});

Deno.test("judgeHotLead() never makes a cold lead hot by a further condition", () => {
  fc.assert(fc.property(Rule, Facts, (rule, facts) => {
    if (judgeHotLead(rule, facts).inactive !== null) return;
    const stricter = { ...rule, hot_lead_require_completed: true };
    if (judgeHotLead(stricter, facts).hot) assert.equal(judgeHotLead(rule, facts).hot, true);
  }));
});

Deno.test("premiumTierOf() returns the tier named premium, or else the highest tier", () => {
  assert.equal(premiumTierOf(compileSnapshot(aCatalog({ tiers: LADDER })))?.id, "premium");
  assert.equal(premiumTierOf(compileSnapshot(aCatalog()))?.id, "high");
  assert.equal(premiumTierOf(compileSnapshot(aCatalog({ tiers: [] }))), null);
});

Deno.test("hotLeadFacts() takes the tier of the recommended system, even if it is retired (§2.10)", () => {
  const snapshot = compileSnapshot(aCatalog({
    systems: [
      aSystem("live", { budgetTierId: "low" }),
      aSystem("gone", { budgetTierId: "high", retired: true }),
    ],
  }));
  const tierOf = (recommendation: string | null) =>
    hotLeadFacts(snapshot, { recommendation, completed_at: null }).tier?.id ?? null;
  assert.deepEqual([tierOf("live"), tierOf("gone"), tierOf("never"), tierOf(null)], [
    "low",
    "high",
    null,
    null,
  ]);
});

Deno.test("tryHotLeadRule() counts the leads that a rule would have flagged", () => {
  const leads = [FACTS, { ...FACTS, tier: null }, { ...FACTS, completedAt: null }];
  assert.deepEqual(tryHotLeadRule({ ...RULE, hot_lead_min_tier_ordinal: 1 }, leads), {
    flagged: 2,
    total: 3,
  });
});
