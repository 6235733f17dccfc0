/** A server that is slow, locked, silent or gone fails pending queries in time, and no later ones. */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { openDatabase, type OpenOptions, transact, withShortLimits } from "@/lib/db/mod.ts";
import { LIMITS, type Limits, withLimits } from "@/lib/db/server/limits.ts";
import { openListener } from "@/lib/db/server/listen.ts";
import { migratedLocation, onServer, onServerOnly } from "@/tests/helpers/db.ts";
import { type Proxy, startProxy } from "@/tests/helpers/proxy.ts";
import { until } from "@/tests/helpers/until.ts";

const OUTAGE = { name: "DatabaseError", code: "unavailable", outage: true };

async function open(location: OpenOptions, limits: Partial<Limits>) {
  return await openDatabase({ ...location, limits: { ...LIMITS, ...limits } });
}

/** Puts a proxy that can fail in front of a database. */
function behindProxy({ url, dataDir }: OpenOptions): { proxy: Proxy; location: OpenOptions } {
  const direct = new URL(url ?? "");
  const proxy = startProxy({ hostname: direct.hostname, port: Number(direct.port || 5432) });
  const through = new URL(direct);
  through.hostname = "127.0.0.1";
  through.port = String(proxy.port);
  return { proxy, location: { url: through.href, dataDir } };
}

onServerOnly(
  "a statement beyond its timeout is an outage, unless its transaction is long (§5)",
  async () => {
    await using location = await migratedLocation("server");
    await using database = await open(location, { statementMs: 200 });
    const slow = sql<{ slept: string }>`select pg_sleep(0.5)::text as slept`;
    await assert.rejects(slow.execute(database.db), OUTAGE);
    const { rows } = await transact(database.db, (trx) => slow.execute(trx), { long: true });
    assert.equal(rows.length, 1);
    await assert.rejects(transact(database.db, (trx) => slow.execute(trx)), OUTAGE);
  },
);

onServerOnly(
  "a lock that is not released in time is an outage, unless the transaction is long (§5)",
  async () => {
    await using location = await migratedLocation("server");
    await using database = await open(location, { lockMs: 100 });
    const lock = sql`select pg_advisory_xact_lock(1)`;
    const waiting = Promise.withResolvers<Promise<unknown>>();
    await transact(database.db, async (trx) => {
      await lock.execute(trx);
      await assert.rejects(transact(database.db, (other) => lock.execute(other)), OUTAGE);
      waiting.resolve(transact(database.db, (other) => lock.execute(other), { long: true }));
    });
    await (await waiting.promise);
  },
);

onServerOnly("what a buyer waits for has shorter limits (§4.4)", async () => {
  await using location = await migratedLocation("server");
  await using database = await open(location, {});
  const read = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
  const limitOf = async () => (await transact(database.db, (trx) => read.execute(trx))).rows[0];
  assert.deepEqual(await limitOf(), { limit: "30s" });
  assert.deepEqual(await withShortLimits(limitOf), { limit: "10s" });

  const slow = sql`select pg_sleep(0.5)`;
  const short = { ...LIMITS, queryMs: 100 };
  await assert.rejects(withLimits(short, () => slow.execute(database.db)), OUTAGE);
});

onServerOnly("a buyer does not wait for the work of staff (§4.4)", async () => {
  for (const connections of [4, 8]) {
    await using location = await migratedLocation("server");
    await using database = await openDatabase({ ...location, connections });
    const taken = Promise.withResolvers<void>();
    const buyerAnswered = Promise.withResolvers<void>();
    const work = Array.from(
      { length: connections + 1 },
      () =>
        transact(database.db, async (trx) => {
          await sql`select`.execute(trx);
          taken.resolve();
          await buyerAnswered.promise;
        }),
    );
    await taken.promise;
    const count = sql<{ most: number }>`
      select count(*) as most from pg_stat_activity
      where datname = current_database() and application_name = 'guided-selection'`;
    const { rows } = await withShortLimits(() => count.execute(database.db));
    assert.ok((rows[0]?.most ?? Infinity) <= connections);
    buyerAnswered.resolve();
    await Promise.all(work);
  }
});

onServerOnly(
  "a buyer takes the first connection that is free, kept for buyers or not (§4.4)",
  async () => {
    await using location = await migratedLocation("server");
    await using database = await openDatabase({ ...location, connections: 4 });
    const hold = async (until: Promise<void>) => {
      const begun = Promise.withResolvers<void>();
      const end = transact(database.db, async (trx) => {
        await sql`select`.execute(trx);
        begun.resolve();
        await until;
      });
      await Promise.race([begun.promise, end]);
      return { end };
    };
    // A connection that came too late for its query is free in the next round.
    for (let round = 0; round < 3; round++) {
      const staff = Promise.withResolvers<void>();
      const buyer = Promise.withResolvers<void>();
      const work = await Promise.all(Array.from({ length: 3 }, () => hold(staff.promise)));
      work.push(await withShortLimits(() => hold(buyer.promise)));
      const next = withShortLimits(() => sql`select`.execute(database.db));
      // The query waits for a connection from the next task on.
      await new Promise((resolve) => setTimeout(resolve));
      staff.resolve();
      await next;
      buyer.resolve();
      await Promise.all(work.map(({ end }) => end));
    }
  },
);

onServerOnly(
  "settings of the database close no idle connection of the service and isolate no statement more (§5)",
  async () => {
    await using location = await migratedLocation("server");
    const name = sql.id(new URL(location.url ?? "").pathname.slice(1));
    await onServer(async (db) => {
      await sql`alter database ${name} set idle_session_timeout = '100ms'`.execute(db);
      await sql`alter database ${name} set default_transaction_isolation = 'serializable'`
        .execute(db);
    });
    await using database = await open(location, {});
    const heard = Promise.withResolvers<void>();
    const outages: unknown[] = [];
    const unlisten = await database.listen("news", heard.resolve, (error) => outages.push(error));
    const ask = sql<{ pid: number; isolation: string }>`
      select pg_backend_pid() as pid, current_setting('transaction_isolation') as isolation`;
    const { rows: before } = await ask.execute(database.db);
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.deepEqual((await ask.execute(database.db)).rows, before);
    assert.equal(before[0]?.isolation, "read committed");
    await sql`notify news`.execute(database.db);
    await heard.promise;
    assert.deepEqual(outages, []);
    await unlisten();
  },
);

onServerOnly("the server ends an idle transaction (§5)", async () => {
  await using location = await migratedLocation("server");
  await using database = await open(location, { idleInTransactionMs: 100 });
  const left = transact(database.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(trx);
    const isHeld = sql<{ held: boolean }>`
      select exists (select from pg_locks where locktype = 'advisory') as held`;
    await until(
      "the lock is free",
      async () => (await isHeld.execute(database.db)).rows[0]?.held === false,
    );
    await sql`select`.execute(trx);
  });
  await assert.rejects(left, OUTAGE);
  assert.equal(await database.ping(5_000), true);
});

onServerOnly("a connection that no longer answers is discarded with its query (§5)", async () => {
  await using direct = await migratedLocation("server");
  const { proxy, location } = behindProxy(direct);
  using _proxy = proxy;
  await using database = await open(location, { queryMs: 3_000 });
  const ask = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const { rows: [before] } = await ask.execute(database.db);
  assert.equal(await database.ping(5_000), true);

  proxy.silence();
  await assert.rejects(transact(database.db, (trx) => ask.execute(trx)), OUTAGE);
  assert.equal(
    await database.ping(5_000),
    false,
    "the connection of ping() does not answer either",
  );
  assert.equal(await database.ping(5_000), true, "ping() has a new connection");
  const { rows: [after] } = await ask.execute(database.db);
  assert.notEqual(after?.pid, before?.pid);
});

onServerOnly(
  "a server that answers neither a query nor a probe fails the query, a slow statement goes on (§5)",
  async () => {
    await using direct = await migratedLocation("server");
    const { proxy, location } = behindProxy(direct);
    using _proxy = proxy;
    await using database = await open(location, { silentMs: 100 });
    const slow = sql<{ slept: string }>`select pg_sleep(0.5)::text as slept`;
    assert.equal((await slow.execute(database.db)).rows.length, 1);

    proxy.silent = true;
    proxy.silence();
    const start = performance.now();
    await assert.rejects(slow.execute(database.db), { ...OUTAGE, message: /does not answer/ });
    assert.ok(performance.now() - start < 15_000, "long before its limit of 35 seconds");

    proxy.silent = false;
    proxy.cut();
    assert.equal((await slow.execute(database.db)).rows.length, 1);
  },
);

onServerOnly("listen() replaces a connection that no longer answers (§5)", async () => {
  await using direct = await migratedLocation("server");
  const { proxy, location } = behindProxy(direct);
  using _proxy = proxy;
  await using database = await open(direct, {});
  let heard = Promise.withResolvers<void>();
  const outages: unknown[] = [];
  const limits = { ...LIMITS, queryMs: 3_000 };
  const listen = openListener({ url: location.url ?? "", limits, probeEveryMs: 100 });
  const unlisten = await listen("news", () => heard.resolve(), (error) => outages.push(error));
  await sql`notify news`.execute(database.db);
  await heard.promise;
  heard = Promise.withResolvers();
  proxy.silence();
  await heard.promise;
  heard = Promise.withResolvers();
  await sql`notify news`.execute(database.db);
  await heard.promise;
  assert.equal(outages.length, 1);
  await unlisten();
});

onServerOnly(
  "listen() reports one outage while it cannot connect, and then listens (§5)",
  async () => {
    await using direct = await migratedLocation("server");
    const { proxy, location } = behindProxy(direct);
    using _proxy = proxy;
    proxy.refusing = true;
    const heard = Promise.withResolvers<void>();
    const outages: string[] = [];
    const listen = openListener({ url: location.url ?? "", limits: LIMITS });
    const unlisten = await listen("news", () => heard.resolve(), () => outages.push("news"));
    const ignored = await listen("weather", () => {}, () => outages.push("weather"));
    while (proxy.connections < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(outages, ["news", "weather"]);
    proxy.refusing = false;
    await heard.promise;
    assert.equal(outages.length, 2);
    await unlisten();
    await ignored();
  },
);
