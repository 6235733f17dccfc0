import assert from "node:assert/strict";
import fc from "fast-check";
import {
  CHECK_STEP,
  formatAnswers,
  formatWizardState,
  parseWizardState,
  type WizardState,
} from "@/lib/journey/mod.ts";

const id = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,20}$/);

function arbitraryState(): fc.Arbitrary<WizardState> {
  return fc.record({
    track: fc.option(id),
    optionIds: fc.uniqueArray(id, { maxLength: 30 }),
    step: fc.option(fc.oneof(id, fc.constant(CHECK_STEP))),
    returning: fc.boolean(),
  }, { noNullPrototype: true });
}

Deno.test("parseWizardState() parses every state that formatWizardState() wrote (design §10)", () => {
  fc.assert(fc.property(arbitraryState(), (state) => {
    assert.deepEqual(parseWizardState(new URLSearchParams(formatWizardState(state))), state);
  }));
});

Deno.test("parseWizardState() accepts any query and returns only valid ids (§2.5)", () => {
  fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (track, options, step) => {
    const state = parseWizardState(new URLSearchParams({ track, options, step }));
    for (const found of [state.track, state.step, ...state.optionIds]) {
      assert.ok(found === null || /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/.test(found));
    }
  }));
});

const QUERIES: readonly [query: string, expected: Partial<WizardState>][] = [
  ["", { track: null, optionIds: [], step: null, returning: false }],
  ["options=a,b,a,,%20c", { optionIds: ["a", "b", "c"] }],
  ["options=<script>,a", { optionIds: ["a"] }],
  ["step=../etc&track=%00", { step: null, track: null }],
  ["return=check", { returning: true }],
  ["return=elsewhere", { returning: false }],
  ["track=home&track=work", { track: "home" }],
];

for (const [query, expected] of QUERIES) {
  Deno.test(`parseWizardState() reads "${query}" (design §10)`, () => {
    assert.deepEqual({ ...parseWizardState(new URLSearchParams(query)), ...expected }, {
      ...parseWizardState(new URLSearchParams(query)),
    });
  });
}

Deno.test("parseWizardState() ignores options beyond the first hundred (§2.5)", () => {
  const list = Array.from({ length: 5_000 }, (_, index) => `o${index}`).join(",");
  assert.equal(parseWizardState(new URLSearchParams({ options: list })).optionIds.length, 100);
});

Deno.test("parseWizardState() counts a repeated option once, as the API does (§4.1)", () => {
  const options = [...Array(100).fill("oak"), "ash"].join(",");
  assert.deepEqual(parseWizardState(new URLSearchParams({ options })).optionIds, ["oak", "ash"]);
});

Deno.test("formatWizardState() and formatAnswers() write short, readable queries (design §10)", () => {
  const start = { track: null, optionIds: [], step: null, returning: false };
  assert.equal(formatWizardState(start), "");
  assert.equal(
    formatWizardState({ track: "home", optionIds: ["a", "b"], step: "width", returning: true }),
    "?track=home&options=a,b&step=width&return=check",
  );
  assert.equal(formatAnswers({ track: "home", optionIds: ["a", "b"] }), "?options=a,b&track=home");
  assert.equal(formatAnswers({ track: null, optionIds: [] }), "");
});
