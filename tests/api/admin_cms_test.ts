/** The screens of the CMS sync, used by plain forms without scripts (spec §4.9, §4.11). */
import assert from "node:assert/strict";
import { type CmsDouble, startCms } from "../doubles/cms.ts";
import { product, project } from "../doubles/cms/graph.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import type { Services } from "@/lib/services.ts";
import { smallGraph, storeMapped } from "../helpers/cms.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { keptFlash } from "../helpers/flash.ts";

interface Bench extends AsyncDisposable {
  readonly app: TestApp;
  readonly double: CmsDouble;
  readonly services: Services;
  get(path: string, who?: "ada" | "grace"): Promise<{ status: number; text: string }>;
  post(
    path: string,
    fields: Record<string, string | string[]>,
    who?: "ada" | "grace",
    accept?: string,
  ): Promise<{ status: number; text: string; location: string; flash: string | null }>;
}

async function aBench(): Promise<Bench> {
  await using opening = new AsyncDisposableStack();
  const double = opening.use(await startCms({ graph: smallGraph(), collectionSize: 5 }));
  const perimeter = opening.use(await startPerimeter());
  const app = opening.use(
    await startApp({
      environment: {
        ...perimeter.environment,
        ADMIN_EMAILS: "ada@example.com,grace@example.com",
        CMS_BASE_URL: double.origin,
        SEED: "none",
      },
    }),
  );
  await storeMapped(app.services);
  await app.services.catalog.refresh();
  const tokens = {
    ada: await perimeter.mint({ email: "ada@example.com" }),
    grace: await perimeter.mint({ email: "grace@example.com" }),
  };
  const opened = opening.move();
  return {
    app,
    double,
    services: app.services,
    async get(path, who = "ada") {
      const response = await app.request(path, {
        headers: { "cf-access-jwt-assertion": tokens[who] },
      });
      return { status: response.status, text: await response.text() };
    },
    async post(path, fields, who = "ada", accept = "text/html") {
      const body = new URLSearchParams(
        Object.entries(fields).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, one])
        ),
      );
      const response = await app.request(path, {
        method: "POST",
        body,
        headers: {
          accept,
          "cf-access-jwt-assertion": tokens[who],
          // The longest id that the service accepts from a proxy.
          "x-request-id": crypto.randomUUID().padEnd(128, "0"),
        },
      });
      const location = response.headers.get("location") ?? "";
      const flash = (await keptFlash(app.services.kv, response))?.text ?? null;
      return { status: response.status, text: await response.text(), location, flash };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Previews a kind, and returns the address and text of the run's page, the run's id and the hash of its plan. */
async function preview(bench: Bench, kind: string) {
  const { status, location } = await bench.post("/admin/cms", { intent: "preview", kind });
  assert.equal(status, 303);
  const { text } = await bench.get(location);
  const hash = /name="hash" value="([^"]*)"/.exec(text)?.[1] ?? "";
  return { location, text, hash, run: location.split("/").at(-1) ?? "" };
}

Deno.test("the CMS sync by forms alone (spec §4.9, §4.11)", async (context) => {
  await using bench = await aBench();
  const { db } = bench.services;

  await context.step(
    "the status page links to the sync, and says that the CMS was not read yet",
    async () => {
      const { text } = await bench.get("/admin/status");
      assert.match(text, /href="\/admin\/cms"[^>]*>CMS<.*It has not been read yet/s);
      const { text: screen } = await bench.get("/admin/cms");
      for (const name of ["attributes", "projects", "images"]) {
        assert.ok(screen.includes(`Preview ${name}`), name);
      }
    },
  );

  await context.step("a preview makes a plan, and applying it writes the plan once", async () => {
    const { text, run, hash, location } = await preview(bench, "projects");
    assert.match(text, /Apply projects/);
    assert.match(text, /Project 3/);
    assert.match(text, /Duluth/);
    const found = await bench.get(`${location}?action=created&q=Project+11`);
    assert.match(found.text, /1 record matches/);
    const applied = await bench.post("/admin/cms/chunk", { run, hash, intent: "apply" });
    assert.equal(applied.status, 303);
    const { text: done } = await bench.get(applied.location);
    assert.match(done, /Applied by ada@example\.com/);
    assert.match(done, />Before</);
    assert.doesNotMatch(done, /Stored now/);
    const count = await db.selectFrom("cms_projects").select("uuid").execute();
    assert.equal(count.length, 12);
    const again = await bench.post("/admin/cms/chunk", { run, hash, intent: "apply" });
    assert.equal(again.status, 409);
    assert.match(again.text, /already applied/);
    await preview(bench, "projects");
    const { text: past } = await bench.get(applied.location);
    assert.match(past, /keep the changes of a run until the next run of its kind starts/);
    assert.doesNotMatch(past, /Nothing to change/);
  });

  await context.step("a stale plan is refused with a message, and nothing is written", async () => {
    const { run, hash, text } = await preview(bench, "attributes");
    const total = /(\d+) records/.exec(text)?.[1];
    const counts = text.matchAll(/<dd[^>]*>(\d+)<\/dd><dt[^>]*>(?:new|changed|held back|noted)</g);
    const sum = [...counts].reduce((all, [, count]) => all + Number(count), 0);
    assert.equal(sum, Number(total), "the counts add up to the list below them");
    assert.match(text, /Noted: the number of a system’s term in the CMS\./);
    await db.insertInto("attribute_values").values({
      system_id: "heron",
      attribute_id: "weight",
      value: { type: "dimension", measurement: 1, note: null },
    }).execute();
    const refused = await bench.post("/admin/cms/chunk", { run, hash, intent: "apply" });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /changed after this plan was made/);
    assert.match(refused.text, /Preview attributes/);
    assert.doesNotMatch(refused.text, /Apply attributes|nothing is written yet/);
    const mapped = await db.selectFrom("attribute_values").select("system_id")
      .where("cms_raw", "is not", null).execute();
    assert.deepEqual(mapped, []);
  });

  await context.step("removing a mapping makes a plan stale", async () => {
    const { run, hash } = await preview(bench, "attributes");
    await db.deleteFrom("cms_attribute_mappings").where("attribute_id", "=", "stc").execute();
    const step = { run, hash, intent: "apply" };
    const refused = await bench.post("/admin/cms/chunk", step, "ada", "application/json, */*");
    assert.equal(refused.status, 409);
    const { error, ...rest } = JSON.parse(refused.text);
    assert.deepEqual([error.kind, error.retryable], ["conflict", false]);
    assert.match(error.message, /changed after this plan was made/);
    assert.deepEqual(rest, { state: "stale", goesOn: false });
    await db.insertInto("cms_attribute_mappings").values({
      attribute_id: "stc",
      cms_field: "field_stc",
      cms_vocabulary: null,
    }).execute();
  });

  await context.step(
    "a plan that another version of the service made is neither applied nor shown as applied",
    async () => {
      const { run, hash } = await preview(bench, "attributes");
      await db.deleteFrom("sync_batches").where("run_id", "=", run).execute();
      const refused = await bench.post("/admin/cms/chunk", { run, hash, intent: "apply" });
      assert.equal(refused.status, 409);
      await db.updateTable("sync_runs").set({ state: "stopped", applied_by: "ada@example.com" })
        .where("id", "=", run).execute();
      const resumed = await bench.post("/admin/cms/chunk", { run, intent: "resume" });
      const { text } = await bench.get(resumed.location);
      assert.match(text, /Another version of this service made the plan/);
      assert.match(text, /This plan was abandoned\./);
      assert.doesNotMatch(text, /Applied by/);
    },
  );

  await context.step(
    "errors of a plan hide neither its counts nor what became of the run",
    async () => {
      const errors = JSON.stringify(["Weight of Finch: “n/a” is no weight.", "Another one."]);
      const { run, location } = await preview(bench, "attributes");
      await db.updateTable("sync_runs").set({ errors }).where("id", "=", run).execute();
      const { text: screen } = await bench.get("/admin/cms");
      const results = screen.match(
        /\d+ held back\. Weight of Finch: “n\/a” is no weight\. And 1 more error\./g,
      );
      assert.equal(results?.length, 2, "beside the kind, and in the history");
      await preview(bench, "attributes");
      const { text } = await bench.get(location);
      assert.match(text, /A newer run replaced this one\./);
      assert.match(text, /“n\/a” is no weight/);
    },
  );

  await context.step("a read that failed at a page resumes at that page", async () => {
    bench.double.forget();
    bench.double.fault = (_list, nth) => nth === 2 ? "500" : null;
    const { text, run } = await preview(bench, "images");
    assert.match(text, /Resume images/);
    assert.equal(text.match(/it answered 500/g)?.length, 1, "the page says it once");
    bench.double.fault = () => null;
    bench.double.forget();
    const resumed = await bench.post("/admin/cms/chunk", { run, intent: "resume" });
    const { text: ready } = await bench.get(resumed.location);
    assert.match(ready, /Apply images/);
    assert.equal(bench.double.journal.length, 1, "only the failed page was requested again");
    const hash = /name="hash" value="([^"]*)"/.exec(ready)?.[1] ?? "";
    await bench.post("/admin/cms/chunk", { run, hash, intent: "apply" });
    const images = await db.selectFrom("media_assets").select("id").execute();
    assert.equal(images.length, 11);
  });

  await context.step(
    "a second sync at the same time is refused, and names who runs the first",
    async () => {
      const slow = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      bench.double.onPage = async () => {
        asked.resolve();
        await slow.promise;
      };
      const first = bench.post("/admin/cms", { intent: "preview", kind: "projects" });
      await asked.promise;
      const second = await bench.post("/admin/cms", { intent: "preview", kind: "images" }, "grace");
      assert.equal(second.status, 409);
      assert.match(second.text, /ada@example\.com has been syncing projects since/);
      const [, underWay = ""] =
        /href="([^"]+)"[^>]*>the run that is under way</.exec(second.text) ??
          [];
      assert.match((await bench.get(underWay)).text, /Reading the CMS/);
      slow.resolve();
      bench.double.onPage = () => {};
      assert.equal((await first).status, 303);
    },
  );

  await context.step(
    "a run's page continues it automatically only for the person who runs it",
    async () => {
      const { run, location } = await preview(bench, "projects");
      await db.updateTable("sync_runs").set({ state: "applying", applied_by: "ada@example.com" })
        .where("id", "=", run).execute();
      assert.match((await bench.get(location)).text, /data-auto/);
      const { text } = await bench.get(location, "grace");
      assert.match(text, /Applying/);
      assert.match(text, /Resume projects/);
      assert.doesNotMatch(
        text,
        /data-auto/,
        "looking at another person's run must not continue it",
      );
      const now = bench.services.now();
      const claimed = {
        ...{ run_id: run, kind: "projects", holder: "ada@example.com", token: "step" },
        ...{ since: now, until: new Date(now.getTime() + 60_000) },
      };
      await db.updateTable("sync_claim").set(claimed).execute();
      const refused = await bench.post("/admin/cms/chunk", { run, intent: "resume" });
      assert.equal(refused.status, 409);
      assert.doesNotMatch(refused.text, /data-auto/, "the page would reload in a loop");
      await bench.post("/admin/cms/chunk", { run, intent: "stop" });
    },
  );

  await context.step("a run can be stopped and resumed", async () => {
    await db.deleteFrom("cms_projects").execute();
    const { run } = await preview(bench, "projects");
    await db.updateTable("sync_runs").set({ state: "applying", applied_by: "ada@example.com" })
      .where("id", "=", run).execute();
    const stopped = await bench.post("/admin/cms/chunk", { run, intent: "stop" });
    const { text } = await bench.get(stopped.location);
    assert.match(text, /Resume projects/);
    const resumed = await bench.post("/admin/cms/chunk", { run, intent: "resume" });
    const { text: done } = await bench.get(resumed.location);
    assert.match(done, /Applied by/);
    const projects = await db.selectFrom("cms_projects").select("uuid").execute();
    assert.equal(projects.length, 12);
  });

  await context.step("a stopped run is not resumed after a mapping has changed", async () => {
    const { run } = await preview(bench, "attributes");
    // A process that was killed while it wrote leaves the run like this.
    await db.updateTable("sync_runs").set({ state: "applying", applied_by: "ada@example.com" })
      .where("id", "=", run).execute();
    const mapping = db.updateTable("cms_system_mappings").where("system_id", "=", "heron");
    await mapping.set({ cms_term_name: "Other 0" }).execute();
    const refused = await bench.post("/admin/cms/chunk", { run, intent: "resume" });
    assert.equal(refused.status, 409);
    assert.match(refused.text, /a mapping changed after this plan was made/);
    assert.match(refused.text, /Preview attributes/);
    assert.doesNotMatch(refused.text, /Resume attributes/);
    const ids = await db.selectFrom("cms_system_mappings").select("cms_term_uuid")
      .where("system_id", "=", "heron").execute();
    assert.deepEqual(ids, [{ cms_term_uuid: null }], "the ids of the former term stay away");
    await mapping.set({ cms_term_name: "Heron" }).execute();
    const resumed = await bench.post("/admin/cms/chunk", { run, intent: "resume" });
    assert.equal(resumed.status, 303);
  });

  await context.step("overrides are decided in bulk, audited and undone", async () => {
    const { run, hash } = await preview(bench, "attributes");
    await bench.post("/admin/cms/chunk", { run, hash, intent: "apply" });
    const { text } = await bench.get("/admin/cms/overrides");
    const cells = [...text.matchAll(/name="cell" value="([^"]*)"/g)].map(([, cell = ""]) => cell);
    assert.ok(cells.length >= 4, String(cells.length));
    assert.match(text, /On this page: all (as they were set up|entered by [^ ]+)\./);
    assert.doesNotMatch(text, /Since it was set up/);
    const stc = cells.filter((cell) => cell.startsWith("finch/stc"));
    const taken = await bench.post("/admin/cms/overrides", { intent: "take", cell: stc });
    assert.equal(taken.status, 303);
    const value = () =>
      db.selectFrom("attribute_values").select(["value", "source"])
        .where("system_id", "=", "finch").where("attribute_id", "=", "stc")
        .executeTakeFirstOrThrow();
    assert.deepEqual(await value(), {
      value: { type: "range", min: 35, max: 45, label: null },
      source: "cms",
    });
    const entry = await db.selectFrom("audit_log").select(["action", "request_id", "entity_id"])
      .orderBy("seq", "desc").limit(1).executeTakeFirstOrThrow();
    assert.deepEqual([entry.action, entry.entity_id], ["take-cms", "finch/stc"]);
    const undone = await bench.post("/admin/cms/overrides", {
      intent: "undo",
      request: entry.request_id ?? "",
    });
    assert.equal(undone.status, 303);
    assert.deepEqual(await value(), {
      value: { type: "range", min: 30, max: 40, label: null },
      source: "manual",
    });
    const own = cells.filter((cell) => !cell.startsWith("finch/stc"));
    const [first = ""] = own;
    const one = await bench.post("/admin/cms/overrides?q=&page=1&x=y", { intent: `keep:${first}` });
    const next = cells[cells.indexOf(first) + 1]?.replace(/@.*/, "").replace("/", "-");
    assert.equal(one.location, `/admin/cms/overrides#row-${next}`, "the page stays at its place");
    const gone = await bench.post("/admin/cms/overrides", { intent: `keep:${first}` });
    assert.equal(
      gone.location,
      "/admin/cms/overrides",
      "it is decided already, so it has no place",
    );
    const last = cells.at(-1) ?? "";
    const end = await bench.post("/admin/cms/overrides", { intent: `keep:${last}` });
    const before = cells.at(-2)?.replace(/@.*/, "").replace("/", "-");
    assert.equal(
      end.location,
      `/admin/cms/overrides#row-${before}`,
      "the last row has none after it",
    );
    const again = await bench.post("/admin/cms/overrides?state=kept&q=e", { intent: "keep" });
    assert.equal(again.location, "/admin/cms/overrides?q=e&state=kept", "its filters stay");
    const kept = await bench.post("/admin/cms/overrides", {
      intent: "keep",
      cell: cells.filter((cell) => !cell.startsWith("finch/stc")),
    });
    assert.equal(kept.status, 303);
    const { text: left } = await bench.get("/admin/cms/overrides");
    assert.equal([...left.matchAll(/name="cell"/g)].length, 1);
    const { text: decided } = await bench.get("/admin/cms/overrides?state=kept");
    assert.match(decided, /On this page: [^<]*all kept by [^ ]+@/);
    assert.doesNotMatch(decided, /> *Kept by /, "a row does not repeat what all rows share");
  });

  await context.step("an empty plan says that the CMS agrees only if it does", async () => {
    const held = await preview(bench, "attributes");
    assert.match(held.text, /held back/);
    assert.match(
      held.text,
      /Held back: staff entered the value, so it stays.*href="\/admin\/cms\/overrides"/s,
    );
    assert.match(held.text, /There is nothing to write/);
    assert.doesNotMatch(held.text, /CMS agree|is what the CMS has/);
    const first = await preview(bench, "projects");
    assert.match(first.text, /The catalog and the CMS agree/);
    bench.double.forget();
    bench.double.fault = () => "500";
    const unread = await bench.post("/admin/cms", { intent: "preview", kind: "projects" });
    assert.doesNotMatch((await bench.get(unread.location)).text, /is what the CMS has/);
    bench.double.fault = () => null;
    bench.double.forget();
  });

  await context.step("a product without a name is shown by its id", async () => {
    const secret = product("Secret", { internalId: 90, hidden: true });
    const saved = bench.double.graph;
    const added = project("Nameless", { internalId: 190, products: [secret] });
    bench.double.graph = [...saved, secret, added];
    const { text } = await preview(bench, "projects");
    bench.double.graph = saved;
    assert.ok(text.includes(secret.uuid));
    assert.doesNotMatch(text, /\[object Object\]/);
  });

  await context.step("the subjects of a picture are shown by their names", async () => {
    await db.deleteFrom("media_tags").where("tag_type", "=", "system").execute();
    const { text } = await preview(bench, "images");
    assert.match(text, /Shows:<\/span> *Project 0, Finch</);
  });

  await context.step(
    "a term is mapped by its exact name in the CMS, including inner spaces",
    async () => {
      const name = "Other\u00a0 9";
      bench.double.graph = bench.double.graph.map((entity) =>
        entity.attributes.name === "Other 9"
          ? { ...entity, attributes: { ...entity.attributes, name } }
          : entity
      );
      assert.ok((await preview(bench, "attributes")).text.includes(`Product ${name}`));
      const page = await bench.get("/admin/cms/systems/heron");
      const saved = await bench.post("/admin/cms/systems/heron", {
        version: /name="version" value="([^"]*)"/.exec(page.text)?.[1] ?? "",
        cms_term_name: ` ${name} `,
      });
      assert.equal(saved.status, 303);
      // The ids of the former term are gone (spec §2.4).
      assert.match(saved.flash ?? "", /join this system by the term’s name until a sync finds the/);
      assert.ok(!(await preview(bench, "attributes")).text.includes(`Product ${name}`));
      await db.updateTable("cms_system_mappings").set({ cms_term_name: "Heron" })
        .where("system_id", "=", "heron").execute();
      bench.double.graph = smallGraph();
    },
  );

  await context.step(
    "a mapping that is taken is refused, and the field names the record that has it",
    async () => {
      const taken = await bench.post("/admin/cms/systems/heron", {
        version: /name="version" value="([^"]*)"/.exec(
          (await bench.get("/admin/cms/systems/heron")).text,
        )?.[1] ?? "",
        cms_term_name: " Finch ",
      });
      assert.equal(taken.status, 400);
      assert.match(taken.text, /Finch is mapped to this term already/);
      assert.match(
        taken.text,
        /id="cms_term_name"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="cms_term_name"/,
      );
      const field = await bench.post("/admin/cms/attributes/new", {
        attribute_id: "lead-time",
        cms_field: "field_stc",
        cms_vocabulary: "",
      });
      assert.equal(field.status, 400);
      assert.match(field.text, /Sound rating is mapped to this field already/);
      const created = await bench.post("/admin/cms/attributes/new", {
        attribute_id: "lead-time",
        cms_field: "field_lead_time",
        cms_vocabulary: "",
      });
      assert.equal(created.status, 303);
      const path = "/admin/cms/attributes/lead-time";
      const version = /name="version" value="([^"]*)"/.exec((await bench.get(path)).text)?.[1];
      const deleted = await bench.post(path, { intent: "delete", version: version ?? "" });
      assert.match(deleted.flash ?? "", /^Mapping of Lead time was deleted\.$/);
    },
  );
});

Deno.test("the page says that no CMS is configured (spec §4.11)", async () => {
  await using app = await startApp({
    environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
  });
  const response = await app.request("/admin/cms");
  assert.match(await response.text(), /No CMS is configured/);
});
