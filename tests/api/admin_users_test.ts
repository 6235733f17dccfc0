/** The staff screens of users and their roles (spec §5, design §7). */
import assert from "node:assert/strict";
import { createRecord } from "@/lib/records/mod.ts";
import { capabilitiesOf, staffOf, userEntity } from "@/lib/staff/mod.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { startApp, statusOf, type TestApp } from "../helpers/app.ts";
import { anyEngine, DEFAULT_ENGINE, type Engine } from "../helpers/db.ts";
import { versionOf } from "../helpers/staff.ts";

const CHIEF = "chief@example.com";

interface Bench extends AsyncDisposable {
  readonly app: TestApp;
  /** Sends a request with the token of an address. */
  as(email: string, path: string, form?: Record<string, string>): Promise<Response>;
  /** Returns the stored users as `email role`, with ` -` after a retired one. */
  roles(): Promise<string[]>;
  /** Returns the audit entries of users, as `actor action email`. */
  entries(): Promise<string[]>;
}

async function aBench(engine: Engine = DEFAULT_ENGINE): Promise<Bench> {
  const stack = new AsyncDisposableStack();
  const double = stack.use(await startPerimeter());
  const environment = { ...double.environment, ADMIN_EMAILS: CHIEF };
  const app = stack.use(await startApp({ engine, environment }));
  const { db } = app.services;
  return {
    app,
    async as(email, path, form) {
      const headers = { "cf-access-jwt-assertion": await double.mint({ email }) };
      if (!form) return await app.request(path, { headers });
      return await app.request(path, { method: "POST", headers, body: new URLSearchParams(form) });
    },
    async roles() {
      const rows = await db.selectFrom("admin_users").selectAll().orderBy("email").execute();
      return rows.map(({ email, role, retired_at }) => `${email} ${role}${retired_at ? " -" : ""}`);
    },
    async entries() {
      const rows = await db.selectFrom("audit_log").selectAll()
        .where("entity_type", "=", "user").orderBy("seq").execute();
      return rows.map(({ actor, action, entity_id }) => `${actor} ${action} ${entity_id}`);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Returns the version in the form of a page. */
async function versionIn(page: Response): Promise<string> {
  return versionOf(await page.text());
}

const pathOf = (email: string) => `/admin/users/${encodeURIComponent(email)}`;

anyEngine(
  "a role is given, changed, retired and restored, each with its audit entry (§6.2)",
  async (engine) => {
    await using bench = await aBench(engine);
    const add = { email: " Ada+Lab@Example.COM ", role: "editor" };
    assert.equal(await statusOf(bench.as(CHIEF, "/admin/users/new", add)), 303);
    const ada = "ada+lab@example.com";
    assert.deepEqual(await bench.roles(), [`${ada} editor`]);
    assert.equal(await statusOf(bench.as(ada, "/admin/tiers")), 200);
    assert.equal(await statusOf(bench.as(ada, "/admin/users")), 403);

    const page = await bench.as(CHIEF, pathOf(ada));
    assert.equal(page.status, 200);
    const version = await versionIn(page);
    const save = { role: "auditor", version, email: "eve@example.com", retired: "true" };
    assert.equal(await statusOf(bench.as(CHIEF, pathOf(ada), save)), 303);
    assert.deepEqual(await bench.roles(), [`${ada} auditor`]);
    assert.equal(await statusOf(bench.as(ada, "/admin/tiers")), 403);

    assert.equal(await statusOf(bench.as(CHIEF, pathOf(ada), { intent: "retire" })), 303);
    assert.equal(await statusOf(bench.as(CHIEF, pathOf(ada), { intent: "retire" })), 303);
    assert.deepEqual(await bench.roles(), [`${ada} auditor -`]);
    assert.equal(await statusOf(bench.as(ada, "/admin")), 403);
    const former = await (await bench.as(CHIEF, pathOf(ada))).text();
    assert.match(former, />No access<.*>Give access again</s, "a person is not “retired”");
    assert.equal(await statusOf(bench.as(CHIEF, pathOf(ada), { intent: "restore" })), 303);
    assert.equal(await statusOf(bench.as(ada, "/admin")), 200);
    assert.deepEqual(await bench.entries(), [
      `${CHIEF} create ${ada}`,
      `${CHIEF} update ${ada}`,
      `${CHIEF} retire ${ada}`,
      `${CHIEF} restore ${ada}`,
    ]);
  },
);

Deno.test("the second of two administrators gets a conflict that shows both roles", async () => {
  await using bench = await aBench();
  await bench.as(CHIEF, "/admin/users/new", { email: "ada@example.com", role: "editor" });
  const path = pathOf("ada@example.com");
  const version = await versionIn(await bench.as(CHIEF, path));
  await bench.as(CHIEF, path, { role: "auditor", version });
  const second = await bench.as(CHIEF, path, { role: "admin", version });
  assert.equal(second.status, 409);
  const html = await second.text();
  assert.match(html, /<title>Error: ada@example.com/);
  assert.match(html, /Auditor/);
  assert.match(html, /value="admin" selected/);
  assert.deepEqual(await bench.roles(), ["ada@example.com auditor"]);
  const now = versionOf(html);
  assert.equal(await statusOf(bench.as(CHIEF, path, { role: "admin", version: now })), 303);
  assert.deepEqual(await bench.roles(), ["ada@example.com admin"]);
  assert.equal(
    await statusOf(bench.as(CHIEF, path, { role: "editor" })),
    409,
    "a form without a version",
  );
});

Deno.test("administrators cannot take away their own right to manage users (§5)", async () => {
  await using bench = await aBench();
  const ada = "ada@example.com";
  await bench.as(CHIEF, "/admin/users/new", { email: ada, role: "admin" });
  const version = await versionIn(await bench.as(ada, pathOf(ada)));
  for (
    const form of [{ intent: "retire" }, { role: "editor", version }, { role: "auditor", version }]
  ) {
    const answer = await bench.as(ada, pathOf(ada), form);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /cannot take away your own right/);
  }
  assert.deepEqual(await bench.roles(), [`${ada} admin`]);
  assert.deepEqual(await bench.entries(), [`${CHIEF} create ${ada}`]);
});

Deno.test("an entity of users refuses staff who lost the right to manage users since they were let in (§5)", async () => {
  await using bench = await aBench();
  const { services } = bench.app;
  await bench.as(CHIEF, "/admin/users/new", { email: "ada@example.com", role: "auditor" });
  const staff = staffOf("ada@example.com", "admin", capabilitiesOf("admin"));
  const email = "eve@example.com";
  const late = createRecord(services.db, userEntity(services, staff), {
    by: { staff, requestId: "late" },
    id: email,
    record: { email, role: "admin" as const, retired: false },
  });
  await assert.rejects(late, { kind: "forbidden" });
  assert.deepEqual(await bench.roles(), ["ada@example.com auditor"]);
  assert.deepEqual(await bench.entries(), [`${CHIEF} create ada@example.com`]);
});

anyEngine(
  "of two administrators who retire each other at the same time, one stays",
  async (engine) => {
    await using bench = await aBench(engine);
    const [ada, eve] = ["ada@example.com", "eve@example.com"];
    for (const email of [ada, eve]) {
      await bench.as(CHIEF, "/admin/users/new", { email, role: "admin" });
    }
    const statuses = await Promise.all([
      statusOf(bench.as(ada, pathOf(eve), { intent: "retire" })),
      statusOf(bench.as(eve, pathOf(ada), { intent: "retire" })),
    ]);
    assert.deepEqual(statuses.sort(), [303, 403]);
    assert.equal((await bench.roles()).filter((role) => role.endsWith("-")).length, 1);
  },
);

const REFUSED: readonly [what: string, form: Record<string, string>, says: RegExp][] = [
  ["no address", { email: "", role: "editor" }, /Enter an e-mail address/],
  ["a name", { email: "ada", role: "editor" }, /Enter an e-mail address/],
  ["two addresses", { email: "a@example.com,b@example.com", role: "editor" }, /Enter an e-mail/],
  ["a line break", { email: "a@example.com\nb", role: "editor" }, /Enter an e-mail address/],
  ["a look-alike", { email: "\u212Ai@example.com", role: "editor" }, /Enter an e-mail address/],
  ["markup", { email: "<b>@example.com", role: "editor" }, /Enter an e-mail address/],
  ["an endless one", { email: `${"a".repeat(300)}@example.com`, role: "editor" }, /at most 254/],
  ["no role", { email: "a@example.com" }, /Choose a role/],
  ["an unknown role", { email: "a@example.com", role: "owner" }, /Choose a role/],
  [
    "an inherited name for a role",
    { email: "a@example.com", role: "constructor" },
    /Choose a role/,
  ],
  ["an address of the configuration", { email: CHIEF, role: "editor" }, /configuration makes/],
];

Deno.test("invalid addresses and roles are refused with a message, and nothing is written (design §10)", async (context) => {
  await using bench = await aBench();
  for (const [what, form, says] of REFUSED) {
    await context.step(what, async () => {
      const answer = await bench.as(CHIEF, "/admin/users/new", form);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), says);
    });
  }
  assert.deepEqual(await bench.roles(), []);
  const added = { email: "a@example.com", role: "editor" };
  await bench.as(CHIEF, "/admin/users/new", added);
  const twice = await bench.as(CHIEF, "/admin/users/new", added);
  assert.deepEqual(
    [twice.status, twice.headers.get("location")],
    [303, pathOf("a@example.com")],
    "a form sent twice",
  );
  const again = await bench.as(CHIEF, "/admin/users/new", {
    email: "A@example.com",
    role: "admin",
  });
  assert.equal(again.status, 400);
  assert.match(await again.text(), /listed already/);
  assert.deepEqual(await bench.roles(), ["a@example.com editor"]);
  const path = pathOf("a@example.com");
  assert.equal(await statusOf(bench.as(CHIEF, path, { role: "owner" })), 400);
  assert.equal(await statusOf(bench.as(CHIEF, path, { intent: "delete" })), 400);
  assert.equal(await statusOf(bench.as(CHIEF, pathOf("nobody@example.com"))), 404);
  assert.equal(
    await statusOf(bench.as(CHIEF, pathOf("nobody@example.com"), { intent: "retire" })),
    404,
  );
  for (const id of ["%E0%A4%A", "%00", "%2500", "a%40example.com%00", "a%0A", "%C3%A9@x.org"]) {
    assert.equal(await statusOf(bench.as(CHIEF, `/admin/users/${id}`)), 404, id);
    for (const intent of ["save", "retire", "restore"]) {
      const answer = bench.as(CHIEF, `/admin/users/${id}`, { intent, role: "editor" });
      assert.equal(await statusOf(answer), 404, id);
    }
  }
});

Deno.test("the list marks users of the configuration, and links only the others", async () => {
  await using bench = await aBench();
  await bench.as(CHIEF, "/admin/users/new", { email: "ada@example.com", role: "auditor" });
  await bench.app.services.db.insertInto("admin_users")
    .values({ email: CHIEF, role: "auditor", retired_at: new Date() }).execute();
  const html = await (await bench.as(CHIEF, "/admin/users?sort=-email")).text();
  assert.match(html, /From configuration/);
  const links = [...html.matchAll(/href="(\/admin\/users\/[^"]*)"/g)].map(([, href]) => href);
  assert.deepEqual(links, ["/admin/users/new", pathOf("ada@example.com")]);
  assert.ok(html.indexOf(CHIEF) < html.lastIndexOf("ada@example.com"), "sorted as requested");
  for (const [query, count] of [["q=ADA", 1], ["role=auditor", 1], ["q=ada&role=admin", 0]]) {
    const found = await (await bench.as(CHIEF, `/admin/users?${query}`)).text();
    assert.equal(found.split('<tr id="row-').length - 1, count, `${query}`);
  }
});
