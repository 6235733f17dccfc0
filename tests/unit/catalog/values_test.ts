import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type Author, readRecord, versionOf } from "@/lib/records/mod.ts";
import {
  clearValue,
  formOfValue,
  knownLabels,
  NO_VALUE,
  saveValue,
  seedCatalog,
  type TypedValue,
  VALUE_LIMITS,
  type ValueContext,
  valueEntity,
  valueId,
  valueOfForm,
  type ValueRecord,
  valuesOfSystem,
} from "@/lib/catalog/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };

const catalog = aCatalog({
  attributes: [
    anAttribute("material"),
    anAttribute("stc", { valueType: "range", unit: "STC" }),
    anAttribute("weight", { valueType: "dimension", unit: "lb" }),
    anAttribute("gone", { retired: true }),
  ],
  systems: [
    aSystem("fold", {
      values: values({
        material: { type: "enum", labels: ["Oak"] },
        stc: { type: "range", min: 30, max: 40, label: null },
        weight: { type: "dimension", measurement: 120, note: null },
      }),
    }),
    aSystem("bare"),
  ],
});

/** One edit for each type of value. */
const EDITS: readonly { attributeId: string; value: TypedValue }[] = [
  { attributeId: "material", value: { type: "enum", labels: ["Ash", "Oak"] } },
  { attributeId: "stc", value: { type: "range", min: 45, max: null, label: null } },
  { attributeId: "weight", value: { type: "dimension", measurement: 99.5, note: "with glass" } },
  { attributeId: "material", value: { type: "untested" } },
  { attributeId: "stc", value: { type: "na" } },
  { attributeId: "weight", value: { type: "none" } },
  { attributeId: "material", value: { type: "empty" } },
];

const RAW = { field: "Oak veneer", delta: 3 };

/** Marks every stored value as written by a CMS sync. */
async function synced(db: Kysely<Database>, raw: unknown = RAW): Promise<void> {
  await sql`
    update attribute_values set source = 'cms', cms_synced_at = '2026-11-01T08:00:00.123Z',
      cms_raw = ${JSON.stringify(raw)}::text::jsonb`.execute(db);
}

async function stored(
  db: Kysely<Database>,
  systemId: string,
  attributeId: string,
): Promise<{ record: ValueRecord; version: string } | null> {
  return await readRecord(db, valueEntity, valueId({ systemId, attributeId }));
}

function entries(db: Kysely<Database>) {
  return db.selectFrom("audit_log").select(["action", "entity_type", "entity_id"])
    .select(["actor", "before", "after"]).orderBy("seq").execute();
}

eachEngine(
  "an edit sets the source to manual and keeps the CMS columns, for every type (§2.3)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    for (const { attributeId, value } of EDITS) {
      await synced(db);
      const before = await stored(db, "fold", attributeId);
      assert.equal(before?.record.source, "cms", value.type);
      const outcome = await saveValue(db, {
        by,
        systemId: "fold",
        attributeId,
        version: before.version,
        value,
      });
      const wanted = {
        systemId: "fold",
        attributeId,
        value,
        source: "manual",
        cmsSyncedAt: "2026-11-01T08:00:00.123Z",
        cmsRaw: RAW,
      };
      assert.equal(outcome.kind, "changed", value.type);
      const after = (await stored(db, "fold", attributeId))?.record;
      assert.deepEqual(after, wanted, value.type);
      const entry = (await entries(db)).at(-1);
      assert.deepEqual(entry, {
        actor: "ann@example.com",
        action: "update",
        entity_type: "attribute-value",
        entity_id: `fold/${attributeId}`,
        before: before.record,
        after: wanted,
      }, value.type);
    }
  },
);

eachEngine(
  "the first value that staff enter is manual and not an override (§2.3)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const value: TypedValue = { type: "range", min: null, max: 52, label: null };
    const edit = { by, systemId: "bare", attributeId: "stc", version: NO_VALUE, value };
    assert.equal((await saveValue(db, edit)).kind, "changed");
    assert.equal((await saveValue(db, edit)).kind, "unchanged", "the same form twice");
    const record = {
      systemId: "bare",
      attributeId: "stc",
      value,
      source: "manual",
      cmsSyncedAt: null,
      cmsRaw: null,
    };
    assert.deepEqual((await valuesOfSystem(db, "bare")).get("stc"), record);
    assert.deepEqual(
      (await entries(db)).map(({ action, before, after }) => ({ action, before, after })),
      [{ action: "create", before: null, after: record }],
    );
  },
);

eachEngine("saving an unchanged CMS value makes it manual, once (§2.3)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  await synced(db);
  for (const [attributeId, { record, version }] of await each(db)) {
    const { value } = record;
    const outcome = await saveValue(db, { by, systemId: "fold", attributeId, version, value });
    assert.equal(outcome.kind, "changed");
    const pinned = await stored(db, "fold", attributeId);
    assert.deepEqual(pinned?.record, { ...record, source: "manual" });
    const edit = { by, systemId: "fold", attributeId, version: pinned?.version ?? "", value };
    assert.equal((await saveValue(db, edit)).kind, "unchanged");
  }
  const changes = (await entries(db)).map(({ action, before, after }) => [
    action,
    Object(before).source,
    Object(after).source,
  ]);
  assert.deepEqual(changes, Array(3).fill(["update", "cms", "manual"]));

  async function each(db: Kysely<Database>) {
    const ids = ["material", "stc", "weight"];
    const records = await Promise.all(ids.map((id) => stored(db, "fold", id)));
    return ids.flatMap((id, index) => {
      const it = records[index];
      return it ? [[id, it] as const] : [];
    });
  }
});

eachEngine(
  "saving an unchanged CMS value with `passing` leaves it to the sync (§2.3)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    await synced(db);
    const before = await stored(db, "fold", "stc");
    assert.ok(before);
    const { version, record: { value } } = before;
    const edit = { by, systemId: "fold", attributeId: "stc", value, passing: true };
    for (const seen of [version, NO_VALUE]) {
      assert.equal((await saveValue(db, { ...edit, version: seen })).kind, "unchanged");
    }
    assert.deepEqual(await stored(db, "fold", "stc"), before);
    assert.deepEqual(await entries(db), []);
  },
);

eachEngine(
  "a new order of labels is a change, because lists show the first label (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const edit = { by, systemId: "bare", attributeId: "material" };
    const labels = ["Oak", "Ash"];
    await saveValue(db, { ...edit, version: NO_VALUE, value: { type: "enum", labels } });
    const outcome = await saveValue(db, {
      ...edit,
      version: (await stored(db, "bare", "material"))?.version ?? "",
      value: { type: "enum", labels: labels.toReversed() },
    });
    assert.equal(outcome.kind, "changed");
  },
);

eachEngine(
  "the second of two editors of a value gets a conflict, and nothing is overwritten (§7)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const edit = { by, systemId: "fold", attributeId: "weight" };
    const seen = await stored(db, "fold", "weight");
    assert.ok(seen);
    const first: TypedValue = { type: "dimension", measurement: 1, note: null };
    const second: TypedValue = { type: "dimension", measurement: 2, note: null };
    await saveValue(db, { ...edit, version: seen.version, value: first });
    const outcome = await saveValue(db, { ...edit, version: seen.version, value: second });
    const current = { ...seen.record, value: first };
    assert.deepEqual(outcome, { kind: "conflict", current, version: versionOf(current) });
    assert.equal((await entries(db)).length, 1);

    const late = await saveValue(db, { ...edit, version: NO_VALUE, value: second });
    assert.deepEqual(
      late,
      { kind: "conflict", current, version: versionOf(current) },
      "a first value where one exists",
    );

    await synced(db);
    const moved = await stored(db, "fold", "weight");
    const bySync = await saveValue(db, { ...edit, version: versionOf(current), value: second });
    assert.deepEqual(bySync, { kind: "conflict", current: moved?.record, version: moved?.version });

    await sql`delete from attribute_values`.execute(db);
    const gone = await saveValue(db, { ...edit, version: moved?.version ?? "", value: second });
    assert.deepEqual(gone, { kind: "missing" });
  },
);

eachEngine("exactly one of several concurrent first values is stored (§6.2)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) =>
    saveValue(db, {
      by,
      systemId: "bare",
      attributeId: "weight",
      version: NO_VALUE,
      value: { type: "dimension", measurement: index, note: null },
    })));
  assert.equal(outcomes.filter(({ kind }) => kind === "changed").length, 1);
  assert.equal(outcomes.filter(({ kind }) => kind === "conflict").length, 7);
  assert.equal((await entries(db)).length, 1);
});

eachEngine(
  "a value of the wrong type, or of a retired or missing record, is refused (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const value: TypedValue = { type: "dimension", measurement: 1, note: null };
    for (
      const [systemId, attributeId, message] of [
        ["bare", "stc", "The attribute takes another type of value now. Enter it again"],
        ["bare", "gone", "This attribute was retired meanwhile"],
        ["bare", "nothing", "This attribute no longer exists"],
        ["nothing", "weight", "This system no longer exists"],
      ] as const
    ) {
      const outcome = await saveValue(db, { by, systemId, attributeId, version: NO_VALUE, value });
      assert.deepEqual(outcome, { kind: "invalid", fields: { known: message } });
    }
    assert.deepEqual(await entries(db), []);
  },
);

eachEngine("clearValue() deletes a value that no sync has touched (§2.3)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  const seen = await stored(db, "fold", "stc");
  const clear = { by, systemId: "fold", attributeId: "stc", version: seen?.version ?? "" };
  assert.equal((await clearValue(db, clear)).kind, "changed");
  assert.equal(await stored(db, "fold", "stc"), null);
  const [entry, ...others] = await entries(db);
  assert.deepEqual([entry?.action, entry?.before, entry?.after], ["clear", seen?.record, null]);
  assert.deepEqual(others, []);
  assert.deepEqual(await clearValue(db, clear), { kind: "missing" });
});

eachEngine(
  "clearValue() keeps the CMS columns of a synced value, and empties it (§2.3)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    await synced(db);
    const seen = await stored(db, "fold", "stc");
    const clear = { by, systemId: "fold", attributeId: "stc", version: seen?.version ?? "" };
    assert.equal((await clearValue(db, clear)).kind, "changed");
    const after = { ...seen?.record, value: { type: "empty" }, source: "manual" };
    assert.deepEqual((await stored(db, "fold", "stc"))?.record, after);
    assert.equal((await clearValue(db, clear)).kind, "unchanged", "the same form twice");
    assert.equal((await entries(db)).length, 1);

    await sql`update attribute_values set cms_raw = null`.execute(db);
    const touched = await stored(db, "fold", "weight");
    await clearValue(db, { ...clear, attributeId: "weight", version: touched?.version ?? "" });
    assert.ok(await stored(db, "fold", "weight"), "cms_synced_at alone keeps the record");
  },
);

const CONTEXTS = {
  enum: { valueType: "enum", known: ["Ash", "Oak"], current: null },
  range: { valueType: "range", known: [], current: null },
  dimension: { valueType: "dimension", known: [], current: null },
} satisfies Record<string, ValueContext>;

const NUMBER =
  "Enter a number, such as 4.5, with at most 9 digits before the point and 6 behind it";
const LONG = "x".repeat(121);

/** Each form whose `known` is `value`, with its value, or with its messages by field. */
const FORMS: readonly [keyof typeof CONTEXTS, string, TypedValue | Record<string, string>][] = [
  ["enum", "label=Oak", { type: "enum", labels: ["Oak"] }],
  ["enum", "label=Oak&label=Ash&label=Oak", { type: "enum", labels: ["Oak", "Ash"] }],
  ["enum", "label=Ash&other-0=OAK", { type: "enum", labels: ["Ash", "Oak"] }],
  ["enum", "other-0=&other-2=+Elm++wood+&other-1=elm+Wood", { type: "enum", labels: ["elm Wood"] }],
  ["enum", "label=Ash&label=Oak&first=oak", { type: "enum", labels: ["Oak", "Ash"] }],
  ["enum", "label=Ash&first=Oak", { first: "Tick it above as well" }],
  ["enum", "", { label: "Tick at least one, or enter another" }],
  ["enum", "label=+&other-0=+", { label: "Tick at least one, or enter another" }],
  ["enum", "other-0=a%00b", { "other-0": "Remove the characters that cannot be printed" }],
  ["enum", "label=a%07b", { label: "Remove the characters that cannot be printed" }],
  ["enum", `other-1=${LONG}`, { "other-1": "Use at most 80 characters" }],
  [
    "enum",
    Array.from({ length: VALUE_LIMITS.labels + 1 }, (_, i) => `label=L${i}`).join("&"),
    { label: "Choose at most 20" },
  ],
  [
    "enum",
    `other-0=One+more&${
      Array.from({ length: VALUE_LIMITS.labels }, (_, i) => `label=L${i}`).join("&")
    }`,
    { label: "Choose at most 20" },
  ],
  ["enum", "other-0=%3Cb%3E%3D1%2B1", { type: "enum", labels: ["<b>=1+1"] }],
  ["range", "min=30&max=40", { type: "range", min: 30, max: 40, label: null }],
  ["range", "min=.5&max=", { type: "range", min: 0.5, max: null, label: null }],
  ["range", "max=-0", { type: "range", min: null, max: 0, label: null }],
  ["range", "min=4&max=4", { type: "range", min: 4, max: 4, label: null }],
  ["range", "text=As+ordered", { type: "range", min: null, max: null, label: "As ordered" }],
  ["range", "min=40&max=30", { max: "The highest value is below the lowest" }],
  ["range", "", { min: "Enter a lowest value, a highest one or both; or say it in words" }],
  ["range", "min=1&text=x", {
    text: "Leave this empty beside a number, because nobody would see it",
  }],
  ["range", "min=ten", { min: NUMBER }],
  ["range", "max=1e3", { max: NUMBER }],
  ["range", "max=Infinity", { max: NUMBER }],
  ["range", "max=NaN", { max: NUMBER }],
  ["range", "max=1,200", { max: NUMBER }],
  ["range", "max=0x10", { max: NUMBER }],
  ["range", `max=${"9".repeat(400)}`, { max: NUMBER }],
  ["range", "max=%00", { max: NUMBER }],
  ["range", `text=${LONG}`, { text: "Use at most 120 characters" }],
  ["dimension", "measurement=4.5", { type: "dimension", measurement: 4.5, note: null }],
  ["dimension", "measurement=%2B4.&note=+tested+", {
    type: "dimension",
    measurement: 4,
    note: "tested",
  }],
  ["dimension", "measurement=", { measurement: "Enter a number, such as 4.5" }],
  ["dimension", "measurement=.", { measurement: NUMBER }],
  ["dimension", `measurement=1&note=${LONG}`, { note: "Use at most 120 characters" }],
];

for (const [valueType, query, wanted] of FORMS) {
  Deno.test(`valueOfForm() reads ${valueType} ${query.slice(0, 40) || "(nothing)"} (§2.2)`, () => {
    const form = new URLSearchParams(`known=value&${query}`);
    const checked = valueOfForm(form, CONTEXTS[valueType]);
    assert.deepEqual(checked.ok ? checked.value : checked.fields, wanted);
  });
}

Deno.test("valueOfForm() accepts the presence-like types for any attribute, and no other `known` (§2.2)", () => {
  for (const context of Object.values(CONTEXTS)) {
    for (const type of ["untested", "na", "none", "empty"] as const) {
      // The other fields are ignored.
      const form = new URLSearchParams({ known: type, min: "ten", measurement: "x" });
      assert.deepEqual(valueOfForm(form, context), { ok: true, value: { type } });
    }
    for (const known of ["", "enum", "cms", "__proto__"]) {
      const checked = valueOfForm(new URLSearchParams({ known }), context);
      assert.deepEqual(checked, { ok: false, fields: { known: "Choose what is known" } });
    }
    assert.equal(valueOfForm(new URLSearchParams(), context).ok, false);
  }
});

Deno.test("valueOfForm() keeps the stored order of labels and appends new ones (§2.2)", () => {
  const current: TypedValue = { type: "enum", labels: ["Steel", "Oak", "Ash"] };
  const form = new URLSearchParams("known=value&label=Ash&label=Elm&label=Steel");
  const checked = valueOfForm(form, { valueType: "enum", known: ["Ash", "Elm", "Steel"], current });
  assert.deepEqual(checked, { ok: true, value: { type: "enum", labels: ["Steel", "Ash", "Elm"] } });
});

Deno.test("valueOfForm() accepts an unchanged CMS value beyond the limits for staff (§2.3)", () => {
  const long = "x".repeat(150);
  const many = Array.from({ length: 22 }, (_, index) => `L${index}`);
  const enumOf = (labels: string[]): TypedValue => ({ type: "enum", labels });
  const beyondLimits: readonly TypedValue[] = [
    enumOf([long, "Oak"]),
    enumOf(many),
    { type: "range", min: 4 / 3, max: null, label: null },
    { type: "range", min: 1, max: 2, label: "As built" },
    { type: "dimension", measurement: 4 / 3, note: long },
  ];
  const read = (form: URLSearchParams, current: TypedValue) =>
    valueOfForm(form, {
      valueType: current.type === "enum" || current.type === "range" ? current.type : "dimension",
      known: current.type === "enum" ? current.labels : [],
      current,
    });
  for (const current of beyondLimits) {
    assert.deepEqual(read(formOfValue(current), current), { ok: true, value: current });
  }
  const longer = formOfValue(enumOf([long]));
  longer.set("other-0", "Elm");
  assert.deepEqual(read(longer, enumOf([long])), { ok: true, value: enumOf([long, "Elm"]) });
  const fewer = many.slice(1);
  assert.deepEqual(read(formOfValue(enumOf(fewer)), enumOf(many)), {
    ok: true,
    value: enumOf(fewer),
  });
  const more = formOfValue(enumOf(many));
  more.set("other-0", "Elm");
  assert.deepEqual(read(more, enumOf(many)), {
    ok: false,
    fields: { label: "Choose at most 22" },
  });
  const changed = formOfValue({ type: "dimension", measurement: 1, note: long });
  changed.set("measurement", "2");
  assert.deepEqual(read(changed, { type: "dimension", measurement: 1, note: long }), {
    ok: false,
    fields: { note: "Use at most 120 characters" },
  });
});

Deno.test("every value survives formOfValue() and valueOfForm() unchanged (§2.2)", () => {
  const number = fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.nat(999))
    .map(([whole, part]) => Number(`${whole}.${part}`));
  const text = fc.stringMatching(/^[A-Za-z<=+"'&]{1,20}$/);
  const value: fc.Arbitrary<TypedValue> = fc.oneof(
    fc.uniqueArray(text, { minLength: 1, maxLength: 8, selector: (it) => it.toLowerCase() })
      .map((labels) => ({ type: "enum" as const, labels })),
    fc.tuple(number, number).map(([one, other]) => ({
      type: "range" as const,
      min: Math.min(one, other),
      max: Math.max(one, other),
      label: null,
    })),
    text.map((label) => ({ type: "range" as const, min: null, max: null, label })),
    fc.tuple(number, fc.option(text, { nil: null })).map(([measurement, note]) => ({
      type: "dimension" as const,
      measurement,
      note,
    })),
    fc.constantFrom("untested" as const, "na" as const, "none" as const, "empty" as const)
      .map((type) => ({ type })),
  );
  fc.assert(fc.property(value, (current) => {
    const valueType = current.type === "enum" || current.type === "range" ||
        current.type === "dimension"
      ? current.type
      : "enum";
    const known = current.type === "enum" ? current.labels : [];
    // Serialised and parsed, as by a browser and the server.
    const form = new URLSearchParams(formOfValue(current).toString());
    const checked = valueOfForm(form, { valueType, known, current });
    assert.deepEqual(checked, { ok: true, value: current });
  }));
});

Deno.test("knownLabels() collects the labels of systems and options, each once (§2.2)", () => {
  const labels = knownLabels(
    aCatalog({
      systems: [
        aSystem("a", { values: values({ material: { type: "enum", labels: ["Oak", "Steel"] } }) }),
        aSystem("b", {
          retired: true,
          values: values({
            material: { type: "enum", labels: ["OAK", "ash"] },
            drive: { type: "enum", labels: ["By hand"] },
          }),
        }),
      ],
      factors: [
        aFactor("look", [], {
          options: [anOption("warm", {
            requirements: [
              { attributeId: "material", predicate: { kind: "includes", labels: ["Elm", "oak"] } },
              { attributeId: "stc", predicate: { kind: "covers", value: 40 } },
            ],
          })],
        }),
      ],
    }),
    "material",
  );
  assert.deepEqual(labels, ["ash", "Elm", "Oak", "Steel"]);
});
