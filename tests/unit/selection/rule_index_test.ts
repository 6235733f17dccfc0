import assert from "node:assert/strict";
import fc from "fast-check";
import { atOnce } from "../../../lib/catalog/steps.ts";
import { addBit, eachBit, noBits } from "../../../lib/selection/bits.ts";
import { type CompiledCondition, hold } from "../../../lib/selection/conditions.ts";
import { collectFired, indexRules, type PendingRule } from "../../../lib/selection/rule_index.ts";

const OPTIONS = Array.from({ length: 8 }, (_, index) => index);

const arbitraryCondition: fc.Arbitrary<CompiledCondition> = fc.record({
  operator: fc.constantFrom("any", "any", "all", "none"),
  options: fc.shuffledSubarray(OPTIONS, { minLength: 1, maxLength: 3 }),
  likelihood: fc.constantFrom(0.1, 0.2, 0.5),
});

const arbitraryRules: fc.Arbitrary<PendingRule[]> = fc
  .array(fc.array(arbitraryCondition, { minLength: 1, maxLength: 4 }), {
    minLength: 40,
    maxLength: 80,
  })
  .map((rules) => rules.map((conditions, order) => ({ order, conditions })));

Deno.test("collectFired() finds exactly the rules whose conditions hold, however deep the tree (design §5)", () => {
  fc.assert(
    fc.property(arbitraryRules, fc.shuffledSubarray(OPTIONS), (rules, selected) => {
      const bits = noBits(OPTIONS.length);
      for (const option of selected) addBit(bits, option);
      const list = selected.map((index) => ({ index, failing: [] }));
      const fired = noBits(rules.length);
      collectFired(atOnce(indexRules(rules)), { list, bits }, fired);
      const orders: number[] = [];
      eachBit(fired, (order) => orders.push(order));
      assert.deepEqual(
        orders,
        rules.filter(({ conditions }) => hold(conditions, bits)).map(({ order }) => order),
      );
    }),
    { numRuns: 300 },
  );
});

Deno.test("indexRules() keeps a rule out of reach of answers that lack its least likely option (design §5)", () => {
  const rules = Array.from({ length: 100 }, (_, order): PendingRule => ({
    order,
    conditions: [
      { operator: "any", options: [0], likelihood: 0.5 },
      { operator: "any", options: [1 + order % 7], likelihood: 0.1 },
    ],
  }));
  const tree = atOnce(indexRules(rules));
  assert.deepEqual(tree.rules, []);
  assert.equal(tree.branches[0], undefined);
});
