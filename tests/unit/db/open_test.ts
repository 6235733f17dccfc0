import { sql } from "kysely";
import assert from "node:assert/strict";
import { unusable } from "@/lib/db/embedded.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { watchDisk } from "@/lib/db/disk_full.ts";
import { lockFolder } from "@/lib/db/folder_lock.ts";
import { unreachable } from "@/lib/db/server.ts";
import {
  eachEngine,
  emptyLocation,
  migratedLocation,
  onServer,
  onServerOnly,
  opened,
} from "@/tests/helpers/db.ts";
import { until } from "@/tests/helpers/until.ts";

Deno.test("lockFolder() waits for a lock that is released within half a second (§5)", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "gss-test-" });
  const first = await lockFolder(dataDir);
  setTimeout(() => first.release());
  (await lockFolder(dataDir)).release();
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("openDatabase() refuses a folder that this process has open, until it is closed (§5)", async () => {
  await using location = await migratedLocation("embedded");
  const first = await openDatabase(location);
  await assert.rejects(openDatabase(location), {
    name: "DatabaseError",
    code: "folder_in_use",
    message: new RegExp(`process ${Deno.pid} has it open`),
  });
  await first.close();
  await using again = await openDatabase(location);
  assert.equal(await again.ping(5_000), true);
});

Deno.test("openDatabase() creates its folders and removes an unfinished one (§5)", async () => {
  await using location = await emptyLocation("embedded");
  const dataDir = `${location.dataDir}/some/where`;
  await Deno.mkdir(`${dataDir}/postgres.unfinished/base`, { recursive: true });
  await Deno.writeTextFile(`${dataDir}/postgres.unfinished/PG_VERSION`, "18\n");
  await using database = await openDatabase({ url: null, dataDir });
  assert.equal(await database.ping(5_000), true);
  await assert.rejects(Deno.stat(`${dataDir}/postgres.unfinished`), Deno.errors.NotFound);
});

Deno.test("openDatabase() fails when DATA_DIR cannot be a folder (§8)", async () => {
  const file = await Deno.makeTempFile();
  for (const dataDir of [file, `${file}/data`]) {
    await assert.rejects(openDatabase({ url: null, dataDir }), {
      code: "folder_unusable",
      message: new RegExp(`^Cannot use DATA_DIR "${dataDir}": `),
    });
  }
  await Deno.remove(file);
});

Deno.test("openDatabase() refuses a folder with an unusable database, and does not change it (§5)", async () => {
  await using location = await emptyLocation("embedded");
  await Deno.mkdir(`${location.dataDir}/postgres`);
  await Deno.writeTextFile(`${location.dataDir}/postgres/PG_VERSION`, "11\n");
  await assert.rejects(openDatabase(location), {
    code: "folder_unusable",
    message: /If its disk is full, make room there; if it is damaged, move it away/,
  });
  assert.equal(await Deno.readTextFile(`${location.dataDir}/postgres/PG_VERSION`), "11\n");
});

Deno.test("a folder of another user is not called damaged (§5)", () => {
  for (const reason of [new Deno.errors.PermissionDenied("Permission denied"), { errno: 2 }]) {
    const { message } = unusable("/srv/data/postgres", reason);
    assert.match(
      message,
      /: Permission denied\. Another user owns a part of it: run every command/,
    );
    assert.doesNotMatch(message, /damaged/);
  }
});

Deno.test("a certificate of an own authority and a pooler that refuses a setting are explained (§8)", () => {
  const code = "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
  const { message } = unreachable(Object.assign(new Error("unable to verify"), { code }));
  assert.match(message, /: unable to verify\. Name the certificate .*sslrootcert=FILE/);
  assert.match(
    unreachable(new Error("unsupported startup parameter: lock_timeout")).message,
    /ignore_startup_parameters = statement_timeout, lock_timeout/,
  );
  assert.doesNotMatch(unreachable(new Error("ECONNREFUSED")).message, /sslrootcert|ignore_/);
});

Deno.test("openDatabase() refuses a folder with other files (§5)", async () => {
  await using location = await emptyLocation("embedded");
  const folder = `${location.dataDir}/postgres`;
  await Deno.mkdir(folder);
  await Deno.writeTextFile(`${folder}/photo.jpg`, "");
  await assert.rejects(openDatabase(location), {
    code: "folder_unusable",
    message: /holds other files and no database/,
  });
  assert.deepEqual(await Array.fromAsync(Deno.readDir(folder), ({ name }) => name), ["photo.jpg"]);
});

Deno.test("openDatabase() creates a database in another folder, and then replaces the empty one (§5)", async () => {
  await using location = await emptyLocation("embedded");
  const folder = `${location.dataDir}/postgres`;
  await Deno.mkdir(folder);
  const { ino } = await Deno.stat(folder);
  await using database = await openDatabase(location);
  assert.equal(await database.ping(5_000), true);
  assert.notEqual((await Deno.stat(folder)).ino, ino);
});

Deno.test("openDatabase() fails with a readable message when the folder is a file (§5)", async () => {
  await using location = await emptyLocation("embedded");
  await Deno.writeTextFile(`${location.dataDir}/postgres`, "");
  await assert.rejects(openDatabase(location), (error: Error & { code: string }) => {
    assert.equal(error.code, "folder_unusable");
    assert.doesNotMatch(error.message, /\[object/);
    return true;
  });
});

Deno.test("openDatabase() fails when no server answers, without the password in the message (§8)", async () => {
  const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = closed.addr;
  closed.close();
  const url = `postgres://user:hunter2@127.0.0.1:${port}/none`;
  await assert.rejects(openDatabase({ url, dataDir: "" }), (error: Error & { code: string }) => {
    assert.equal(error.code, "server_unreachable");
    assert.match(
      error.message,
      /^Cannot reach the database that DATABASE_URL names: .*ECONNREFUSED/,
    );
    assert.doesNotMatch(error.message, /hunter2/);
    return true;
  });
});

onServerOnly(
  "openDatabase() refuses a database with another encoding or style of dates, and says what to do (§8)",
  async () => {
    await using location = await emptyLocation("server");
    const url = new URL(location.url ?? "");
    const name = sql.id(url.pathname.slice(1));
    await onServer((db) => sql`alter database ${name} set datestyle = 'SQL, DMY'`.execute(db));
    await assert.rejects(openDatabase(location), {
      code: "wrong_date_style",
      message: /its DateStyle is SQL, DMY, must be ISO\. .*ALTER DATABASE … SET DateStyle = 'ISO'/,
    });
    await onServer(async (db) => {
      await sql`drop database ${name}`.execute(db);
      await sql`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`.execute(
        db,
      );
    });
    await assert.rejects(openDatabase(location), {
      code: "wrong_encoding",
      message: /its encoding is SQL_ASCII, must be UTF8\. Create another one with ENCODING 'UTF8'/,
    });
  },
);

eachEngine("both engines return bigint as number and jsonb as object (§5)", async ({ db }) => {
  const { rows } = await sql`
    select count(*) as count, 9007199254740991::int8 as most, '{"a": [1]}'::jsonb as json`.execute(
    db,
  );
  assert.deepEqual({ ...rows[0] as object }, {
    count: 1,
    most: 9007199254740991,
    json: { a: [1] },
  });
});

eachEngine("close() may be called twice, and ping() is false afterwards (§5)", async (database) => {
  assert.equal(await database.ping(5_000), true);
  await Promise.all([database.close(), database.close()]);
  assert.equal(await database.ping(5_000), false);
});

eachEngine(
  "ping() is false after a statement found the disk full, and while the database is read-only (§4.2)",
  async (database) => {
    const setting = (value: string) =>
      sql.raw(`set default_transaction_read_only = ${value}`).execute(database.db);
    if (database.engine === "embedded") {
      await setting("on");
      assert.equal(await database.ping(5_000), false);
      await setting("off");
    }
    assert.equal(await database.ping(5_000), true);
    const full = sql`do $$ begin raise exception using errcode = '53100'; end $$`;
    await assert.rejects(full.execute(database.db), { code: "unavailable" });
    assert.equal(await database.ping(5_000), false);
    // It remembers the full disk for 30 seconds, and other tests would share it.
    await database.close();
  },
);

Deno.test("a full disk is remembered for 30 seconds, and no other error is (§4.2)", () => {
  let now = 0;
  const disk = watchDisk(() => now);
  disk.note(Object.assign(new Error("duplicate"), { severity: "ERROR", code: "23505" }));
  assert.equal(disk.isFull(), false);
  disk.note(Object.assign(new Error("full"), { severity: "ERROR", code: "53100" }));
  now = 29_999;
  assert.equal(disk.isFull(), true);
  now = 30_000;
  assert.equal(disk.isFull(), false);
});

Deno.test("ping() is false when a busy engine does not answer in time (§4.2)", async () => {
  await using database = await opened(migratedLocation("embedded"));
  const busy = sql`select pg_sleep(0.5)`.execute(database.db);
  assert.equal(await database.ping(1), false);
  await busy;
  assert.equal(await database.ping(5_000), true);
});

eachEngine(
  "ping() does not wait for an open transaction, even a failed one (§4.2)",
  async (database) => {
    const end = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const failing = database.db.transaction().execute(async (trx) => {
      await assert.rejects(sql`select 1 / 0`.execute(trx));
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    assert.equal(await database.ping(5_000), true);
    end.resolve();
    await assert.rejects(failing);
  },
);

onServerOnly("ping() does not wait for the pool (§4.2)", async () => {
  await using database = await opened(migratedLocation("server"));
  const end = Promise.withResolvers<void>();
  const holding = Array.from({ length: 10 }, () =>
    database.db.connection().execute(async (db) => {
      await sql`select`.execute(db);
      await end.promise;
    }));
  assert.equal(await database.ping(4_000), true);
  end.resolve();
  await Promise.all(holding);
});

onServerOnly(
  "a connection that is cut within a transaction fails that transaction only (§5)",
  async () => {
    await using database = await opened(migratedLocation("server"));
    for (const statement of ["select 1", "select pg_sleep(60)"]) {
      const failing = database.db.transaction().execute(async (trx) => {
        const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
        const { rows: [session] } = await pid.execute(trx);
        if (statement === "select 1") await cut(session?.pid);
        const asked = sql.raw(statement).execute(trx);
        if (statement !== "select 1") await Promise.all([asked, cut(session?.pid)]);
        await asked;
      });
      await assert.rejects(failing);
      assert.equal(await database.ping(5_000), true, statement);
    }
  },
);

onServerOnly("a database that takes no connections for now is an outage (§5)", async () => {
  await using location = await migratedLocation("server");
  await using database = await openDatabase(location);
  const name = location.url?.split("/").at(-1) ?? "";
  await onServer(async (db) => {
    await sql`alter database ${sql.id(name)} allow_connections false`.execute(db);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name}`.execute(db);
  });
  // The pool may first give out the connection that was cut, which is an outage too.
  for (let tried = 0; tried < 3; tried++) {
    await assert.rejects(sql`select 1`.execute(database.db), { code: "unavailable" });
  }
  await onServer((db) => sql`alter database ${sql.id(name)} allow_connections true`.execute(db));
  await sql`select 1`.execute(database.db);
});

onServerOnly("listen() reconnects after its connection was cut (§5)", async () => {
  await using database = await opened(migratedLocation("server"));
  let heard = Promise.withResolvers<void>();
  let outages = 0;
  const unlisten = await database.listen("news", () => heard.resolve(), () => outages++);
  await sql`notify news`.execute(database.db);
  await heard.promise;

  heard = Promise.withResolvers();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'guided-selection-listen'`
    .execute(database.db);
  await heard.promise;

  heard = Promise.withResolvers();
  await sql`notify news`.execute(database.db);
  await heard.promise;
  assert.equal(outages, 1, "one outage is reported");
  await unlisten();
});

onServerOnly("a handle opens at most the given number of pooled connections (§5)", async () => {
  await using location = await migratedLocation("server");
  await using database = await openDatabase({ ...location, connections: 2 });
  const pids = await Promise.all(Array.from({ length: 6 }, async () => {
    const asked = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`;
    return (await asked.execute(database.db)).rows[0]?.pid;
  }));
  assert.equal(new Set(pids).size, 2);
});

onServerOnly(
  "all channels share one connection, which closes with the last of them (§5)",
  async () => {
    await using database = await opened(migratedLocation("server"));
    const heard: string[] = [];
    const listen = (channel: string) =>
      database.listen(channel, () => heard.push(channel), (error) => heard.push(`${error}`));
    const stops = await Promise.all(["news", "weather", "news"].map(listen));
    const connections = async () => {
      const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'guided-selection-listen'`
        .execute(database.db);
      return rows.length;
    };
    const notify = async () => {
      heard.length = 0;
      await sql`notify news`.execute(database.db);
      await sql`notify weather`.execute(database.db);
      await until("the last notification", () => heard.includes("weather"));
      return heard;
    };
    assert.equal(await connections(), 1);
    assert.deepEqual(await notify(), ["news", "news", "weather"]);
    await stops[0]?.();
    assert.deepEqual(await notify(), ["news", "weather"]);
    for (const stop of stops) await stop();
    await until("the end of the connection", async () => await connections() === 0);
    stops.push(await listen("weather"));
    assert.deepEqual(await notify(), ["weather"]);
    await stops.at(-1)?.();
  },
);

async function cut(pid: number | undefined): Promise<void> {
  await onServer((db) => sql`select pg_terminate_backend(${pid})`.execute(db));
}
