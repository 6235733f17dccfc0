import assert from "node:assert/strict";
import {
  type Catalog,
  compileSnapshot,
  type RuleCondition,
  type RuleOutcome,
} from "@/lib/catalog/mod.ts";
import { NO_ANSWERS, NO_MATCH } from "@/lib/selection/explain.ts";
import { select, type Selection } from "@/lib/selection/mod.ts";
import { aCatalog, aFactor, anOption, aRule, aSystem } from "@/tests/helpers/factories.ts";

const FACTORS = [
  aFactor("space", ["small", "large"]),
  aFactor("use", ["dine", "meet", "show"], { multiple: true }),
];

function outcome(systemId: string, over: Partial<RuleOutcome> = {}): RuleOutcome {
  return { systemId, role: "preferred", rank: 1, rationale: `Because of ${systemId}.`, ...over };
}

function selectFrom(over: Partial<Catalog>, ...optionIds: string[]): Selection {
  const catalog = aCatalog({ factors: FACTORS, ...over });
  return select(compileSnapshot(catalog), { optionIds, track: null });
}

/** Whether a rule with these conditions fires. */
function fires(conditions: RuleCondition[], ...optionIds: string[]): boolean {
  return selectFrom({ rules: [aRule("r", { conditions })] }, ...optionIds).firedRules.length === 1;
}

const always: RuleCondition[] = [{ factorId: "space", operator: "any", optionIds: ["small"] }];

const CONDITIONS: [RuleCondition["operator"], string[], string[], boolean][] = [
  ["any", ["dine", "meet"], ["meet"], true],
  ["any", ["dine", "meet"], ["show"], false],
  ["any", [], ["dine", "meet", "show"], false],
  ["any", ["small"], ["small"], false],
  ["any", ["small", "dine"], ["small", "dine"], true],
  ["all", ["dine", "meet"], ["meet", "dine", "show"], true],
  ["all", ["dine", "meet"], ["meet"], false],
  ["all", [], ["dine"], false],
  ["all", ["dine", "gone"], ["dine", "gone"], false],
  ["all", ["dine", "small"], ["dine", "small"], false],
  ["none", ["dine", "meet"], ["show"], true],
  ["none", ["dine", "meet"], ["small"], true],
  ["none", ["dine", "meet"], ["show", "meet"], false],
  ["none", [], ["dine"], true],
  ["none", ["small"], ["small"], true],
];

for (const [operator, optionIds, selected, expected] of CONDITIONS) {
  const named = `${operator} of [${optionIds}] given [${selected}]`;
  Deno.test(`select() ${expected ? "fires" : "does not fire"} a rule for ${named} (design §6.1)`, () => {
    assert.equal(fires([{ factorId: "use", operator, optionIds }], ...selected), expected);
  });
}

Deno.test("select() fires a rule only when all its conditions hold (design §6.1)", () => {
  const conditions: RuleCondition[] = [
    ...always,
    { factorId: "use", operator: "any", optionIds: ["dine"] },
    { factorId: "use", operator: "none", optionIds: ["show"] },
  ];
  assert.equal(fires(conditions, "small", "dine"), true);
  assert.equal(fires(conditions, "small"), false);
  assert.equal(fires(conditions, "small", "dine", "show"), false);
});

Deno.test("select() never fires a rule without a condition (design §6.1)", () => {
  assert.equal(fires([], "small"), false);
});

Deno.test("select() treats a retired option, and one of a retired factor, as not selected (§4.1)", () => {
  const excludes = [
    aRule("r", { conditions: [{ factorId: "use", operator: "none", optionIds: ["dine"] }] }),
  ];
  const retiredOption = aFactor("use", [], { options: [anOption("dine", { retired: true })] });
  const retiredFactor = aFactor("use", ["dine"], { retired: true });
  for (const use of [retiredOption, retiredFactor]) {
    const factors = [aFactor("space", ["small"]), use];
    const { firedRules } = selectFrom({ factors, rules: excludes }, "dine", "small");
    assert.equal(firedRules.length, 1);
    const alone = selectFrom({ factors, rules: excludes }, "dine");
    assert.equal(alone.explanation, NO_MATCH);
  }
});

Deno.test("select() prompts for an answer when no option is given, and says that no rule matched when all are unknown (§4.1)", () => {
  const rules = [
    aRule("r", {
      conditions: [{ factorId: "use", operator: "none", optionIds: ["dine"] }],
      outcomes: [outcome("a")],
    }),
  ];
  const rows = [[[], NO_ANSWERS], [[" "], NO_ANSWERS], [["stale"], NO_MATCH]] as const;
  for (const [optionIds, explanation] of rows) {
    const selection = selectFrom({ rules, systems: [aSystem("a")] }, ...optionIds);
    assert.equal(selection.explanation, explanation);
    assert.deepEqual(selection.firedRules, []);
  }
  assert.equal(selectFrom({ rules, systems: [aSystem("a")] }, "small").lead?.systemId, "a");
});

Deno.test("select() suggests broadening the answers when no rule fires, and when none contributes (§4.1)", () => {
  assert.equal(selectFrom({}, "small").explanation, NO_MATCH);
  const retired = selectFrom({
    systems: [aSystem("a", { retired: true })],
    rules: [aRule("r", { conditions: always, outcomes: [outcome("a")] })],
  }, "small");
  assert.equal(retired.explanation, NO_MATCH);
  assert.deepEqual(retired.firedRules, [
    { ruleId: "r", name: "Rule r", priority: 10, contributed: false },
  ]);
});

/** Two outcomes, each with the priority of its rule. The system of the first must lead. */
const LEADS: Record<string, [RuleOutcome, number, RuleOutcome, number]> = {
  "priority before role": [outcome("a", { role: "alternative" }), 1, outcome("b"), 2],
  "role before rank": [outcome("a", { rank: 2 }), 1, outcome("b", { role: "alternative" }), 1],
  "rank before tier": [outcome("c"), 1, outcome("b", { rank: 2 }), 1],
  "tier before position": [outcome("a"), 1, outcome("c"), 1],
  "a tier before none": [outcome("c"), 1, outcome("b", { systemId: "untiered" }), 1],
};

for (const [order, [first, firstPriority, second, secondPriority]] of Object.entries(LEADS)) {
  Deno.test(`select() decides the lead by ${order} (design §6.4)`, () => {
    const systems = [
      aSystem("a", { budgetTierId: "low", position: 5 }),
      aSystem("b", { budgetTierId: "low", position: 1 }),
      aSystem("c", { budgetTierId: "high", position: 2 }),
      aSystem("untiered", { position: 0 }),
    ];
    const rules = [
      aRule("y", { priority: firstPriority, conditions: always, outcomes: [first] }),
      aRule("x", { priority: secondPriority, conditions: always, outcomes: [second] }),
    ];
    assert.equal(selectFrom({ systems, rules }, "small").lead?.systemId, first.systemId);
  });
}

Deno.test("select() breaks the remaining ties between leads by position, then id (design §6.4)", () => {
  const rules = [aRule("r", { conditions: always, outcomes: [outcome("b"), outcome("a")] })];
  const placed = [aSystem("a", { position: 2 }), aSystem("b", { position: 1 })];
  assert.equal(selectFrom({ rules, systems: placed }, "small").lead?.systemId, "b");
  const tied = [aSystem("b"), aSystem("a")];
  assert.equal(selectFrom({ rules, systems: tied }, "small").lead?.systemId, "a");
});

Deno.test("select() gives no alternatives to a lead without a tier, and none without a tier (§2.1)", () => {
  const systems = [
    aSystem("untiered"),
    aSystem("cheap", { budgetTierId: "low" }),
    aSystem("dear", { budgetTierId: "high" }),
    aSystem("lost", { budgetTierId: "removed" }),
  ];
  const surfacing = (...ids: string[]) => [
    aRule("r", {
      conditions: always,
      outcomes: ids.map((id, index) => outcome(id, { rank: index + 1 })),
    }),
  ];
  const untiered = selectFrom({ systems, rules: surfacing("untiered", "cheap") }, "small");
  assert.deepEqual([untiered.lead?.systemId, untiered.alternatives], ["untiered", []]);
  const dear = selectFrom(
    { systems, rules: surfacing("dear", "untiered", "lost", "cheap") },
    "small",
  );
  assert.deepEqual(dear.alternatives.map(({ systemId }) => systemId), ["cheap"]);
  assert.equal(dear.surfacedSystemCount, 4);
});

Deno.test("select() lists a rule once per system, with the strongest role and all rationales by rank (§2.1)", () => {
  const rules = [
    aRule("r1", {
      priority: 1,
      conditions: always,
      outcomes: [
        outcome("a", { rank: 2, rationale: "Second." }),
        outcome("a", { role: "alternative", rank: 1, rationale: "First." }),
      ],
    }),
    aRule("r2", {
      priority: 2,
      conditions: always,
      outcomes: [outcome("a", { role: "alternative", rationale: "First." })],
    }),
  ];
  assert.deepEqual(selectFrom({ rules, systems: [aSystem("a")] }, "small").lead, {
    systemId: "a",
    name: "System a",
    tagline: null,
    budgetTier: null,
    role: "preferred",
    matchedRuleIds: ["r1", "r2"],
    rationales: ["First.", "Second."],
  });
});

Deno.test("select() matches only the rules of the track's rule set (§4.1)", () => {
  const catalog = aCatalog({
    factors: FACTORS,
    systems: [aSystem("a"), aSystem("b")],
    ruleSets: [
      { id: "main", name: "Main", isDefault: true, retired: false },
      { id: "other", name: "Other", isDefault: false, retired: false },
    ],
    tracks: [{
      id: "work",
      name: "Work",
      description: "",
      ruleSetId: "other",
      position: 0,
      retired: false,
    }],
    rules: [
      aRule("r1", { conditions: always, outcomes: [outcome("a")] }),
      aRule("r2", { ruleSetId: "other", conditions: always, outcomes: [outcome("b")] }),
    ],
  });
  const leadFor = (track: string | null) =>
    select(compileSnapshot(catalog), { optionIds: ["small"], track }).lead?.systemId;
  assert.deepEqual([null, "work", "elsewhere"].map(leadFor), ["a", "b", "a"]);
});
