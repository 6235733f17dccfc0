/** The status page: the service's dependencies, and what is degraded because of them. */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { createPerimeter } from "@/lib/staff/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { databaseState, readStatus } from "@/lib/services.ts";
import { startCms } from "../doubles/cms.ts";
import { startCrm } from "../doubles/crm.ts";
import { startModel } from "../doubles/model.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { smallGraph } from "../helpers/cms.ts";
import { anyEngine } from "../helpers/db.ts";
import { aCatalog, aFactor, aSystem } from "../helpers/factories.ts";
import { type StaffBench, startStaff } from "../helpers/staff.ts";
import { until } from "../helpers/until.ts";

const CATALOG = aCatalog({
  systems: [aSystem("glass", { name: "Glass" })],
  factors: [aFactor("room", ["home", "office"], { name: "Room" })],
});

/** Returns the text of the row of a dependency. */
async function row(bench: StaffBench, name: string): Promise<string> {
  const { status, text } = await bench.get("/admin/status", "auditor");
  assert.equal(status, 200);
  const rows = text.split(/<tr[ >]/).map((part) =>
    part.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")
  );
  return rows.find((part) => part.includes(`${name} `) && !part.includes("Dependency")) ?? "";
}

async function lead(bench: StaffBench, email = "pat.doe@build.test"): Promise<void> {
  const response = await bench.app.request("/api/lead", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, recommendation: "glass" }),
  });
  assert.equal(response.status, 200);
  await response.body?.cancel();
  await bench.app.services.background.idle();
}

anyEngine("the status page", async (engine, context) => {
  await using crm = startCrm();
  await using cms = await startCms({ graph: smallGraph() });
  await using model = startModel();
  await using bench = await startStaff(CATALOG, engine, {
    ...crm.environment,
    CMS_BASE_URL: cms.origin,
    ASSISTANT_MODEL: "claude-sonnet-4-5",
    MODEL_API_KEY: "any",
    MODEL_BASE_URL: model.url,
  });

  await context.step("says that nothing is degraded at the start", async () => {
    // On a busy machine a store may answer too late for the first request.
    await until(
      "an answer of every store",
      async () => /Nothing is degraded/.test((await bench.get("/admin/status", "auditor")).text),
    );
    assert.match(await row(bench, "Database"), /Working/);
    assert.match(await row(bench, "Session store"), /Working/);
    for (const name of ["CRM", "CMS", "Model provider"]) {
      assert.match(await row(bench, name), /Not asked yet/, name);
    }
    assert.match(await row(bench, "Consent platform"), /Off .*We assume that nobody consents/);
  });

  await context.step(
    "says that leads wait, since when, and the class of the error",
    async () => {
      crm.fail({ fault: "503 html" });
      await lead(bench);
      const text = await row(bench, "CRM");
      assert.match(text, /Degraded .*never fails a request: 1 lead waits .* UTC http \(503\)/);
      assert.match(
        (await bench.get("/admin/status", "auditor")).text,
        /1 of 7 needs attention: CRM\./,
      );
      assert.doesNotMatch(
        (await bench.get("/admin/status", "auditor")).text,
        /pat\.doe|build\.test/,
      );
      crm.mend();
      await bench.post("/admin/crm", { intent: "retry-all" });
      assert.match(await row(bench, "CRM"), /Working .* Last contact .* UTC/, "§4.10");
    },
  );

  await context.step("says that leads were given up, until they are delivered", async () => {
    const { db } = bench.app.services;
    crm.fail({ fault: "503 html", times: 1 });
    await lead(bench, "kim.poe@build.test");
    await db.updateTable("crm_sync_queue")
      .set({ status: "abandoned", attempts: 5, next_attempt_at: null, finished_at: new Date() })
      .where("status", "=", "queued").execute();
    const text = await row(bench, "CRM");
    assert.match(text, /Degraded .*1 lead was given up, and can be tried.* http \(503\)/);
    await lead(bench, "lee.roe@build.test");
    assert.match(await row(bench, "CRM"), /Working .*1 lead was given up/);
    const [given] = await db.selectFrom("crm_sync_queue").select("id")
      .where("status", "=", "abandoned").execute();
    await bench.post("/admin/crm", { intent: "retry", id: given?.id ?? "" });
    assert.doesNotMatch(await row(bench, "CRM"), /given up/);
  });

  await context.step("says that nothing was synced while the CMS fails", async () => {
    cms.fault = () => "200 page";
    await bench.post("/admin/cms", { intent: "preview", kind: "projects" });
    assert.match(
      await row(bench, "CMS"),
      /Degraded .*projects stay as they were last synced.* UTC .*no list/,
    );
    cms.fault = () => null;
    await bench.post("/admin/cms", { intent: "preview", kind: "projects" });
    assert.match(await row(bench, "CMS"), /Working/);
    const wrong = (errors: readonly string[]) =>
      bench.app.services.db.updateTable("sync_runs").set({ errors: JSON.stringify(errors) })
        .where("plan_hash", "is not", null).execute();
    await wrong(["Heron, Weight: “abc” cannot be read as a measurement."]);
    assert.match(
      await row(bench, "CMS"),
      /Degraded .*projects were read to the end, but some values could not be used.* UTC .*“abc”/,
    );
    cms.fault = () => "200 page";
    await bench.post("/admin/cms", { intent: "preview", kind: "images" });
    const incomplete = await row(bench, "CMS");
    assert.match(incomplete, /Degraded .*pictures stay as they were last synced/);
    assert.doesNotMatch(incomplete, /“abc”/, "the error is that of the pictures");
    cms.fault = () => null;
    await bench.post("/admin/cms", { intent: "preview", kind: "images" });
    await wrong([]);
  });

  await context.step(
    "says of each job what its last run came to, and when the next is (§3.4)",
    async () => {
      const { background } = bench.app.services;
      assert.match(await row(bench, "Purge expired sessions"), /Not run yet .*:07 UTC/);
      assert.match(await row(bench, "Sync the CMS"), /Off .*Switched off/);
      await background.runOnce("purge expired sessions", 1, () => {});
      assert.match(await row(bench, "Purge expired sessions"), /Done .* UTC 0 s .*:07 UTC/);
      const gate = Promise.withResolvers<void>();
      const running = background.runOnce("check links", 1, () => gate.promise);
      await until("the start", async () => /Running/.test(await row(bench, "Check links")));
      gate.reject(new Error("s3cret of a record"));
      await running;
      assert.match(await row(bench, "Check links"), /Failed .*The error is in the log.* 04:23 UTC/);
      const { text } = await bench.get("/admin");
      assert.match(text, /Jobs whose last run failed: check links\./);
      assert.doesNotMatch(text, /s3cret/);
    },
  );

  await context.step(
    "says that the clocks of the process and the database differ (§5)",
    async () => {
      const { services } = bench.app;
      // The database may take some of these seconds to answer.
      for (
        const [apartMs, says] of [
          [600_000, "6\\d\\d s ahead of"],
          [-90_000, "[6-9]\\d s behind"],
        ] as const
      ) {
        const now = () => new Date(Date.now() + apartMs);
        const [database] = await readStatus({ ...services, now });
        assert.equal(database?.state, "degraded");
        assert.match(database?.effect ?? "", new RegExp(`process is ${says} that of the database`));
      }
    },
  );

  await context.step(
    "says that this process cannot read the catalog, and since when (§4.2)",
    async () => {
      const { readiness, catalog, db } = bench.app.services;
      assert.equal((await databaseState({ readiness, catalog })).state, "well");
      await sql`alter table rule_outcomes rename to away`.execute(db);
      await sql`update catalog_version set version = version + 1`.execute(db);
      await until(
        "the failure",
        async () => (await databaseState({ readiness, catalog })).state === "degraded",
      );
      assert.match(
        await row(bench, "Database"),
        /Degraded .*get the catalog as it was.* UTC catalog is not read/,
      );
      assert.equal((await bench.json("/api/systems") as { systems: unknown[] }).systems.length, 1);
      await sql`alter table away rename to rule_outcomes`.execute(db);
      await until("the recovery", async () => /Working/.test(await row(bench, "Database")));
    },
  );

  await context.step("is linked from the overview and the navigation", async () => {
    const { text } = await bench.get("/admin", "auditor");
    assert.ok(text.split('href="/admin/status"').length > 2);
    assert.match(text, /Nothing is degraded/);
    const editors = await bench.get("/admin", "editor");
    assert.match(editors.text, /Nothing is degraded/);
    assert.doesNotMatch(editors.text, /\/admin\/status/, "it needs view_audit (design §7)");
  });
});

Deno.test("a perimeter reports since when its keys cannot be fetched, until they can", async () => {
  await using double = await startPerimeter();
  const { access } = loadConfig({ DATA_DIR: "/nowhere", ...double.environment });
  assert.ok(access);
  let at = Date.parse("2026-05-04T10:00:00Z");
  const now = () => new Date(at);
  const outages: unknown[] = [];
  const perimeter = createPerimeter({ access, now, onOutage: (error) => outages.push(error) });
  const token = await double.mint();
  const ask = () =>
    perimeter.identify(
      new Request("http://localhost/admin", { headers: { [access.tokenHeader]: token } }),
    );
  assert.equal(perimeter.outage?.(), null);
  double.mode = "html";
  await ask();
  assert.deepEqual(perimeter.outage?.()?.since, now());
  assert.match(perimeter.outage?.()?.error ?? "", /Error$/);
  at += 120_000;
  double.mode = "well";
  await ask();
  assert.equal(perimeter.outage?.(), null);
  assert.equal(outages.length, 1);
});

anyEngine(
  "the status page names what is not set, and never a value (§4.5, §4.10, §5)",
  async (engine) => {
    const gate = { CMP_SITE_ID: "77" };
    const secrets = { CRM_SITE_ID: "s3cret-site", MODEL_API_KEY: "s3cret-key" };
    await using none = await startStaff(CATALOG, engine, { ...gate, ...secrets });
    assert.match(await row(none, "CRM"), /Not set: CRM_BASE_URL, CRM_USERNAME, CRM_PASSWORD /);
    assert.match(await row(none, "Model provider"), /stub\. Not set: ASSISTANT_MODEL /);
    assert.match(await row(none, "CMS"), /Not set: CMS_BASE_URL /);
    assert.doesNotMatch((await none.get("/admin/status", "auditor")).text, /s3cret/);
    // The store fails after the check that requests of the same second share.
    Object.defineProperty(none.app.services.kv, "list", {
      value() {
        throw new Error("the store is gone");
      },
    });
    assert.match(await row(none, "Session store"), /Down Sessions cannot be saved/);
    assert.equal((await none.get("/admin")).status, 200);
    assert.match(
      await row(none, "Consent platform"),
      /Off Nobody consents to measurement or to marketing: CMP_PURPOSE_MEASUREMENT and CMP_PURPOSE_MARKETING are not set/,
    );
    await using part = await startStaff(CATALOG, engine, { ...gate, CMP_PURPOSE_MEASUREMENT: "4" });
    assert.match(
      await row(part, "Consent platform"),
      /Working .*Nobody consents to marketing: CMP_PURPOSE_MARKETING is not set/,
    );
  },
);
