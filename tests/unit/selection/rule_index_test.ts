import assert from "node:assert/strict";
import fc from "fast-check";
import { atOnce } from "@/lib/timing/mod.ts";
import type { CompiledCondition } from "@/lib/selection/conditions.ts";
import { firedBy, indexRules } from "@/lib/selection/rule_index.ts";

/** Number of factors, and of options of each: enough that a question splits many rules into parts. */
const FACTORS = 4;
const OPTIONS = 4;
const factorOf = Array.from(
  { length: FACTORS * OPTIONS },
  (_, option) => Math.floor(option / OPTIONS),
);
const optionsOf = (factor: number) =>
  Array.from({ length: OPTIONS }, (_, place) => factor * OPTIONS + place);

const arbitraryCondition: fc.Arbitrary<CompiledCondition> = fc.nat(FACTORS - 1).chain((factor) =>
  fc.record({
    operator: fc.constantFrom("any", "any", "all", "none"),
    options: fc.shuffledSubarray(optionsOf(factor), { minLength: 1 }),
  })
);

const arbitraryRules: fc.Arbitrary<CompiledCondition[][]> = fc.array(
  fc.array(arbitraryCondition, { maxLength: 5 }),
  { minLength: 1, maxLength: 80 },
);

function holds({ operator, options }: CompiledCondition, selected: readonly number[]): boolean {
  if (operator === "all") return options.every((option) => selected.includes(option));
  return options.some((option) => selected.includes(option)) === (operator === "any");
}

function assertFinds(rules: readonly CompiledCondition[][], selected: readonly number[]): void {
  assert.deepEqual(
    firedBy(atOnce(indexRules(rules, factorOf)), selected.map((index) => ({ index }))),
    rules.flatMap((conditions, place) =>
      conditions.every((condition) => holds(condition, selected)) ? [place] : []
    ),
  );
}

Deno.test("firedBy() returns exactly the rules whose conditions hold, in their order (design §5)", () => {
  fc.assert(
    fc.property(arbitraryRules, fc.shuffledSubarray([...factorOf.keys()]), assertFinds),
    { numRuns: 500 },
  );
});

Deno.test("firedBy() returns the same rules from an index with parts (design §5)", () => {
  const first = (option: number): CompiledCondition => ({ operator: "any", options: [option] });
  fc.assert(
    fc.property(arbitraryRules, fc.shuffledSubarray([...factorOf.keys()]), (rules, selected) => {
      const many = Array.from({ length: 1_000 }, (_, place) => [
        first(place % OPTIONS),
        ...rules[place % rules.length] ?? [],
      ]);
      const all = [...many, [first(0), first(1)]];
      assert.ok(atOnce(indexRules(all, factorOf)).parts.size > 0);
      assertFinds(all, selected);
    }),
    { numRuns: 60 },
  );
});

Deno.test("indexRules() builds a part for each option of a selective slot (design §5)", () => {
  const rules = Array.from({ length: 1_200 }, (_, place): CompiledCondition[] => [
    { operator: "any", options: [place % 12] },
  ]);
  const oneFactor = rules.map(() => 0);
  const { parts } = atOnce(indexRules(rules, oneFactor));
  assert.equal(parts.size, 12);
  assert.equal(parts.get(5)?.places.length, 100);
});
