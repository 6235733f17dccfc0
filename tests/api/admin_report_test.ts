/** The page of the rule report. */
import assert from "node:assert/strict";
import { startPerimeter } from "../doubles/perimeter.ts";
import { AnalysisError, type Analyst, type TrackReport } from "@/lib/analysis/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";

const OPEN = { environment: { ADMIN_DEV_BYPASS: "true" } };

async function read(app: TestApp, path: string): Promise<string> {
  const response = await app.request(path);
  assert.equal(response.status, 200, path);
  return (await response.text()).replaceAll("&amp;", "&");
}

/** Makes a report, then reads its page. On a busy machine the page itself would stop waiting for the report. */
async function readMade(app: TestApp, path: string, track: string | null): Promise<string> {
  await app.services.analyst.report(app.services.catalog.current(), track);
  return await read(app, path);
}

/** Returns the text of the section whose heading has this id. */
function section(page: string, id: string): string {
  const [, html = ""] = new RegExp(`<section aria-labelledby="${id}">(.*?)</section>`, "s")
    .exec(page) ?? [];
  return html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
}

Deno.test("the rule report of each track links to its rules, systems and the simulator (§4.9)", async () => {
  await using app = await startApp(OPEN);
  const snapshot = app.services.catalog.current();
  const home = await readMade(app, "/admin/report", snapshot.tracks[0]?.id ?? "");
  assert.match(home, /19,199,999/);
  assert.equal(section(home, "gaps"), "Answers without a pickEvery answer set leads to a system.");
  for (const { id } of snapshot.tracks) {
    const page = await readMade(app, `/admin/report?track=${id}`, id);
    const { apart, redundant, leads, missed } = await app.services.analyst.report(snapshot, id);
    assert.ok(apart.length > 0 && redundant.length > 0);
    for (const { ruleId, nextRuleId, witness } of apart) {
      assert.ok(page.includes(`href="/admin/rules/${ruleId}"`), ruleId);
      assert.ok(page.includes(`href="/admin/rules/${nextRuleId}"`), nextRuleId);
      assert.ok(page.includes(`/admin/simulator?options=${witness.join(",")}&track=${id}`));
    }
    for (const { ruleId } of redundant) assert.ok(page.includes(`href="/admin/rules/${ruleId}"`));
    for (const { systemId } of [...leads, ...missed]) {
      assert.ok(page.includes(`href="/admin/systems/${systemId}"`), systemId);
    }
    assert.doesNotMatch(page, /\sstyle="|undefined|NaN|\[object/);
  }
});

Deno.test("the rule report shows gaps as soon as rules are switched off (§4.9)", async () => {
  await using app = await startApp(OPEN);
  const { db, catalog } = app.services;
  await db.updateTable("rules").set({ enabled: false }).where("priority", ">=", 40).execute();
  await catalog.refresh();
  const page = await readMade(app, "/admin/report?track=workplace", "workplace");
  assert.match(section(page, "gaps"), /No rule fires for [\d,]+ answer sets \([\d.]+%\)/);
  assert.match(section(page, "gaps"), /lacks a rule\. These systems would do: .+\./);
  assert.match(section(page, "gaps"), /By question.*Skipped/);
  assert.match(
    section(page, "unreachable"),
    /is named only by rules that never fire|is not named by any rule|another system always leads/,
  );
});

Deno.test("the rule report says that a rule never fires, and why (§4.9)", async () => {
  await using app = await startApp(OPEN);
  const { db, catalog } = app.services;
  const [first] = catalog.current().rules.filter(({ ruleSetId }) =>
    ruleSetId === catalog.current().ruleSetIdFor("home")
  );
  assert.ok(first);
  await db.deleteFrom("rule_conditions").where("rule_id", "=", first.id).execute();
  await catalog.refresh();
  const text = section(await readMade(app, "/admin/report?track=home", "home"), "never-fires");
  assert.ok(text.includes(`${first.name} has no conditions`), text);
});

Deno.test("the rule report requires edit_rules, and answers 404 for an unknown track (§5)", async () => {
  await using perimeter = await startPerimeter();
  await using app = await startApp({ environment: perimeter.environment });
  const people = [
    { email: "ed@example.com", role: "editor" },
    { email: "audrey@example.com", role: "auditor" },
  ] as const;
  await app.services.db.insertInto("admin_users").values([...people]).execute();
  const status = async (email: string | null, path: string) => {
    const token = email && await perimeter.mint({ email });
    const headers = token ? { "cf-access-jwt-assertion": token } : undefined;
    const response = await app.request(path, headers && { headers });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await status(null, "/admin/report"), 401);
  assert.equal(await status("audrey@example.com", "/admin/report"), 403);
  assert.equal(await status("ed@example.com", "/admin/report"), 200);
  assert.equal(await status("ed@example.com", "/admin/report?track="), 200);
  for (const track of ["none", "__proto__", "%00", "home,workplace", "x".repeat(300)]) {
    assert.equal(await status("ed@example.com", `/admin/report?track=${track}`), 404, track);
  }
});

Deno.test("the rule report of a catalog without questions says that there is nothing to report", async () => {
  await using app = await startApp(OPEN);
  const { db, catalog } = app.services;
  await db.updateTable("factors").set({ retired_at: new Date() }).execute();
  await catalog.refresh();
  const page = await readMade(app, "/admin/report?track=home", "home");
  assert.match(page, /has no questions yet/);
  await db.updateTable("tracks").set({ retired_at: new Date() }).execute();
  await catalog.refresh();
  assert.match(await readMade(app, "/admin/report", null), /has no questions yet/);
});

for (
  const [fault, words] of [
    ["crashed", /could not make the report/],
    ["timed_out", /took too long/],
    ["superseded", /catalog changed/],
  ] as const
) {
  Deno.test(`the rule report's page says so when the analysis was ${fault} (§4.9)`, async () => {
    const analyst: Analyst = {
      report: () => Promise.reject(new AnalysisError(fault)),
      trial: () => Promise.reject(new AnalysisError(fault)),
      tookMs: () => null,
      close: () => {},
    };
    await using app = await startApp({ ...OPEN, overrides: { analyst } });
    const page = await read(app, "/admin/report");
    assert.match(page, words);
    assert.equal(/>Make it again</.test(page), fault !== "timed_out");
  });
}

Deno.test("while a rule report is made, its page says how long that takes, and links the wait for it (§4.9)", async () => {
  const made = Promise.withResolvers<TrackReport>();
  let tookMs: number | null = null;
  const analyst: Analyst = {
    report: () => made.promise,
    trial: () => made.promise.then(() => assert.fail("nothing was tried")),
    tookMs: () => tookMs,
    close: () => {},
  };
  await using app = await startApp({ ...OPEN, overrides: { analyst } });
  assert.match(await read(app, "/admin/report?track=home"), /this can take some minutes/);
  tookMs = 18_200;
  const page = await read(app, "/admin/report?track=home");
  assert.match(page, /This takes about 19 seconds/);
  const [, href = ""] = /href="([^"]*)"[^>]* data-awaited/.exec(page) ?? [];
  assert.equal(href, "?track=home&wait=true");
  const waiting = read(app, `/admin/report${href}`);
  await using other = await startApp(OPEN);
  const { analyst: real, catalog } = other.services;
  assert.equal(real.tookMs("home"), null);
  made.resolve(await real.report(catalog.current(), "home"));
  assert.ok((real.tookMs("home") ?? 0) > 0);
  assert.doesNotMatch(await waiting, /data-awaited/);
});

Deno.test("closing the service rejects a rule report that runs (design §6)", async () => {
  const app = await startApp(OPEN);
  const { analyst, catalog } = app.services;
  const rejected = assert.rejects(analyst.report(catalog.current(), "home"), /is stopping/);
  await app[Symbol.asyncDispose]();
  await rejected;
});
