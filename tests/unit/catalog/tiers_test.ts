import type { Kysely } from "kysely";
import assert from "node:assert/strict";
import { type Author, changeRecord } from "@/lib/records/mod.ts";
import { moveTier, seedCatalog, tierEntity } from "@/lib/catalog/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };

const catalog = aCatalog({
  tiers: [
    { id: "low", label: "Low", description: "First", ordinal: 1 },
    { id: "middle", label: "Middle", description: "Second", ordinal: 2 },
    { id: "high", label: "High", description: "Third", ordinal: 9 },
  ],
  systems: [aSystem("gone", { budgetTierId: "low", retired: true })],
});

async function ladder(db: Kysely<Database>): Promise<string[]> {
  const tiers = await db.selectFrom("budget_tiers").select(["id", "ordinal"])
    .orderBy("ordinal").execute();
  return tiers.map(({ id, ordinal }) => `${ordinal} ${id}`);
}

function entries(db: Kysely<Database>) {
  return db.selectFrom("audit_log").select(["action", "entity_id", "before", "after"])
    .orderBy("seq").execute();
}

eachEngine("moveTier() swaps a tier with its neighbour on the ladder (§2.2)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  await moveTier(db, { by, id: "high", direction: "up" });
  assert.deepEqual(await ladder(db), ["1 low", "2 high", "9 middle"]);
  await moveTier(db, { by, id: "low", direction: "down" });
  assert.deepEqual(await ladder(db), ["1 high", "2 low", "9 middle"]);
  assert.deepEqual(
    (await entries(db)).map(({ action, entity_id }) => `${action} ${entity_id}`).sort(),
    [
      "move high",
      "move high",
      "move low",
      "move middle",
    ],
  );
});

eachEngine(
  "moveTier() changes nothing at the ends of the ladder or for an unknown tier (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    for (const [id, direction] of [["low", "up"], ["high", "down"], ["none", "up"]] as const) {
      assert.deepEqual(await moveTier(db, { by, id, direction }), []);
    }
    assert.deepEqual(await entries(db), []);
  },
);

eachEngine("concurrent moveTier() calls keep the ordinals distinct (§2.2)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  await Promise.all(
    ["low", "middle", "high", "middle", "low"].map((id, index) =>
      moveTier(db, { by, id, direction: index % 2 === 0 ? "down" : "up" })
    ),
  );
  assert.deepEqual((await ladder(db)).map((line) => line.split(" ")[0]), ["1", "2", "9"]);
});

eachEngine(
  "a tier cannot be deleted while a system has it, even a retired system (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const remove = (id: string) =>
      changeRecord(db, tierEntity, { by, action: "delete", id, next: null });
    assert.deepEqual(await remove("low"), {
      kind: "invalid",
      fields: {
        removal:
          "A system has this tier. Give that system another tier first, even if it is retired",
      },
    });
    assert.deepEqual(await entries(db), []);
    assert.equal((await remove("middle")).kind, "changed");
    assert.deepEqual(await ladder(db), ["1 low", "9 high"]);
  },
);
