/** Reads reveal no file of the machine, change nothing, and staff pages are not cached (spec §5). */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { everyAddress } from "../helpers/addresses.ts";
import { aCatalog, aSystem } from "../helpers/factories.ts";
import { parseRaw, sendRaw } from "../helpers/raw_http.ts";
import { startStaff } from "../helpers/staff.ts";

const SECTIONS = [...Deno.readDirSync(new URL("../../routes/admin/(_sections)", import.meta.url))]
  .filter(({ isDirectory }) => isDirectory).map(({ name }) => `/admin/${name}`);

/** Files and folders that the service must not serve. */
const PRIVATE = [
  "/.git/config",
  "/.git/HEAD",
  "/.env",
  "/deno.json",
  "/deno.lock",
  "/main.ts",
  "/lib/services.ts",
  "/static/",
  "/static/styles.css",
  "/_fresh/",
  "/data/",
  "/data/kv.sqlite3",
  "/%2e%2e/deno.json",
  "/..%2fdeno.json",
  "/static/..%2f..%2fdeno.json",
  "/media/..%2f..%2fdeno.json/w320",
];

Deno.test("reads reveal no private file, change nothing, and let no cache store staff pages (§5)", async (t) => {
  await using staff = await startStaff(aCatalog({ systems: [aSystem("finch")] }), undefined, {
    SITE_URL: "https://walls.example",
  });
  const { app } = staff;
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app.handler);

  /** Returns a digest of the rows of every table. */
  async function stored(): Promise<Record<string, string>> {
    const { db } = app.services;
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
    const digests: Record<string, string> = {};
    for (const { name } of rows) {
      const digest = await sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) as digest
        from ${sql.table(name)} as t`.execute(db);
      digests[name] = digest.rows[0]?.digest ?? "";
    }
    return digests;
  }

  async function keys(): Promise<string[]> {
    const found = [];
    for await (const { key } of app.services.kv.list({ prefix: [] })) {
      // The rate limiter counts every request.
      if (!String(key[0]).startsWith("rate")) found.push(JSON.stringify(key));
    }
    return found;
  }

  await t.step("private files and folders are not served", async () => {
    for (const path of PRIVATE) {
      const answer = parseRaw(
        await sendRaw(
          server.addr.port,
          `GET ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`,
        ),
      );
      assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`);
    }
  });

  await t.step("TRACE, which would return the request's headers, is refused", async () => {
    for (const path of ["/", "/admin", "/api/systems"]) {
      const raw = await sendRaw(
        server.addr.port,
        `TRACE ${path} HTTP/1.1\r\nHost: test\r\nX-Secret: 12345\r\nConnection: close\r\n\r\n`,
      );
      assert.equal(parseRaw(raw).status, path === "/admin" ? 401 : 405, path);
      assert.ok(!raw.includes("12345"));
    }
  });

  await t.step("every text type has its charset", async () => {
    for (const path of everyAddress(app)) {
      const response = await app.request(path, { redirect: "manual" });
      await response.body?.cancel();
      const type = response.headers.get("content-type") ?? "";
      if (/^text\//.test(type)) assert.match(type, /; ?charset=utf-8$/i, path.slice(0, 60));
    }
  });

  await t.step("a GET changes nothing, for strangers and for staff", async () => {
    const admin = { "cf-access-jwt-assertion": staff.tokenOf("admin") };
    const paths = [...everyAddress(app), "/admin", ...SECTIONS];
    const ask = async () => {
      for (const path of paths) {
        for (const headers of [{}, admin]) {
          const response = await app.request(path, { headers, redirect: "manual" });
          await response.body?.cancel();
          assert.ok(response.status < 500, path);
        }
      }
    };
    // The first visit may fill caches.
    await ask();
    const before = [await stored(), await keys()];
    await ask();
    assert.deepEqual([await stored(), await keys()], before);
  });

  await t.step("staff pages have `no-store`", async () => {
    const admin = { "cf-access-jwt-assertion": staff.tokenOf("admin") };
    for (const path of ["/admin", ...SECTIONS]) {
      const response = await app.request(path, { headers: admin, redirect: "manual" });
      await response.body?.cancel();
      assert.match(response.headers.get("cache-control") ?? "", /no-store/, path);
    }
  });
});
