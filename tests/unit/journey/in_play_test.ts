import assert from "node:assert/strict";
import fc from "fast-check";
import { type Catalog, compileSnapshot } from "@/lib/catalog/mod.ts";
import { buildWizardModel, readAnswers, shortlist, systemsInPlay } from "@/lib/journey/mod.ts";
import { compareStrength, meetsRequirements, select } from "@/lib/selection/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  aRule,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

/** Makes every second question of a catalog single-choice. */
function someSingleChoice(catalog: Catalog): Catalog {
  return {
    ...catalog,
    factors: catalog.factors.map((factor, place) => ({ ...factor, multiple: place % 2 === 0 })),
  };
}

function modelOf(catalog: Catalog, track: string | null = null) {
  return buildWizardModel(compileSnapshot(catalog), track, { meetsRequirements, compareStrength });
}

function outcomeOf(systemId: string) {
  return { systemId, role: "preferred" as const, rank: 1, rationale: "It fits." };
}

Deno.test("systemsInPlay() never grows when an open single-choice question is answered (design §10)", () => {
  fc.assert(fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, { optionIds, track }) => {
    const model = modelOf(someSingleChoice(catalog), track);
    const before = readAnswers(model, optionIds).optionIds;
    const open = model.questions.filter(({ multiple, options }) =>
      !multiple && !options.some(({ id }) => before.includes(id))
    );
    for (const { id } of open.flatMap(({ options }) => options)) {
      assert.ok(
        systemsInPlay(model, [...before, id]).length <= systemsInPlay(model, before).length,
      );
    }
  }));
});

Deno.test("systemsInPlay() includes every system that the engine surfaces for the same answers (design §6)", () => {
  fc.assert(fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, { optionIds, track }) => {
    const snapshot = compileSnapshot(someSingleChoice(catalog));
    const model = buildWizardModel(snapshot, track, { meetsRequirements, compareStrength });
    const answered = readAnswers(model, optionIds).optionIds;
    const { lead, alternatives, surfacedSystemCount } = select(snapshot, {
      optionIds: answered,
      track: model.track,
    });
    const inPlay = systemsInPlay(model, answered).map((place) => model.systemIds[place]);
    assert.ok(inPlay.length >= surfacedSystemCount);
    for (const pick of [...lead ? [lead] : [], ...alternatives]) {
      assert.ok(inPlay.includes(pick.systemId));
    }
  }));
});

Deno.test("systemsInPlay() equals what the engine surfaces once every question is answered (design §6)", () => {
  fc.assert(fc.property(arbitraryCatalog(), fc.infiniteStream(fc.nat()), (catalog, dice) => {
    const snapshot = compileSnapshot(someSingleChoice(catalog));
    const model = buildWizardModel(snapshot, null, { meetsRequirements, compareStrength });
    const answered = model.questions.flatMap(({ options }) =>
      options[dice.next().value % options.length]?.id ?? []
    );
    if (answered.length === 0) return;
    const { surfacedSystemCount } = select(snapshot, { optionIds: answered, track: null });
    assert.equal(systemsInPlay(model, answered).length, surfacedSystemCount);
  }));
});

Deno.test("systemsInPlay() returns the same for a model that was sent to the browser as JSON (design §10)", () => {
  fc.assert(fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, { optionIds, track }) => {
    const model = modelOf(catalog, track);
    const sent = JSON.parse(JSON.stringify(model));
    assert.deepEqual(sent, model);
    assert.deepEqual(systemsInPlay(sent, optionIds), systemsInPlay(model, optionIds));
  }));
});

const catalog = aCatalog({
  attributes: [anAttribute("setting")],
  systems: [
    aSystem("inside", { values: values({ setting: { type: "enum", labels: ["In"] } }) }),
    aSystem("outside", {
      values: values({ setting: { type: "enum", labels: ["Out"] } }),
      position: 1,
    }),
    aSystem("unnamed", { position: 2 }),
    aSystem("gone", { position: 3, retired: true }),
  ],
  factors: [
    aFactor("place", ["room", "garden"]),
    aFactor("wish", ["view", "quiet", "thrift"], { multiple: true, position: 1 }),
  ],
  rules: [
    aRule("rooms", {
      conditions: [{ factorId: "place", operator: "any", optionIds: ["room"] }],
      outcomes: [outcomeOf("inside"), outcomeOf("gone")],
    }),
    aRule("not-quiet", {
      conditions: [
        { factorId: "wish", operator: "none", optionIds: ["quiet"] },
        { factorId: "wish", operator: "all", optionIds: ["view", "thrift"] },
      ],
      outcomes: [outcomeOf("outside")],
    }),
    aRule("both-places", {
      conditions: [{ factorId: "place", operator: "all", optionIds: ["room", "garden"] }],
      outcomes: [outcomeOf("unnamed")],
    }),
  ],
});

const CASES: readonly [name: string, optionIds: string[], left: string[]][] = [
  ["without answers, every system that a rule can surface is in play", [], ["inside", "outside"]],
  ["an answer that a rule requires keeps its systems", ["room"], ["inside", "outside"]],
  ["another answer to the same question drops them", ["garden"], ["outside"]],
  ["one of two answers that a rule requires drops its systems", ["view"], ["inside"]],
  ["both answers that a rule requires keep its systems", ["view", "thrift"], ["inside", "outside"]],
  ["an answer that a rule excludes drops its systems", ["view", "quiet", "thrift"], ["inside"]],
  ["an unknown answer changes nothing", ["unknown"], ["inside", "outside"]],
  ["an answer with the name of an inherited property changes nothing", ["constructor"], [
    "inside",
    "outside",
  ]],
];

for (const [name, optionIds, left] of CASES) {
  Deno.test(`systemsInPlay(): ${name} (design §6.1)`, () => {
    const model = modelOf(catalog);
    const places = systemsInPlay(model, optionIds);
    assert.deepEqual(places.map((place) => model.systemIds[place]), left);
  });
}

Deno.test("systemsInPlay() drops systems that fail a requirement on an enabled attribute (design §6.3)", () => {
  const [place, ...others] = catalog.factors;
  assert.ok(place);
  const requirements = [{
    attributeId: "setting",
    predicate: { kind: "includes" as const, labels: ["Out"] },
  }];
  const requiring = {
    ...catalog,
    factors: [
      { ...place, options: place.options.map((option) => ({ ...option, requirements })) },
      ...others,
    ],
  };
  assert.deepEqual(systemsInPlay(modelOf(requiring), ["room"]), [1]);
  const disabled = { ...requiring, attributes: [anAttribute("setting", { enabled: false })] };
  assert.deepEqual(systemsInPlay(modelOf(disabled), ["room"]), [0, 1]);
});

Deno.test("shortlist() returns at most four systems in play and counts the others (#18)", () => {
  fc.assert(fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, { optionIds, track }) => {
    const model = modelOf(someSingleChoice(catalog), track);
    const inPlay = systemsInPlay(model, optionIds);
    const { places, more } = shortlist(model, optionIds);
    assert.equal(places.length, Math.min(4, inPlay.length));
    assert.equal(places.length + more, inPlay.length);
    assert.ok(places.every((place) => inPlay.includes(place)));
    assert.equal(new Set(places).size, places.length);
  }));
});

Deno.test("shortlist() begins with the engine's pick for the same answers (design §6.4)", () => {
  fc.assert(fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, { optionIds, track }) => {
    const snapshot = compileSnapshot(someSingleChoice(catalog));
    const model = buildWizardModel(snapshot, track, { meetsRequirements, compareStrength });
    const answered = readAnswers(model, optionIds).optionIds;
    const { lead } = select(snapshot, { optionIds: answered, track: model.track });
    const [first] = shortlist(model, answered).places;
    if (lead) assert.equal(model.systemIds[first ?? -1], lead.systemId);
  }));
});

Deno.test("shortlist() is in catalog order before the first answer", () => {
  fc.assert(fc.property(arbitraryCatalog(), (catalog) => {
    const model = modelOf(catalog);
    assert.deepEqual(shortlist(model, []).places, systemsInPlay(model, []).slice(0, 4));
  }));
});

Deno.test("shortlist() puts the best supported systems first", () => {
  const model = modelOf(catalog);
  const shortlistOf = (optionIds: string[]) =>
    shortlist(model, optionIds).places.map((place) => model.systemIds[place]);
  assert.deepEqual(shortlistOf([]), ["inside", "outside"]);
  assert.deepEqual(shortlistOf(["view", "thrift"]), ["outside", "inside"]);
});
