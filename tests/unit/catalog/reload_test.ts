/** A catalog that is read again in parts equals one that is read as a whole (design §5). */
import fc from "fast-check";
import { type Kysely, sql, type Transaction } from "kysely";
import assert from "node:assert/strict";
import { insertCatalog } from "@/lib/catalog/insert.ts";
import { type ReadCatalog, reloadCatalog } from "@/lib/catalog/reload.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import type { Database } from "@/lib/db/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

type Row = Readonly<Record<string, unknown>>;
type Change = (trx: Transaction<Database>, draw: (limit: number) => number) => Promise<void>;

/** Runs a statement for one row of a table, chosen at random. */
function onOne(
  table: string,
  change: (row: Row, draw: (limit: number) => number) => string,
): Change {
  return async (trx, draw) => {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(table)} t order by t::text`.execute(trx);
    const row = rows[draw(rows.length)]?.row;
    if (row) await sql.raw(change(row, draw)).execute(trx);
  };
}

const CHANGES: Readonly<Record<string, Change>> = {
  "a rule is renamed": onOne(
    "rules",
    ({ id }, draw) => `update rules set name = 'N${draw(9)}' where id = '${id}'`,
  ),
  "a rule moves": onOne(
    "rules",
    ({ id }, draw) => `update rules set priority = ${draw(30)} where id = '${id}'`,
  ),
  "a rule is retired": onOne(
    "rules",
    ({ id }) => `update rules set retired_at = now() where id = '${id}'`,
  ),
  "a rule gets another id": onOne(
    "rules",
    ({ id }, draw) =>
      `insert into rules (id, rule_set_id, name, priority)
     select 'r${
        draw(999)
      }', rule_set_id, name, priority from rules where id = '${id}' on conflict do nothing`,
  ),
  "a rule is deleted": onOne("rules", ({ id }) => `delete from rules where id = '${id}'`),
  "a condition is deleted": onOne(
    "rule_conditions",
    ({ rule_id, position }) =>
      `delete from rule_conditions where rule_id = '${rule_id}' and position = ${position}`,
  ),
  "a condition changes": onOne(
    "rule_conditions",
    ({ rule_id, position }) =>
      `update rule_conditions set operator = 'none' where rule_id = '${rule_id}' and position = ${position}`,
  ),
  "a condition loses an option": onOne(
    "rule_condition_options",
    ({ rule_id, option_id }) =>
      `delete from rule_condition_options where rule_id = '${rule_id}' and option_id = '${option_id}'`,
  ),
  "an outcome goes to another rule": onOne(
    "rule_outcomes",
    ({ rule_id, system_id }) =>
      `update rule_outcomes set rule_id = (select max(id) from rules), rank = 90
     where rule_id = '${rule_id}' and system_id = '${system_id}' and not exists (
       select from rule_outcomes other where other.rule_id = (select max(id) from rules)
         and (other.system_id = '${system_id}' or other.rank = 90))`,
  ),
  "a system moves": onOne(
    "systems",
    ({ id }, draw) => `update systems set position = ${draw(9)} where id = '${id}'`,
  ),
  "a value changes": onOne(
    "attribute_values",
    ({ system_id, attribute_id }) =>
      `update attribute_values set value = '{"type": "na"}'
     where system_id = '${system_id}' and attribute_id = '${attribute_id}'`,
  ),
  "a sync visits a value": onOne(
    "attribute_values",
    ({ system_id }) =>
      `update attribute_values set cms_synced_at = now() where system_id = '${system_id}'`,
  ),
  "a value is cleared": onOne(
    "attribute_values",
    ({ system_id, attribute_id }) =>
      `delete from attribute_values where system_id = '${system_id}' and attribute_id = '${attribute_id}'`,
  ),
  "an attribute moves": onOne(
    "attributes",
    ({ id }, draw) => `update attributes set position = ${draw(9)} where id = '${id}'`,
  ),
  "a tier is renamed": onOne(
    "budget_tiers",
    ({ id }) => `update budget_tiers set label = 'L' where id = '${id}'`,
  ),
  "a rule set is renamed": onOne(
    "rule_sets",
    ({ id }) => `update rule_sets set name = 'S' where id = '${id}'`,
  ),
  "all tracks move": onOne("tracks", () => "update tracks set position = -position"),
  "a question leaves a track": onOne(
    "factor_tracks",
    ({ factor_id, track_id }) =>
      `delete from factor_tracks where factor_id = '${factor_id}' and track_id = '${track_id}'`,
  ),
  "a question moves": onOne(
    "factors",
    ({ id }, draw) => `update factors set position = ${draw(9)} where id = '${id}'`,
  ),
  "an option moves": onOne(
    "factor_options",
    ({ id }, draw) => `update factor_options set position = ${draw(9)} where id = '${id}'`,
  ),
  "an option requires less": onOne(
    "option_requirements",
    ({ option_id }) => `delete from option_requirements where option_id = '${option_id}'`,
  ),
};

/** Returns how many systems, factors and rules two catalogs share. */
function shared(a: ReadCatalog, b: ReadCatalog): number {
  const known = new Set<object>([...a.catalog.systems, ...a.catalog.factors, ...a.catalog.rules]);
  return [...b.catalog.systems, ...b.catalog.factors, ...b.catalog.rules]
    .filter((record) => known.has(record)).length;
}

function store(db: Kysely<Database>): Promise<void> {
  return db.transaction().execute((trx) => insertCatalog(trx, demoCatalog));
}

eachEngine("reloadCatalog() equals a full load after any changes (§2.2)", async ({ db }) => {
  await store(db);
  let read = await reloadCatalog(db, null);
  const names = Object.keys(CHANGES);
  const step = fc.record({
    /** The changes of one transaction or of several, between two reads. */
    isJoint: fc.boolean(),
    numbers: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.array(step, { minLength: names.length, maxLength: names.length }),
      async (order, steps) => {
        const left = [...order];
        for (const { isJoint, numbers } of steps) {
          const some = left.splice(0, 1 + (numbers[0] ?? 0) % 2);
          const draw = (limit: number) => (numbers.pop() ?? 0) % limit;
          const change = async (trx: Transaction<Database>) =>
            await CHANGES[some.shift() ?? ""]?.(trx, draw);
          while (some.length > 0) {
            await db.transaction().execute(async (trx) => {
              await change(trx);
              while (isJoint && some.length > 0) await change(trx);
            });
          }
          read = await reloadCatalog(db, read);
          assert.deepEqual(read.catalog, await loadCatalog(db));
        }
      },
    ),
    // The database keeps what a run has changed, so a shorter run would not be the same.
    { numRuns: 4, endOnFailure: true },
  );
});

eachEngine("reloadCatalog() reads only what has changed (design §5)", async ({ db }) => {
  await store(db);
  const first = await reloadCatalog(db, null);
  const all = shared(first, first);
  assert.equal(shared(first, await reloadCatalog(db, first)), all);

  await sql`update rules set name = 'Renamed' where id = (select min(id) from rules)`.execute(db);
  const second = await reloadCatalog(db, first);
  assert.equal(shared(first, second), all - 1);
  await sql`update attributes set enabled = not enabled`.execute(db);
  assert.equal(shared(second, await reloadCatalog(db, second)), 0);
});

eachEngine(
  "reloadCatalog() reads everything when the database has forgotten the known version, or restored another (§9)",
  async ({ db }) => {
    await store(db);
    const first = await reloadCatalog(db, null);
    await sql`update catalog_moves set token = gen_random_uuid()`.execute(db);
    const restored = await reloadCatalog(db, first);
    assert.equal(shared(first, restored), 0);
    await sql`update rules set enabled = not enabled`.execute(db);
    await sql`delete from catalog_moves where version <= ${restored.catalog.version}`.execute(db);
    const second = await reloadCatalog(db, restored);
    assert.equal(shared(restored, second), 0);
    assert.deepEqual(second.catalog, await loadCatalog(db));
    await sql`truncate catalog_moves`.execute(db);
    const third = await reloadCatalog(db, second);
    assert.equal(shared(second, third), 0);
    assert.equal(shared(third, await reloadCatalog(db, third)), 0, "no token, nothing kept");
  },
);

eachEngine(
  "reloadCatalog() misses no change when versions are not recorded, or constraints are immediate (§2.2)",
  async ({ db }) => {
    await store(db);
    const first = await reloadCatalog(db, null);
    await sql`update rules set name = 'Early' where id = (select min(id) from rules)`.execute(db);
    await sql`delete from catalog_moves where version > ${first.catalog.version}`.execute(db);
    await sql`update rules set name = 'Late' where id = (select max(id) from rules)`.execute(db);
    const second = await reloadCatalog(db, first);
    assert.deepEqual(second.catalog, await loadCatalog(db), "a version is missing in between");

    await db.transaction().execute(async (trx) => {
      await sql`set constraints all immediate`.execute(trx);
      await sql`update systems set name = name || ' 2'`.execute(trx);
      await sql`update rules set name = 'Last' where id = (select max(id) from rules)`.execute(trx);
    });
    const third = await reloadCatalog(db, second);
    assert.deepEqual(third.catalog, await loadCatalog(db), "with immediate constraints");
    assert.ok(shared(second, third) > 0);

    await sql`update catalog_version set version = version + 1`.execute(db);
    const fourth = await reloadCatalog(db, third);
    assert.equal(fourth.catalog.version, third.catalog.version + 1, "moved by hand");
  },
);

eachEngine(
  "the database remembers the changes of 1,000 versions, and nothing of transactions (design §5)",
  async ({ db }) => {
    await store(db);
    await sql`update catalog_version set version = version + 2000`.execute(db);
    await sql`update rules set enabled = not enabled`.execute(db);
    const moves = await db.selectFrom("catalog_moves").select("version").execute();
    assert.equal(moves.length, 1);
    const { rows } = await sql`select from catalog_touched`.execute(db);
    assert.equal(rows.length, 0);
  },
);
