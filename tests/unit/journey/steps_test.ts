import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import {
  answer,
  buildWizardModel,
  CHECK_STEP,
  previousStep,
  progressText,
  readAnswers,
  resolveStep,
  stateAfter,
  withLaterAnswers,
} from "@/lib/journey/mod.ts";
import { nextStep } from "@/lib/journey/steps.ts";
import { compareStrength, meetsRequirements } from "@/lib/selection/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import { aCatalog, aFactor } from "@/tests/helpers/factories.ts";

const model = buildWizardModel(
  compileSnapshot(aCatalog({
    factors: [
      aFactor("place", ["room", "garden"]),
      aFactor("wish", ["view", "quiet"], { multiple: true, position: 1 }),
      aFactor("width", ["narrow", "wide"], { position: 2 }),
    ],
  })),
  null,
  { meetsRequirements, compareStrength },
);
const empty = buildWizardModel(compileSnapshot(aCatalog()), null, {
  meetsRequirements,
  compareStrength,
});

Deno.test("nextStep() and previousStep() walk the questions and end at the check step (design §10)", () => {
  assert.deepEqual(["place", "wish", "width", CHECK_STEP].map((step) => nextStep(model, step)), [
    "wish",
    "width",
    CHECK_STEP,
    CHECK_STEP,
  ]);
  assert.deepEqual(
    ["place", "wish", "width", CHECK_STEP].map((step) => previousStep(model, step)),
    [
      null,
      "place",
      "wish",
      "width",
    ],
  );
  assert.equal(nextStep(model, "unknown"), CHECK_STEP);
  assert.equal(previousStep(model, "unknown"), null);
  assert.equal(previousStep(empty, CHECK_STEP), null);
});

const RESOLVED: readonly [step: string | null, optionIds: string[], expected: string][] = [
  [null, [], "place"],
  [null, ["room"], "wish"],
  [null, ["room", "wide"], "wish"],
  [null, ["room", "quiet", "wide"], CHECK_STEP],
  ["width", [], "width"],
  [CHECK_STEP, [], CHECK_STEP],
  ["unknown", ["room"], "wish"],
];

for (const [step, optionIds, expected] of RESOLVED) {
  Deno.test(`resolveStep() resolves step ${step} with [${optionIds}] to ${expected} (design §10)`, () => {
    assert.equal(resolveStep(model, { track: null, optionIds, step, returning: false }), expected);
  });
}

Deno.test("resolveStep() returns the check step when a track asks nothing", () => {
  const start = { track: null, optionIds: [], step: null, returning: false };
  assert.equal(resolveStep(empty, start), CHECK_STEP);
});

Deno.test("progressText() returns the position of a question, and null for other steps (design §10)", () => {
  assert.equal(progressText(model, "wish"), "Question 2 of about 3");
  assert.equal(progressText(model, CHECK_STEP), null);
});

const ANSWERS: readonly {
  name: string;
  given: string[];
  factorId: string;
  choices: string[];
  kept: string[];
  dropped?: string[];
}[] = [
  {
    name: "replaces one answer and keeps the later ones",
    given: ["room", "quiet", "wide"],
    factorId: "place",
    choices: ["garden"],
    kept: ["garden", "quiet", "wide"],
  },
  {
    name: "clears an answer without choices",
    given: ["room", "wide"],
    factorId: "place",
    choices: [],
    kept: ["wide"],
  },
  {
    name: "accepts several choices for a multiple-choice question",
    given: ["view"],
    factorId: "wish",
    choices: ["quiet", "view"],
    kept: ["view", "quiet"],
  },
  {
    name: "accepts one choice for a single-choice question",
    given: [],
    factorId: "width",
    choices: ["wide", "narrow"],
    kept: ["wide"],
    dropped: ["narrow"],
  },
  {
    name: "ignores choices of another question",
    given: ["room"],
    factorId: "width",
    choices: ["garden", "unknown"],
    kept: ["room"],
  },
  {
    name: "reports answers that no question of the track offers",
    given: ["room", "elsewhere"],
    factorId: "width",
    choices: ["wide"],
    kept: ["room", "wide"],
    dropped: ["elsewhere"],
  },
  {
    name: "changes nothing for an unknown question",
    given: ["room"],
    factorId: "unknown",
    choices: ["garden"],
    kept: ["room"],
  },
];

for (const { name, given, factorId, choices, kept, dropped = [] } of ANSWERS) {
  Deno.test(`answer() ${name} (design §10)`, () => {
    assert.deepEqual(answer(model, given, { factorId, choices }), { optionIds: kept, dropped });
  });
}

Deno.test("stateAfter() moves to the next step, or back to the check step (design §10)", () => {
  const given = { factorId: "place", choices: ["garden"] };
  const before = { optionIds: ["room", "wide"], returning: false };
  const after = { track: null, optionIds: ["garden", "wide"], step: "wish", returning: false };
  assert.deepEqual(stateAfter(model, before, given), after);
  assert.deepEqual(stateAfter(model, { ...before, returning: true }, given), {
    ...after,
    step: CHECK_STEP,
  });
});

Deno.test("withLaterAnswers() adds later answers, and the answers of the URL take precedence (ux: moves)", () => {
  const given = ["room", "view", "wide"];
  assert.deepEqual(withLaterAnswers(model, ["garden"], given), ["garden", "view", "wide"]);
  assert.deepEqual(withLaterAnswers(model, ["quiet"], given), ["room", "quiet", "wide"]);
  assert.deepEqual(withLaterAnswers(model, ["garden"], []), ["garden"]);
});

Deno.test("readAnswers() keeps or drops every option, and reads its own answers unchanged (design §10)", () => {
  fc.assert(fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, { optionIds, track }) => {
    const some = buildWizardModel(compileSnapshot(catalog), track, {
      meetsRequirements,
      compareStrength,
    });
    const read = readAnswers(some, optionIds);
    assert.deepEqual(new Set([...read.optionIds, ...read.dropped]), new Set(optionIds));
    assert.deepEqual(readAnswers(some, read.optionIds), { optionIds: read.optionIds, dropped: [] });
  }));
});
