/** The pages of the audit log and its export. */
import assert from "node:assert/strict";
import { type AuditEntry, recordAudit } from "@/lib/records/mod.ts";
import type { Role } from "@/lib/staff/mod.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { recordAll } from "../helpers/audit.ts";
import { anyEngine, DEFAULT_ENGINE } from "../helpers/db.ts";

const RULE = {
  id: "quiet",
  name: "Quiet rooms",
  priority: 10,
  enabled: true,
  conditions: [{ factorId: "noise", operator: "any", optionIds: ["high", "mid"] }],
};

const CHANGES: readonly Omit<AuditEntry, "actor" | "requestId">[] = [
  { action: "create", entityType: "rule", entityId: "quiet", before: null, after: RULE },
  {
    action: "update",
    entityType: "rule",
    entityId: "quiet",
    before: RULE,
    after: { ...RULE, priority: 20, conditions: [{ ...RULE.conditions[0], optionIds: ["high"] }] },
  },
  {
    action: "disable",
    entityType: "rule",
    entityId: "quiet",
    before: RULE,
    after: { ...RULE, enabled: false },
  },
  { action: "delete", entityType: "tier", entityId: "gone", before: { label: "Gone tier" } },
  { action: "create", entityType: "user", entityId: "bob@example.com", after: { role: "editor" } },
];
const ENTRIES: readonly AuditEntry[] = CHANGES.map((entry, index) => ({
  actor: "ada@example.com",
  requestId: `request-${index + 1}`,
  ...entry,
}));

const HOSTILE = `"><script>alert(1)</script>&'=1+1`;

function open(engine: "embedded" | "server"): Promise<TestApp> {
  return startApp({ engine, environment: { ADMIN_DEV_BYPASS: "true" } });
}

async function mainOf(app: TestApp, path: string, status = 200): Promise<string> {
  const response = await app.request(path);
  assert.equal(response.status, status, path);
  assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
  const page = await response.text();
  const main = /<main.*<\/main>/s.exec(page)?.[0] ?? page;
  // Hidden until a script finds a form without an answer.
  return main.replace(/<form[^>]*data-unanswered.*?<\/form>/s, "");
}

/** Returns the visible text of a part of a page. */
function textOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll("&lt;", "<").replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&").replaceAll(/\s+/g, " ").trim();
}

function rowsOf(main: string): string[] {
  const body = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(main)?.[1] ?? "";
  return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) => textOf(row));
}

function linkTo(main: string, label: string): string | undefined {
  const link = [...main.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .find(([, , text = ""]) => textOf(text) === label);
  return link?.[1]?.replaceAll("&amp;", "&");
}

anyEngine(
  "the audit log lists changes as sentences, filtered by its address (§6.2)",
  async (engine, t) => {
    await using app = await open(engine);
    await t.step("an empty log and an empty result say so", async () => {
      assert.match(textOf(await mainOf(app, "/admin/audit")), /Nothing has been changed yet/);
      const noMatch = await mainOf(app, "/admin/audit?actor=nobody%40example.com&from=2026-01-01");
      assert.match(textOf(noMatch), /No change matches/);
      assert.equal(linkTo(noMatch, "Clear filters"), "?");
    });
    await recordAll(app.services.db, ENTRIES);

    await t.step("the latest change comes first", async () => {
      const main = await mainOf(app, "/admin/audit");
      const rows = rowsOf(main).map((row) => row.replace(/^Entry (\d+), .*? UTC/, "$1"));
      assert.deepEqual(rows, [
        "5 created the user bob@example.com request-5",
        "4 deleted the budget tier Gone tier request-4",
        "3 switched off the rule Quiet rooms request-3",
        "2 changed the rule Quiet rooms conditions, priority request-2",
        "1 created the rule Quiet rooms request-1",
      ]);
      assert.match(textOf(main), /On this page: all by ada@example\.com\./);
      assert.doesNotMatch(main, /<th[^>]*>\s*<span[^>]*>Who</);
      assert.match(textOf(main), /5 changes/);
      assert.match(main, /<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z"/);
      assert.equal(linkTo(main, "Quiet rooms"), "/admin/rules/quiet");
      assert.equal(linkTo(main, "Gone tier"), undefined, "a deleted record has no page");
      assert.equal(linkTo(main, "Settings changes"), "?area=settings");
      assert.equal(linkTo(main, "CSV"), "/admin/audit/export?format=csv");
    });

    await t.step("each row names its actor unless all rows have the same", async () => {
      await recordAll(app.services.db, [{
        actor: "service",
        action: "delete",
        entityType: "tier",
        entityId: "old",
        requestId: "request-5",
      }]);
      const main = await mainOf(app, "/admin/audit");
      assert.match(main, /<th[^>]*>\s*<span[^>]*>Who</);
      assert.match(textOf(main), /The service itself The service itself deleted/);
      assert.doesNotMatch(textOf(main), /On this page/);
      const one = textOf(await mainOf(app, "/admin/audit?actor=ada@example.com"));
      assert.match(one, /On this page: all by ada@example\.com\./);
    });

    await t.step("a request links to all of its changes, with their days", async () => {
      const main = await mainOf(app, "/admin/audit");
      const href = new URL(linkTo(main, "request-5") ?? "", "http://admin.test");
      assert.equal(href.pathname, "/admin/audit");
      assert.deepEqual([...href.searchParams.keys()], ["request", "from", "to"]);
      const found = await mainOf(app, href.pathname + href.search);
      assert.equal(rowsOf(found).length, 2);
      assert.match(textOf(found), /On this page: all in the request request-5\./);
      assert.match(found, /<input[^>]*type="hidden"[^>]*name="request"[^>]*value="request-5"/);
      const entry = await mainOf(app, "/admin/audit/5");
      assert.equal(linkTo(entry, "All its changes"), href.pathname + href.search);
    });

    await t.step("a filter is kept in the form and in the link to the export", async () => {
      const main = await mainOf(app, "/admin/audit?type=rule&id=quiet&action=disable&from=");
      assert.equal(rowsOf(main).length, 1);
      assert.match(textOf(main), /1 change matches/);
      assert.match(main, /<option +value="disable" selected>Switched off<\/option>/);
      const href = linkTo(main, "CSV") ?? "";
      const exported = await (await app.request(href)).text();
      assert.equal(exported.trimEnd().split("\r\n").length, 2, "the header and one entry");
      assert.equal(rowsOf(await mainOf(app, "/admin/audit?area=settings")).length, 1);
    });
  },
);

Deno.test(
  "pages of the audit log link to older and newer ones and skip nothing",
  async () => {
    await using app = await open(DEFAULT_ENGINE);
    await recordAll(
      app.services.db,
      Array.from({ length: 120 }, (_, index) => ({
        actor: "ada@example.com",
        action: "update",
        entityType: index % 8 === 0 ? "tier" : "rule",
        entityId: `id-${index + 1}`,
      })),
    );
    const seen: string[] = [];
    let query: string | undefined = "?type=rule";
    while (query !== undefined) {
      const main: string = await mainOf(app, `/admin/audit${query}`);
      seen.push(...rowsOf(main).map((row) => / (id-\d+)/.exec(row)?.[1] ?? row));
      query = linkTo(main, "Older");
      if (query !== undefined) assert.match(query, /^\?type=rule&older=\d+$/);
    }
    assert.equal(seen.length, 105);
    assert.equal(new Set(seen).size, 105);
    assert.deepEqual([seen[0], seen.at(-1)], ["id-120", "id-2"]);

    const last = await mainOf(app, "/admin/audit?type=rule&older=7");
    assert.match(textOf(last), /101–105 of 105/);
    const middle = await mainOf(app, `/admin/audit${linkTo(last, "Newer")}`);
    assert.match(textOf(middle), /51–100 of 105/);
    assert.equal(linkTo(middle, "Newer"), "?type=rule", "the next newer page is the first");
  },
);

Deno.test(
  "an entry's page shows the values before and after side by side",
  async () => {
    await using app = await open(DEFAULT_ENGINE);
    await recordAll(app.services.db, ENTRIES);
    const main = await mainOf(app, "/admin/audit/2");
    assert.match(textOf(main), /^Audit log Changed the rule Quiet rooms/);
    assert.deepEqual(rowsOf(main), [
      "Conditions › noise › Option ids Changed high mid high",
      "Priority Changed 10 20",
    ]);
    assert.match(textOf(main), /5 fields stayed the same/);
    const { hash } = await app.services.db.selectFrom("audit_log").select("hash")
      .where("seq", "=", 1).executeTakeFirstOrThrow();
    assert.ok(main.includes(hash), "the hash of the previous entry");
    assert.equal(linkTo(main, "Previous change"), "/admin/audit/1");
    assert.equal(linkTo(main, "Next change"), "/admin/audit/3");
    assert.equal(linkTo(main, "All changes of this record"), "/admin/audit?type=rule&id=quiet");

    assert.match(textOf(await mainOf(app, "/admin/audit/1")), /The record as created/);
    assert.match(
      textOf(await mainOf(app, "/admin/audit/4")),
      /The record before the deletion .*Gone tier/,
    );
    for (const missing of ["6", "0", "-1", "1e0", "01", "abc", "9".repeat(30)]) {
      await mainOf(app, `/admin/audit/${missing}`, 404);
    }
  },
);

anyEngine(
  "the audit log's pages withstand hostile entries and addresses (§5)",
  async (engine, t) => {
    await using app = await open(engine);
    await recordAll(app.services.db, [{
      actor: HOSTILE,
      action: HOSTILE,
      entityType: HOSTILE,
      entityId: HOSTILE,
      before: { [HOSTILE]: HOSTILE, nested: [{ deep: [HOSTILE, null, 1] }] },
      after: { name: HOSTILE },
      requestId: HOSTILE,
    }]);
    await t.step("texts are escaped", async () => {
      const asked = encodeURIComponent(HOSTILE);
      for (const path of ["", "/1", `?type=${asked}&id=${asked}&actor=${asked}&action=${asked}`]) {
        const main = await mainOf(app, `/admin/audit${path}`);
        assert.doesNotMatch(main, /<script|"&gt;<|onerror/);
        assert.match(textOf(main), /<script>alert\(1\)<\/script>/);
      }
    });
    await t.step("invalid filters are ignored", async () => {
      const zero = "%00";
      for (
        const query of [
          `type=${zero}&id=${zero}&actor=${zero}&action=${zero}`,
          "from=2026-13-45&to=-1&area=all",
          "from=0001-01-01&to=275760-09-13",
          `actor=${"a".repeat(3000)}`,
          "type=&type=rule",
        ]
      ) {
        assert.equal(rowsOf(await mainOf(app, `/admin/audit?${query}`)).length, 1, query);
        assert.equal((await app.request(`/admin/audit/export?${query}`)).status, 200, query);
      }
      assert.equal(rowsOf(await mainOf(app, "/admin/audit?actor=%F0%9F%A7%B1%ED%A0%80")).length, 0);
    });
    await t.step(
      "a day that is not used says so beside its field, and leaves the links",
      async () => {
        const main = await mainOf(app, "/admin/audit?from=yesterday&to=2099-01-01");
        assert.match(
          main,
          /<label for="from".*?id="from-error".*?“yesterday” was not used\..*?<input id="from"[^>]*aria-invalid="true"/s,
        );
        assert.match(main, /<input id="to"(?![^>]*aria-invalid)[^>]*value="2099-01-01"/);
        assert.match(linkTo(main, "CSV") ?? "", /export\?to=2099-01-01&format=csv$/);
        const long = await mainOf(app, `/admin/audit?to=1999-12-31&from=${"x".repeat(3000)}`);
        assert.match(long, /“1999-12-31” was not used/);
        assert.match(long, /“x{20}…” was not used/);
        const id = await mainOf(app, `/admin/audit?id=${"x".repeat(501)}`);
        assert.match(
          id,
          /id="id-error".*?It was not used\. Use at most 500 characters.*?value="x{501}"/s,
        );
        assert.equal(rowsOf(id).length, 1);
        for (const query of ["", "from=&to=%20", "from=2026-02-28"]) {
          assert.doesNotMatch(await mainOf(app, `/admin/audit?${query}`), /was not used/, query);
        }
      },
    );
    await t.step("an invalid cursor and an unknown format are refused", async () => {
      for (
        const query of ["older=abc", "older=", "newer=-1", "newer=1%27", `older=${"9".repeat(40)}`]
      ) {
        await mainOf(app, `/admin/audit?${query}`, 400);
      }
      const refused = await app.request("/admin/audit/export?format=xlsx");
      assert.equal(refused.status, 400);
      assert.equal((await refused.json()).error.kind, "invalid");
    });
    await t.step("no address takes a form", async () => {
      for (const path of ["/admin/audit", "/admin/audit/1", "/admin/audit/export"]) {
        const body = new URLSearchParams({ actor: "eve" });
        const { status } = await app.request(path, { method: "POST", body });
        assert.equal(status, 405, path);
      }
    });
  },
);

Deno.test("an export is an attachment with a safe file name and `no-store`", async () => {
  await using app = await open(DEFAULT_ENGINE);
  await recordAll(app.services.db, ENTRIES);
  const types = {
    csv: "text/csv; charset=utf-8; header=present",
    ndjson: "application/x-ndjson; charset=utf-8",
  };
  for (const [format, type] of Object.entries(types)) {
    const response = await app.request(`/admin/audit/export?format=${format}&type=rule`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), type);
    assert.match(
      response.headers.get("content-disposition") ?? "",
      new RegExp(`^attachment; filename="audit-log-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
    );
    assert.equal(response.headers.get("cache-control"), "no-store");
    const lines = (await response.text()).trimEnd().split("\n");
    assert.equal(lines.length, format === "csv" ? 4 : 3);
  }
});

Deno.test("only view_audit reads the audit log, and refused attempts add no entry (§5, §6.2)", async () => {
  await using perimeter = await startPerimeter();
  await using app = await startApp({
    environment: { ...perimeter.environment, ADMIN_EMAILS: "admin@example.com" },
  });
  const { db } = app.services;
  await db.insertInto("admin_users").values([
    { email: "editor@example.com", role: "editor" },
    { email: "auditor@example.com", role: "auditor" },
  ]).execute();
  await db.transaction().execute((trx) =>
    recordAudit(trx, {
      actor: "admin@example.com",
      action: "update",
      entityType: "rule",
      entityId: "quiet",
    })
  );
  const expected: Readonly<Record<Role | "nobody", number>> = {
    admin: 200,
    auditor: 200,
    editor: 403,
    nobody: 401,
  };
  for (const [who, status] of Object.entries(expected)) {
    const token = await perimeter.mint({ email: `${who}@example.com` });
    const headers = new Headers(who === "nobody" ? {} : { "cf-access-jwt-assertion": token });
    for (const path of ["", "/1", "/7", "/export", "/export?format=ndjson"]) {
      const response = await app.request(`/admin/audit${path}`, { headers });
      const body = await response.text();
      const isMissing = path === "/7" && status === 200;
      assert.equal(response.status, isMissing ? 404 : status, `${who} ${path}`);
      if (status !== 200) assert.doesNotMatch(body, /quiet|admin@example/, `${who} ${path}`);
      if (who === "auditor") assert.doesNotMatch(body, /href="\/admin\/rules/, "cannot open it");
    }
  }
  const { count } = await db.selectFrom("audit_log")
    .select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  assert.equal(count, 1);
});
