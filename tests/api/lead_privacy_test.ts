import assert from "node:assert/strict";
import { sql } from "kysely";
import { startCrm } from "../doubles/crm.ts";
import { CRM_FAULTS } from "../doubles/crm_wire.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { anyEngine } from "../helpers/db.ts";
import { logged } from "../helpers/logged.ts";

/** A person whose data must not be found in stores, logs and pages. */
const PERSON = {
  email: "zyxobert.quvwilling+77@wiborada.test",
  firstName: "Zyxobert",
  lastName: "Quvwillingärts",
};
/**
 * Parts of the person's data that survive a change of case or encoding. None is so short that the random digests of
 * `crm_recent_leads` have it now and then.
 */
const BYTES = ["zyxobert", "quvwilling", "wiborada"];

/** Faults that make the client wait for ten seconds. The client's own test has them. */
const SLOW = ["stall", "stall body", "drip", "oversized"];
/** The faults, at last the one after which the service keeps its requests apart. */
const FAULTS = CRM_FAULTS.filter((fault) => !SLOW.includes(fault))
  .toSorted((a, b) => Number(a === "429") - Number(b === "429"));

function assertAbsent(text: string, secrets: readonly string[], where: string): void {
  const found = [...BYTES, ...secrets].find((part) =>
    text.toLowerCase().includes(part.toLowerCase())
  );
  assert.equal(found, undefined, `${where}: ${text.slice(0, 2000)}`);
}

async function everyRow({ services: { db } }: TestApp): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
    .execute(db);
  const texts = [];
  for (const { name } of tables.rows) {
    if (name === "media_blobs") continue; // megabytes of demo pictures
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(name)} as t`.execute(db);
    texts.push(`${name}: ${rows.map(({ text }) => text).join("\n")}`);
  }
  return texts;
}

anyEngine(
  "a delivered lead leaves no personal data in stores or pages, and neither it nor a secret is ever logged (§2.9, §5)",
  async (engine) => {
    await using crm = startCrm();
    crm.records.addList("7");
    crm.records.addForm("55", "Lead", [{ id: "901", name: "E-mail", htmlName: "emailAddress" }]);
    const secrets = Object.values(crm.environment);
    const lines = await logged(async () => {
      await using app = await startApp({
        engine,
        environment: { ...crm.environment, ADMIN_DEV_BYPASS: "true", LOG_LEVEL: "trace" },
      });
      const { services } = app;
      await services.db.updateTable("crm_settings").set({ form_name: "Lead", contact_list_id: "7" })
        .execute();
      for (const fault of FAULTS) {
        crm.mend();
        crm.fail({ fault, times: 2 });
        crm.fail({ fault, route: "addToList", times: 1 });
        crm.fail({ fault, route: "postForm", times: 1, applied: true });
        const response = await app.request("/api/lead", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            ...PERSON,
            email: `${fault.replaceAll(" ", "")}.${PERSON.email}`,
          }),
        });
        assert.equal(response.status, 200);
        assertAbsent(JSON.stringify([...response.headers]), [], "the answer");
        await services.background.idle();
        for (let tried = 0; tried < 3; tried++) await services.crm.process({ which: "all" });
      }
      crm.mend();
      await services.crm.process({ which: "all" });
      const rows = await services.db.selectFrom("crm_sync_queue").select("status").execute();
      assert.equal(rows.length, FAULTS.length);
      assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(["done"]));

      for (const text of await everyRow(app)) assertAbsent(text, secrets, "the database");
      const entries = await Array.fromAsync(services.kv.list({ prefix: [] }));
      assert.notDeepEqual(entries, []);
      for (const { key, value } of entries) {
        const text = Deno.inspect([key, value], { depth: 20, strAbbreviateSize: 1_000_000 });
        assertAbsent(text, secrets, "the key-value store");
      }
      const list = await (await app.request("/admin/leads")).text();
      const [, lead] = /href="(\/admin\/leads\/\d+-\d+)"/.exec(list) ?? [];
      assert.ok(lead, "a lead has its page");
      for (
        const path of [
          "/admin",
          "/admin/audit",
          "/admin/crm",
          "/admin/leads",
          "/admin/leads?sort=contact",
          "/admin/leads/export",
          lead,
        ]
      ) {
        const response = await app.request(path);
        assert.equal(response.status, 200, path);
        assertAbsent(await response.text(), secrets, path);
      }
    });
    assert.ok(
      lines.some((line) => line.includes("lead not synced")),
      "the log has lines about leads",
    );
    for (const line of lines) assertAbsent(line, secrets, "the log");
  },
);
