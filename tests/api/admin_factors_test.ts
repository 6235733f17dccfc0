/** The staff screens of factors, their options and requirements (spec §2.2, §4.1). */
import assert from "node:assert/strict";
import type { Factor } from "@/lib/catalog/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "../helpers/factories.ts";
import { type Fields, type StaffBench, staffTests } from "../helpers/staff.ts";

const covers45 = { attributeId: "stc", predicate: { kind: "covers" as const, value: 45 } };

const catalog = aCatalog({
  attributes: [
    anAttribute("material", { name: "Material" }),
    anAttribute("stc", { name: "Sound rating", valueType: "range", unit: "STC" }),
    anAttribute("weight", { name: "Weight", valueType: "dimension", unit: "lb" }),
    anAttribute("drive", { name: "Drive", valueType: "dimension", enabled: false }),
  ],
  systems: [
    aSystem("oak", {
      name: "Oak wall",
      values: values({
        material: { type: "enum", labels: ["Oak"] },
        stc: { type: "range", min: 40, max: 50, label: null },
      }),
    }),
    aSystem("ash", {
      name: "Ash wall",
      values: values({ stc: { type: "range", min: 30, max: 36, label: null } }),
    }),
  ],
  tracks: [
    { id: "home", name: "Home", description: "", ruleSetId: "main", position: 1, retired: false },
    {
      id: "old",
      name: "Old track",
      description: "",
      ruleSetId: "main",
      position: 2,
      retired: true,
    },
  ],
  factors: [
    aFactor("noise", [], {
      name: "Noise",
      question: "How loud is it?",
      position: 1,
      multiple: true,
      options: [
        anOption("still", { label: "Still", position: 1, requirements: [covers45] }),
        anOption("hum", { label: "A hum", position: 2 }),
      ],
    }),
    aFactor("look", ["clear"], { name: "Look", position: 2, trackIds: ["old"] }),
    aFactor("bare", [], { name: "Bare", position: 3 }),
  ],
  rules: [
    aRule("both", {
      name: "Both noises",
      conditions: [{ factorId: "noise", operator: "all", optionIds: ["still", "hum"] }],
      outcomes: [{ systemId: "oak", role: "preferred", rank: 1, rationale: "It does" }],
    }),
    aRule("hum", {
      name: "Any hum",
      conditions: [{ factorId: "noise", operator: "any", optionIds: ["hum"] }],
      outcomes: [{ systemId: "ash", role: "preferred", rank: 1, rationale: "It does" }],
    }),
  ],
});

const { test } = staffTests("factors and options are edited", catalog);

const NOISE = "/admin/factors/noise";
const STILL = `${NOISE}/options/still`;

const noise: Fields = { name: "Noise", question: "How loud is it?", multiple: "on" };
const still: Fields = {
  label: "Still",
  "requirements.0.attributeId": "stc",
  "requirements.0.kind": "covers",
  "requirements.0.value": "45",
};

async function factorIds(bench: StaffBench): Promise<string[]> {
  const answer = await bench.json("/api/factors");
  const factors: Pick<Factor, "id">[] = Object(answer).factors;
  return factors.map(({ id }) => id);
}

async function optionLabels(bench: StaffBench, factorId: string): Promise<string[]> {
  const answer = await bench.json("/api/factors");
  const factors: Factor[] = Object(answer).factors;
  return factors.find(({ id }) => id === factorId)?.options.map(({ label }) => label) ?? [];
}

async function changes(bench: StaffBench): Promise<string[]> {
  return (await bench.entries()).map(({ action, type, id }) => `${action} ${type} ${id}`);
}

test(
  "a new factor and its options reach buyers at once (§2.2, §4.2)",
  async (bench) => {
    const made = await bench.post("/admin/factors/new", {
      name: "Daily use",
      question: "How often?",
      help: "",
      trackIds: ["home"],
    });
    assert.equal(made.location, "/admin/factors/daily-use");
    assert.deepEqual(await factorIds(bench), ["noise", "look", "bare", "daily-use"]);
    const path = "/admin/factors/daily-use/options/new";
    assert.match((await bench.get(path)).text, /New option/);
    const option = await bench.post(path, { ...still, label: "Every day" });
    assert.equal(option.location, "/admin/factors/daily-use/options/every-day");
    assert.deepEqual(await optionLabels(bench, "daily-use"), ["Every day"]);
    const page = await bench.app.request("/select?track=home&step=daily-use");
    const text = await page.text();
    assert.match(text, /How often\?/);
    assert.match(text, /Every day/);
    assert.deepEqual((await bench.entries()).map(({ before, after }) => ({ before, after })), [
      {
        before: null,
        after: {
          id: "daily-use",
          name: "Daily use",
          question: "How often?",
          help: null,
          multiple: false,
          trackIds: ["home"],
          position: 4,
          retired: false,
        },
      },
      {
        before: null,
        after: {
          id: "every-day",
          factorId: "daily-use",
          label: "Every day",
          description: null,
          position: 1,
          retired: false,
          requirements: [covers45],
        },
      },
    ]);
  },
);

test(
  "changing or retiring an option changes the recommendation at once (§4.1, §6.2)",
  async (bench) => {
    const path = `${NOISE}/options/hum`;
    const lead = async () => {
      const answer = await bench.json("/api/recommendation?options=hum");
      return Object(answer).recommended?.systemId ?? null;
    };
    assert.equal(await lead(), "ash");
    const fields = { ...still, label: "A hum" };
    const seen = await bench.get(path);
    const save = () => bench.post(path, { ...fields, version: seen.version });
    assert.equal((await save()).location, path);
    assert.equal((await save()).location, path, "the same form twice");
    assert.deepEqual(await changes(bench), ["update option hum"]);
    assert.equal(await lead(), null, "the only system is not quiet enough");

    const stale = await bench.post(path, { label: "Mine", version: seen.version });
    assert.equal(stale.status, 409);
    assert.match(stale.text, /Someone saved this/);
    assert.match(stale.text, /Sound rating to cover 45.STC/, "theirs");
    assert.match(stale.text, /value="Mine"/, "mine");
    assert.deepEqual(await changes(bench), ["update option hum"]);

    assert.equal((await bench.post(path, { intent: "retire" })).location, path);
    assert.deepEqual(await optionLabels(bench, "noise"), ["Still"]);
    assert.equal(await lead(), null, "a link with the retired option selects nothing");
    assert.match((await bench.get(path)).text, /Restore this option/);
    await bench.post(path, { intent: "restore" });
    await bench.save(path, { label: "A hum" });
    assert.equal(await lead(), "ash");
    assert.deepEqual(await changes(bench), [
      "update option hum",
      "retire option hum",
      "restore option hum",
      "update option hum",
    ]);
  },
);

test("factors and options are moved up and down their lists (§2.2)", async (bench) => {
  const up = await bench.post("/admin/factors", { id: "look", move: "up" });
  assert.equal(up.location, "/admin/factors#row-look");
  assert.deepEqual(await factorIds(bench), ["look", "noise", "bare"]);
  await bench.post("/admin/factors", { id: "look", move: "up" });
  assert.deepEqual(await changes(bench), ["move factor look", "move factor noise"]);
  const down = await bench.post(`${NOISE}/options`, { id: "still", move: "down" });
  assert.equal(down.location, `${NOISE}#row-still`);
  assert.deepEqual(await optionLabels(bench, "noise"), ["A hum", "Still"]);
  assert.equal((await bench.get(`${NOISE}/options`)).location, `${NOISE}#options`);
  const moves = (await changes(bench)).slice(2);
  assert.deepEqual(moves.sort(), ["move option hum", "move option still"]);
});

test("a form puts a factor or an option at any place of its list (§2.2)", async (bench) => {
  await bench.save("/admin/factors/bare", { name: "Bare", question: "Which?", position: "0" });
  assert.deepEqual(await factorIds(bench), ["bare", "noise", "look"]);
  await bench.save(STILL, { ...still, position: "7" });
  assert.deepEqual(await optionLabels(bench, "noise"), ["A hum", "Still"]);
  await bench.save(STILL, { ...still, label: "Stiller" });
  assert.deepEqual(await optionLabels(bench, "noise"), ["A hum", "Stiller"], "it keeps its place");
  const wrong = await bench.save(STILL, { ...still, position: "x" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /Enter a whole number from 0 to 9999/);
});

test("the second editor of a factor gets a conflict that shows both versions (§6.2)", async (bench) => {
  const { version } = await bench.get(NOISE);
  await bench.post(NOISE, { ...noise, name: "Theirs", version });
  const late = await bench.post(NOISE, { ...noise, name: "Mine", trackIds: ["home"], version });
  assert.equal(late.status, 409);
  assert.match(late.text, /<td[^>]*>Mine<\/td><td[^>]*>Theirs<\/td>/);
  assert.match(late.text, /<td[^>]*>Home<\/td><td[^>]*>Every track<\/td>/);
  assert.deepEqual(await changes(bench), ["update factor noise"]);
  const saved = await bench.post(NOISE, { ...noise, name: "Mine", version: late.version });
  assert.equal(saved.status, 303, "the version of the conflict page overwrites theirs");
});

test(
  "forms of factors and options refuse invalid input and missing records (§7)",
  async (bench, t) => {
    const { version } = await bench.get(NOISE);
    const option = (await bench.get(STILL)).version;
    const before = await bench.traces();
    const control = /Remove the characters that cannot be printed/;
    for (
      const [what, path, fields, status, shown] of [
        [
          "a stale version",
          NOISE,
          { ...noise, name: "x", version: "x" },
          409,
          /Someone saved this/,
        ],
        ["no version", STILL, { ...still, label: "x" }, 409, /Someone saved this/],
        ["no name", NOISE, { ...noise, name: " ", version }, 400, /Enter a name/],
        ["no question", NOISE, { name: "Noise", version }, 400, /Enter the question/],
        ["NUL", NOISE, { ...noise, question: "a\0", version }, 400, control],
        [
          "an unknown track",
          NOISE,
          { ...noise, trackIds: ["home", "x"], version },
          400,
          /One of the tracks no longer exists/,
        ],
        [
          "a retired track",
          NOISE,
          { ...noise, trackIds: ["old"], version },
          400,
          /Old track is retired/,
        ],
        [
          "one answer while a rule asks for two",
          NOISE,
          { name: "Noise", question: "How loud is it?", version },
          400,
          /“Both noises” asks for several of its answers at once/,
        ],
        [
          "a factor's id that is taken",
          "/admin/factors/new",
          { ...noise, id: "look" },
          400,
          /“look” is in use/,
        ],
        [
          "a reserved id",
          "/admin/factors/new",
          { ...noise, id: "new" },
          400,
          /cannot be an id/,
        ],
        [
          "a name that makes no id",
          "/admin/factors/new",
          { ...noise, name: "日本" },
          400,
          /Enter an id/,
        ],
        [
          "a forged action",
          NOISE,
          { ...noise, version, intent: "delete" },
          400,
          /something unknown/,
        ],
        ["an unknown direction", "/admin/factors", { id: "noise", move: "left" }, 400, /move/],
        [
          "a move of a missing factor",
          "/admin/factors",
          { id: "none", move: "up" },
          404,
          /no page/,
        ],
        ["a missing factor", "/admin/factors/none", noise, 404, /no page/],
        [
          "an option's id of another factor",
          `${NOISE}/options/new`,
          { label: "x", id: "clear" },
          400,
          /“clear” is in use/,
        ],
        [
          "an option's reserved id",
          `${NOISE}/options/new`,
          { label: "New" },
          400,
          /Enter an id/,
        ],
        ["no label", STILL, { ...still, label: "", version: option }, 400, /Enter a label/],
        ["NUL in a label", STILL, { ...still, label: "\0", version: option }, 400, control],
        [
          "a predicate of another type",
          STILL,
          { ...still, "requirements.0.kind": "at-least", version: option },
          400,
          /Sound rating cannot be asked that/,
        ],
        [
          "a comma in a number",
          STILL,
          { ...still, "requirements.0.value": "4,5", version: option },
          400,
          /href="#requirements\.0\.value"[^>]*>Enter a number/,
        ],
        [
          "a label that no system has",
          STILL,
          {
            label: "Still",
            "requirements.3.attributeId": "material",
            "requirements.3.kind": "includes",
            "requirements.3.labels": ["Oak", "<b>Elm"],
            version: option,
          },
          400,
          /“&lt;b>Elm” is not a label of Material/,
        ],
        [
          "more requirements than an option has",
          STILL,
          Object.fromEntries(
            Array.from({ length: 21 }, (_, index) => [`requirements.${index}.value`, "1"]),
          ),
          400,
          /at most 20 requirements/,
        ],
        ["another factor's option", "/admin/factors/look/options/still", still, 404, /no page/],
        [
          "another factor's option to retire",
          "/admin/factors/look/options/still",
          { intent: "retire" },
          404,
          /no page/,
        ],
        [
          "another factor's option to move",
          "/admin/factors/look/options",
          { id: "hum", move: "up" },
          404,
          /no page/,
        ],
        [
          "a new option of a missing factor",
          "/admin/factors/none/options/new",
          still,
          404,
          /no page/,
        ],
        [
          "an option at an invalid address",
          "/admin/factors/%00/options/still",
          still,
          404,
          /no page/,
        ],
        ["a move of nothing", `${NOISE}/options`, {}, 400, /id/],
        [
          "an option deleted",
          STILL,
          { intent: "delete", version: option },
          400,
          /something unknown/,
        ],
      ] as [string, string, Fields, number, RegExp][]
    ) {
      await t.step(what, async () => {
        const answer = await bench.post(path, fields);
        assert.equal(answer.status, status, answer.text.slice(0, 500));
        assert.match(answer.text, shown);
        assert.equal(await bench.traces(), before);
      });
    }
    await t.step("addresses of missing records answer 404", async () => {
      for (
        const path of ["look/options/still", "none/options", "none/options/new", "noise/options/x"]
      ) {
        assert.equal((await bench.get(`/admin/factors/${path}`)).status, 404, path);
      }
    });
  },
);

test("an option that another process has just created has its page (design §5)", async (bench) => {
  const { catalog } = bench.app.services;
  const { current } = catalog;
  const before = current();
  await bench.post("/admin/factors/bare/options/new", { label: "Foggy" });
  catalog.current = () => before;
  try {
    assert.equal((await bench.get("/admin/factors/bare/options/foggy")).status, 200);
  } finally {
    catalog.current = current;
  }
});

test("a repeated form counts as the first only for the same factor and a record in use (§2.2)", async (bench) => {
  const hum = { label: "A hum", id: "hum" };
  const other = await bench.post("/admin/factors/bare/options/new", hum);
  assert.equal(other.status, 400, "it answers another question");
  assert.match(other.text, /“hum” is in use/);
  const again = { label: "Cloudy" };
  for (const _ of [1, 2]) {
    const { status, location } = await bench.post("/admin/factors/bare/options/new", again);
    assert.deepEqual([status, location], [303, "/admin/factors/bare/options/cloudy"]);
  }

  const factor = { name: "Height", question: "How high is it?" };
  await bench.post("/admin/factors/new", factor);
  await bench.post("/admin/factors/height", { intent: "retire" });
  const retired = await bench.post("/admin/factors/new", factor);
  assert.equal(retired.status, 400, "the record with this id is retired");
  assert.match(retired.text, /“height” is in use/);
});

test("unknown form fields are ignored (§7)", async (bench) => {
  const extra = { id: "other", factorId: "look", retired: "on", options: "x" };
  assert.equal((await bench.save(NOISE, { ...noise, ...extra, name: "Noises" })).status, 303);
  assert.equal((await bench.save(STILL, { ...still, ...extra, label: "Stiller" })).status, 303);
  const [factor, option] = (await bench.entries()).map(({ before, after }) => ({ before, after }));
  assert.deepEqual(factor?.after, { ...Object(factor?.before), name: "Noises" });
  assert.deepEqual(option?.after, { ...Object(option?.before), label: "Stiller" });
});

test("texts are stored as typed, and escaped on every page (§7)", async (bench) => {
  const nasties = [
    "<script>alert(1)</script>",
    '"><img src=x>',
    "=cmd|'/C calc'!A0",
    "</textarea><b>",
  ];
  for (const [index, nasty] of nasties.entries()) {
    const factor = `/admin/factors/nasty-${index}`;
    const option = `${factor}/options/nasty-option-${index}`;
    await bench.post("/admin/factors/new", {
      id: `nasty-${index}`,
      name: nasty,
      question: nasty,
      help: nasty,
    });
    const fields = { id: `nasty-option-${index}`, label: nasty, description: nasty };
    assert.equal((await bench.post(`${factor}/options/new`, fields)).location, option);
    for (
      const path of [
        "/admin/factors",
        factor,
        option,
        `/admin/factors?q=${encodeURIComponent(nasty)}`,
      ]
    ) {
      const { text, status } = await bench.get(path);
      assert.equal(status, 200);
      for (const raw of ["<script>alert", "<img src=x", "</textarea><b>"]) {
        assert.ok(!text.includes(raw), `${path}: ${raw}`);
      }
    }
    assert.deepEqual(await optionLabels(bench, `nasty-${index}`), [nasty]);
  }
});

test("requirements are added, checked and removed in the form before anything is saved (design §6.3)", async (bench) => {
  const before = await bench.traces();
  const page = await bench.get(STILL);
  assert.match(page.text, /1 of 2 systems meets it\./);
  assert.match(page.text, /Ash wall<\/a><span[^>]*>: 30–36.STC/);
  assert.match(page.text, /This drops 1 of 2 systems\./);
  const act = (fields: Fields) => bench.post(STILL, { ...still, version: page.version, ...fields });
  const checked = await act({ "requirements.0.value": "33", intent: "check" });
  assert.equal(checked.status, 200);
  assert.match(checked.text, /Oak wall<\/a><span[^>]*>: 40–50.STC/);
  const none = await act({ "requirements.0.value": "99", intent: "check" });
  assert.match(none.text, /No system is left/);
  assert.match(none.text, /This drops 2 of 2 systems\..* As saved, it drops 1\./s);
  const typing = await act({ "requirements.0.value": "4,", intent: "check", label: "Typing" });
  assert.match(typing.text, /value="4,"/);
  assert.match(typing.text, /value="Typing"/);
  assert.match(typing.text, /So far, this drops none of 2 systems\./);
  const added = await act({ intent: "add-requirement", "add.attributeId": "weight" });
  assert.match(added.text, /name="requirements\.1\.attributeId" value="weight"/);
  assert.match(added.text, /<option[^>]*value="at-most"/);
  assert.match(added.text, /lb/);
  const unchosen = await act({ intent: "add-requirement", "add.attributeId": "" });
  assert.equal(unchosen.status, 400);
  assert.match(unchosen.text, /id="add\.attributeId-error".*Choose an attribute first/);
  const off = await act({ intent: "add-requirement", "add.attributeId": "drive" });
  assert.match(off.text, /No effect while switched off/);
  const removed = await act({ intent: "remove-requirement.0" });
  assert.match(removed.text, /nothing in particular/);
  for (const { text, version } of [checked, added, removed]) {
    assert.match(text, /data-unsaved/);
    assert.equal(version, page.version, "the version that the editor opened");
  }
  const fresh = await bench.post(`${NOISE}/options/new`, {
    ...still,
    id: "typed",
    intent: "check",
  });
  assert.match(fresh.text, /name="id"[^>]*value="typed"/);
  assert.match(fresh.text, /This drops 1 of 2 systems\./);
  assert.equal(await bench.traces(), before);

  const saved = await bench.save(STILL, { ...still, "requirements.0.value": "99" });
  assert.equal(saved.status, 303, "staff may save a requirement that drops every system");
});

test("the address filters the list of factors (§2.2)", async (bench, t) => {
  await bench.post("/admin/factors/bare", { intent: "retire" });
  for (
    const [query, shown, hidden] of [
      ["", /2 factors/, /row-bare/],
      ["status=retired", /1 factor matches/, /row-noise/],
      ["status=all", /3 factors match/, /name="move"/],
      ["track=home", /row-noise/, /row-look/],
      ["q=how+loud", /row-noise/, /row-look/],
      ["q=option+clear", /row-look/, /row-noise/],
      ["q=%00", /No factor matches/, /row-noise/],
      ["status=x&track=x", /2 factors/, /row-bare/],
    ] as const
  ) {
    await t.step(query, async () => {
      const { text } = await bench.get(`/admin/factors?${query}`);
      assert.match(text, shown);
      assert.doesNotMatch(text, hidden);
    });
  }
  await t.step("the list says why a factor is asked of nobody", async () => {
    const { text } = await bench.get("/admin/factors");
    assert.match(text, /Its tracks are retired, so nobody is asked\./);
    assert.match((await bench.get("/admin/factors/look")).text, /Nobody is asked this/);
  });
  await t.step("the list says that there are no factors yet", async () => {
    await bench.startOver(aCatalog());
    assert.match((await bench.get("/admin/factors")).text, /No factors yet/);
  });
});

test("a factor's page says how rules use it and its options", async (bench) => {
  const { text } = await bench.get(NOISE);
  assert.match(text, /asks for “Still” and “A hum”/);
  assert.match(text, /Any hum/);
  assert.match(
    text,
    /We ignore answers to it in links and saved sessions/,
    "what retiring means for buyers",
  );
  const option = await bench.get(STILL);
  assert.match(option.text, /Both noises<\/a><\/span><span[^>]*>asks for “Still” and “A hum”/);
  assert.match(option.text, /We ignore it in links and saved sessions/);
});

test("a factor's page says that retiring it silences the rules that need an answer to it", async (bench) => {
  const fired = async () =>
    Object(await bench.json("/api/recommendation?options=hum&track=home")).recommended;
  assert.notEqual(await fired(), null);
  const { text } = await bench.get(NOISE);
  assert.match(text, /rules that need an answer to it no longer fire/);
  assert.match(text, /Records that refer to it \(\d+\) stay as they are\. This can be undone/);
  await bench.post(NOISE, { intent: "retire" });
  assert.equal(await fired(), null);
});

test(
  "without the capability every address answers 403, and nothing is written (§5)",
  async (bench, t) => {
    const before = await bench.traces();
    for (
      const [path, fields] of [
        ["/admin/factors", { id: "look", move: "up" }],
        ["/admin/factors/new", noise],
        [NOISE, { intent: "retire" }],
        [`${NOISE}/options`, { id: "hum", move: "up" }],
        [`${NOISE}/options/new`, still],
        [STILL, { intent: "retire" }],
        [STILL, { ...still, intent: "check" }],
        ["/admin/factors/none/options/none", {}],
      ] as [string, Fields][]
    ) {
      await t.step(path, async () => {
        assert.equal((await bench.get(path, "auditor")).status, 403);
        assert.equal((await bench.post(path, fields, "auditor")).status, 403);
        assert.equal(await bench.traces(), before);
      });
    }
  },
);
