import assert from "node:assert/strict";
import fc from "fast-check";
import { type Catalog, compileSnapshot, type RuleCondition } from "@/lib/catalog/mod.ts";
import { select, suggestBroadening } from "@/lib/selection/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";

const FACTORS = [
  aFactor("space", ["small", "large"]),
  aFactor("view", ["open", "closed"]),
  aFactor("use", ["dine", "meet", "show"]),
];

/** A catalog with one rule per list of options. The rule requires every option, and excludes those marked with `!`. */
function needing(...optionLists: string[][]): Catalog {
  return aCatalog({
    factors: FACTORS,
    systems: optionLists.map((_, index) => aSystem(`system-${index}`)),
    rules: optionLists.map((optionIds, index) =>
      aRule(`rule-${index}`, {
        conditions: optionIds.map((id) => {
          const [option = "", excluded] = id.split("!").reverse();
          const factor = FACTORS.find(({ options }) => options.some((own) => own.id === option));
          const operator = excluded === undefined ? "any" : "none";
          return {
            factorId: factor?.id ?? "",
            operator,
            optionIds: [option],
          } satisfies RuleCondition;
        }),
        outcomes: [{
          systemId: `system-${index}`,
          role: "preferred",
          rank: 1,
          rationale: "It fits.",
        }],
      })
    ),
  });
}

function suggest(catalog: Catalog, ...optionIds: string[]) {
  return suggestBroadening(compileSnapshot(catalog), { optionIds, track: null });
}

Deno.test("suggestBroadening() drops the one answer that prevents a pick (§4.1)", () => {
  assert.deepEqual(suggest(needing(["small", "!dine"]), "small", "dine"), [
    { removeOptionIds: ["dine"], addOptionIds: [], leadSystemId: "system-0" },
  ]);
});

Deno.test("suggestBroadening() swaps an answer within its factor when dropping does not help (§4.1)", () => {
  assert.deepEqual(suggest(needing(["small", "meet"]), "small", "dine"), [
    { removeOptionIds: ["dine"], addOptionIds: ["meet"], leadSystemId: "system-0" },
  ]);
});

Deno.test("suggestBroadening() changes two answers only when no single change gives a pick (§4.1)", () => {
  assert.deepEqual(suggest(needing(["large", "meet"]), "small", "dine", "open"), [
    {
      removeOptionIds: ["small", "dine"],
      addOptionIds: ["large", "meet"],
      leadSystemId: "system-0",
    },
  ]);
  const both = suggest(needing(["large", "meet"], ["large"]), "small", "dine", "open");
  assert.deepEqual(both.map(({ removeOptionIds }) => removeOptionIds), [["small"]]);
});

Deno.test("suggestBroadening() returns nothing for a pick, for no known answer, and when no change helps (§4.1)", () => {
  assert.deepEqual(suggest(needing(["small"]), "small"), []);
  assert.deepEqual(suggest(needing(["small"])), []);
  assert.deepEqual(suggest(needing(["small"]), "unknown"), []);
  assert.deepEqual(suggest(needing([]), "small", "dine"), []);
});

Deno.test("suggestBroadening() returns up to three distinct suggestions, each of which leads to its system (§4.1)", () => {
  let given = 0;
  fc.assert(
    fc.property(
      fc.noBias(arbitraryCatalog()),
      fc.noBias(arbitraryAnswers()),
      (catalog, { optionIds, track }) => {
        const snapshot = compileSnapshot(catalog);
        const suggestions = suggestBroadening(snapshot, { optionIds, track });
        assert.ok(suggestions.length <= 3);
        const removed = suggestions.map(({ removeOptionIds }) => removeOptionIds.toSorted().join());
        assert.equal(new Set(removed).size, removed.length);
        assert.ok(new Set(suggestions.map((s) => s.removeOptionIds.length)).size <= 1);
        for (const { removeOptionIds, addOptionIds, leadSystemId } of suggestions) {
          given++;
          assert.ok(removeOptionIds.every((id) => optionIds.some((own) => own.trim() === id)));
          const kept = optionIds.filter((id) => !removeOptionIds.includes(id.trim()));
          const changed = [...kept, ...addOptionIds];
          assert.equal(
            select(snapshot, { optionIds: changed, track }).lead?.systemId,
            leadSystemId,
          );
        }
      },
    ),
    { numRuns: 500 },
  );
  assert.ok(given > 20, `only ${given} suggestions checked`);
});

Deno.test("suggestBroadening() terminates for many answers (§4.1)", () => {
  const optionIds = Array.from({ length: 60 }, (_, index) => `option-${index}`);
  const catalog = aCatalog({ factors: [aFactor("many", optionIds, { multiple: true })] });
  assert.deepEqual(suggest(catalog, ...optionIds), []);
});

Deno.test("suggestBroadening() tries at most 1,500 changes (§4.1)", () => {
  const optionIds = Array.from({ length: 80 }, (_, index) => `option-${index}`);
  const catalog = aCatalog({ factors: [aFactor("many", optionIds, { multiple: true })] });
  const { ruleSetIdFor, ...snapshot } = compileSnapshot(catalog);
  let trials = 0;
  const counting = {
    ...snapshot,
    ruleSetIdFor(track: string | null) {
      trials++;
      return ruleSetIdFor(track);
    },
  };
  assert.deepEqual(
    suggestBroadening(counting, { optionIds: optionIds.slice(0, 40), track: null }),
    [],
  );
  // The unchanged answers, and 1,500 changes of them.
  assert.equal(trials, 1 + 1_500);
});
