/** The links from public pages into the admin area: only staff get them, and they cost other requests nothing. */
import assert from "node:assert/strict";
import { startPerimeter } from "../doubles/perimeter.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { DEFAULT_ENGINE, demoLocation, opened } from "../helpers/db.ts";
import { logged } from "../helpers/logged.ts";

type Headers = Record<string, string>;

/** Returns the addresses of three pages that link into the admin area: a system, a result, and an empty result. */
function pagesOf({ services }: TestApp) {
  const { systems, catalog } = services.catalog.current();
  const system = systems[0]?.id ?? "";
  const answered = catalog.factors.map(({ options }) => options[0]?.id).slice(0, 4).join(",");
  return [`/systems/${system}`, `/results?options=${answered}`, "/results"];
}

async function read(app: TestApp, path: string, headers: Headers = {}): Promise<string> {
  const response = await app.request(path, { headers });
  assert.equal(response.status, 200, path);
  // The nonce and the time in links to the result differ in every response.
  return (await response.text()).replaceAll(/nonce="[^"]*"|\bas=[\w.]+/g, "");
}

/** Returns the links into the admin area, without their query. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/href="(\/admin[^"?]*)/g)].map(([, href = ""]) => href);
}

Deno.test("a page links staff to what their capabilities allow, and buyers to nothing (spec §5)", async () => {
  await using double = await startPerimeter();
  const environment = { ...double.environment, ADMIN_EMAILS: "ada@example.com" };
  await using app = await startApp({ environment });
  await app.services.db.insertInto("admin_users").values([
    { email: "editor@example.com", role: "editor" },
    { email: "auditor@example.com", role: "auditor" },
  ]).execute();
  const [system = "", result = "", empty = ""] = pagesOf(app);
  const plain = await Promise.all([system, result, empty].map((path) => read(app, path)));

  const token = async (claims?: Record<string, unknown>) => ({
    "cf-access-jwt-assertion": await double.mint(claims),
  });
  const staff: [string, Headers][] = [
    ["an administrator", await token()],
    ["an editor", await token({ email: "editor@example.com" })],
    ["a cookie", { cookie: `CF_Authorization=${await double.mint()}` }],
  ];
  for (const [who, headers] of staff) {
    const editSystem = `/admin${system}`;
    assert.deepEqual(linksIn(await read(app, system, headers)), [editSystem], who);
    const [edit, simulate] = linksIn(await read(app, result, headers));
    assert.match(edit ?? "", /^\/admin\/systems\/[\w-]+$/, who);
    assert.equal(simulate, "/admin/simulator", who);
    assert.deepEqual(linksIn(await read(app, empty, headers)), ["/admin/simulator"], who);
    assert.match(await read(app, system, headers), /<aside[^>]*print:hidden/);
  }
  const others: [string, Headers][] = [
    ["an auditor", await token({ email: "auditor@example.com" })],
    ["an address that is not staff", await token({ email: "eve@example.com" })],
    ["an expired token", await token({ exp: 1 })],
    ["a token of another application", await token({ aud: ["another"] })],
    ["a forged token", { cookie: "CF_Authorization=a.b.c" }],
  ];
  for (const [who, headers] of others) {
    for (const [index, path] of [system, result, empty].entries()) {
      assert.equal(await read(app, path, headers), plain[index], `${who} on ${path}`);
    }
  }
});

Deno.test("a page looks up its reader only for a request with a token, and works when that fails (spec §5)", async () => {
  await using double = await startPerimeter();
  await using database = await opened(demoLocation(DEFAULT_ENGINE));
  let broken = false;
  const db = new Proxy(database.db, {
    get(target, name) {
      if (broken) throw new TypeError("the database is on fire");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await using app = await startApp({
    environment: double.environment,
    overrides: { database: { ...database, db } },
  });
  broken = true;
  // Other rooms read the database for a page too, and log failures of their own.
  const failures = (lines: string[]) =>
    lines.filter((line) => line.includes("on fire") && line.includes('"room":"admin"'));
  const token = { "cf-access-jwt-assertion": await double.mint() };
  for (const path of pagesOf(app)) {
    let plain = "";
    assert.deepEqual(
      await logged(async () => {
        plain = await read(app, path);
      }).then(failures),
      [],
    );
    assert.equal(
      double.fetches,
      path === pagesOf(app)[0] ? 0 : 1,
      "the first page without a token fetched no keys",
    );
    const lines = await logged(async () => {
      assert.equal(
        await read(app, path, token),
        plain,
        "without a database everybody gets the buyer's page",
      );
    });
    assert.equal(failures(lines).length, 1);
  }
  await logged(async () => {
    assert.equal((await app.request("/admin", { headers: token })).status, 500);
    assert.equal((await app.request("/admin")).status, 401);
  });
  broken = false;
});

Deno.test("with ADMIN_DEV_BYPASS every reader gets the links into the admin area (spec §5)", async () => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true" } });
  for (const path of pagesOf(app)) assert.notDeepEqual(linksIn(await read(app, path)), []);
});
