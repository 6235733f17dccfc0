/** The screens of the simulator and of scenarios (spec §2.2, §4.1, §6.2). */
import assert from "node:assert/strict";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { demoScenarios } from "@/migrations/seed/demo/scenarios.ts";
import { compileSnapshot, type Rule } from "@/lib/catalog/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { listScenarios } from "@/lib/analysis/mod.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { keptFlash } from "../helpers/flash.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { versionOf } from "../helpers/staff.ts";

const VIEW = "cold-outside,wall-tall,width-large,look-clear,use-seasonal,priority-view," +
  "priority-energy";
const SIMULATOR = "/admin/simulator";
/** The rule that selects the lead for the answers of `VIEW`. */
const RULE = leadingRule();

function leadingRule(): Rule {
  const snapshot = compileSnapshot(demoCatalog);
  const { lead } = select(snapshot, { track: "home", optionIds: VIEW.split(",") });
  const rule = snapshot.rules.find(({ id }) => id === lead?.matchedRuleIds[0]);
  return rule ?? assert.fail("Nothing leads");
}

interface Bench extends AsyncDisposable {
  readonly app: TestApp;
  page(path: string, form?: Record<string, string>): Promise<string>;
  post(path: string, form: Record<string, string>): Promise<Response>;
  /** Returns the audit entries of scenarios, as `action id`. */
  entries(): Promise<string[]>;
}

async function aBench(): Promise<Bench> {
  const app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true" } });
  const post = (path: string, form: Record<string, string>) =>
    app.request(path, { method: "POST", body: new URLSearchParams(form) });
  return {
    app,
    post,
    async page(path, form) {
      const response = form ? await post(path, form) : await app.request(path);
      const text = await response.text();
      assert.equal(response.status, 200, text.slice(0, 300));
      return text;
    },
    async entries() {
      const rows = await app.services.db.selectFrom("audit_log").selectAll()
        .where("entity_type", "=", "scenario").orderBy("seq").execute();
      return rows.map(({ action, entity_id }) => `${action} ${entity_id}`);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Returns the text of a page without its markup. */
function textOf(html: string): string {
  return html.replaceAll(/<(script|style|select)[^]*?<\/\1>/g, "").replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll(/[\s\u00a0]+/g, " ");
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
}

Deno.test("the simulator explains the result of any answers (§4.1)", async (t) => {
  await using bench = await aBench();

  await t.step("it shows what the buyer gets and why, with a link to the result", async () => {
    const html = await bench.page(`${SIMULATOR}?track=home&options=${VIEW}`);
    const text = textOf(html);
    assert.match(text, /The buyer gets Heron Clad/);
    assert.match(text, /Cheaper, and would also do/);
    assert.match(text, /Heron Clad stands before Estuary Thermal because it is preferred/);
    assert.match(
      text,
      /“20 to 40 feet” \(width\) wants Opening width to cover 40 ft; it has: 5–20 ft/,
    );
    assert.match(text, /These answers are kept as A wide view in a cold climate/);
    assert.ok(html.includes(`href="/results?options=${VIEW}&amp;track=home"`));
    assert.ok(html.includes(`href="?options=${VIEW}&amp;track=home&amp;off=${RULE.id}"`));
  });

  await t.step("it redirects the fields of its form to the short address", async () => {
    const form = "track=home&answer.place=cold-outside&answer.opening=&answer.priorities=" +
      "priority-view&answer.priorities=priority-energy";
    const response = await bench.app.request(`${SIMULATOR}?${form}&off=${RULE.id}`);
    assert.equal(response.status, 303);
    assert.equal(
      response.headers.get("location"),
      `${SIMULATOR}?options=cold-outside,priority-view,priority-energy&track=home&off=${RULE.id}`,
    );
  });

  await t.step("without answers it says what to do, and offers scenarios", async () => {
    const text = textOf(await bench.page(SIMULATOR));
    assert.match(text, /Nothing is answered yet/);
    assert.match(text, /A quiet study between rooms/);
    assert.match(
      text,
      new RegExp(`All ${demoScenarios.length} scenarios`),
      "only eight are listed",
    );
  });

  await t.step("it says what is wrong with an address", async () => {
    const text = textOf(
      await bench.page(`${SIMULATOR}?track=moon&options=nowhere,no%20id,meeting-rooms&off=nope`),
    );
    assert.match(text, /There is no track moon/);
    assert.match(text, /There is no answer with the id nowhere/);
    assert.match(text, /“no id” cannot be the id of an answer/);
    assert.match(text, /“Meeting and board rooms” \(Space\) is not asked on this track/);
    assert.match(text, /There is no rule with the id nope/);
    assert.match(text, /leave out those that buyers cannot give/);
  });

  await t.step("a rule switched off for the trial changes the page and nothing else", async () => {
    const address = `${SIMULATOR}?track=home&options=${VIEW}&off=${RULE.id}`;
    const text = textOf(await bench.page(address));
    assert.match(text, /Heron Thermal leads instead of Heron Clad\./);
    assert.match(text, /The buyer gets Heron Thermal/);
    assert.match(text, /It would break 1 scenario A wide view in a cold climate/);
    assert.match(textOf(await bench.page(`${address}&view=before`)), /The buyer gets Heron Clad/);
    const answer = await bench.app.request(`/api/recommendation?track=home&options=${VIEW}`);
    assert.equal((await answer.json()).recommended.systemId, "heron-clad");
  });

  await t.step("without a pick it says why, and shows the smallest changes that help", async () => {
    const off = demoCatalog.rules.filter(({ id }) => id.startsWith("home-counter"))
      .map(({ id }) => `&off=${id}`).join("");
    const address = `${SIMULATOR}?track=home&options=counter-window,cold-outside${off}`;
    const text = textOf(await bench.page(address));
    assert.match(text, /Nothing is recommended No rule of Residential fires/);
    assert.match(text, /Without “A window above a counter or bar” : /);
  });

  await t.step("it says that a track has no rules", async () => {
    const { db, catalog } = bench.app.services;
    await db.insertInto("rule_sets").values({ id: "bare", name: "Bare", is_default: false })
      .execute();
    await db.updateTable("tracks").set({ rule_set_id: "bare" }).where("id", "=", "hospitality")
      .execute();
    await catalog.refresh();
    const text = textOf(await bench.page(`${SIMULATOR}?track=hospitality&options=hotel`));
    assert.match(text, /Bare has no rule that is switched on, so buyers of .* get nothing/);
  });
});

Deno.test("the simulator tries a draft of a rule before it is saved (§4.1)", async (t) => {
  await using bench = await aBench();
  const answers = { track: "home", options: VIEW };
  const turned = {
    ...RULE,
    enabled: false,
    outcomes: RULE.outcomes.toReversed().map((outcome, index) => ({
      ...outcome,
      role: index === RULE.outcomes.length - 2 ? "preferred" : "alternative",
      rank: index + 1,
    })),
  };
  const draft = JSON.stringify(turned);

  await t.step("the page compares the result with and without the draft", async () => {
    const html = await bench.page(SIMULATOR, { draft, ...answers });
    const text = textOf(html);
    assert.match(text, new RegExp(`Trying an unsaved draft of ${RULE.name}`));
    assert.match(text, /It is switched off in the editor, and tried as if it were on/);
    assert.match(text, /Estuary Thermal leads instead of Heron Clad\./);
    assert.match(text, /The buyer gets Estuary Thermal/);
    assert.match(html, new RegExp(`action="/admin/rules/${RULE.id}"[^]*value="edit-draft"`));
    assert.ok(!html.includes(`href="?options=`), "every state keeps the draft");
  });

  await t.step("its forms keep the draft", async () => {
    const state = `?options=${VIEW}&track=home&view=before`;
    const before = textOf(await bench.page(SIMULATOR, { draft, state }));
    assert.match(before, /The buyer gets Heron Clad/);
    const answered = { draft, track: "home", "answer.place": "cold-outside" };
    assert.match(textOf(await bench.page(SIMULATOR, answered)), /does not fire for these answers/);
  });

  await t.step("a new rule goes back to the editor of new rules", async () => {
    const text = JSON.stringify({ ...turned, id: "", ruleSetId: "commercial" });
    const html = await bench.page(SIMULATOR, { draft: text, ...answers });
    assert.match(html, /action="\/admin\/rules\/new"/);
    assert.match(
      textOf(html),
      /The draft belongs to .*, and A home is matched against Residential/,
    );
  });

  await t.step("an invalid draft is refused (§7)", async () => {
    for (const bad of ["", "{", "[]", JSON.stringify({ ...turned, priority: "soon" })]) {
      assert.equal(await statusOf(bench.post(SIMULATOR, { draft: bad, ...answers })), 400, bad);
    }
    const long = "x".repeat(300_000);
    const refused = await bench.post(SIMULATOR, { draft: long, ...answers });
    assert.equal(refused.status, 413);
    assert.match(await refused.text(), /<h1[^>]*>That is too much at once</);
  });

  await t.step("texts of a draft are escaped", async () => {
    const name = `<script>alert(1)</script>"'`;
    const html = await bench.page(SIMULATOR, {
      draft: JSON.stringify({ ...turned, id: "", name }),
      ...answers,
    });
    assert.ok(!html.includes("<script>alert"));
  });

  await t.step("nothing was saved", async () => {
    const rule = bench.app.services.catalog.current().rules.find(({ id }) => id === RULE.id);
    assert.deepEqual(rule, RULE);
    const { db } = bench.app.services;
    const logged = await db.selectFrom("audit_log").select("entity_type").execute();
    assert.ok(!logged.some(({ entity_type }) => /rule|scenario/.test(entity_type)));
  });
});

Deno.test("scenarios are saved, run, changed and deleted, each with its audit entry (§6.2)", async (t) => {
  await using bench = await aBench();
  const { db, catalog } = bench.app.services;
  const list = "/admin/scenarios";
  const create = "/admin/scenarios/new";
  const kept = { name: "A wide view", track: "home", options: VIEW, expected: "heron-clad" };

  await t.step(
    "the demo's scenarios all pass, which the page says once and not in each row",
    async () => {
      const page = await bench.page(list);
      assert.match(textOf(page), /All of them pass/);
      assert.equal(page.match(/<th scope="row"/g)?.length, demoScenarios.length);
      assert.doesNotMatch(textOf(page), / Passes /);
    },
  );

  await t.step(
    "different answers can be saved under one name, the same form only once",
    async () => {
      assert.equal(await statusOf(bench.post(create, kept)), 303);
      const other = { ...kept, track: "", created_at: "1" };
      for (const form of [other, kept, other]) {
        assert.equal(await statusOf(bench.post(create, form)), 303, "new, or a form sent twice");
      }
      const ids = (await listScenarios(db)).map(({ id }) => id);
      assert.ok(ids.includes("a-wide-view") && ids.includes("a-wide-view-2"));
      assert.deepEqual(await bench.entries(), ["create a-wide-view", "create a-wide-view-2"]);
    },
  );

  await t.step(
    "answers and systems that are not on offer are refused with a message (§7)",
    async () => {
      const cases: [Record<string, string>, RegExp][] = [
        [{ name: " " }, /Enter a value/],
        [{ name: "x".repeat(121) }, /at most 120 characters/],
        [{ options: "" }, /Give at least one answer/],
        [{ options: "nowhere" }, /These answers are not on offer: nowhere/],
        [{ options: "cold-outside,porch" }, /Buyers give one answer to Place/],
        [{ options: Array.from({ length: 101 }, (_, i) => `o${i}`).join() }, /at most 100 answers/],
        [{ expected: "nothing-such" }, /There is no system “nothing-such” on offer/],
        [{ track: "moon" }, /There is no track “moon”/],
        [{ options: "<b>" }, /Use letters, digits/],
      ];
      for (const [over, message] of cases) {
        const response = await bench.post(create, { ...kept, ...over });
        assert.equal(response.status, 400, JSON.stringify(over).slice(0, 60));
        const html = await response.text();
        assert.match(textOf(html), message);
        assert.ok(!html.includes("<b>"));
        if (!("options" in over)) continue;
        assert.match(html, /id="options"[^>]* aria-describedby="answers-error"/);
        assert.match(html, /<div id="answers-error"><p id="options-error"/);
      }
      assert.equal((await bench.entries()).length, 2);
    },
  );

  await t.step(
    "switching a rule off breaks a scenario, and its new lead can be accepted and undone",
    async () => {
      await db.updateTable("rules").set({ enabled: false }).where("id", "=", RULE.id).execute();
      await catalog.refresh();
      const text = textOf(await bench.page(list));
      assert.match(text, /8 of 11 scenarios pass/);
      assert.match(text, /Breaks A wide view .* Heron Clad Heron Thermal Simulate/);
      const stale = { accept: "a-wide-view", lead: "heron-clad" };
      const right = { accept: "a-wide-view", lead: "heron-thermal" };
      const expected = async () =>
        (await listScenarios(db)).find(({ id }) => id === "a-wide-view")?.expectedSystemId;
      assert.equal(await statusOf(bench.post(list, stale)), 303);
      const { undo } = Object(
        await keptFlash(bench.app.services.kv, await bench.post(list, right)),
      );
      assert.equal(await statusOf(bench.post(list, right)), 303);
      assert.equal(await expected(), "heron-thermal");
      assert.deepEqual((await bench.entries()).slice(2), ["accept a-wide-view"]);
      assert.equal(await statusOf(bench.post(undo.action, undo.fields)), 303);
      assert.equal(await expected(), "heron-clad", "Undo");
      assert.equal(await statusOf(bench.post(list, right)), 303);
      for (const accept of ["nowhere", "", "\0", "a-wide-view\0"]) {
        assert.equal(await statusOf(bench.post(list, { accept, lead: "" })), 404);
      }
    },
  );

  await t.step(
    "a scenario whose answers are retired cannot run, but can be renamed",
    async () => {
      await db.updateTable("factor_options").set({ retired_at: new Date() })
        .where("id", "=", "use-seasonal").execute();
      await catalog.refresh();
      assert.match(
        textOf(await bench.page(list)),
        /Cannot run .* No longer on offer: “A few times a/,
      );
      const page = await bench.page(`${list}/a-wide-view`);
      const version = versionOf(page);
      const next = { ...kept, name: "Renamed", expected: "heron-thermal", version };
      assert.equal(await statusOf(bench.post(`${list}/a-wide-view`, next)), 303);
      const late = { ...next, name: "Too late" };
      assert.equal(await statusOf(bench.post(`${list}/a-wide-view`, late)), 409);
    },
  );

  await t.step("a scenario is deleted for good, with an audit entry", async () => {
    const path = `${list}/a-wide-view`;
    const version = versionOf(await bench.page(path));
    assert.equal(await statusOf(bench.post(path, { intent: "delete", version: "old" })), 409);
    assert.equal(await statusOf(bench.post(path, { intent: "delete", version })), 303);
    assert.equal(await statusOf(bench.app.request(`${list}/a-wide-view`)), 404);
    assert.deepEqual((await bench.entries()).slice(5), [
      "update a-wide-view",
      "delete a-wide-view",
    ]);
  });

  await t.step(
    "a long list comes in pages, and accepting a lead leads back to its page",
    async () => {
      const broken = { track_id: "home", option_ids: JSON.stringify(["cold-outside"]) };
      await db.insertInto("scenarios").values(
        Array.from({ length: 60 }, (_, index) => ({
          ...{ id: `more-${index + 10}`, name: `More ${index}`, expected_system_id: "heron-storm" },
          ...broken,
        })),
      ).execute();
      const rowsOf = (html: string) => html.match(/<th scope="row"/g)?.length;
      assert.equal(rowsOf(await bench.page(list)), 50);
      const second = await bench.page(`${list}?page=2`);
      assert.equal(rowsOf(second), (await listScenarios(db)).length - 50);
      assert.match(textOf(second), / of \d+ scenarios pass.* Passes /);
      assert.match(second, /action="\/admin\/scenarios\?page=2"/);
      const response = await bench.post(`${list}?page=2`, {
        accept: "more-69",
        lead: "heron-thermal",
      });
      assert.equal(response.headers.get("location"), `${list}?page=2#row-more-69`);
    },
  );
});

Deno.test("the simulator and the scenarios refuse an auditor and strangers (§5)", async () => {
  await using double = await startPerimeter();
  const environment = { ...double.environment, ADMIN_EMAILS: "chief@example.com" };
  await using app = await startApp({ environment });
  await app.services.db.insertInto("admin_users")
    .values({ email: "auditor@example.com", role: "auditor" }).execute();
  const headers = {
    "cf-access-jwt-assertion": await double.mint({ email: "auditor@example.com" }),
  };
  const body = new URLSearchParams({ draft: JSON.stringify(RULE), accept: "quiet-study" });
  for (const path of [SIMULATOR, "/admin/scenarios", "/admin/scenarios/quiet-study"]) {
    assert.equal(await statusOf(app.request(path, { headers })), 403, path);
    assert.equal(await statusOf(app.request(path, { method: "POST", headers, body })), 403, path);
    assert.equal(await statusOf(app.request(path)), 401, path);
  }
});

Deno.test("a scenario that is sent several times at once is saved once (§7)", async () => {
  await using bench = await aBench();
  const { db } = bench.app.services;
  const before = (await listScenarios(db)).length;
  const form = { name: "Wide", track: "home", options: VIEW, expected: "" };
  const sent = [1, 2, 3].map(() => statusOf(bench.post("/admin/scenarios/new", form)));
  assert.deepEqual(await Promise.all(sent), [303, 303, 303]);
  assert.equal((await listScenarios(db)).length, before + 1);
});
