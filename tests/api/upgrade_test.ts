/**
 * This release migrates the data of the previous release, which was seeded and used: pages, rules, sessions, staff,
 * leads and the sync continue with it. `tests/helpers/released_use.ts` has what was done then.
 */
import assert from "node:assert/strict";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { migrate, openDatabase } from "@/lib/db/mod.ts";
import { verifyAuditChain } from "@/lib/records/mod.ts";
import { startCms } from "../doubles/cms.ts";
import { startCrm } from "../doubles/crm.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { smallGraph } from "../helpers/cms.ts";
import { bareLocation, eachEngineUnopened } from "../helpers/db.ts";
import { restoreData } from "../helpers/released_data.ts";
import { readReleased } from "../helpers/released_schema.ts";
import { CONSENT_ENVIRONMENT, CONSENTING } from "../helpers/session.ts";
import { postForm } from "../helpers/staff.ts";
import { until } from "../helpers/until.ts";

const JSON_TYPE = { "content-type": "application/json" };

async function textOf(app: TestApp, path: string, headers = {}): Promise<string> {
  const response = await app.request(path, { headers });
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text.slice(0, 500)}`);
  return text;
}

eachEngineUnopened(
  "this release continues with the data of the previous one (design §5)",
  async (engine, t) => {
    const { migrations, tables } = await readReleased();
    await using location = await bareLocation(engine);
    using previous = await Deno.openKv(":memory:");
    const use = await (async () => {
      await using database = await openDatabase(location);
      const released = Object.fromEntries(
        Object.entries(MIGRATIONS).filter(([name]) => migrations.includes(name)),
      );
      await migrate(database, released);
      return await restoreData({ db: database.db, kv: previous }, tables);
    })();
    const { session = "", options = "", system = "", tagline = "", email = "" } = use;

    await using crm = startCrm();
    await using cms = await startCms({ graph: smallGraph(), viewSize: 5 });
    await using app = await startApp({
      location,
      environment: {
        ...CONSENT_ENVIRONMENT,
        ...crm.environment,
        ADMIN_DEV_BYPASS: "true",
        CMS_BASE_URL: cms.origin,
      },
    });
    const { db, kv } = app.services;
    for await (const { key, value } of previous.list({ prefix: [] })) await kv.set(key, value);

    await t.step("the audit log is intact", async () => {
      assert.equal((await verifyAuditChain(db, {})).fault, null);
      assert.match(await textOf(app, "/admin/audit"), /Quarry Steel/);
    });

    await t.step("pages show the catalog as staff left it", async () => {
      for (const path of ["/", "/select", "/systems", "/projects", `/results?options=${options}`]) {
        await textOf(app, path);
      }
      assert.ok((await textOf(app, `/systems/${system}`)).includes(tagline));
      assert.match(await textOf(app, "/admin/analytics"), /Saw a question/);
      assert.ok((await textOf(app, "/admin/users")).includes(use.colleague ?? ""));
    });

    await t.step("rules recommend the same system as before", async () => {
      const result = JSON.parse(await textOf(app, `/api/recommendation?options=${options}`));
      assert.equal(result.recommended.systemId, use.recommended);
      assert.notEqual(result.evidence.length, 0);
      assert.match(await textOf(app, "/admin/rules"), /<table/);
    });

    await t.step("a session is recognised and continues", async () => {
      const cookie = `${CONSENTING}; ns_session=${session}`;
      assert.match(await textOf(app, "/privacy", { cookie }), /Quarry Steel/);
      const response = await app.request("/api/session", {
        method: "PUT",
        headers: { ...JSON_TYPE, cookie },
        body: JSON.stringify({ "answer:room": "loud" }),
      });
      const saved = await response.json();
      assert.equal(saved.session.recommendation, system);
      assert.equal(response.headers.get("set-cookie")?.includes(session) ?? true, true);
    });

    await t.step("staff can edit, and the audit log stays intact", async () => {
      const html = await textOf(app, `/admin/systems/${system}`);
      const value = (name: string) =>
        new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? "";
      await postForm(app, `/admin/systems/${system}`, {
        version: value("version"),
        name: value("name"),
        position: value("position"),
        description: "",
        budgetTierId: /<option[^>]*value="([^"]+)" selected/.exec(html)?.[1] ?? "",
        tagline: "Changed by this release",
      });
      assert.match(await textOf(app, `/systems/${system}`), /Changed by this release/);
      assert.equal((await verifyAuditChain(db, {})).fault, null);
    });

    await t.step("a queued lead is delivered", async () => {
      await db.updateTable("crm_sync_queue").set({ next_attempt_at: new Date(0) }).execute();
      await postForm(app, "/admin/crm", { intent: "retry-all" });
      await until("the contact", () => crm.records.contactsOf(email).length > 0);
      assert.equal(crm.records.contactsOf(email).length, 1);
    });

    await t.step("the sync agrees with the stored data, and writes changes", async () => {
      const preview = async () =>
        await textOf(
          app,
          await postForm(app, "/admin/cms", { intent: "preview", kind: "projects" }),
        );
      assert.match(await preview(), /The catalog and the CMS agree/);
      cms.graph = smallGraph().map((one) => ({
        ...one,
        attributes: { ...one.attributes, field_city: "Moved" },
      }));
      cms.forget();
      const page = await preview();
      const value = (name: string) =>
        new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? "";
      await postForm(app, "/admin/cms/chunk", {
        intent: "apply",
        run: value("run"),
        hash: value("hash"),
      });
      const moved = await db.selectFrom("cms_projects").select("uuid").where("city", "=", "Moved")
        .execute();
      assert.equal(moved.length, 12);
    });
  },
);
