import { sql } from "kysely";
import assert from "node:assert/strict";
import { createReadiness, Health, Ready } from "@/lib/api/mod.ts";
import { DatabaseError } from "@/lib/db/mod.ts";
import { ErrorBody, toErrorResponse } from "@/lib/http/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { eachApp, startApp } from "../helpers/app.ts";
import { eachEngine } from "../helpers/db.ts";
import { logged } from "../helpers/logged.ts";

eachApp(
  "GET /health and GET /ready, with and without the database",
  async (app, step) => {
    const { request, services } = app;

    await step("GET /health answers 200 with counts (§4.2)", async () => {
      const response = await request("/health");
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("cache-control"), "no-store");
      const { ok, counts } = Health.parse(await response.json());
      assert.equal(ok, true);
      assert.equal(counts.systems, 23);
      assert.ok(counts.attributes >= 16);
      assert.ok(counts.factors >= 9);
    });

    await step(
      "GET /ready says whether the process can take requests (design §7)",
      async ({ step }) => {
        async function ready(): Promise<[number, Ready]> {
          const response = await request("/ready");
          return [response.status, Ready.parse(await response.json())];
        }
        const checks = { database: true, migrations: true, store: true, accepting: true };

        await step("every check passes", async () => {
          assert.deepEqual(await ready(), [200, { ok: true, checks }]);
        });
        await step("HEAD works too, and the answer is not stored", async () => {
          const response = await request("/ready", { method: "HEAD" });
          assert.deepEqual([response.status, response.headers.get("cache-control")], [
            200,
            "no-store",
          ]);
          assert.equal(await response.text(), "");
        });
        await step(
          "only=accepting checks only that, and another value is refused",
          async () => {
            const response = await request("/ready?only=accepting");
            assert.deepEqual([response.status, Ready.parse(await response.json())], [200, {
              ok: true,
              checks: { accepting: true },
            }]);
            const other = await request("/ready?only=stores");
            assert.equal(other.status, 400);
            await other.body?.cancel();
          },
        );
        await step("a draining process is not ready", async () => {
          assert.equal(services.readiness.draining, false);
          services.readiness.drain();
          assert.equal(services.readiness.draining, true);
          assert.equal((await request("/ready", { method: "HEAD" })).status, 503);
          assert.deepEqual(await ready(), [503, {
            ok: false,
            checks: { ...checks, accepting: false },
          }]);
          const response = await request("/ready?only=accepting");
          assert.equal(response.status, 503);
          await response.body?.cancel();
        });
      },
    );

    await services.database.close();

    await step("GET /health answers without the database (§4.2)", async () => {
      const response = await request("/health");
      assert.equal(response.status, 200);
      const { counts } = Health.parse(await response.json());
      assert.equal(counts.systems, 23);
      const systems = await request("/api/systems");
      assert.equal(systems.status, 200);
      await systems.body?.cancel();
    });

    await step(
      "a route that needs the database answers 503 with Retry-After (design §7)",
      async () => {
        const picture = await request("/media/never-made/w320");
        assert.equal(picture.status, 503);
        assert.equal(picture.headers.get("retry-after"), "5");
        await picture.body?.cancel();
      },
    );
  },
);

Deno.test("GET /health reads no store, so a hanging one does not delay it (§4.2)", async () => {
  await using app = await startApp();
  const { database } = app.services;
  const hung = () => new Promise<never>(() => {});
  await using silent = await startApp({
    overrides: { database: { ...database, ping: hung, probe: hung }, kv: app.services.kv },
  });
  const response = await silent.request("/health");
  assert.equal(response.status, 200);
  await response.body?.cancel();
});

eachEngine(
  "a process is not ready without its database or its migrations (design §7)",
  async (database) => {
    using kv = await Deno.openKv(":memory:");
    let now = 0;
    const readiness = createReadiness({ database, kv, clock: () => now += 2_000 });
    const checks = { database: true, migrations: true, store: true, accepting: true };
    assert.deepEqual((await readiness.check()).checks, checks);
    await sql`delete from schema_migrations where name = '0001_create_catalog'`.execute(
      database.db,
    );
    assert.deepEqual((await readiness.check()).checks, { ...checks, migrations: false });
    await database.close();
    const { ok, checks: { database: answers, migrations } } = await readiness.check();
    assert.deepEqual({ ok, answers, migrations }, { ok: false, answers: false, migrations: false });
  },
);

Deno.test("readiness caches a failed check of the stores for 250 ms, and accepts() checks none (design §7)", async () => {
  let [now, checks, works] = [0, 0, false];
  const database = {
    ping: () => (checks++, Promise.resolve(works)),
    probe: () => Promise.resolve([]),
  };
  using kv = await Deno.openKv(":memory:");
  const readiness = createReadiness({ database, kv, clock: () => now });
  const at = async (ms: number) => {
    now = ms;
    return (await readiness.check()).checks.database;
  };
  assert.deepEqual([await at(0), await at(249), checks], [false, false, 1]);
  works = true;
  assert.deepEqual([await at(250), checks], [true, 2]);
  readiness.drain();
  assert.deepEqual([readiness.accepts(), checks], [{ ok: false, checks: { accepting: false } }, 2]);
});

Deno.test("accepts() answers at once while a store hangs (design §7)", () => {
  const hung = () => new Promise<never>(() => {});
  const stores = { database: { ping: hung, probe: hung }, kv: { delete: hung } };
  assert.deepEqual(createReadiness(stores).accepts(), { ok: true, checks: { accepting: true } });
});

Deno.test("a process is not ready while a store hangs, and answers within the time limit (design §7)", async () => {
  const hung = () => new Promise<never>(() => {});
  const stores = {
    database: { ping: () => Promise.resolve(false), probe: hung },
    kv: { delete: hung },
  };
  const readiness = createReadiness({ ...stores, timeoutMs: 10 });
  const { ok, checks } = await readiness.check();
  assert.equal(ok, false);
  assert.deepEqual(checks, { database: false, migrations: false, store: false, accepting: true });
});

Deno.test("a process is not ready while its store can be read but not written, as on a full disk (design §7)", async () => {
  using kv = await Deno.openKv(":memory:");
  const refuse = () => Promise.reject(new TypeError("database or disk is full"));
  const database = { ping: () => Promise.resolve(true), probe: () => Promise.resolve([]) };
  const readiness = createReadiness({
    database,
    kv: Object.assign(kv, { delete: refuse, set: refuse }),
  });
  const { ok, checks } = await readiness.check();
  assert.deepEqual([ok, checks.database, checks.store], [false, true, false]);
});

Deno.test("the log says once per outage why a store is not ready, as when its file was removed (design §7)", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/kv.sqlite3`;
  let now = 0;
  const kv = await openKv(path);
  const database = { ping: () => Promise.resolve(true), probe: () => Promise.resolve([]) };
  const readiness = createReadiness({ database, kv, clock: () => now += 2_000 });
  const lines = await logged(async () => {
    await readiness.check();
    for (let outage = 0; outage < 2; outage++) {
      await Deno.rename(path, `${path}-moved`);
      await readiness.check();
      await readiness.check();
      await Deno.rename(`${path}-moved`, path);
      assert.equal((await readiness.check()).checks.store, true);
    }
  });
  kv.close();
  await Deno.remove(folder, { recursive: true });
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.match(line, /"the key-value store is not ready".*No such file.*kv\.sqlite3/);
  }
});

Deno.test("toErrorResponse() turns a database outage into a 503 with Retry-After and no detail (design §7)", async () => {
  const outage = new DatabaseError("unavailable", "Cannot use the database: secret detail");
  const answer = toErrorResponse(outage);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("retry-after"), "5");
  const { error } = ErrorBody.parse(await answer.json());
  assert.deepEqual([error.kind, error.retryable], ["unavailable", true]);
  assert.doesNotMatch(error.message, /secret/);
});
