import assert from "node:assert/strict";
import { Id, measure, type Predicate, TypedValue } from "@/lib/catalog/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";

const { tiers, attributes, systems, factors, ruleSets, tracks, rules } = demoCatalog;
const options = factors.flatMap((factor) => factor.options.map((option) => ({ factor, option })));
const outcomes = rules.flatMap((rule) => rule.outcomes.map((outcome) => ({ rule, outcome })));
const LIFTED = ["operation-type", "material", "interior-exterior", "use-cases"];
const PRESENCE = ["untested", "na", "none", "empty"];
const PREDICATES = {
  enum: ["includes"],
  range: ["covers"],
  dimension: ["at-least", "at-most"],
} as const;

function idsOf(records: readonly { id: string }[]): string[] {
  return records.map(({ id }) => id);
}

function labelsOf(attributeId: string): Set<string> {
  return new Set(
    systems.flatMap(({ values }) =>
      values.flatMap((cell) =>
        cell.attributeId === attributeId && cell.value.type === "enum" ? cell.value.labels : []
      )
    ),
  );
}

Deno.test("the demo has the systems, factors, tracks and rules that the spec requires (§1, §2.4)", () => {
  assert.equal(systems.length, 23);
  assert.equal(tiers.length, 4);
  assert.ok(labelsOf("operation-type").size >= 7, "seven operation types");
  assert.ok(attributes.length >= 16, "sixteen attributes");
  assert.ok(factors.length >= 9 && factors.length <= 12, "nine to twelve factors");
  assert.ok(factors.some(({ multiple }) => multiple), "a factor with several answers");
  assert.deepEqual(idsOf(tracks), ["home", "workplace", "hospitality"]);
  assert.ok(new Set(tracks.map(({ ruleSetId }) => ruleSetId)).size >= 2, "two rule sets in use");
  assert.ok(rules.length >= 45, "forty-five rules");
});

Deno.test("each track asks seven to nine questions, so that the wizard stays short (§1)", () => {
  for (const { id } of tracks) {
    const asked = factors.filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(id));
    assert.ok(asked.length >= 7 && asked.length <= 9, `${id} asks ${asked.length}`);
  }
});

Deno.test("ids are unique and match the pattern of stored identifiers (§2.5)", () => {
  const optionRecords = options.map(({ option }) => option);
  const kinds = { tiers, attributes, systems, factors, ruleSets, tracks, rules, optionRecords };
  for (const [kind, records] of Object.entries(kinds)) {
    const ids = idsOf(records);
    assert.equal(new Set(ids).size, ids.length, `${kind} repeat an id`);
    for (const id of ids) assert.ok(Id.safeParse(id).success, `${kind} ${id}`);
  }
});

Deno.test("nothing in the demo is retired or disabled (§4.1)", () => {
  const records = [...attributes, ...systems, ...factors, ...ruleSets, ...tracks, ...rules];
  assert.ok([...records, ...options.map(({ option }) => option)].every(({ retired }) => !retired));
  assert.ok([...attributes, ...rules].every(({ enabled }) => enabled));
});

Deno.test("records are written in the order they are shown (§2.2)", () => {
  const lists = [attributes, systems, factors, tracks, ...factors.map((each) => each.options)];
  for (const list of lists) {
    assert.deepEqual(list.map(({ position }) => position), list.map((_, index) => index + 1));
  }
  assert.deepEqual(tiers.map(({ ordinal }) => ordinal), [1, 2, 3, 4]);
});

Deno.test("every reference exists, and exactly one rule set is the default (§4.1)", () => {
  const known = {
    tier: new Set(idsOf(tiers)),
    system: new Set(idsOf(systems)),
    ruleSet: new Set(idsOf(ruleSets)),
    track: new Set(idsOf(tracks)),
    attribute: new Set(idsOf(attributes)),
  };
  const missing = [
    ...systems.filter(({ budgetTierId }) => !known.tier.has(budgetTierId ?? "")),
    ...outcomes.filter(({ outcome }) => !known.system.has(outcome.systemId)),
    ...[...tracks, ...rules].filter(({ ruleSetId }) => !known.ruleSet.has(ruleSetId)),
    ...factors.filter(({ trackIds }) => trackIds.some((id) => !known.track.has(id))),
    ...systems.filter(({ values }) =>
      values.some(({ attributeId }) => !known.attribute.has(attributeId))
    ),
  ];
  assert.deepEqual(missing, []);
  assert.equal(ruleSets.filter(({ isDefault }) => isDefault).length, 1);
});

Deno.test("conditions name options of their own factor, which a track of the rule set asks", () => {
  for (const { id, ruleSetId, conditions } of rules) {
    assert.ok(conditions.length > 0, `${id} would never fire`);
    const own = idsOf(tracks.filter((track) => track.ruleSetId === ruleSetId));
    for (const { factorId, operator, optionIds } of conditions) {
      const factor = factors.find((each) => each.id === factorId);
      assert.ok(factor, `${id}: ${factorId}`);
      const { trackIds } = factor;
      assert.ok(trackIds.length === 0 || own.some((track) => trackIds.includes(track)), id);
      assert.ok(optionIds.length > 0, `${id}: ${operator} of nothing`);
      for (const optionId of optionIds) {
        assert.ok(idsOf(factor.options).includes(optionId), `${id}: ${optionId}`);
      }
    }
  }
});

Deno.test("each rule ranks each of its systems once, the preferred ones first (§2.1)", () => {
  for (const { id, outcomes } of rules) {
    assert.deepEqual(outcomes.map(({ rank }) => rank), outcomes.map((_, index) => index + 1), id);
    assert.equal(new Set(outcomes.map(({ systemId }) => systemId)).size, outcomes.length, id);
    const roles = outcomes.map(({ role }) => role);
    assert.deepEqual(roles, [...roles].sort().reverse(), id);
  }
});

Deno.test("priorities are distinct within a rule set, so that the order of rules is defined (§4.1)", () => {
  for (const { id } of ruleSets) {
    const own = rules.filter(({ ruleSetId }) => ruleSetId === id).map(({ priority }) => priority);
    assert.equal(new Set(own).size, own.length, id);
  }
});

Deno.test("requirements fit the type of their attribute (§2.2)", () => {
  for (const { option } of options) {
    for (const { attributeId, predicate } of option.requirements) {
      const attribute = attributes.find(({ id }) => id === attributeId);
      assert.ok(attribute, `${option.id}: ${attributeId}`);
      const kinds: readonly Predicate["kind"][] = PREDICATES[attribute.valueType];
      assert.ok(kinds.includes(predicate.kind), `${option.id}: ${predicate.kind} ${attributeId}`);
      if (predicate.kind !== "includes") continue;
      for (const label of predicate.labels) {
        assert.ok(labelsOf(attributeId).has(label), `${option.id}: no system offers ${label}`);
      }
    }
  }
});

Deno.test("the demo uses every predicate, operator and role", () => {
  const predicates = options.flatMap(({ option }) => option.requirements)
    .map(({ predicate }) => predicate.kind);
  assert.deepEqual([...new Set(predicates)].sort(), ["at-least", "at-most", "covers", "includes"]);
  const operators = rules.flatMap(({ conditions }) => conditions).map(({ operator }) => operator);
  assert.deepEqual([...new Set(operators)].sort(), ["all", "any", "none"]);
  const roles = outcomes.map(({ outcome }) => outcome.role);
  assert.deepEqual([...new Set(roles)].sort(), ["alternative", "preferred"]);
});

Deno.test("values have the type of their attribute or a presence-like type (§2.2)", () => {
  const seen = new Set<string>();
  for (const { id, values } of systems) {
    const attributeIds = values.map(({ attributeId }) => attributeId);
    assert.equal(new Set(attributeIds).size, attributeIds.length, id);
    for (const { attributeId, value, source } of values) {
      const attribute = attributes.find((each) => each.id === attributeId);
      assert.ok(TypedValue.safeParse(value).success, `${id}: ${attributeId}`);
      assert.ok([attribute?.valueType, ...PRESENCE].includes(value.type), `${id}: ${attributeId}`);
      if (value.type === "range" && value.min !== null && value.max !== null) {
        assert.ok(value.min <= value.max, `${id}: ${attributeId} has its bounds reversed`);
      }
      assert.equal(source, "manual");
      seen.add(value.type);
    }
  }
  assert.deepEqual([...seen].sort(), ["dimension", "enum", "range", ...PRESENCE].sort());
});

Deno.test("every system states its key columns and nearly every attribute (§2.2)", () => {
  for (const { id, values } of systems) {
    assert.ok(values.length >= attributes.length - 1, `${id} states ${values.length}`);
    for (const attributeId of LIFTED) {
      const cell = values.find((value) => value.attributeId === attributeId);
      assert.equal(cell?.value.type, "enum", `${id}: ${attributeId}`);
    }
  }
});

Deno.test("rationales are full sentences and no two are the same (§2.1)", () => {
  const texts = outcomes.map(({ outcome }) => outcome.rationale);
  assert.equal(new Set(texts.map((text) => text.toLowerCase())).size, texts.length);
  for (const { rule, outcome } of outcomes) {
    assert.ok(outcome.rationale.length >= 60, `${rule.id}: ${outcome.rationale}`);
    assert.match(outcome.rationale, /^[A-Z].*\.$/, rule.id);
  }
});

Deno.test("names and copy are finished: present, distinct and without placeholders", () => {
  for (const records of [systems, tiers, factors, tracks, attributes, ruleSets, rules]) {
    const names = records.map((each) => "label" in each ? each.label : each.name);
    assert.equal(new Set(names).size, names.length);
  }
  for (const { id, tagline, description } of systems) {
    assert.ok(tagline && tagline.length <= 60, id);
    const sentences = description?.match(/[.?](?= |$)/g)?.length ?? 0;
    assert.ok(sentences >= 2 && sentences <= 3, `${id} has ${sentences} sentences`);
  }
  for (const { id, question, help, options } of factors) {
    assert.match(question, /^[A-Z].*\?$/, id);
    assert.ok(help, id);
    assert.ok(options.length >= 3 && options.length <= 6, `${id} has ${options.length} options`);
    for (const option of options) assert.ok(option.label && option.description, option.id);
  }
  assert.doesNotMatch(JSON.stringify(demoCatalog), /lorem|todo|tbd|xxx|placeholder/i);
});

Deno.test("the figures are plausible, and every budget tier has at least three systems", () => {
  const figure = (systemId: string, attributeId: string) =>
    systems.find(({ id }) => id === systemId)?.values
      .find((cell) => cell.attributeId === attributeId)?.value;
  for (const { id } of systems) {
    const place = figure(id, "interior-exterior");
    const isInterior = place?.type === "enum" && place.labels.includes("Interior");
    for (const attributeId of ["u-factor", "water-rating", "design-pressure"]) {
      assert.equal(figure(id, attributeId)?.type === "na", isInterior, `${id}: ${attributeId}`);
    }
    const stc = figure(id, "stc");
    if (stc?.type === "range") assert.ok((stc.max ?? 0) >= 26 && (stc.max ?? 99) <= 60, id);
    const width = figure(id, "panel-width");
    if (width?.type === "range") assert.ok((width.max ?? 0) <= 240, id);
    const sill = figure(id, "sill-height");
    if (sill?.type === "dimension") assert.ok(sill.measurement <= 2, id);
  }
  for (const { id } of tiers) {
    assert.ok(systems.filter(({ budgetTierId }) => budgetTierId === id).length >= 3, id);
  }
});

Deno.test("a figure in a description has its unit where buyers may read other units (§2.2)", () => {
  const bare = attributes.flatMap(({ name, description, unit }) => {
    const isConverted = measure(1, { unit, units: "us" }) !== measure(1, { unit, units: "metric" });
    const figures = [...description?.matchAll(/\d[\d.]*(?=(.*))/g) ?? []];
    return isConverted && figures.some(([, rest = ""]) => !rest.startsWith(` ${unit}`))
      ? [`${name}: ${description}`]
      : [];
  });
  assert.deepEqual(bare, []);
});

Deno.test("a note that states a figure in inches names them (§2.2)", () => {
  const bare = systems.flatMap(({ name, values }) =>
    values.flatMap(({ attributeId, value }) =>
      attributeId === "sill-height" && value.type === "dimension" &&
        /\d/.test(value.note ?? "") && !/\d in\b/.test(value.note ?? "")
        ? [`${name}: ${value.note}`]
        : []
    )
  );
  assert.deepEqual(bare, []);
});

Deno.test("rules of homes and of venues weigh the wish for a view in favour of the widest panes (§2.1)", () => {
  for (const ruleSetId of ["residential", "hospitality-retail"]) {
    const weighing = outcomes.filter(({ rule, outcome }) =>
      rule.ruleSetId === ruleSetId && outcome.systemId === "estuary-vista" &&
      rule.conditions.some(({ operator, optionIds }) =>
        operator === "any" && optionIds.includes("priority-view")
      )
    );
    assert.ok(weighing.length > 0, ruleSetId);
  }
});
