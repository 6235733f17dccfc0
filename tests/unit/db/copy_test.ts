import assert from "node:assert/strict";
import { type Kysely, sql } from "kysely";
import { copyToServer, type Database, migrate, openDatabase, transact } from "@/lib/db/mod.ts";
import { recordAudit, SERVICE_ACTOR, verifyAuditChain } from "@/lib/records/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import {
  bareLocation,
  emptyLocation,
  onServerOnly,
  type TestLocation,
} from "@/tests/helpers/db.ts";
import { restoreData } from "@/tests/helpers/released_data.ts";
import { readReleased } from "@/tests/helpers/released_schema.ts";

/** Creates an embedded database with the data of the previous release after some use. */
async function usedLocation(): Promise<TestLocation> {
  const { migrations, tables } = await readReleased();
  const location = await bareLocation("embedded");
  await using database = await openDatabase(location);
  using kv = await Deno.openKv(":memory:");
  await migrate(
    database,
    Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => migrations.includes(name))),
  );
  await restoreData({ db: database.db, kv }, tables);
  return location;
}

/** Reads every row of every table as text, without the tables whose transaction ids belong to one server. */
async function readAll(db: Kysely<Database>): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'schema_migrations%' and table_name not in
        (select table_name from information_schema.columns where udt_name = 'xid8')`.execute(db);
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t order by t::text collate "C"`.execute(db);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

onServerOnly("copyToServer() copies every row, and the service goes on with the copy", async () => {
  await using source = await usedLocation();
  await using target = await emptyLocation("server");
  const places = { dataDir: source.dataDir, url: target.url ?? "" };
  const count = await copyToServer(places);

  const before = await (async () => {
    await using from = await openDatabase(source);
    return await readAll(from.db);
  })();
  await using to = await openDatabase(target);
  const after = await readAll(to.db);
  assert.deepEqual(after, before);
  assert.equal(count, Object.values(before).flat().length);
  for (
    const name of ["systems", "audit_log", "media_blobs", "crm_sync_queue", "analytics_events"]
  ) {
    assert.ok((before[name]?.length ?? 0) > 0, `the trial has rows in ${name}`);
  }

  const entry = { actor: SERVICE_ACTOR, action: "create", entityType: "system", entityId: "a" };
  await transact(to.db, (trx) => recordAudit(trx, entry));
  const verdict = await verifyAuditChain(to.db, {});
  assert.deepEqual([verdict.fault, verdict.entries], [
    null,
    (before["audit_log"]?.length ?? 0) + 1,
  ]);
  await assert.rejects(sql`delete from audit_log`.execute(to.db), /the audit log only grows/);
  await to.db.insertInto("analytics_events").values({
    kind: "view",
    ref: null,
    track: null,
    session_ref: null,
    at: new Date(),
  }).execute();

  await assert.rejects(copyToServer({ ...places, dataDir: "/nowhere" }), {
    code: "folder_unusable",
  });
  await assert.rejects(copyToServer(places), { code: "server_not_empty" });
});

onServerOnly("copyToServer() overwrites no row of a server, whatever its table", async () => {
  await using source = await usedLocation();
  await using target = await emptyLocation("server");
  const places = { dataDir: source.dataDir, url: target.url ?? "" };
  await using to = await openDatabase(target);
  await migrate(to);
  await sql`insert into spend_ledger (pass, day, model, input_tokens, output_tokens, usd, created_at)
    values ('assistant-chat', '2026-05-04', 'm', 1, 1, 0.5, now())`.execute(to.db);
  await assert.rejects(copyToServer(places), {
    code: "server_not_empty",
    message: /its table spend_ledger has rows/,
  });
  const { rows } = await sql`select from spend_ledger`.execute(to.db);
  assert.equal(rows.length, 1);
});

onServerOnly("copyToServer() leaves the server empty when it fails", async () => {
  await using source = await usedLocation();
  await using target = await emptyLocation("server");
  {
    await using from = await openDatabase(source);
    await sql`create table zebra as select 1 as stripes`.execute(from.db);
  }
  const places = { dataDir: source.dataDir, url: target.url ?? "" };
  await assert.rejects(copyToServer(places), {
    code: "copy_failed",
    message: /relation "zebra" does not exist. Nothing was copied$/,
  });
  {
    await using from = await openDatabase(source);
    await sql`drop table zebra`.execute(from.db);
  }
  assert.ok(await copyToServer(places) > 0);
});
