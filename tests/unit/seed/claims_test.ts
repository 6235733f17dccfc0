/** Checks the claims of the demo's texts against the data sheets of the systems. */
import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";

const { rules, systems, tiers } = demoCatalog;

interface Text {
  systemId: string;
  text: string;
}

const texts: Text[] = [
  ...systems.map(({ id, description }) => ({ systemId: id, text: description ?? "" })),
  ...rules.flatMap(({ outcomes }) =>
    outcomes.map(({ systemId, rationale }) => ({ systemId, text: rationale }))
  ),
];

/** Returns the bounds of a range, or a measurement as both bounds. Open bounds and missing values are null. */
function figure(systemId: string, attributeId: string): [number | null, number | null] {
  const value = systems.find(({ id }) => id === systemId)?.values
    .find((cell) => cell.attributeId === attributeId)?.value;
  if (value?.type === "dimension") return [value.measurement, value.measurement];
  return value?.type === "range" ? [value.min, value.max] : [null, null];
}

function step(systemId: string): number {
  const tierId = systems.find(({ id }) => id === systemId)?.budgetTierId;
  return tiers.find(({ id }) => id === tierId)?.ordinal ?? NaN;
}

const QUOTED: [pattern: RegExp, isPromised: (systemId: string, quoted: number) => boolean][] = [
  [/STC (\d+)/g, (id, quoted) => quoted <= (figure(id, "stc")[1] ?? 0)],
  [/\b(0\.\d\d)\b/g, (id, quoted) => quoted >= (figure(id, "u-factor")[0] ?? 1)],
  [
    /(\d+) psf/g,
    (id, quoted) =>
      ["water-rating", "design-pressure"].some((rating) => quoted <= (figure(id, rating)[1] ?? 0)),
  ],
];

for (const [pattern, isPromised] of QUOTED) {
  Deno.test(`no text that quotes ${pattern.source} promises more than its system's sheet (§2.2)`, () => {
    const quotes = texts.flatMap(({ systemId, text }) =>
      [...text.matchAll(pattern)].map(([quote, number]) => ({ systemId, quote, number }))
    );
    assert.ok(quotes.length >= 4, String(quotes.length));
    for (const { systemId, quote, number } of quotes) {
      assert.ok(isPromised(systemId, Number(number)), `${systemId}: ${quote}`);
    }
  });
}

/** Whether no other system has a lower figure. */
function isLowest(systemId: string, attributeId: string): boolean {
  const [own] = figure(systemId, attributeId);
  return own !== null && systems.every(({ id }) => (figure(id, attributeId)[0] ?? own) >= own);
}

const CLAIMS: [claim: string, holds: () => boolean][] = [
  ["no front that we make is warmer", () => isLowest("heron-clad", "u-factor")],
  [
    "rated for 10 psf of rain and 50 of wind",
    () =>
      figure("heron-thermal", "water-rating")[1] === 10 &&
      figure("heron-thermal", "design-pressure")[0] === 50,
  ],
  [
    "the concealed version charges two tiers for",
    () => step("estuary-vista") - step("estuary-thermal") === 2,
  ],
  [
    "reaches twelve feet in panes up to five feet wide",
    () => figure("estuary-thermal", "panel-height")[0] === 144,
  ],
  ["panes of seven hundred pounds", () => (figure("estuary-vista", "panel-weight")[0] ?? 0) >= 700],
  ["panes nearly ten feet wide", () => figure("estuary-vista", "panel-width")[1] === 118],
  [
    "A sliding window does that in three to five weeks",
    () => figure("estuary-counter", "lead-time").join() === "3,5",
  ],
  [
    "glass divider and stands up to fourteen feet",
    () => figure("quarry-glass", "panel-height")[0] === 168,
  ],
  [
    "three and a quarter inches a joint",
    () => figure("causeway-interior", "sightline")[0] === 3.25,
  ],
  ["nine points more than private talk needs", () => figure("quarry-panel", "stc")[1] === 42 + 9],
  ["eight points in hand", () => figure("glasswing-interior", "stc")[1] === 35 + 8],
  ["a margin of ten points", () => figure("quarry-glass", "stc")[1] === 42 + 10],
  [
    "up to eight feet wide and thirteen tall",
    () =>
      figure("vane-pivot", "panel-width")[1] === 96 &&
      figure("vane-pivot", "panel-height")[0] === 156,
  ],
];

for (const [claim, holds] of CLAIMS) {
  Deno.test(`the demo claims "${claim}", and its data sheets confirm it (§2.2)`, () => {
    assert.equal(texts.filter(({ text }) => text.includes(claim)).length, 1);
    assert.ok(holds());
  });
}

Deno.test("an answer that names a height asks for panels of that height (§4.1)", () => {
  const answers = demoCatalog.factors.flatMap(({ options }) => options).flatMap((option) => {
    const [, feet] = /^.*?(\d+) feet/.exec(option.label.replace(/\d+ to /, "")) ?? [];
    const asked = option.requirements.find(({ attributeId }) => attributeId === "panel-height");
    const isHeight = asked !== undefined || /tall$/.test(option.label);
    return isHeight
      ? [{ label: option.label, feet: Number(feet), predicate: asked?.predicate }]
      : [];
  });
  assert.equal(answers.length, 7);
  for (const { label, feet, predicate } of answers) {
    assert.ok(predicate?.kind === "at-least" && predicate.value >= feet * 12, label);
  }
});

Deno.test("a sound rating is a laboratory figure, and no text promises the best of a range for plain glass (§2.2)", () => {
  const rating = demoCatalog.attributes.find(({ id }) => id === "stc");
  assert.match(rating?.description ?? "", /in a laboratory/);
  for (const { systemId, text } of texts) {
    assert.doesNotMatch(text, /STC \d+ with (standard|plain)/, systemId);
  }
});

Deno.test("a rule speaks of an answer only if it asks for it, because the question may be skipped (§2.1)", () => {
  const WORDS: Readonly<Record<string, RegExp>> = {
    opening: /\byour opening\b/,
    sound: /\byour sound|More quiet than you asked|hear the neighbours, as you said/,
    place: /\byour (place|climate|winter)/,
  };
  for (const { id, conditions, outcomes } of rules) {
    const asked = conditions.filter(({ operator }) => operator !== "none")
      .map(({ factorId }) => factorId);
    for (const { rationale } of outcomes) {
      for (const [factorId, words] of Object.entries(WORDS)) {
        assert.ok(asked.includes(factorId) || !words.test(rationale), `${id}: ${rationale}`);
      }
    }
  }
});

Deno.test("wheels get no step above half an inch, which is the limit of the ADA's standards (§4.1)", () => {
  const wheels = demoCatalog.factors.flatMap(({ options }) => options)
    .find(({ id }) => id === "people-wheels");
  const asked = wheels?.requirements.find(({ attributeId }) => attributeId === "sill-height");
  assert.ok(asked?.predicate.kind === "at-most" && asked.predicate.value <= 0.5);
});

Deno.test("a pick with a low sill on the coast says what that costs in rain tightness (§2.1)", () => {
  const snapshot = compileSnapshot(demoCatalog);
  for (const track of ["home", "hospitality"]) {
    const { lead, alternatives } = select(snapshot, {
      track,
      optionIds: ["coast-outside", "floor-low"],
    });
    for (const pick of [lead, ...alternatives]) {
      assert.match(pick?.rationales[0] ?? "", /low (sill|one).*rain/, `${track}: ${pick?.name}`);
    }
  }
});
