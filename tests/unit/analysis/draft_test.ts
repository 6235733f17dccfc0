import assert from "node:assert/strict";
import fc from "fast-check";
import { readRuleDraft } from "@/lib/analysis/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import { aRule } from "@/tests/helpers/factories.ts";

const stored = aRule("kept", { name: "Kept" });
const whole = aRule("kept", {
  name: "Typed",
  enabled: false,
  retired: true,
  conditions: [{ factorId: "place", operator: "any", optionIds: ["inside"] }],
  outcomes: [{ systemId: "one", role: "preferred", rank: 3, rationale: "It fits." }],
});

Deno.test("readRuleDraft() parses the editor's rule and makes it live for the trial", () => {
  const { rule, enabled, stored: replaced, givenId } = readRuleDraft(
    JSON.stringify(whole),
    [stored],
  );
  assert.deepEqual(rule, { ...whole, enabled: true, retired: false });
  assert.deepEqual([enabled, replaced, givenId], [false, stored, "kept"]);
});

Deno.test("readRuleDraft() fills in the id, name and ranks of a new rule", () => {
  const { outcomes: [outcome], id: _id, ...rest } = whole;
  const { rank: _rank, ...unranked } = outcome ?? assert.fail();
  const text = JSON.stringify({ ...rest, name: " ", priority: "20", outcomes: [unranked] });
  const { rule, stored: replaced, givenId } = readRuleDraft(text, [aRule("draft")]);
  assert.deepEqual([rule.id, rule.name, rule.priority], ["draft-2", "The new rule", 20]);
  assert.deepEqual([rule.outcomes[0]?.rank, replaced, givenId], [1, null, ""]);
});

Deno.test("readRuleDraft() refuses input that is not shaped like a rule, and names the field (§7)", () => {
  const cases: [unknown, RegExp][] = [
    ["{", /it is not a rule/],
    [[], /it is not a rule/],
    [null, /it is not a rule/],
    [{ ...whole, priority: "first" }, /priority/],
    [{ ...whole, id: "a b" }, /id/],
    [
      { ...whole, conditions: [{ factorId: "place", operator: "some", optionIds: [] }] },
      /conditions\.0\.operator/,
    ],
    [{ ...whole, outcomes: [{ ...whole.outcomes[0], systemId: "" }] }, /outcomes\.0\.systemId/],
    [{ ...whole, outcomes: Array(51).fill(whole.outcomes[0]) }, /outcomes/],
  ];
  for (const [value, message] of cases) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    assert.throws(
      () => readRuleDraft(text, [stored]),
      (error) =>
        error instanceof AppError && error.kind === "invalid" && message.test(error.message),
      text.slice(0, 80),
    );
  }
});

Deno.test("readRuleDraft() returns a live rule or throws `invalid`, for any text (§7)", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), mangled()), (text) => {
      try {
        const { rule } = readRuleDraft(text, [stored]);
        assert.ok(rule.enabled && !rule.retired && Number.isSafeInteger(rule.priority));
      } catch (error) {
        assert.ok(error instanceof AppError && error.kind === "invalid");
      }
    }),
  );
});

/** A rule with one field replaced by another JSON value. */
function mangled(): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...Object.keys(whole)), fc.jsonValue())
    .map(([name, value]) => JSON.stringify({ ...whole, [name]: value }));
}
