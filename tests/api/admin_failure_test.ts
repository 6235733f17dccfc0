/** The pages that staff see, and the stored state, when the database fails during an action (§6.2). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { verifyAuditChain } from "@/lib/records/mod.ts";
import { compileSnapshot, seedCatalog } from "@/lib/catalog/mod.ts";
import { type Database, DatabaseError } from "@/lib/db/mod.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { eachEngineUnopened, type Engine, onServerOnly } from "../helpers/db.ts";
import { pictureFile } from "../helpers/pictures.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { versionOf } from "../helpers/staff.ts";
import { until } from "../helpers/until.ts";

const LOW = "/admin/tiers/low";
const TIER = { label: "Lowest", description: "The first step", ordinal: "1" };

/** Starts the app with the bypass, on the small catalog. `refresh` replaces the catalog's own. */
async function anApp(engine: Engine, refresh?: () => Promise<never>): Promise<TestApp> {
  const environment = {
    ADMIN_DEV_BYPASS: "true",
    SEED: "none",
    CMS_BASE_URL: "http://cms.test",
  };
  const snapshot = compileSnapshot(smallCatalog());
  const catalog = refresh && {
    catalog: {
      current: () => snapshot,
      refresh,
      failingSince: () => null,
      close: () => Promise.resolve(),
    },
  };
  const app = await startApp({ engine, environment, ...(catalog && { overrides: catalog }) });
  await seedCatalog(app.services.database, smallCatalog());
  if (!refresh) await app.services.catalog.refresh();
  return app;
}

async function currentVersion(app: TestApp): Promise<string> {
  const text = await (await app.request(LOW)).text();
  return versionOf(text);
}

function save(app: TestApp, version: string): Promise<Response> {
  return app.request(LOW, {
    method: "POST",
    body: new URLSearchParams({ ...TIER, version }),
    headers: { accept: "text/html" },
  });
}

/** Asserts that a response is an error page of the admin area that reveals nothing about the cause. */
async function assertFailure(response: Response, status: number): Promise<void> {
  assert.equal(response.status, status);
  const text = await response.text();
  assert.match(text, /class="admin"/);
  if (status === 503) {
    assert.match(text, /We will be back in a moment/);
    assert.match(text, /check whether it was saved before you repeat it/);
    assert.equal(response.headers.get("retry-after"), "5");
  } else {
    assert.match(text, /Something broke on our side/);
    assert.match(text, /Check whether your change was saved before you repeat it/);
  }
  assert.ok(
    text.includes(response.headers.get("x-request-id") ?? "none"),
    "the id that the log has",
  );
  assert.doesNotMatch(text, /postgres|connection|terminat|driver|destroyed|tiers set/i);
}

/** Returns the hidden fields with which an error page repeats the refused form. */
async function keptOf(response: Response): Promise<Record<string, string>> {
  const form = /<form [^>]*action="\/admin\/tiers\/low".*?<\/form>/s.exec(await response.text())
    ?.[0];
  const fields = (form ?? "").matchAll(/<input +type="hidden" name="(.*?)" value="(.*?)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

async function state(db: Kysely<Database>): Promise<[string | undefined, number]> {
  const tier = await db.selectFrom("budget_tiers").select("label").where("id", "=", "low")
    .executeTakeFirst();
  const entries = await db.selectFrom("audit_log").select("seq").execute();
  return [tier?.label, entries.length];
}

onServerOnly(
  "an action whose connection is cut answers 503 with a page of the area, and writes nothing (§6.2)",
  async () => {
    await using app = await anApp("server");
    const { db } = app.services;
    const version = await currentVersion(app);
    const before = await state(db);
    let cut: Promise<Response> | undefined;
    await db.transaction().execute(async (trx) => {
      // The action has written the tier and now waits for the lock on the audit chain.
      await sql`select from audit_chain for update`.execute(trx);
      cut = save(app, version);
      let isCut = false;
      while (!isCut) {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        isCut = rows.length > 0;
      }
    });
    assert.ok(cut);
    await assertFailure(await cut, 503);
    assert.deepEqual(await state(db), before);
    assert.equal((await save(app, version)).status, 303, "the next attempt succeeds");
    assert.deepEqual(await state(db), [TIER.label, before[1] + 1]);
    assert.deepEqual((await verifyAuditChain(db)).fault, null);
  },
);

Deno.test("an action is stored whole even if the catalog cannot be read afterwards (§6.2)", async () => {
  await using app = await anApp("embedded", () => Promise.reject(new Error("postgres is gone")));
  const { db } = app.services;
  const before = await state(db);
  await assertFailure(await save(app, await currentVersion(app)), 500);
  assert.deepEqual(await state(db), [TIER.label, before[1] + 1]);
});

Deno.test("a form whose change is stored is not answered as failed when an outage follows (§6.2)", async () => {
  const outage = new DatabaseError("unavailable", "Cannot use the database: it does not answer");
  await using app = await anApp("embedded", () => Promise.reject(outage));
  const { db } = app.services;
  const post = (path: string, fields: Record<string, string>) =>
    app.request(path, { method: "POST", body: new URLSearchParams(fields) });
  const before = await state(db);

  assert.equal((await save(app, await currentVersion(app))).status, 303, "saved");
  const created = await post("/admin/tiers/new", { ...TIER, label: "Top", ordinal: "9" });
  assert.equal(created.headers.get("location"), "/admin/tiers/top");
  const [system] = smallCatalog().systems;
  const retired = await post(`/admin/systems/${system?.id}`, { intent: "retire" });
  assert.equal(retired.status, 303, "retired");
  const { enabled, id } = await db.selectFrom("attributes").select(["id", "enabled"])
    .orderBy("id").executeTakeFirstOrThrow();
  const switched = await post("/admin/attributes", { id, enabled: String(!enabled) });
  assert.equal(switched.status, 303, "switched");
  // Another process has added it, so this one does not know it yet.
  await db.insertInto("rule_sets").values({ id: "new", name: "Newest", is_default: false })
    .execute();
  const madeDefault = await post("/admin/rule-sets", { default: "new" });
  assert.equal(madeDefault.status, 303, "made the default");
  assert.deepEqual(await state(db), [TIER.label, before[1] + 6]);
});

Deno.test("a record that was created, but cannot be read afterwards, is offered no undo (§6.2)", async () => {
  const flashOf = async (isLost: boolean) => {
    const refresh = async () => {
      if (isLost) {
        await app.services.db.deleteFrom("budget_tiers").where("id", "=", "top").execute();
      }
      throw new DatabaseError("unavailable", "Cannot use the database: it does not answer");
    };
    await using app = await anApp("embedded", refresh);
    const fields = { ...TIER, label: "Top", ordinal: "9" };
    const created = await app.request("/admin/tiers/new", {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    const cookie = created.headers.getSetCookie().map((set) => set.split(";")[0]).join("; ");
    const page = await app.request("/admin/tiers", { headers: { accept: "text/html", cookie } });
    return await page.text();
  };
  assert.match(await flashOf(false), /Top was created\..*Undo/s);
  const lost = await flashOf(true);
  assert.match(lost, /Top was created\./);
  assert.doesNotMatch(lost, /Undo/);
});

Deno.test("a picture that is stored is not answered as failed when an outage follows (§2.12)", async () => {
  const outage = new DatabaseError("unavailable", "Cannot use the database: it does not answer");
  await using app = await anApp("embedded", () => Promise.reject(outage));
  const response = await app.request("/admin/media/upload/file?name=wall.jpg", {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: await pictureFile("jpeg"),
  });
  assert.equal(response.status, 201);
});

eachEngineUnopened(
  "without a database staff get a 503 whose page keeps the form, and a status page that says so (§7)",
  async (engine) => {
    await using app = await anApp(engine);
    const version = await currentVersion(app);
    await (await app.request("/admin/status")).body?.cancel();
    const words = async (path = "/admin/status") =>
      (await (await app.request(path)).text()).replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

    // As after a restore into a running process: an empty database answers, without any table.
    const { db } = app.services;
    await sql`alter table schema_migrations rename to away`.execute(db);
    await sql`alter table crm_sync_queue rename to away_too`.execute(db);
    await until("the report", async () => /Down .*migrations are missing/.test(await words()));
    assert.match(await words(), /Restart every process: a start applies the migrations\./);
    assert.match(await words("/admin/crm"), /Error 500 .*is down \(migrations are missing\)/);
    await sql`alter table away rename to schema_migrations`.execute(db);
    await sql`alter table away_too rename to crm_sync_queue`.execute(db);

    await app.services.database.close();
    const refused = await save(app, version);
    assert.deepEqual(
      await keptOf(refused.clone()),
      { ...TIER, version },
      "the page can send the form again",
    );
    await assertFailure(refused, 503);
    await until("since when", async () => /Database Down .*? UTC no answer/.test(await words()));
    assert.equal((await app.request("/admin/status")).status, 503);
    const status = await words();
    assert.match(status, /1 of 7 needs attention: Database\./);
    assert.match(status, /Session store Working/);
    assert.match(status, /CRM Off Nothing newer is known .*? Not set: CRM_BASE_URL/, "§4.10");
    assert.match(status, /CMS Not known now .*? Before that: It has not been read yet\./);

    const page = await app.request(LOW, { headers: { accept: "text/html" } });
    assert.match(
      await page.clone().text(),
      /The database is down \(no answer, or it refuses writes\).*\. Recommendations go on/,
    );
    await assertFailure(page, 503);
  },
);

Deno.test("a form that is refused because of an expired sign-in can be sent again afterwards (§5)", async () => {
  await using perimeter = await startPerimeter();
  const environment = { ...perimeter.environment, ADMIN_EMAILS: "ann@example.com", SEED: "none" };
  await using app = await startApp({ environment });
  await seedCatalog(app.services.database, smallCatalog());
  await app.services.catalog.refresh();
  const headers = {
    accept: "text/html",
    "cf-access-jwt-assertion": await perimeter.mint({ email: "ann@example.com" }),
  };
  const version = versionOf(await (await app.request(LOW, { headers })).text());
  const post = (body: BodyInit, by: HeadersInit) =>
    app.request(LOW, { method: "POST", body, headers: by, redirect: "manual" });
  const typed = { ...TIER, label: '"Low" <b>', version };
  const signedOut = await post(new URLSearchParams(typed), { accept: "text/html" });
  assert.equal(signedOut.status, 401);
  const kept = await keptOf(signedOut);
  assert.deepEqual(kept, { ...typed, label: "&quot;Low&quot; &lt;b>" });
  // The script of the next page tells by the mark whether what was sent has been answered.
  const answers = async (response: Response) => (await response.text()).includes("data-answer");
  const refused = await post(new URLSearchParams({ ...typed, label: "" }), headers);
  assert.equal(await answers(refused), true);
  const saved = await post(new URLSearchParams(typed), headers);
  assert.equal(saved.status, 303);
  const cookie = saved.headers.getSetCookie().map((set) => set.split(";")[0]).join("; ");
  const to = saved.headers.get("location") ?? "";
  assert.equal(await answers(await app.request(to, { headers: { ...headers, cookie } })), true);
  assert.equal(await answers(await app.request(to, { headers })), false);

  const foreign = { accept: "text/html", origin: "https://elsewhere.example" };
  const forged = await post(new URLSearchParams(typed), foreign);
  assert.equal(forged.status, 403);
  assert.deepEqual(await keptOf(forged), {}, "the page does not repeat a form from another site");
  for (
    const body of [new URLSearchParams("a&".repeat(3_000)), new FormData(), "a".repeat(600_000)]
  ) {
    const answer = await post(body, { accept: "text/html" });
    assert.equal(answer.status, 401);
    assert.deepEqual(await keptOf(answer), {}, "the page does not repeat a long or invalid body");
  }
});
