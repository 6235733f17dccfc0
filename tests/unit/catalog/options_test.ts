import fc from "fast-check";
import assert from "node:assert/strict";
import { type Author, changeRecord, createRecord, readRecord } from "@/lib/records/mod.ts";
import {
  actOnOptionForm,
  checkOption,
  compileSnapshot,
  formOfOption,
  moveOption,
  OPTION_LIMITS,
  optionEntity,
  optionOfForm,
  type OptionRecord,
  type OptionRequirement,
  type Predicate,
  requirementsOfForm,
  seedCatalog,
} from "@/lib/catalog/mod.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import { select, systemsFailing } from "@/lib/selection/mod.ts";
import { type Db, eachEngine } from "@/tests/helpers/db.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };

const covers45: OptionRequirement = {
  attributeId: "stc",
  predicate: { kind: "covers", value: 45 },
};

const catalog = aCatalog({
  attributes: [
    anAttribute("material", { name: "Material" }),
    anAttribute("stc", { name: "Sound rating", valueType: "range", unit: "STC" }),
    anAttribute("weight", { name: "Weight", valueType: "dimension", unit: "lb" }),
    anAttribute("off", { name: "Drive", valueType: "dimension", enabled: false }),
    anAttribute("gone", { name: "Gone", valueType: "dimension", retired: true }),
  ],
  systems: [
    aSystem("oak", {
      position: 1,
      values: values({
        material: { type: "enum", labels: ["Oak", "Glass"] },
        stc: { type: "range", min: 40, max: 50, label: null },
        weight: { type: "dimension", measurement: 10, note: null },
      }),
    }),
    aSystem("ash", {
      position: 2,
      values: values({
        material: { type: "enum", labels: ["Ash"] },
        stc: { type: "untested" },
        weight: { type: "dimension", measurement: 20, note: null },
      }),
    }),
    aSystem("bare", { position: 3 }),
    aSystem("late", { position: 4, retired: true }),
  ],
  factors: [
    aFactor("noise", [], {
      options: [
        anOption("still", { position: 1, requirements: [covers45] }),
        anOption("hum", { position: 2 }),
        anOption("gone-option", { position: 3, retired: true }),
        anOption("roar", { position: 4 }),
      ],
    }),
    aFactor("look", ["clear"]),
  ],
});

const still: OptionRecord = {
  id: "still",
  factorId: "noise",
  label: "Option still",
  description: null,
  position: 1,
  retired: false,
  requirements: [covers45],
};

async function optionIdsOf(db: Db, factorId: string): Promise<string[]> {
  const { factors } = await loadCatalog(db);
  return factors.find(({ id }) => id === factorId)?.options.map(({ id }) => id) ?? [];
}

function entries(db: Db) {
  return db.selectFrom("audit_log").select(["action", "entity_type", "entity_id"])
    .select(["before", "after"]).orderBy("seq").execute();
}

eachEngine(
  "an option is stored and audited with its requirements and its factor (§2.2, §6.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    assert.deepEqual((await readRecord(db, optionEntity, "still"))?.record, still);
    const next: OptionRecord = {
      ...still,
      label: "<i>Still</i>",
      description: "=SUM(A1)",
      position: 7,
      retired: true,
      requirements: [
        { attributeId: "weight", predicate: { kind: "at-most", value: 12.5 } },
        { attributeId: "material", predicate: { kind: "includes", labels: ["Oak", "Ash"] } },
        { attributeId: "weight", predicate: { kind: "at-least", value: 0 } },
      ],
    };
    const act = { by, id: "still", action: "update", next, check: checkOption };
    assert.equal((await changeRecord(db, optionEntity, act)).kind, "changed");
    assert.equal((await changeRecord(db, optionEntity, act)).kind, "unchanged", "sent twice");
    assert.deepEqual((await readRecord(db, optionEntity, "still"))?.record, next);
    const [factor] = (await loadCatalog(db)).factors.filter(({ id }) => id === "noise");
    const { factorId: _, ...stored } = next;
    assert.deepEqual(factor?.options.find(({ id }) => id === "still"), stored);
    assert.deepEqual(await entries(db), [{
      action: "update",
      entity_type: "option",
      entity_id: "still",
      before: still,
      after: next,
    }]);
  },
);

eachEngine(
  "an option's id is unique among the options of all factors, and its factor exists (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const record: OptionRecord = { ...still, id: "clear", factorId: "noise" };
    assert.deepEqual(await createRecord(db, optionEntity, { by, id: "clear", record }), {
      kind: "taken",
    });
    const orphan = { ...still, id: "orphan", factorId: "nothing" };
    assert.deepEqual(await createRecord(db, optionEntity, { by, id: "orphan", record: orphan }), {
      kind: "invalid",
      fields: { label: "This factor no longer exists" },
    });
    assert.deepEqual(await entries(db), []);
  },
);

eachEngine(
  "checkOption() refuses requirements that do not fit the type of their attribute (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const save = (requirements: OptionRequirement[]) =>
      changeRecord(db, optionEntity, {
        by,
        id: "still",
        action: "update",
        next: { ...still, requirements },
        check: checkOption,
      });
    const wrongType = "The attribute takes another type of value now. Enter it again";
    const outcome = await save([
      { attributeId: "stc", predicate: { kind: "at-least", value: 1 } },
      { attributeId: "weight", predicate: { kind: "at-least", value: 1 } },
      { attributeId: "weight", predicate: { kind: "includes", labels: ["x"] } },
      { attributeId: "none", predicate: { kind: "covers", value: 1 } },
    ]);
    assert.deepEqual(outcome, {
      kind: "invalid",
      fields: {
        "requirements.0.kind": wrongType,
        "requirements.2.kind": wrongType,
        "requirements.3.attributeId": "This attribute no longer exists. Remove the requirement",
      },
    });
    assert.deepEqual((await readRecord(db, optionEntity, "still"))?.record, still);
    assert.deepEqual(await entries(db), []);
  },
);

eachEngine("moveOption() moves an option within its factor (§2.2)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  const changed = await moveOption(db, { by, id: "roar", direction: "up" });
  assert.deepEqual(changed.map(({ id }) => id).sort(), ["hum", "roar"]);
  assert.deepEqual(await optionIdsOf(db, "noise"), ["still", "roar", "gone-option", "hum"]);
  assert.deepEqual(await moveOption(db, { by, id: "still", direction: "up" }), []);
  assert.deepEqual(await moveOption(db, { by, id: "clear", direction: "up" }), []);
  const moves = (await entries(db)).map(({ action, entity_id }) => `${action} ${entity_id}`);
  assert.deepEqual(moves.sort(), ["move hum", "move roar"]);
});

const context = { id: "still", factorId: "noise", current: still, catalog };

/** Builds the form of an option from requirements written as `attribute kind value-or-labels`. */
function formOf(...requirements: string[]): URLSearchParams {
  const form = new URLSearchParams({ label: "Still" });
  requirements.forEach((requirement, index) => {
    const [attributeId = "", kind = "", ...rest] = requirement.split(" ");
    form.set(`requirements.${index}.attributeId`, attributeId);
    form.set(`requirements.${index}.kind`, kind);
    form.set(`requirements.${index}.value`, rest.join(" "));
    for (const label of rest) form.append(`requirements.${index}.labels`, label);
  });
  return form;
}

const NUMBER =
  "Enter a number, such as 4.5, with at most 9 digits before the point and 6 behind it";

/** Each requirement with its predicate, or with the wrong field of its row and the message. */
const REQUIREMENTS: readonly [string, Predicate | readonly [string, string]][] = [
  ["stc covers 45", { kind: "covers", value: 45 }],
  ["stc covers -0", { kind: "covers", value: 0 }],
  ["stc covers +.5", { kind: "covers", value: 0.5 }],
  ["weight at-least 12.5", { kind: "at-least", value: 12.5 }],
  ["weight at-most 12.500000", { kind: "at-most", value: 12.5 }],
  ["off at-most 1", { kind: "at-most", value: 1 }],
  ["material includes Oak", { kind: "includes", labels: ["Oak"] }],
  ["material includes oak ASH OAK", { kind: "includes", labels: ["Oak", "Ash"] }],
  ["stc covers", ["value", "Enter a number, such as 4.5"]],
  ["stc covers 4,5", ["value", NUMBER]],
  ["stc covers NaN", ["value", NUMBER]],
  ["stc covers Infinity", ["value", NUMBER]],
  ["stc covers 1e999", ["value", NUMBER]],
  ["stc covers 1e3", ["value", NUMBER]],
  ["stc covers 0x10", ["value", NUMBER]],
  ["stc covers 1\0", ["value", NUMBER]],
  [`stc covers ${"9".repeat(400)}`, ["value", NUMBER]],
  ["stc at-least 45", [
    "kind",
    "Sound rating cannot be asked that way. Choose another way, or remove the requirement",
  ]],
  ["stc includes Oak", [
    "kind",
    "Sound rating cannot be asked that way. Choose another way, or remove the requirement",
  ]],
  ["weight covers 1", [
    "kind",
    "Weight cannot be asked that way. Choose another way, or remove the requirement",
  ]],
  ["weight constructor 1", [
    "kind",
    "Weight cannot be asked that way. Choose another way, or remove the requirement",
  ]],
  ["material includes", ["labels", "Tick at least one"]],
  ["material includes Oak Elm", ["labels", "“Elm” is not a label of Material. Untick it"]],
  ["material includes a\0", ["labels", "“a\0” is not a label of Material. Untick it"]],
  ["gone at-least 1", ["attributeId", "Gone is retired. Remove the requirement"]],
  ["nothing at-least 1", ["attributeId", "This attribute does not exist. Remove the requirement"]],
  ["__proto__ at-least 1", [
    "attributeId",
    "This attribute does not exist. Remove the requirement",
  ]],
];

for (const [requirement, wanted] of REQUIREMENTS) {
  const shown = JSON.stringify(requirement).slice(0, 40);
  Deno.test(`optionOfForm() validates the requirement ${shown} (design §6.3)`, () => {
    // The valid first row proves that an error names the right row.
    const checked = optionOfForm(formOf("stc covers 45", requirement), context);
    if (Array.isArray(wanted)) {
      const [field, message] = wanted;
      assert.deepEqual(checked, { ok: false, fields: { [`requirements.1.${field}`]: message } });
    } else {
      assert.ok(checked.ok);
      const [attributeId] = requirement.split(" ");
      assert.deepEqual(checked.value.requirements, [covers45, { attributeId, predicate: wanted }]);
    }
  });
}

Deno.test("optionOfForm() keeps markup in texts, and refuses empty, long and unprintable texts (§7)", () => {
  const read = (fields: Record<string, string>) =>
    optionOfForm(new URLSearchParams(fields), context);
  for (
    const [fields, wrong] of [
      [{ label: "" }, { label: "Enter a label" }],
      [{ label: " \t " }, { label: "Enter a label" }],
      [{}, { label: "Enter a label" }],
      [{ label: "a\0" }, { label: "Remove the characters that cannot be printed" }],
      [{ label: "a", description: "\u0007" }, {
        description: "Remove the characters that cannot be printed",
      }],
      [{ label: "x".repeat(81) }, { label: "Use at most 80 characters" }],
    ] as const
  ) {
    assert.deepEqual(read({ ...fields }), { ok: false, fields: wrong });
  }
  const checked = read({
    label: "  <b>=1+1</b>  ",
    description: "",
    retired: "on",
    position: "9",
    factorId: "look",
    id: "other",
  });
  assert.deepEqual(checked, {
    ok: true,
    value: { ...still, label: "<b>=1+1</b>", position: 9, requirements: [] },
  });
});

Deno.test("an option survives formOfOption() and optionOfForm() unchanged (§2.2)", () => {
  const value = fc.integer({ min: -1e9, max: 1e9 }).map((number) => number / 1e6 + 0);
  const labels = fc.uniqueArray(fc.constantFrom("Oak", "ash", "GLASS"), { minLength: 1 });
  const requirement: fc.Arbitrary<OptionRequirement> = fc.oneof(
    value.map((value) => ({ attributeId: "stc", predicate: { kind: "covers" as const, value } })),
    fc.tuple(fc.constantFrom("weight", "off", "gone"), value).map(([attributeId, value]) => ({
      attributeId,
      predicate: { kind: "at-least" as const, value },
    })),
    labels.map((labels) => ({
      attributeId: "material",
      predicate: { kind: "includes" as const, labels },
    })),
  );
  const line = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => text.normalize("NFC").replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, " ").trim())
    .filter((text) => text !== "");
  fc.assert(fc.property(
    fc.record({
      label: line,
      description: fc.option(line),
      position: fc.nat(99),
      retired: fc.boolean(),
      requirements: fc.array(requirement, { maxLength: OPTION_LIMITS.requirements }),
    }, { noNullPrototype: true }),
    (drawn) => {
      const option: OptionRecord = { ...still, ...drawn };
      const checked = optionOfForm(formOfOption(option), { ...context, current: option });
      assert.deepEqual(checked, { ok: true, value: option });
    },
  ));
});

Deno.test("a stored label keeps its spelling, and a new one gets the known spelling (§4.2)", () => {
  const requirements: OptionRequirement[] = [
    { attributeId: "material", predicate: { kind: "includes", labels: ["oak", "Ash"] } },
  ];
  const current = { ...still, requirements };
  const checked = optionOfForm(formOf("material includes oak ASH glass"), { ...context, current });
  assert.deepEqual(checked.ok && checked.value.requirements, [
    { attributeId: "material", predicate: { kind: "includes", labels: ["oak", "Ash", "Glass"] } },
  ]);
});

Deno.test("a requirement on a retired attribute can be kept but not added (§4.1)", () => {
  const requirements: OptionRequirement[] = [
    { attributeId: "gone", predicate: { kind: "at-least", value: 1 } },
  ];
  const current = { ...still, requirements };
  const kept = optionOfForm(formOf("gone at-least 2"), { ...context, current });
  assert.ok(kept.ok);
  assert.equal(optionOfForm(formOf("gone at-least 2"), context).ok, false);
});

Deno.test("actOnOptionForm() changes the requirement rows and keeps everything else typed (§7)", () => {
  const form = formOf("stc covers x", "weight at-least 3");
  form.set("id", "typed");
  form.set("add.attributeId", "material");
  const rowsAfter = (intent: string) => {
    const next = actOnOptionForm(form, intent, catalog);
    if (next === null) return null;
    assert.deepEqual([next.get("label"), next.get("id")], ["Still", "typed"]);
    assert.ok(!next.has("add.attributeId") && !next.has("intent"));
    return requirementsOfForm(next).map(({ attributeId, kind, value }) =>
      `${attributeId} ${kind} ${value}`.trim()
    );
  };
  const [stc, weight] = ["stc covers x", "weight at-least 3"];
  assert.deepEqual(rowsAfter("check"), [stc, weight]);
  assert.deepEqual(rowsAfter("add-requirement"), [stc, weight, "material includes"]);
  assert.deepEqual(rowsAfter("remove-requirement.0"), [weight]);
  assert.deepEqual(rowsAfter("remove-requirement.7"), [stc, weight]);
  form.set("add.attributeId", "nothing");
  assert.deepEqual(rowsAfter("add-requirement"), [stc, weight]);
  for (const intent of ["save", "retire", "remove-requirement", "constructor", ""]) {
    assert.equal(rowsAfter(intent), null, intent);
  }
});

Deno.test("an option has at most 20 requirements, whether added or submitted (§7)", () => {
  const rows = Array.from({ length: 20 }, () => "stc covers 45");
  const full = formOf(...rows);
  assert.equal(optionOfForm(full, context).ok, true);
  full.set("add.attributeId", "stc");
  const tooMany = { name: "AppError", message: "An option has at most 20 requirements" };
  assert.throws(() => actOnOptionForm(full, "add-requirement", catalog), tooMany);
  assert.throws(() => optionOfForm(formOf(...rows, "stc covers 1"), context), tooMany);
});

Deno.test("systemsFailing() agrees with the engine (design §6.3)", () => {
  const failing = (requirements: OptionRequirement[]) =>
    systemsFailing(compileSnapshot(catalog), requirements).map(({ id }) => id);
  assert.deepEqual(failing([]), []);
  assert.deepEqual(failing([covers45]), ["ash", "bare"]);
  const value = (attributeId: string, predicate: Predicate) => ({ attributeId, predicate });
  assert.deepEqual(failing([value("weight", { kind: "at-most", value: 10 })]), ["ash", "bare"]);
  assert.deepEqual(failing([value("material", { kind: "includes", labels: ["GLASS", "ash"] })]), [
    "bare",
  ]);
  for (const attributeId of ["off", "gone", "nothing"]) {
    assert.deepEqual(failing([value(attributeId, { kind: "at-least", value: 1 })]), []);
  }
  const everyone = ["oak", "ash", "bare"];
  const outcomes = everyone.map((systemId, index) => ({
    systemId,
    role: "preferred" as const,
    rank: index + 1,
    rationale: "It does",
  }));
  const snapshot = compileSnapshot({
    ...catalog,
    rules: [aRule("all", {
      conditions: [{ factorId: "noise", operator: "any", optionIds: ["still"] }],
      outcomes,
    })],
  });
  const { lead, surfacedSystemCount } = select(snapshot, { optionIds: ["still"], track: null });
  assert.equal(surfacedSystemCount, everyone.length - failing([covers45]).length);
  assert.equal(lead?.systemId, "oak");
});
