import type { Kysely } from "kysely";
import assert from "node:assert/strict";
import { type Author, changeRecord, createRecord, readRecord } from "@/lib/records/mod.ts";
import { moveSystem, seedCatalog, systemEntity, type SystemRecord } from "@/lib/catalog/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };

const heron: SystemRecord = {
  id: "heron",
  name: "Heron",
  tagline: "Folds",
  description: null,
  budgetTierId: "low",
  position: 3,
  retired: false,
};

function entries(db: Kysely<Database>) {
  return db.selectFrom("audit_log").select(["action", "entity_type", "entity_id"])
    .select(["before", "after"]).orderBy("seq").execute();
}

eachEngine(
  "a system is stored, read and audited with all its fields (§2.2, §6.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog());
    await createRecord(db, systemEntity, { by, id: "heron", record: heron });
    const next = { ...heron, tagline: null, description: "It folds.", budgetTierId: null };
    await changeRecord(db, systemEntity, { by, action: "update", id: "heron", next });
    assert.deepEqual((await readRecord(db, systemEntity, "heron"))?.record, next);
    assert.deepEqual(await entries(db), [
      { action: "create", entity_type: "system", entity_id: "heron", before: null, after: heron },
      { action: "update", entity_type: "system", entity_id: "heron", before: heron, after: next },
    ]);
  },
);

eachEngine(
  "a retired system keeps its retirement timestamp until it is restored (§4.1)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog());
    await createRecord(db, systemEntity, { by, id: "heron", record: heron });
    const change = (next: SystemRecord) =>
      changeRecord(db, systemEntity, { by, action: "update", id: "heron", next });
    const readRetiredAt = async () =>
      (await db.selectFrom("systems").select("retired_at").executeTakeFirstOrThrow()).retired_at;
    await change({ ...heron, retired: true });
    const retiredAt = await readRetiredAt();
    assert.ok(retiredAt);
    await change({ ...heron, retired: true, name: "Heron 45" });
    assert.deepEqual(await readRetiredAt(), retiredAt);
    await change(heron);
    assert.equal(await readRetiredAt(), null);
  },
);

eachEngine("a system with an unknown budget tier is refused (§2.2)", async (database) => {
  const { db } = database;
  await seedCatalog(database, aCatalog());
  const record = { ...heron, budgetTierId: "none" };
  assert.deepEqual(await createRecord(db, systemEntity, { by, id: "heron", record }), {
    kind: "invalid",
    fields: { budgetTierId: "This budget tier no longer exists. Choose another" },
  });
  assert.deepEqual(await entries(db), []);
});

eachEngine(
  "moveSystem() moves a system among those that are not retired (§4.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(
      database,
      aCatalog({
        systems: [
          aSystem("a", { position: 5 }),
          aSystem("b", { position: 5 }),
          aSystem("gone", { position: 6, retired: true }),
          aSystem("c", { position: 7 }),
        ],
      }),
    );
    const order = async () => {
      const rows = await db.selectFrom("systems").select("id").where("retired_at", "is", null)
        .orderBy("position").orderBy("id").execute();
      return rows.map(({ id }) => id).join(" ");
    };
    const move = (id: string, direction: "up" | "down") => moveSystem(db, { by, id, direction });
    assert.equal(await order(), "a b c");
    await move("b", "up");
    assert.equal(await order(), "b a c");
    await move("b", "down");
    assert.equal(await order(), "a b c");
    await move("b", "down");
    assert.equal(await order(), "a c b");
    const before = (await entries(db)).length;
    assert.deepEqual(await move("b", "down"), []);
    assert.deepEqual(await move("gone", "up"), []);
    assert.equal((await entries(db)).length, before);
  },
);

const NAME_TAKEN = {
  kind: "invalid",
  fields: {
    name:
      "The system heron has this name. Choose another, or retire that one first: the CMS knows a system by its name",
  },
};

eachEngine(
  "no two live systems have the same name, whether created, renamed or restored (§2.4)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog());
    await createRecord(db, systemEntity, { by, id: "heron", record: heron });
    const twin = { ...heron, id: "twin" };
    const create = (record: SystemRecord) =>
      createRecord(db, systemEntity, { by, id: record.id, record });
    const change = (id: string, next: (system: SystemRecord) => SystemRecord) =>
      changeRecord(db, systemEntity, { by, action: "update", id, next });

    assert.deepEqual(await create(twin), NAME_TAKEN, "created");
    assert.equal((await create({ ...twin, name: "Twin" })).kind, "changed");
    assert.deepEqual(await change("twin", () => twin), NAME_TAKEN, "renamed");
    assert.equal((await change("twin", () => ({ ...twin, retired: true }))).kind, "changed");
    assert.deepEqual(await change("twin", () => twin), NAME_TAKEN, "restored");
    assert.equal(
      (await change("heron", (system) => ({ ...system, retired: true }))).kind,
      "changed",
    );
    assert.equal((await change("twin", () => twin)).kind, "changed");
  },
);

eachEngine(
  "exactly one of several systems created at once with one name is stored (§2.4)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, aCatalog());
    const outcomes = await Promise.all(
      ["a", "b", "c", "d"].map((id) =>
        createRecord(db, systemEntity, { by, id, record: { ...heron, id } })
      ),
    );
    const kinds = outcomes.map((outcome) => outcome.kind).sort();
    assert.deepEqual(kinds, ["changed", "invalid", "invalid", "invalid"]);
    for (const outcome of outcomes) {
      if (outcome.kind === "invalid") assert.deepEqual(Object.keys(outcome.fields), ["name"]);
    }
  },
);
