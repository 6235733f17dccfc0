import assert from "node:assert/strict";
import fc from "fast-check";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { compileSnapshot, type Snapshot } from "@/lib/catalog/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import {
  compareSample,
  differenceOf,
  drawAnswers,
  formatDifference,
  switched,
  withRule,
} from "@/lib/analysis/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";

const snapshot = compileSnapshot(aCatalog({
  systems: [
    aSystem("cheap", { name: "Cheap", budgetTierId: "low" }),
    aSystem("dear", { name: "Dear", budgetTierId: "high" }),
  ],
  factors: [aFactor("place", ["inside", "outside"])],
  rules: [
    aRule("dear-first", { priority: 10, ...recommends("dear") }),
    aRule("then-cheap", { priority: 20, ...recommends("cheap") }),
    aRule("off", { priority: 1, enabled: false, retired: true, ...recommends("cheap") }),
  ],
}));

function withRuleSwitched(
  snapshot: Snapshot,
  { ruleId, on }: { ruleId: string; on: boolean },
): Snapshot {
  const rule = snapshot.catalog.rules.find(({ id }) => id === ruleId);
  assert.ok(rule);
  return withRule(snapshot, switched(rule, on));
}

function recommends(systemId: string) {
  return {
    conditions: [{ factorId: "place", operator: "any" as const, optionIds: ["inside"] }],
    outcomes: [{ systemId, role: "preferred" as const, rank: 1, rationale: "It fits." }],
  };
}

function wordsOf(after: typeof snapshot | null, optionId = "inside"): string[] {
  assert.ok(after);
  const [was, is] = [snapshot, after].map((each) =>
    select(each, { optionIds: [optionId], track: null })
  );
  assert.ok(was && is);
  return formatDifference(differenceOf(was, is), after);
}

Deno.test("withRule() adds or replaces a rule in a copy of the snapshot", () => {
  const added = withRule(snapshot, aRule("new", { priority: 1, ...recommends("cheap") }));
  assert.deepEqual(wordsOf(added), [
    "Cheap leads instead of Dear.",
    "Cheap leaves the cheaper alternatives.",
    "Rule new fires.",
  ]);
  const replaced = withRule(snapshot, aRule("dear-first", { priority: 30, ...recommends("dear") }));
  assert.equal(replaced.rules.length, snapshot.rules.length);
  assert.deepEqual(wordsOf(replaced).slice(0, 1), ["Cheap leads instead of Dear."]);
  assert.deepEqual(wordsOf(snapshot), []);
});

Deno.test("withRule() tries a rule as if the draft systems that it recommends were published (§2.2)", () => {
  const { catalog } = snapshot;
  const withDraft = compileSnapshot({
    ...catalog,
    systems: [...catalog.systems, aSystem("new", { name: "New", draft: true })],
  });
  const rule = aRule("for-new", { priority: 1, ...recommends("new") });
  assert.equal(wordsOf(withRule(withDraft, rule))[0], "New leads instead of Dear.");
  assert.deepEqual(wordsOf(withRule(withDraft, { ...rule, enabled: false })), []);
});

Deno.test("drawAnswers() draws answers that fire the rule, and compareSample() counts their changes", async () => {
  const rule = aRule("new", { priority: 1, ...recommends("cheap") });
  const after = withRule(snapshot, rule);
  const drawn = drawAnswers(snapshot, rule, { track: null, count: 20 });
  assert.deepEqual(drawn.map(({ optionIds }) => optionIds), Array(20).fill(["inside"]));
  const { picks, changed, moves } = await compareSample(snapshot, after, drawn);
  assert.deepEqual([picks, changed], [20, 20]);
  assert.deepEqual(moves, [{
    answers: { track: null, optionIds: ["inside"] },
    count: 20,
    fromSystemId: "dear",
    toSystemId: "cheap",
  }]);
  const never = { ...rule, conditions: [] };
  assert.deepEqual(drawAnswers(snapshot, never, { track: null, count: 20 }), []);
});

Deno.test("what drawAnswers() draws always fires the rule", () => {
  fc.assert(
    fc.property(arbitraryCatalog(), (catalog) => {
      const some = compileSnapshot(catalog);
      for (const rule of some.rules) {
        for (const answers of drawAnswers(some, rule, { track: null, count: 3 })) {
          const firedAlone = select(
            compileSnapshot({
              ...catalog,
              rules: [{ ...rule, ruleSetId: some.ruleSetIdFor(null) }],
            }),
            answers,
          ).firedRules;
          assert.deepEqual(firedAlone.map(({ ruleId }) => ruleId), [rule.id]);
        }
      }
    }),
    { numRuns: 50 },
  );
});

Deno.test("switched() disables a rule, and enables a disabled or retired one", () => {
  assert.deepEqual(wordsOf(withRuleSwitched(snapshot, { ruleId: "dear-first", on: false })), [
    "Cheap leads instead of Dear.",
    "Cheap leaves the cheaper alternatives.",
    "Rule dear-first no longer fires.",
  ]);
  assert.deepEqual(wordsOf(withRuleSwitched(snapshot, { ruleId: "then-cheap", on: false })), [
    "Cheap leaves the cheaper alternatives.",
    "Rule then-cheap no longer fires.",
  ]);
  const on = wordsOf(withRuleSwitched(snapshot, { ruleId: "off", on: true }));
  assert.deepEqual(on.slice(0, 1), ["Cheap leads instead of Dear."]);
});

Deno.test("formatDifference() says when the recommendation disappears or appears", () => {
  const only = withRuleSwitched(snapshot, { ruleId: "then-cheap", on: false });
  const none = withRuleSwitched(only, { ruleId: "dear-first", on: false });
  const [some, nothing] = [only, none].map((each) =>
    each && select(each, { optionIds: ["inside"], track: null })
  );
  assert.ok(some && nothing);
  assert.deepEqual(formatDifference(differenceOf(some, nothing), only), [
    "Nothing is recommended, where Dear led.",
    "Rule dear-first no longer fires.",
  ]);
  assert.deepEqual(
    formatDifference(differenceOf(nothing, some), only)[0],
    "Dear leads, where nothing was recommended.",
  );
});

Deno.test("differenceOf() reports `same` exactly when buyers get the same lead and alternatives", () => {
  fc.assert(
    fc.property(arbitraryCatalog(), arbitraryAnswers(), fc.nat(20), (stored, answers, place) => {
      const snapshot = compileSnapshot(stored);
      const rule = stored.rules[place % stored.rules.length];
      const after = rule && withRuleSwitched(snapshot, { ruleId: rule.id, on: !rule.enabled });
      assert.ok(after);
      const [was, is] = [select(snapshot, answers), select(after, answers)];
      const pickOf = ({ lead, alternatives }: typeof was) => [
        lead?.systemId,
        alternatives.map(({ systemId }) => systemId).sort(),
      ];
      const difference = differenceOf(was, is);
      assert.equal(difference.same, JSON.stringify(pickOf(was)) === JSON.stringify(pickOf(is)));
      if (difference.same && difference.nowFire.length + difference.noLongerFire.length === 0) {
        assert.deepEqual(difference.nowContribute, difference.noLongerContribute);
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("withRule() gives an equal catalog for an unchanged rule of the demo", () => {
  const demo = compileSnapshot(demoCatalog);
  const [rule] = demoCatalog.rules;
  assert.ok(rule);
  assert.deepEqual(withRule(demo, rule).catalog, demo.catalog);
});
