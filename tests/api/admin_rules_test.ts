/** The staff screens of rules, rule sets and tracks (spec §2.2, §4.1, §6.2). */
import fc from "fast-check";
import assert from "node:assert/strict";
import { formOfDraft, type RuleDraft } from "@/lib/catalog/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { aDraft } from "../helpers/factories.ts";
import { anyEngine, DEFAULT_ENGINE, type Engine } from "../helpers/db.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { versionOf } from "../helpers/staff.ts";

const RULE = "/admin/rules/home-counter-button";
/** Answers for which the rule `home-counter-inside` alone decides. */
const ANSWERS = "/api/recommendation?track=home&options=counter-window,between-rooms";

interface Bench extends AsyncDisposable {
  readonly app: TestApp;
  get(path: string): Promise<string>;
  post(path: string, form: URLSearchParams | Record<string, string>): Promise<Response>;
  lead(): Promise<string | null>;
  /** Returns the audit entries since the last call, as `action type id`. */
  entries(): Promise<string[]>;
}

async function aBench(engine: Engine = DEFAULT_ENGINE): Promise<Bench> {
  const app = await startApp({ engine, environment: { ADMIN_DEV_BYPASS: "true" } });
  let seen = 0;
  return {
    app,
    async get(path) {
      const response = await app.request(path);
      const text = await response.text();
      assert.equal(response.status, 200, text.slice(0, 500));
      return text;
    },
    post: (path, form) =>
      app.request(path, { method: "POST", body: new URLSearchParams(form), redirect: "manual" }),
    async lead() {
      const { recommended } = await (await app.request(ANSWERS)).json();
      return recommended?.systemId ?? null;
    },
    async entries() {
      const rows = await app.services.db.selectFrom("audit_log").selectAll()
        .where("seq", ">", seen).orderBy("seq").execute();
      seen += rows.length;
      return rows.map(({ action, entity_type, entity_id }) =>
        `${action} ${entity_type} ${entity_id}`
      );
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

function ruleOf({ app }: Bench, id: string) {
  return app.services.catalog.current().catalog.rules.find((rule) => rule.id === id);
}

const draft = aDraft({
  name: "A hatch for trays",
  ruleSetId: "residential",
  priority: "5",
  enabled: false,
  conditions: [{ factorId: "opening", operator: "any", optionIds: ["counter-window"] }],
  outcomes: [{ systemId: "estuary-counter", role: "preferred", rationale: "Trays slide through." }],
});

/** Returns the draft that a page sends on, as JSON. */
function draftIn(page: string): string {
  return /name="draft" value="([^"]+)"/.exec(page)?.[1]?.replaceAll("&quot;", '"') ?? "";
}

/** Returns the form of the draft with some fields set; null removes a field. */
function formOf(
  over: Partial<RuleDraft> = {},
  fields: Record<string, string | null> = {},
): URLSearchParams {
  const form = formOfDraft({ ...draft, ...over });
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) form.delete(name);
    else form.set(name, value);
  }
  return form;
}

async function text(response: Promise<Response>, status: number): Promise<string> {
  const answer = await response;
  const body = await answer.text();
  assert.equal(answer.status, status, body.slice(0, 2000));
  return body;
}

anyEngine(
  "a rule switched off changes GET /api/recommendation at once, and the log shows it (§4.1, §6.2)",
  async (engine) => {
    await using bench = await aBench(engine);
    assert.equal(await bench.lead(), "heron-counter");
    const list = "/admin/rules?set=residential&q=hatch";
    const off = await bench.post(list, { id: "home-counter-inside", enabled: "off" });
    assert.equal(off.status, 303);
    assert.equal(off.headers.get("location"), `${list}#row-home-counter-inside`);
    assert.equal(await bench.lead(), null);
    const [entry] = await bench.app.services.db.selectFrom("audit_log").selectAll().execute();
    assert.equal(entry?.action, "disable");
    assert.equal(Reflect.get(Object(entry?.before), "enabled"), true);
    assert.equal(Reflect.get(Object(entry?.after), "enabled"), false);
    assert.deepEqual(await bench.entries(), ["disable rule home-counter-inside"]);

    await bench.post(list, { id: "home-counter-inside", enabled: "off" });
    assert.deepEqual(await bench.entries(), [], "switching off again changes nothing");
    await bench.post(list, { id: "home-counter-inside", enabled: "on" });
    assert.equal(await bench.lead(), "heron-counter");
    assert.deepEqual(await bench.entries(), ["enable rule home-counter-inside"]);
  },
);

anyEngine(
  "a rule is tried, saved, edited, retired and restored through its form (§2.2)",
  async (engine) => {
    await using bench = await aBench(engine);
    const tried = await text(bench.post("/admin/rules/new", formOf({}, { intent: "try" })), 200);
    assert.match(tried, /What this draft would change/);
    assert.match(tried, /Tried as if it were switched on/);
    assert.match(tried, /possible answer sets get another pick/);
    assert.deepEqual(await bench.entries(), [], "trying saves nothing");
    assert.equal(ruleOf(bench, "a-hatch-for-trays"), undefined);

    const created = await bench.post("/admin/rules/new", formOf());
    assert.equal(created.status, 303);
    assert.equal(created.headers.get("location"), "/admin/rules/a-hatch-for-trays");
    assert.deepEqual(await bench.entries(), ["create rule a-hatch-for-trays"]);
    assert.equal(await bench.lead(), "heron-counter");

    const path = "/admin/rules/a-hatch-for-trays";
    const version = versionOf(await bench.get(path));
    const save = () => bench.post(path, formOf({ enabled: true }, { version }));
    assert.equal((await save()).status, 303);
    assert.equal((await save()).status, 303, "the same form twice");
    assert.deepEqual(await bench.entries(), ["update rule a-hatch-for-trays"]);
    assert.equal(await bench.lead(), "estuary-counter");

    const stale = await text(
      bench.post(path, formOf({ name: "Mine", outcomes: [] }, { version })),
      409,
    );
    assert.match(
      stale,
      /When Opening is “A window above a counter or bar”, recommend Estuary Counter\./,
    );
    assert.match(
      stale,
      /When Opening is “A window above a counter or bar”, recommend nothing yet\./,
    );
    assert.match(stale, /value="Mine"/, "the form keeps its values");
    assert.deepEqual(await bench.entries(), []);

    await bench.post(path, { intent: "retire" });
    assert.equal(await bench.lead(), "heron-counter");
    await bench.post(path, { intent: "restore" });
    assert.deepEqual(await bench.entries(), [
      "retire rule a-hatch-for-trays",
      "restore rule a-hatch-for-trays",
    ]);
  },
);

Deno.test("forms of rules, rule sets and tracks refuse invalid input and missing records (§7)", async (t) => {
  await using bench = await aBench();
  const version = versionOf(await bench.get(RULE));
  const before = JSON.stringify(bench.app.services.catalog.current().catalog);
  const option = "conditions.0.optionIds";
  for (
    const [what, path, form, status, shown] of [
      ["a stale version", RULE, formOf({}, { version: "x" }), 409, /Someone saved this/],
      ["no version", RULE, formOf(), 409, /Someone saved this/],
      [
        "another rule's id",
        "/admin/rules/new",
        formOf({}, { id: "home-counter-button" }),
        400,
        /“home-counter-button” is in use/,
      ],
      [
        "an invalid id",
        "/admin/rules/new",
        formOf({}, { id: "../x" }),
        400,
        /cannot be an id/,
      ],
      [
        "a reserved id",
        "/admin/rules/new",
        formOf({}, { id: "new" }),
        400,
        /cannot be an id/,
      ],
      ["a name that makes no id", "/admin/rules/new", formOf({ name: "日本" }), 400, /Enter an id/],
      [
        "another factor's option",
        RULE,
        formOf({}, { version, [option]: "use-button" }),
        400,
        /“use-button” is not an answer to Opening/,
      ],
      ["NUL", RULE, formOf({ name: "a\0" }, { version }), 400, /cannot be printed/],
      [
        "a forged action",
        RULE,
        formOf({}, { version, intent: "delete" }),
        400,
        /something unknown/,
      ],
      [
        "the name of an object's own property as an action",
        RULE,
        { intent: "constructor", version },
        400,
        /something unknown/,
      ],
      [
        "a broken draft",
        "/admin/rules/new",
        { intent: "edit-draft", draft: "{" },
        400,
        /Cannot read the draft/,
      ],
      [
        "too many conditions",
        "/admin/rules/new",
        formOf({
          conditions: Array.from({ length: 21 }, () => ({
            factorId: "opening",
            operator: "any",
            optionIds: [],
          })),
        }),
        400,
        /at most 20 conditions/,
      ],
      [
        "a list form without an action",
        "/admin/rules",
        { id: "home-counter-button" },
        400,
        /unknown/,
      ],
      ["an unknown direction", "/admin/rules", { id: "x", move: "left" }, 400, /unknown/],
      ["a missing rule", "/admin/rules", { id: "none", enabled: "off" }, 404, /no page/],
      [
        "a move of a missing rule",
        "/admin/rules",
        { id: "none", move: "up" },
        404,
        /no page/,
      ],
      ["the page of a missing rule", "/admin/rules/none", formOf(), 404, /no page/],
      [
        "a missing rule set as the default",
        "/admin/rule-sets",
        { default: "none" },
        404,
        /no page/,
      ],
      ["an invalid id as the default", "/admin/rule-sets", { default: "../" }, 400, /default/],
      [
        "retiring the default rule set",
        "/admin/rule-sets/residential",
        { intent: "retire" },
        400,
        /You cannot retire the default rule set/,
      ],
      ["a rule set without a name", "/admin/rule-sets/new", { name: " " }, 400, /Enter a name/],
      [
        "a track without a rule set",
        "/admin/tracks/new",
        { name: "New", description: "New", ruleSetId: "none" },
        400,
        /Choose a rule set/,
      ],
      [
        "a track moved in an unknown direction",
        "/admin/tracks",
        { id: "home", move: "x" },
        400,
        /move/,
      ],
    ] as [string, string, URLSearchParams | Record<string, string>, number, RegExp][]
  ) {
    await t.step(what, async () => {
      assert.match(await text(bench.post(path, form), status), shown);
      assert.deepEqual(await bench.entries(), []);
      const { catalog } = await bench.app.services.catalog.refresh();
      assert.equal(JSON.stringify(catalog), before);
    });
  }
});

Deno.test("unknown form fields are ignored (§7)", async () => {
  await using bench = await aBench();
  const version = versionOf(await bench.get(RULE));
  const sent = formOf({}, { version, retired: "on", id: "other", "outcomes.0.rank": "9" });
  assert.equal((await bench.post(RULE, sent)).status, 303);
  const rule = ruleOf(bench, "home-counter-button");
  assert.equal(rule?.retired, false);
  assert.deepEqual(rule?.outcomes.map(({ rank }) => rank), [1]);
  assert.equal(ruleOf(bench, "other"), undefined);

  const path = "/admin/rule-sets/commercial";
  const fields = { name: "Work", isDefault: "true", version: versionOf(await bench.get(path)) };
  assert.equal((await bench.post(path, fields)).status, 303);
  const [commercial] = bench.app.services.catalog.current().catalog.ruleSets;
  assert.deepEqual(commercial, {
    id: "commercial",
    name: "Work",
    isDefault: false,
    retired: false,
  });
});

Deno.test("texts are stored as typed, and escaped on every page (§7)", async (t) => {
  await using bench = await aBench();
  for (
    const [index, nasty] of [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "=cmd|'/C calc'!A0",
      "{{constructor}}",
      "</textarea><b>",
    ].entries()
  ) {
    await t.step(nasty, async () => {
      const id = `nasty-${index}`;
      const sent = formOf({
        name: nasty,
        outcomes: [{ systemId: "heron-counter", role: "preferred", rationale: nasty }],
      }, { id });
      assert.equal((await bench.post("/admin/rules/new", sent)).status, 303);
      const rule = ruleOf(bench, id);
      assert.equal(rule?.name, nasty);
      assert.equal(rule?.outcomes[0]?.rationale, nasty);
      for (const path of [`/admin/rules/${id}`, "/admin/rules", `/admin/rules/new?from=${id}`]) {
        const page = await bench.get(path);
        for (const raw of ["<script>alert", "<img src=x", "</textarea><b>"]) {
          assert.ok(!page.includes(raw), `${path}: ${raw}`);
        }
      }
      await bench.post(`/admin/rules/${id}`, { intent: "retire" });
      for (const section of ["rule-sets", "tracks"]) {
        const fields = { id, name: nasty, description: nasty, ruleSetId: "residential" };
        assert.equal((await bench.post(`/admin/${section}/new`, fields)).status, 303);
        assert.ok(!(await bench.get(`/admin/${section}`)).includes("<script>alert"));
      }
    });
  }
});

Deno.test("actions on a draft keep all its fields and save nothing (§7)", async (t) => {
  await using bench = await aBench();
  const typed = formOf({ name: "Half a thought", priority: "not yet" }, {
    "outcomes.0.rationale": "Not <done>",
  });
  for (
    const [intent, fields, shown] of [
      [
        "add-condition",
        { "add.factorId": "place" },
        /name="conditions\.1\.factorId" value="place"/,
      ],
      ["add-outcome", { "add.systemId": "ascent-bay" }, /name="outcomes\.1\.systemId"/],
      ["remove-condition.0", {}, /Never, because it has no condition/],
      ["remove-outcome.0", {}, /recommend nothing yet/],
    ] as const
  ) {
    await t.step(intent, async () => {
      const form = new URLSearchParams([...typed, ...Object.entries({ ...fields, intent })]);
      for (const path of ["/admin/rules/new", RULE]) {
        const page = await text(bench.post(path, form), 200);
        assert.match(page, shown);
        assert.match(page, /value="Half a thought"/);
        assert.match(page, /value="not yet"/);
        if (intent !== "remove-outcome.0") assert.match(page, /Not &lt;done>/);
        assert.match(page, /data-unsaved/);
      }
      assert.deepEqual(await bench.entries(), []);
    });
  }
  await t.step("a trial needs a priority, because it decides which rule wins", async () => {
    for (const priority of ["not yet", ""]) {
      const form = new URLSearchParams([...typed, ["intent", "try"]]);
      form.set("priority", priority);
      for (const path of ["/admin/rules/new", RULE]) {
        const page = await text(bench.post(path, form), 400);
        assert.match(page, /href="#priority"[^>]*>Enter a whole number from 1 to 9999</);
        assert.doesNotMatch(page, /What this draft would change/);
      }
    }
    assert.deepEqual(await bench.entries(), []);
  });
  await t.step("a trial says what is typed wrong, and not what is missing", async () => {
    const form = new URLSearchParams([...typed, ["intent", "try"]]);
    form.set("priority", "5");
    form.set("name", "");
    for (const path of ["/admin/rules/new", RULE]) {
      form.set("outcomes.0.rationale", "");
      const incomplete = await text(bench.post(path, form), 200);
      assert.match(incomplete, /What this draft would change/);
      form.set("outcomes.0.rationale", "x".repeat(601));
      const page = await text(bench.post(path, form), 400);
      assert.match(page, /What this draft would change/);
      assert.match(page, /href="#outcomes\.0\.rationale"[^>]*>Use at most 600 characters</);
      assert.doesNotMatch(page, /Enter a name/);
    }
    assert.deepEqual(await bench.entries(), []);
  });
  await t.step("without a choice, Add says what is missing, beside the choice", async () => {
    for (
      const [intent, name, message] of [
        ["add-condition", "add.factorId", "Choose a factor first"],
        ["add-outcome", "add.systemId", "Choose a system first"],
      ] as const
    ) {
      for (const path of ["/admin/rules/new", RULE]) {
        const form = new URLSearchParams([...typed, ["intent", intent], [name, ""]]);
        const page = await text(bench.post(path, form), 400);
        assert.match(page, new RegExp(`href="#${name}"[^>]*>${message}<`), path);
        assert.match(page, new RegExp(`id="${name}-error".*${message}.*<select id="${name}"`, "s"));
        assert.match(page, new RegExp(`<select[^>]* aria-describedby="${name}-error"`));
        assert.match(page, /value="Half a thought"/);
      }
    }
  });
  await t.step("a draft comes back from the simulator", async () => {
    const sent = {
      intent: "edit-draft",
      draft: JSON.stringify({ ...draft, priority: 7, id: "x" }),
    };
    for (const path of ["/admin/rules/new", RULE]) {
      const page = await text(bench.post(path, sent), 200);
      assert.match(page, /value="A hatch for trays"/);
      assert.match(page, /Trays slide through\./);
    }
    assert.deepEqual(await bench.entries(), []);
  });
  await t.step("a copy is unsaved, switched off, and has the next priority", async () => {
    const page = await bench.get("/admin/rules/new?from=home-counter-button");
    assert.match(page, /value="Copy of A serving window that opens at a touch"/);
    assert.match(page, /name="priority"[^>]*value="13"/);
    assert.doesNotMatch(page, /name="enabled"[^>]* checked/);
  });
});

Deno.test("a draft that returns from the simulator conflicts with what a colleague saved meanwhile (§4.9)", async () => {
  await using bench = await aBench();
  const version = versionOf(await bench.get(RULE));
  const tried = await text(bench.post(RULE, formOf({}, { intent: "try", version })), 200);
  const simulated = await text(bench.post("/admin/simulator", { draft: draftIn(tried) }), 200);
  const theirs = formOf({ name: "A colleague’s name" }, { version });
  assert.equal((await bench.post(RULE, theirs)).status, 303);

  const sent = { intent: "edit-draft", draft: draftIn(simulated) };
  const back = versionOf(await text(bench.post(RULE, sent), 200));
  assert.match(
    await text(bench.post(RULE, formOf({}, { version: back })), 409),
    /A colleague’s name/,
  );
  assert.equal(ruleOf(bench, "home-counter-button")?.name, "A colleague’s name");
});

Deno.test("texts that are too long come back from the simulator whole, and trying or saving says so beside each (§7)", async () => {
  await using bench = await aBench();
  const [name, rationale] = ["n".repeat(5_500), "r".repeat(6_000)];
  const typed = { name, "outcomes.0.rationale": rationale };
  const tried = await text(bench.post(RULE, formOf({}, { ...typed, intent: "try" })), 400);
  const simulated = await text(bench.post("/admin/simulator", { draft: draftIn(tried) }), 200);
  const sent = { intent: "edit-draft", draft: draftIn(simulated) };
  const returned = await text(bench.post(RULE, sent), 200);
  const refused = await text(bench.post(RULE, formOf({}, typed)), 400);
  for (const page of [tried, returned, refused]) {
    assert.match(page, new RegExp(`id="name"[^>]*value="${name}"`));
    const control = /<textarea id="outcomes\.0\.rationale"[^>]*>/.exec(page)?.[0] ?? "";
    assert.ok(page.includes(`${control}${rationale}</textarea>`));
    assert.doesNotMatch(control, /maxlength/i);
  }
  for (const page of [tried, refused]) {
    assert.match(page, /id="name-error".*?Use at most 120 characters/s);
    assert.match(page, /id="outcomes\.0\.rationale-error".*?Use at most 600 characters/s);
  }
});

Deno.test("an incomplete rule cannot be switched on, and the page says why (§2.2)", async () => {
  await using bench = await aBench();
  await bench.post("/admin/rules/new", formOf({ conditions: [] }));
  assert.deepEqual(await bench.entries(), ["create rule a-hatch-for-trays"]);
  const refused = await bench.post("/admin/rules", { id: "a-hatch-for-trays", enabled: "on" });
  const page = await bench.app.request("/admin/rules", {
    headers: { cookie: refused.headers.get("set-cookie")?.split(";")[0] ?? "" },
  });
  assert.match(await page.text(), /cannot be switched on yet\. Add a condition/);
  assert.equal(ruleOf(bench, "a-hatch-for-trays")?.enabled, false);
  assert.deepEqual(await bench.entries(), []);
});

Deno.test("a rule may name a retired system, and its pages warn that this part has no effect (§4.1)", async () => {
  await using bench = await aBench();
  await bench.app.services.db.updateTable("systems").set({ retired_at: new Date() })
    .where("id", "=", "ascent-bay").execute();
  await bench.app.services.catalog.refresh();
  const list = await bench.get("/admin/rules");
  assert.match(list, /Part has no effect/);
  assert.match(await bench.get(RULE), /Ascent Bay is retired and is not recommended/);
  const path = "/admin/rules?set=residential";
  await bench.post(path, { id: "home-counter-button", enabled: "off" });
  const on = await bench.post(path, { id: "home-counter-button", enabled: "on" });
  assert.equal(on.status, 303);
  const page = await bench.app.request(path, {
    headers: { cookie: on.headers.get("set-cookie")?.split(";")[0] ?? "" },
  });
  assert.match(await page.text(), /was switched on\. Ascent Bay is retired and is not recommended/);
});

Deno.test("the forms of lists move rules and tracks, and change the default rule set (§4.1)", async () => {
  await using bench = await aBench();
  const order = () =>
    bench.app.services.catalog.current().rules.filter(({ ruleSetId }) =>
      ruleSetId === "residential"
    )
      .map(({ id }) => id);
  const before = order();
  await bench.post("/admin/rules", { id: before[2] ?? "", move: "up" });
  assert.deepEqual(order().slice(0, 3), [before[0], before[2], before[1]]);
  assert.deepEqual(order().toSorted(), before.toSorted());
  assert.deepEqual((await bench.entries()).length, 2);
  await bench.post("/admin/rules", { id: before[0] ?? "", move: "up" });
  assert.deepEqual(await bench.entries(), []);

  await bench.post("/admin/tracks", { id: "workplace", move: "up" });
  const { tracks } = bench.app.services.catalog.current();
  assert.deepEqual(tracks.map(({ id }) => id), ["workplace", "home", "hospitality"]);
  assert.equal((await bench.entries()).length, 2);

  const questions = askedFactors(bench.app.services.catalog.current(), "home");
  const list = await bench.get("/admin/tracks");
  assert.match(list, new RegExp(`row-home.*?>${questions.length}<.*?row-`, "s"));
  const track = await bench.get("/admin/tracks/home");
  const own = /Its questions.*?<\/ol>/s.exec(track)?.[0] ?? "";
  assert.deepEqual(
    [...own.matchAll(/\/admin\/factors\/([\w-]+)"/g)].map(([, id]) => id),
    questions.map(({ id }) => id),
    "its page lists as many as its row counts",
  );

  await bench.post("/admin/rule-sets", { default: "commercial" });
  assert.deepEqual(await bench.entries(), [
    "make-default rule-set residential",
    "make-default rule-set commercial",
  ]);
  await bench.post("/admin/rule-sets/residential", { intent: "retire" });
  assert.deepEqual(await bench.entries(), ["retire rule-set residential"]);
  assert.equal(bench.app.services.catalog.current().ruleSetIdFor("home"), "commercial");
  assert.match(await bench.get("/admin/tracks"), /falls back to Workplace interiors and fronts/);
  assert.match(
    await bench.get("/admin/tracks/home"),
    /matched against the default rule set, Workplace interiors and fronts/,
  );
  const version = versionOf(await bench.get("/admin/tracks/home"));
  const fields = {
    name: "A house",
    description: "Open a room.",
    ruleSetId: "residential",
    version,
  };
  assert.equal(
    (await bench.post("/admin/tracks/home", fields)).status,
    303,
    "the track may keep the retired rule set",
  );
});

Deno.test("the list shows one rule set, filtered by its address (§2.2)", async (t) => {
  await using bench = await aBench();
  const { length } = demoCatalog.rules.filter(({ ruleSetId }) => ruleSetId === "residential");
  const all = new RegExp(`>${length} rules`);
  for (
    const [query, shown, hidden] of [
      ["", all, /id="row-work-/],
      ["set=commercial", /28 rules/, /id="row-home-/],
      ["set=none", all, /id="row-work-/],
      ["q=serving+touch", /1 rule match/, /id="row-home-counter-lean"/],
      ["q=ascent+bay", /row-home-counter-button/, /row-home-counter-lean/],
      ["q=zzz", /No rule matches/, /id="row-/],
      ["status=off", /No rule matches/, /id="row-/],
      ["status=retired", /No rule matches/, /id="row-/],
      ["status=live", all, /name="move"/],
      ["status=%00&q=%00", /No rule matches/, /id="row-/],
    ] as const
  ) {
    await t.step(query, async () => {
      const page = await bench.get(`/admin/rules?${query}`);
      assert.match(page, shown);
      assert.doesNotMatch(page, hidden);
    });
  }
});

Deno.test("without the capability every address answers 403, and nothing is written (§5)", async (t) => {
  await using double = await startPerimeter();
  await using app = await startApp({
    environment: { ...double.environment, ADMIN_EMAILS: "chief@example.com" },
  });
  await app.services.db.insertInto("admin_users").values({
    email: "eye@example.com",
    role: "auditor",
  })
    .execute();
  const headers = { "cf-access-jwt-assertion": await double.mint({ email: "eye@example.com" }) };
  const { version } = app.services.catalog.current();
  for (
    const [path, form] of [
      ["/admin/rules", { id: "home-counter-button", enabled: "off" }],
      ["/admin/rules", { id: "home-counter-button", move: "up" }],
      ["/admin/rules/new", Object.fromEntries(formOf())],
      [RULE, { intent: "retire" }],
      [RULE, { ...Object.fromEntries(formOf()), intent: "try" }],
      ["/admin/rule-sets", { default: "commercial" }],
      ["/admin/rule-sets/new", { name: "New" }],
      ["/admin/tracks", { id: "home", move: "down" }],
      ["/admin/tracks/home", { intent: "retire" }],
    ] as [string, Record<string, string>][]
  ) {
    await t.step(`${path} ${Object.values(form).join(" ").slice(0, 30)}`, async () => {
      assert.match(await text(app.request(path, { headers }), 403), /rules/);
      const body = new URLSearchParams(form);
      await text(app.request(path, { method: "POST", headers, body }), 403);
      assert.equal((await app.services.catalog.refresh()).version, version);
      assert.deepEqual(await app.services.db.selectFrom("audit_log").select("seq").execute(), []);
    });
  }
});

Deno.test("random forms of a rule without a name answer 200 or 400, and nothing is saved (§7)", async () => {
  await using bench = await aBench();
  const value = fc.oneof(
    fc.constantFrom("opening", "place", "counter-window", "porch", "heron-counter", "residential"),
    fc.constantFrom("", "any", "all", "none", "preferred", "-1", "1e9", "__proto__", "\0", "'"),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  const row = fc.tuple(
    fc.constantFrom("conditions", "outcomes"),
    fc.constantFrom("0", "1", "7", "19", "99", "00", "x"),
    fc.constantFrom("factorId", "operator", "optionIds", "systemId", "role", "rationale", "rank"),
  ).map((parts) => parts.join("."));
  const field = fc.oneof(
    row,
    fc.constantFrom("ruleSetId", "priority", "enabled", "add.factorId", "add.systemId", "draft"),
  );
  const intent = fc.constantFrom(
    ...["try", "save", "add-condition", "add-outcome", "remove-condition.0", "down-outcome.0"],
    ...["up-outcome.99", "edit-draft", "retire-all"],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(field, value), { maxLength: 12 }),
      intent,
      async (fields, intent) => {
        // Without a name nothing can be saved.
        const form = new URLSearchParams([...fields, ["intent", intent], ["name", " "]]);
        for (const path of ["/admin/rules/new", RULE]) {
          const response = await bench.post(path, form);
          await response.body?.cancel();
          assert.ok([200, 400].includes(response.status), `${response.status} ${form}`);
        }
        const response = await bench.app.request(`/admin/rules/new?${form}`);
        await response.body?.cancel();
        assert.ok([200, 400].includes(response.status), `${response.status} ${form}`);
      },
    ),
    { numRuns: 60 },
  );
  assert.deepEqual(await bench.entries(), []);
});
