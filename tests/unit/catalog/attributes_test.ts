import type { Kysely } from "kysely";
import assert from "node:assert/strict";
import { type Author, changeRecord, createRecord, readRecord } from "@/lib/records/mod.ts";
import {
  type Attribute,
  attributeEntity,
  checkAttribute,
  moveAttribute,
  NO_VALUE,
  saveValue,
  seedCatalog,
  type ValueType,
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
const many = ["Crane", "Egret", "Finch", "Heron", "Ibis", "Jay", "Kite"];

const catalog = aCatalog({
  attributes: [
    anAttribute("material", { position: 1 }),
    anAttribute("free", { position: 2 }),
    anAttribute("old", { position: 2, retired: true }),
    anAttribute("asked", { position: 3 }),
  ],
  systems: [
    ...many.map((name, position) =>
      aSystem(name.toLowerCase(), {
        name,
        position,
        values: values({ material: { type: "enum", labels: ["Oak"] } }),
      })
    ),
    aSystem("bare", { values: values({ free: { type: "untested" }, asked: { type: "na" } }) }),
  ],
  factors: [
    aFactor("look", [], {
      options: [anOption("warm", {
        label: "Warm",
        requirements: [
          { attributeId: "asked", predicate: { kind: "includes", labels: ["Oak"] } },
        ],
      })],
    }),
  ],
});

function entries(db: Kysely<Database>) {
  return db.selectFrom("audit_log").select(["action", "entity_type", "entity_id"])
    .select(["before", "after"]).orderBy("seq").execute();
}

async function attribute(db: Kysely<Database>, id: string): Promise<Attribute> {
  const stored = await readRecord(db, attributeEntity, id);
  assert.ok(stored, id);
  return stored.record;
}

function retype(db: Kysely<Database>, id: string, valueType: ValueType) {
  return changeRecord(db, attributeEntity, {
    by,
    id,
    action: "update",
    next: (record) => ({ ...record, valueType }),
    check: checkAttribute,
  });
}

eachEngine(
  "an attribute is stored, read and audited with all its fields (§2.2, §6.2)",
  async ({ db }) => {
    const record = anAttribute("stc", {
      group: "Performance",
      description: "How quiet",
      valueType: "range",
      unit: "STC",
      position: 7,
      enabled: false,
    });
    await createRecord(db, attributeEntity, { by, id: "stc", record });
    assert.deepEqual(await attribute(db, "stc"), record);
    const next = { ...record, name: "Quiet", retired: true };
    await changeRecord(db, attributeEntity, { by, action: "update", id: "stc", next });
    assert.deepEqual(await attribute(db, "stc"), next);
    assert.deepEqual(await entries(db), [
      { action: "create", entity_type: "attribute", entity_id: "stc", before: null, after: record },
      { action: "update", entity_type: "attribute", entity_id: "stc", before: record, after: next },
    ]);
  },
);

eachEngine(
  "a value type cannot change while systems have values of it (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const before = await attribute(db, "material");
    const outcome = await retype(db, "material", "range");
    assert.deepEqual(outcome, {
      kind: "invalid",
      fields: {
        valueType: "The type of value stays as it is while there are values of this type: " +
          "“Crane”, “Egret”, “Finch”, “Heron”, “Ibis” and 2 more",
      },
    });
    assert.deepEqual(await attribute(db, "material"), before);
    assert.deepEqual(await entries(db), []);
  },
);

eachEngine(
  "a value type cannot change while options require a value of it (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    assert.deepEqual(await retype(db, "asked", "dimension"), {
      kind: "invalid",
      fields: {
        valueType:
          "The type of value stays as it is while there are options that ask for one: “Warm”",
      },
    });
  },
);

eachEngine("a value type can change while no system has a value of it (§2.2)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  assert.equal((await retype(db, "free", "dimension")).kind, "changed");
  const value = { type: "dimension", measurement: 3, note: null } as const;
  const edit = { by, systemId: "crane", attributeId: "free", version: NO_VALUE, value };
  assert.equal((await saveValue(db, edit)).kind, "changed");
  await db.updateTable("attributes").set({ value_type: "enum" }).where("id", "=", "free").execute();
  const mended = await retype(db, "free", "dimension");
  assert.equal(mended.kind, "changed", "values of the new type do not stand against it");
});

eachEngine(
  "a change of type and a concurrent value of the old type do not both succeed (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const [typed, saved] = await Promise.all([
      retype(db, "free", "range"),
      saveValue(db, {
        by,
        systemId: "crane",
        attributeId: "free",
        version: NO_VALUE,
        value: { type: "enum", labels: ["Oak"] },
      }),
    ]);
    assert.deepEqual([typed.kind, saved.kind].sort(), ["changed", "invalid"]);
    assert.equal((await entries(db)).length, 1);
  },
);

eachEngine(
  "moveAttribute() moves an attribute among those that are not retired (§4.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const move = (id: string, direction: "up" | "down") => moveAttribute(db, { by, id, direction });
    assert.deepEqual((await move("asked", "up")).map(({ id }) => id).sort(), ["asked", "free"]);
    assert.deepEqual(
      await Promise.all(["material", "asked", "free", "old"].map(async (id) => {
        return (await attribute(db, id)).position;
      })),
      [1, 2, 3, 2],
    );
    assert.deepEqual(
      (await entries(db)).map(({ action, entity_id }) => `${action} ${entity_id}`).sort(),
      [
        "move asked",
        "move free",
      ],
    );
    for (
      const [id, direction] of [["material", "up"], ["free", "down"], ["old", "up"], [
        "no",
        "up",
      ]] as const
    ) {
      assert.deepEqual(await move(id, direction), [], id);
    }
  },
);
