import fc from "fast-check";
import { sql, type Transaction } from "kysely";
import assert from "node:assert/strict";
import { insertCatalog } from "@/lib/catalog/insert.ts";
import { type Catalog, seedCatalog } from "@/lib/catalog/mod.ts";
import { isCatalogEmpty, loadCatalog } from "@/lib/catalog/store.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";
import { inStoredOrder, toStorable } from "@/tests/helpers/storable_catalog.ts";

const small = aCatalog({
  attributes: [anAttribute("sound"), anAttribute("height"), anAttribute("finish")],
  systems: [
    aSystem("fold", {
      budgetTierId: "low",
      values: values({ sound: { type: "range", min: 28, max: null, label: null } }),
    }),
    aSystem("slide"),
  ],
  factors: [
    aFactor("privacy", [], {
      options: [
        anOption("quiet", {
          requirements: [{ attributeId: "sound", predicate: { kind: "covers", value: 50 } }],
        }),
        anOption("open"),
      ],
    }),
    aFactor("width", ["narrow", "wide"], {
      trackIds: ["home"],
      multiple: true,
      help: "Measure it.",
    }),
  ],
  tracks: [{
    id: "home",
    name: "Home",
    description: "Houses",
    ruleSetId: "main",
    position: 0,
    retired: false,
  }],
  rules: [
    aRule("quiet-rooms", {
      conditions: [{ factorId: "privacy", operator: "any", optionIds: ["quiet"] }],
      outcomes: [{ systemId: "fold", role: "preferred", rank: 1, rationale: "Seals all round." }],
    }),
  ],
});

function store({ db }: DatabaseHandle, catalog: Catalog): Promise<void> {
  return db.transaction().execute((trx) => insertCatalog(trx, catalog));
}

const PARENTS = [
  "rules",
  "factors",
  "tracks",
  "rule_sets",
  "systems",
  "attributes",
  "budget_tiers",
] as const;

async function deleteEverything(trx: Transaction<Database>): Promise<void> {
  for (const table of PARENTS) await trx.deleteFrom(table).execute();
}

eachEngine(
  "loadCatalog() returns every record that insertCatalog() stored (§2.2)",
  async (database) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCatalog().map(toStorable), async (catalog) => {
        await database.db.transaction().execute(async (trx) => {
          await deleteEverything(trx);
          await insertCatalog(trx, catalog);
        });
        const loaded = await loadCatalog(database.db);
        const expected = { ...inStoredOrder(catalog), version: loaded.version };
        // Arbitrary records have a null prototype, which strict equality would reject. JSON replaces it.
        assert.deepEqual(loaded, JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: 12 },
    );
  },
);

eachEngine("the demo catalog loads exactly as it was seeded (§9)", async (database) => {
  await seedCatalog(database, demoCatalog);
  const loaded = await loadCatalog(database.db);
  assert.deepEqual(loaded, { ...inStoredOrder(demoCatalog), version: loaded.version });
});

eachEngine("loadCatalog() reads the tracks of a factor (§2.2)", async (database) => {
  await store(database, small);
  assert.deepEqual((await loadCatalog(database.db)).factors, inStoredOrder(small).factors);
});

eachEngine("loadCatalog() keeps texts and numbers unchanged (§2.2)", async (database) => {
  const text = `"It's" 50 % off \\ {"a":1}, Türe 折りたたみ 👩‍🔧\n$1 ?`;
  const catalog = aCatalog({
    attributes: [anAttribute("a1"), anAttribute("a2"), anAttribute("a3")],
    systems: [
      aSystem("s", {
        name: text,
        tagline: "",
        description: text,
        position: -3,
        values: values({
          a1: { type: "enum", labels: [text, "", "["].filter((label) => label !== "") },
          a2: { type: "range", min: -0.1, max: 1e21, label: text },
          a3: { type: "dimension", measurement: 0.30000000000000004, note: text },
        }),
      }),
    ],
  });
  await store(database, catalog);
  assert.deepEqual((await loadCatalog(database.db)).systems, catalog.systems);
});

eachEngine(
  "loadCatalog() names the record whose stored JSON is invalid (§2.2)",
  async (database) => {
    await store(database, small);
    await sql`update attribute_values set value = '{"type": "range", "min": "28"}'`.execute(
      database.db,
    );
    await assert.rejects(loadCatalog(database.db), {
      code: "invalid_catalog_record",
      message: /^Cannot read the record fold, sound of attribute_values: min: /,
    });
    await sql`update attribute_values set value = '{"type": "none"}'`.execute(database.db);
    await sql`update option_requirements set predicate = '{"kind": "covers"}'`.execute(database.db);
    await assert.rejects(loadCatalog(database.db), {
      code: "invalid_catalog_record",
      message: /^Cannot read the record quiet, 1 of option_requirements: value: /,
    });
  },
);

eachEngine("insertCatalog() stores all or nothing (§2.2)", async (database) => {
  const [fold] = small.systems;
  assert.ok(fold);
  await assert.rejects(store(database, { ...small, systems: [fold, fold] }), { code: "23505" });
  assert.equal(await isCatalogEmpty(database.db), true);
});

eachEngine("seedCatalog() fills an empty database once (§9)", async (database) => {
  const filled = await Promise.all([seedCatalog(database, small), seedCatalog(database, small)]);
  // On a server either call may be first.
  assert.deepEqual(filled.toSorted(), [false, true]);
  await sql`update systems set name = 'Renamed' where id = 'fold'`.execute(database.db);
  assert.equal(await seedCatalog(database, small), false);
  const { systems } = await loadCatalog(database.db);
  assert.equal(systems.find(({ id }) => id === "fold")?.name, "Renamed");
});

const INVALID: [what: string, statement: string][] = [
  ["an id with a blank", "update systems set id = 'a b' where id = 'slide'"],
  ["an id that ends in a line break", "update systems set id = E'a\\n' where id = 'slide'"],
  ["an id of 101 characters", "update systems set id = repeat('a', 101) where id = 'slide'"],
  ["an unknown operator", "update rule_conditions set operator = 'some'"],
  ["an unknown role", "update rule_outcomes set role = 'best'"],
  ["an unknown source", "update attribute_values set source = 'guess'"],
  ["an unknown type of value", `update attribute_values set value = '{"type": "colour"}'`],
  ["a value that is not an object", "update attribute_values set value = '[]'"],
  ["an unknown value type", "update attributes set value_type = 'text'"],
  ["an unknown predicate", `update option_requirements set predicate = '{"kind": "like"}'`],
  ["a rank of zero", "update rule_outcomes set rank = 0"],
  [
    "a rank twice in a rule",
    `insert into rule_outcomes (rule_id, system_id, role, rank, rationale)
    values ('quiet-rooms', 'slide', 'alternative', 1, '')`,
  ],
  ["an ordinal twice", "update budget_tiers set ordinal = 1"],
  [
    "a second default rule set",
    "insert into rule_sets (id, name, is_default) values ('b', 'B', true)",
  ],
  ["a retired default rule set", "update rule_sets set retired_at = now()"],
  [
    "a condition on another factor's option",
    `insert into rule_condition_options
    (rule_id, position, factor_id, option_id) values ('quiet-rooms', 1, 'privacy', 'narrow')`,
  ],
  ["a tier that does not exist", "update systems set budget_tier_id = 'gold'"],
  ["deleting a system that a rule names", "delete from systems where id = 'fold'"],
  ["deleting a rule set that a track names", "delete from rule_sets"],
];

eachEngine("the catalog's tables reject invalid rows (§2.2)", async (database) => {
  await store(database, small);
  for (const [what, statement] of INVALID) {
    await assert.rejects(sql.raw(statement).execute(database.db), { code: /^23/ }, what);
  }
  await sql`update budget_tiers set ordinal = 3 - ordinal`.execute(database.db);
  const { tiers } = await loadCatalog(database.db);
  assert.deepEqual(
    tiers.map(({ id }) => id),
    ["high", "low"],
    "one statement can swap two ordinals",
  );
});
