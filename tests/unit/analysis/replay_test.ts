/** Replays of rules over given answers, checked against the brute-force oracle. */
import fc from "fast-check";
import assert from "node:assert/strict";
import { type Catalog, compileSnapshot } from "@/lib/catalog/mod.ts";
import { firings, type GivenAnswers, replay } from "@/lib/analysis/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";
import { expectedSelection } from "../selection/oracle.ts";

function given(answers: { optionIds: string[]; track: string | null }[]): GivenAnswers[] {
  return answers.map((each, index) => ({ ...each, at: new Date(1_000 * index) }));
}

/** The catalog with one rule switched on or off and moved to priority 1. */
function changed(catalog: Catalog, pick: number): Catalog {
  const place = pick % Math.max(1, catalog.rules.length);
  return {
    ...catalog,
    rules: catalog.rules.map((rule, index) =>
      index === place ? { ...rule, enabled: !rule.enabled, priority: 1 } : rule
    ),
  };
}

Deno.test("replay() and firings() agree with the brute-force oracle on random catalogs (§2.1, §4.1)", async () => {
  const seen = { changed: 0, others: 0, fired: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.noBias(arbitraryCatalog()),
      fc.noBias(fc.array(arbitraryAnswers(), { minLength: 4, maxLength: 20 })),
      fc.nat(),
      async (catalog, many, pick) => {
        const next = changed(catalog, pick);
        const answers = given([
          ...many,
          ...many.slice(0, 3).map((each) => ({
            ...each,
            optionIds: each.optionIds.toReversed(),
          })),
        ]);
        const [before, after] = [compileSnapshot(catalog), compileSnapshot(next)];
        const found = await replay(before, after, answers);

        let moved = 0;
        let others = 0;
        for (const each of answers) {
          const [was, is] = [expectedSelection(catalog, each), expectedSelection(next, each)];
          const ids = (all: { systemId: string }[]) => all.map(({ systemId }) => systemId).sort();
          if (was.lead?.systemId !== is.lead?.systemId) moved++;
          else if (String(ids(was.alternatives)) !== String(ids(is.alternatives))) others++;
        }
        assert.equal(found.picks, answers.length);
        assert.equal(found.changed, moved);
        assert.equal(found.otherAlternatives, others);
        assert.equal(found.moves.reduce((sum, { count }) => sum + count, 0), moved);
        for (const { answers, fromSystemId, toSystemId } of found.moves) {
          assert.equal(expectedSelection(catalog, answers).lead?.systemId ?? null, fromSystemId);
          assert.equal(expectedSelection(next, answers).lead?.systemId ?? null, toSystemId);
        }

        const fired = await firings(before, answers);
        for (const { id } of catalog.rules) {
          const firing = answers.filter((each) =>
            expectedSelection(catalog, each).firedRules.some(({ ruleId }) => ruleId === id)
          );
          assert.equal(fired.get(id)?.count ?? 0, firing.length);
          assert.deepEqual(fired.get(id)?.last, firing.at(-1)?.at);
        }
        seen.changed += moved;
        seen.others += others;
        seen.fired += fired.size;
      },
    ),
    // Few random changes affect only the alternatives, so the seed is fixed to one that has some.
    { numRuns: 150, seed: 15 },
  );
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 10, `${what}: ${count}`);
});

Deno.test("replay() groups equal answers, whatever the order of options, with the most frequent first", async () => {
  const catalog = aCatalog({
    systems: [aSystem("cheap"), aSystem("dear")],
    factors: [aFactor("place", ["inside", "outside"]), aFactor("look", ["wood", "glass"])],
    rules: [
      aRule("first", {
        priority: 1,
        enabled: false,
        conditions: [{ factorId: "place", operator: "any", optionIds: ["inside"] }],
        outcomes: [{ systemId: "dear", role: "preferred", rank: 1, rationale: "It fits." }],
      }),
    ],
  });
  const next = { ...catalog, rules: catalog.rules.map((rule) => ({ ...rule, enabled: true })) };
  const found = await replay(
    compileSnapshot(catalog),
    compileSnapshot(next),
    given([
      { optionIds: ["inside"], track: null },
      { optionIds: ["inside", "wood"], track: null },
      { optionIds: ["outside"], track: null },
      { optionIds: ["wood", "inside", "wood"], track: null },
    ]),
  );
  assert.deepEqual(found, {
    picks: 4,
    changed: 3,
    otherAlternatives: 0,
    moves: [
      {
        answers: { optionIds: ["inside", "wood"], track: null },
        count: 2,
        fromSystemId: null,
        toSystemId: "dear",
      },
      {
        answers: { optionIds: ["inside"], track: null },
        count: 1,
        fromSystemId: null,
        toSystemId: "dear",
      },
    ],
  });
});
