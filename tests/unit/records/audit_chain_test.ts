import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type AuditEntry, recordAudit, verifyAuditChain } from "@/lib/records/mod.ts";
import { insertCatalog } from "@/lib/catalog/insert.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import {
  backupEmbedded,
  type Database,
  migrate,
  openDatabase,
  restoreEmbedded,
} from "@/lib/db/mod.ts";
import { behindTheTriggers, recordAll } from "@/tests/helpers/audit.ts";
import {
  bareLocation,
  eachEngine,
  eachEngineUnopened,
  emptyLocation,
  migratedLocation,
  opened,
} from "@/tests/helpers/db.ts";
import { aCatalog, aRule, aSystem } from "@/tests/helpers/factories.ts";

const TEN: readonly AuditEntry[] = Array.from({ length: 10 }, (_, index) => ({
  actor: "ada@example.com",
  action: "update",
  entityType: "system",
  entityId: `sys-${index}`,
  before: { name: "Before", position: index },
  after: { name: "After", position: index },
  requestId: `request-${index}`,
}));

async function headOf(db: Kysely<Database>) {
  return await db.selectFrom("audit_chain").select(["length", "hash"]).executeTakeFirstOrThrow();
}

eachEngine("the audit log refuses updates, deletes and truncation (§6.2)", async ({ db }) => {
  await recordAll(db, TEN);
  const refused = {
    "update audit_log set actor = 'eve@example.com'": "update audit_log",
    "update audit_log set actor = actor where false": "update audit_log",
    "delete from audit_log where seq = 10": "delete audit_log",
    "truncate audit_log": "truncate audit_log",
    "insert into audit_log (actor, action, entity_type) values ('a', 'b', 'c') on conflict (seq) do update set actor = 'd'":
      "update audit_log",
    "update audit_chain set length = 0": "update audit_chain",
    "delete from audit_chain": "delete audit_chain",
    "insert into audit_chain (id, length, hash) values (true, 0, '')": "insert audit_chain",
    "truncate audit_chain": "truncate audit_chain",
  };
  for (const [statement, what] of Object.entries(refused)) {
    await assert.rejects(sql.raw(statement).execute(db), {
      code: "42501",
      message: `Cannot ${what}: the audit log only grows`,
    }, statement);
  }
  assert.deepEqual(await verifyAuditChain(db), {
    entries: 10,
    head: await headOf(db),
    provedUntil: null,
    fault: null,
  });
});

eachEngine(
  "the database sets the number, time and hash of an entry, even if the insert names others",
  async ({ db }) => {
    const before = Date.now();
    await sql`
    insert into audit_log (seq, at, hash, actor, action, entity_type)
    values (77, '1999-12-31', 'mine', 'a', 'update', 'system'), (1, null, null, 'b', 'update', 'system')`
      .execute(db);
    const rows = await db.selectFrom("audit_log").selectAll().orderBy("seq").execute();
    assert.deepEqual(rows.map(({ seq, actor }) => [seq, actor]), [[1, "a"], [2, "b"]]);
    for (const { at, hash } of rows) {
      assert.ok(Math.abs(at.getTime() - before) < 60_000);
      assert.match(hash, /^[0-9a-f]{64}$/);
    }
    assert.deepEqual(await headOf(db), { length: 2, hash: rows[1]?.hash });
    assert.equal((await verifyAuditChain(db)).fault, null);
  },
);

eachEngine(
  "the entries of a statement follow one another, and change the end of the log once",
  async ({ db }) => {
    const add = (count: number) =>
      sql`
        insert into audit_log (actor, action, entity_type)
        select 'a', 'update', n::text from generate_series(1, ${count}::int) n`;
    const updates = async (trx: Kysely<Database>) => {
      const { rows: [stats] } = await sql<{ updates: number }>`
        select n_tup_upd as updates from pg_stat_xact_user_tables where relname = 'audit_chain'`
        .execute(trx);
      return stats?.updates ?? NaN;
    };
    await db.transaction().execute(async (trx) => {
      const before = await updates(trx);
      await add(40).execute(trx);
      await sql`savepoint before`.execute(trx);
      await add(3).execute(trx);
      await sql`rollback to savepoint before`.execute(trx);
      await add(0).execute(trx);
      await add(2).execute(trx);
      assert.equal(await updates(trx) - before, 3);
    });
    assert.deepEqual(await verifyAuditChain(db), {
      entries: 42,
      head: await headOf(db),
      provedUntil: null,
      fault: null,
    });
  },
);

/** Any text that Postgres can store; NUL is the only character that it cannot. */
const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll("\0", ""));
const record = fc.option(
  fc.dictionary(text, fc.jsonValue({ stringUnit: "binary", noUnicodeString: false })).map((value) =>
    JSON.parse(JSON.stringify(value).replaceAll("\\u0000", ""))
  ),
);
const entry: fc.Arbitrary<AuditEntry> = fc.record({
  actor: text.map((value) => value || "a"),
  action: text,
  entityType: text,
  entityId: fc.option(text, { nil: null }),
  before: record,
  after: record,
  requestId: fc.option(text, { nil: null }),
});

eachEngine(
  "verifyAuditChain() agrees with the database on any entry, in any session",
  async ({ db }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 5 }), async (entries) => {
        await db.transaction().execute(async (trx) => {
          await sql`set local timezone = 'Asia/Kathmandu'`.execute(trx);
          await sql`set local datestyle = 'SQL, DMY'`.execute(trx);
          await sql`set local extra_float_digits = -5`.execute(trx);
          for (const one of entries) await recordAudit(trx, one);
        });
        assert.equal((await verifyAuditChain(db)).fault, null);
      }),
      { numRuns: 40 },
    );
  },
);

const TAMPERED: Readonly<Record<string, [statement: string, seq: number, kind: string]>> = {
  "an altered actor": ["update audit_log set actor = 'eve' where seq = 4", 4, "altered"],
  "an altered time": ["update audit_log set at = at + interval '1 us' where seq = 4", 4, "altered"],
  "an altered action": ["update audit_log set action = 'read' where seq = 4", 4, "altered"],
  "an altered type": ["update audit_log set entity_type = 'rule' where seq = 4", 4, "altered"],
  "an altered id": ["update audit_log set entity_id = null where seq = 4", 4, "altered"],
  "an altered “before”": ["update audit_log set before = '{}' where seq = 1", 1, "altered"],
  "“before” and “after” swapped": [
    "update audit_log set before = after, after = before where seq = 4",
    4,
    "altered",
  ],
  "a number written another way": [
    `update audit_log set after = jsonb_set(after, '{position}', '9.0') where seq = 10`,
    10,
    "altered",
  ],
  "an altered request id": ["update audit_log set request_id = '' where seq = 4", 4, "altered"],
  "an altered hash": ["update audit_log set hash = repeat('a', 64) where seq = 4", 4, "altered"],
  "an entry deleted from the middle": ["delete from audit_log where seq = 4", 4, "missing"],
  "the first entry deleted": ["delete from audit_log where seq = 1", 1, "missing"],
  "the end cut off": ["delete from audit_log where seq > 7", 8, "missing"],
  "every entry deleted": ["truncate audit_log", 1, "missing"],
  "two entries swapped": [
    "update audit_log set seq = case seq when 3 then -6 else -3 end where seq in (3, 6); update audit_log set seq = -seq where seq < 0",
    3,
    "altered",
  ],
  "an entry deleted and the rest renumbered": [
    "delete from audit_log where seq = 4; update audit_log set seq = seq - 1 where seq > 4",
    4,
    "altered",
  ],
  "an entry inserted at the start": [
    "insert into audit_log (seq, at, actor, action, entity_type, hash) values (0, now(), 'eve', 'update', 'rule', '')",
    0,
    "altered",
  ],
  "an entry inserted at the end": [
    "insert into audit_log (seq, at, actor, action, entity_type, hash) values (11, now(), 'eve', 'update', 'rule', '')",
    11,
    "head",
  ],
  "the end cut off, and the head's length reduced": [
    "delete from audit_log where seq > 7; update audit_chain set length = 7",
    7,
    "head",
  ],
  "another hash in the head": ["update audit_chain set hash = repeat('0', 64)", 10, "head"],
  "the head deleted": ["delete from audit_chain", 0, "head"],
};

eachEngineUnopened(
  "verifyAuditChain() finds and locates tampering (§6.2):",
  async (engine, context) => {
    await using database = await opened(migratedLocation(engine));
    const { db } = database;
    await recordAll(db, TEN);
    for (const [what, [statements, seq, kind]] of Object.entries(TAMPERED)) {
      await context.step(what, async () => {
        const trx = await db.startTransaction().execute();
        try {
          await behindTheTriggers(trx, statements);
          assert.deepEqual((await verifyAuditChain(trx)).fault, { seq, kind });
        } finally {
          await trx.rollback().execute();
        }
      });
    }
    assert.equal((await verifyAuditChain(db)).fault, null, "each was rolled back");
  },
);

eachEngine(
  "verifyAuditChain() detects a rewritten chain by an earlier head",
  async ({ db }) => {
    await recordAll(db, TEN);
    const { hash } = await headOf(db);
    await recordAll(db, TEN);
    const { fault, provedUntil } = await verifyAuditChain(db, { expectedHead: hash });
    assert.deepEqual([fault, provedUntil], [null, TEN.length]);

    await behindTheTriggers(
      db,
      "truncate audit_log; update audit_chain set length = 0, hash = repeat('0', 64)",
    );
    await recordAll(db, [...TEN, ...TEN]);
    assert.equal((await verifyAuditChain(db)).fault, null, "undetected without a head");
    const verdict = await verifyAuditChain(db, { expectedHead: hash });
    assert.deepEqual(verdict.fault, { seq: 20, kind: "unknown" });
  },
);

eachEngine(
  "verifyAuditChain() verifies an empty log, and one longer than a batch",
  async ({ db }) => {
    assert.deepEqual(await verifyAuditChain(db), {
      entries: 0,
      head: await headOf(db),
      provedUntil: null,
      fault: null,
    });
    await sql`
    insert into audit_log (actor, action, entity_type)
    select 'a', 'update', n::text from generate_series(1, 1203) n`.execute(db);
    assert.equal((await verifyAuditChain(db)).entries, 1203);
    await behindTheTriggers(db, "delete from audit_log where seq = 1001");
    assert.deepEqual((await verifyAuditChain(db)).fault, { seq: 1001, kind: "missing" });
  },
);

eachEngine(
  "concurrent transactions that change the catalog and audit neither deadlock nor fork the chain (§6.2)",
  async ({ db }) => {
    const rules = Array.from({ length: 10 }, (_, index) => aRule(`rule-${index}`));
    await db.transaction().execute((trx) =>
      insertCatalog(trx, aCatalog({ systems: [aSystem("fold")], rules }))
    );
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        db.transaction().execute(async (trx) => {
          const id = `rule-${index % 10}`;
          await trx.updateTable("rules").set({ priority: index }).where("id", "=", id).execute();
          await recordAudit(trx, {
            actor: "ada@example.com",
            action: "update",
            entityType: "rule",
            entityId: id,
            after: { priority: index },
          });
        })),
    );
    assert.deepEqual(await verifyAuditChain(db), {
      entries: 50,
      head: await headOf(db),
      provedUntil: null,
      fault: null,
    });
    const last = await db.selectFrom("audit_log").distinctOn("entity_id")
      .select(["entity_id", "after"]).orderBy("entity_id").orderBy("seq", "desc").execute();
    const stored = await db.selectFrom("rules").select(["id", "priority"]).orderBy("id").execute();
    assert.deepEqual(
      last,
      stored.map(({ id, priority }) => ({ entity_id: id, after: { priority } })),
      "entries are in the order of their changes",
    );
  },
);

eachEngineUnopened(
  "migration 0007 chains the existing entries",
  async (engine) => {
    await using database = await opened(bareLocation(engine));
    const before = Object.entries(MIGRATIONS).filter(([name]) => name < "0007");
    await migrate(database, Object.fromEntries(before));
    await sql`
    insert into audit_log (at, actor, action, entity_type, after)
    select timestamptz '2026-01-01 00:00Z' + n * interval '1 hour', 'service', 'purge', 'session',
      jsonb_build_object('sessions', n)
    from generate_series(1, 25) n`.execute(database.db);
    await migrate(database);
    await recordAll(database.db, TEN);
    assert.deepEqual(await verifyAuditChain(database.db), {
      entries: 35,
      head: await headOf(database.db),
      provedUntil: null,
      fault: null,
    });
    const { rows } = await sql<{ at: Date; after: unknown }>`
    select at, after from audit_log where seq = 25`.execute(database.db);
    assert.deepEqual(rows, [{ at: new Date("2026-01-02T01:00:00Z"), after: { sessions: 25 } }]);
  },
);

Deno.test("a restored backup contains the audit log, and its chain continues (§9)", async () => {
  await using original = await migratedLocation("embedded");
  await using fresh = await emptyLocation("embedded");
  const file = `${original.dataDir}/copy.tar.gz`;
  {
    await using database = await openDatabase(original);
    await recordAll(database.db, TEN);
  }
  await backupEmbedded({ dataDir: original.dataDir, file });
  await restoreEmbedded({ dataDir: fresh.dataDir, file, force: false });
  await using database = await openDatabase(fresh);
  await recordAll(database.db, TEN);
  const { entries, fault } = await verifyAuditChain(database.db);
  assert.deepEqual([entries, fault], [20, null]);
});
