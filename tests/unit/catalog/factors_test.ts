import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  readRecord,
} from "@/lib/records/mod.ts";
import {
  checkFactor,
  type Factor,
  factorEntity,
  type FactorRecord,
  moveFactor,
  seedCatalog,
} from "@/lib/catalog/mod.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import {
  type Db,
  DEFAULT_ENGINE,
  eachEngine,
  migratedLocation,
  opened,
} from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, aRule } from "@/tests/helpers/factories.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };

const track = (id: string, position: number) => ({
  id,
  name: `Track ${id}`,
  description: "",
  ruleSetId: "main",
  position,
  retired: false,
});

const catalog = aCatalog({
  tracks: [track("home", 2), track("work", 1)],
  factors: [
    aFactor("noise", ["hum", "roar", "still"], { multiple: true, position: 1 }),
    aFactor("look", ["clear"], { position: 2, trackIds: ["work", "home"] }),
    aFactor("old", ["gone"], { position: 3, retired: true }),
    aFactor("size", ["small"], { position: 4 }),
  ],
});

function withoutOptions({ options: _, ...factor }: Factor): FactorRecord {
  return factor;
}

async function factorsIn(db: Db): Promise<Factor[]> {
  return (await loadCatalog(db)).factors;
}

function entries(db: Db) {
  return db.selectFrom("audit_log").select(["action", "entity_type", "entity_id", "actor"])
    .select(["before", "after", "request_id"]).orderBy("seq").execute();
}

eachEngine(
  "a factor is stored and audited with all its fields and without its options (§6.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const before = {
      id: "look",
      name: "Factor look",
      question: "What about look?",
      help: null,
      multiple: false,
      trackIds: ["home", "work"],
      position: 2,
      retired: false,
    };
    assert.deepEqual(await factorEntity.read(db, "look", { lock: false }), before);
    const next = {
      ...before,
      name: "<b>Look</b>",
      question: "=1+1",
      help: "Help",
      multiple: true,
      trackIds: ["home"],
      position: 9,
      retired: true,
    };
    const act = { by, id: "look", action: "update", next };
    assert.equal((await changeRecord(db, factorEntity, act)).kind, "changed");
    assert.equal((await changeRecord(db, factorEntity, act)).kind, "unchanged", "sent twice");
    const stored = (await factorsIn(db)).find(({ id }) => id === "look");
    assert.deepEqual(stored && withoutOptions(stored), next);
    assert.deepEqual(stored?.options.map(({ id }) => id), ["clear"], "options stay");
    assert.deepEqual(await entries(db), [{
      action: "update",
      entity_type: "factor",
      entity_id: "look",
      actor: "ann@example.com",
      request_id: "request-1",
      before,
      after: next,
    }]);
  },
);

eachEngine("a new factor with an unknown track is refused (§7)", async (database) => {
  const { db } = database;
  await seedCatalog(database, catalog);
  const factor = withoutOptions(aFactor("new", [], { trackIds: ["home"] }));
  const create = (record: FactorRecord) =>
    createRecord(db, factorEntity, { by, id: "new", record });
  assert.deepEqual(await create({ ...factor, trackIds: ["home", "nowhere"] }), {
    kind: "invalid",
    fields: { trackIds: "A track no longer exists. Choose the tracks again" },
  });
  assert.deepEqual(await entries(db), []);
  assert.equal((await create(factor)).kind, "changed");
  assert.deepEqual((await readRecord(db, factorEntity, "new"))?.record, factor);
  assert.deepEqual(await create(factor), { kind: "taken" });
});

eachEngine(
  "moveFactor() swaps a factor with its neighbour that is not retired, and with no other (§2.2)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, catalog);
    const changed = await moveFactor(db, { by, id: "size", direction: "up" });
    assert.deepEqual(changed.map(({ id }) => id).sort(), ["look", "size"]);
    const order = (await factorsIn(db)).filter(({ retired }) => !retired).map(({ id }) => id);
    assert.deepEqual(order, ["noise", "size", "look"]);
    assert.deepEqual(
      (await entries(db)).map(({ action, entity_type, entity_id }) =>
        `${action} ${entity_type} ${entity_id}`
      ).sort(),
      ["move factor look", "move factor size"],
    );
    assert.deepEqual(await moveFactor(db, { by, id: "noise", direction: "up" }), []);
    assert.deepEqual(await moveFactor(db, { by, id: "old", direction: "up" }), []);
    assert.deepEqual(await moveFactor(db, { by, id: "none", direction: "down" }), []);
    assert.equal((await entries(db)).length, 2);
  },
);

Deno.test("moveFactor() keeps the order of the other factors, even when positions repeat (§2.2)", async () => {
  await using database = await opened(migratedLocation(DEFAULT_ENGINE));
  const { db } = database;
  const ids = ["a", "b", "c", "d", "e"];
  await seedCatalog(database, aCatalog({ factors: ids.map((id) => aFactor(id, [])) }));
  const order = async () => (await factorsIn(db)).map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }),
      fc.constantFrom(...ids),
      fc.constantFrom("up" as const, "down" as const),
      async (positions, id, direction) => {
        for (const [index, each] of ids.entries()) {
          await db.updateTable("factors").set({ position: positions[index] ?? 0 })
            .where("id", "=", each).execute();
        }
        const before = await order();
        const from = before.indexOf(id);
        const to = Math.min(Math.max(direction === "up" ? from - 1 : from + 1, 0), 4);
        await moveFactor(db, { by, id, direction });
        assert.deepEqual(await order(), before.toSpliced(from, 1).toSpliced(to, 0, id));
      },
    ),
    { numRuns: 25 },
  );
});

const both = { factorId: "noise", operator: "all" as const, optionIds: ["hum", "roar"] };

eachEngine(
  "a factor cannot become single-answer while a rule requires several of its answers (§4.1)",
  async (database) => {
    const { db } = database;
    await seedCatalog(database, {
      ...catalog,
      rules: [
        aRule("both", { name: "Hum and roar", conditions: [both] }),
        aRule("off", { name: "Off", enabled: false, conditions: [both, both] }),
        aRule("gone", { name: "Gone", retired: true, conditions: [both] }),
        aRule("any", { conditions: [{ ...both, operator: "any" }] }),
        aRule("one", { conditions: [{ ...both, optionIds: ["hum"] }] }),
        aRule("other", {
          conditions: [{ factorId: "look", operator: "all", optionIds: ["clear"] }],
        }),
      ],
    });
    const makeSingle = (): Promise<ChangeOutcome<FactorRecord>> =>
      changeRecord(db, factorEntity, {
        by,
        id: "noise",
        action: "update",
        next: (factor) => ({ ...factor, multiple: false }),
        check: checkFactor,
      });
    assert.deepEqual(await makeSingle(), {
      kind: "invalid",
      fields: {
        multiple:
          "“Hum and roar”, “Off” ask for several of its answers at once and would never fire. Change them first",
      },
    });
    await db.updateTable("rules").set({ retired_at: new Date() }).where("id", "=", "off").execute();
    const refusal = await makeSingle();
    assert.match(
      refusal.kind === "invalid" ? refusal.fields.multiple ?? "" : "",
      /^“Hum and roar” asks for/,
    );
    assert.deepEqual(await entries(db), []);
    const renamed = await changeRecord(db, factorEntity, {
      by,
      id: "noise",
      action: "update",
      next: (factor) => ({ ...factor, name: "Noises" }),
      check: checkFactor,
    });
    assert.equal(renamed.kind, "changed", "other fields may change");
    await db.deleteFrom("rule_condition_options").where("option_id", "=", "roar").execute();
    assert.equal((await makeSingle()).kind, "changed");
  },
);
