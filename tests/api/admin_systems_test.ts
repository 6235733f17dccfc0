/** The staff screens of systems and their attribute values (spec §2.3, §4.1). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import type { Database } from "@/lib/db/mod.ts";
import { valuesOfSystem } from "@/lib/catalog/mod.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type Answer, at, type Fields, type StaffBench, staffTests } from "../helpers/staff.ts";

const FINCH = {
  name: "Finch",
  tagline: "Light",
  description: "",
  budgetTierId: "high",
  position: "1",
};
const NEW = { name: "Kite 9", tagline: "", description: "", budgetTierId: "low", position: "7" };
const HOSTILE = `<script>alert(1)</script>=HYPERLINK("x")'&`;

const { test, eachEngine } = staffTests("systems and their values are edited", smallCatalog());

const STC = "/admin/systems/finch/values/stc";
const MATERIAL = "/admin/systems/finch/values/material";
const WEIGHT = "/admin/systems/finch/values/weight";

async function lead(bench: StaffBench, option: string): Promise<unknown> {
  const result = await bench.json(`/api/recommendation?options=${option}`);
  return at(result, "recommended", "systemId");
}

async function systemIds(bench: StaffBench): Promise<unknown> {
  const list = at(await bench.json("/api/systems"), "systems");
  assert.ok(Array.isArray(list));
  return list.map((system) => at(system, "id"));
}

/** Returns a nested property of a response. */
async function comparedRow(bench: StaffBench, attributeId: string): Promise<unknown> {
  const rows = at(await bench.json("/api/comparison?systems=finch,heron"), "rows");
  assert.ok(Array.isArray(rows));
  return rows.find((row) => at(row, "attributeId") === attributeId);
}

/** Marks every value as written by a sync with this raw value. */
async function synced(db: Kysely<Database>, raw: unknown): Promise<void> {
  await sql`
    update attribute_values set source = 'cms', cms_synced_at = '2026-11-01T08:00:00.123Z',
      cms_raw = ${JSON.stringify(raw)}::text::jsonb`.execute(db);
}

eachEngine(
  "a system is created, changed, retired and restored, which buyers see at once (§2.2, §4.1)",
  async (bench) => {
    assert.deepEqual(await systemIds(bench), ["finch", "heron"]);

    const forged = { retired: "false", values: "[]", created_at: "1970-01-01", source: "cms" };
    const created = await bench.post("/admin/systems/new", { ...NEW, ...forged });
    assert.deepEqual([created.status, created.location], [303, "/admin/systems/kite-9"]);
    const kite = {
      id: "kite-9",
      name: "Kite 9",
      tagline: null,
      description: null,
      budgetTierId: "low",
      position: 7,
      retired: false,
    };
    assert.deepEqual(await systemIds(bench), ["finch", "heron", "kite-9"]);

    const changed = { ...NEW, name: "Kite", description: "It glides." };
    assert.equal((await bench.save("/admin/systems/kite-9", changed)).status, 303);
    const after = { ...kite, name: "Kite", description: "It glides." };
    assert.equal((await bench.post("/admin/systems/kite-9", { intent: "retire" })).status, 303);
    assert.equal((await bench.post("/admin/systems/kite-9", { intent: "retire" })).status, 303);
    assert.deepEqual(await systemIds(bench), ["finch", "heron"]);
    assert.equal((await bench.app.request("/systems/kite-9")).status, 404);
    assert.equal((await bench.post("/admin/systems/kite-9", { intent: "restore" })).status, 303);
    assert.deepEqual(await systemIds(bench), ["finch", "heron", "kite-9"]);

    const retired = { ...after, retired: true };
    const entry = { actor: "editor@example.com", type: "system", id: "kite-9" };
    assert.deepEqual(await bench.entries(), [
      { ...entry, action: "create", before: null, after: kite },
      { ...entry, action: "update", before: kite, after },
      { ...entry, action: "retire", before: after, after: retired },
      { ...entry, action: "restore", before: retired, after },
    ]);
  },
);

eachEngine(
  "the name of a live system is refused beside its field, also when restoring (§2.4)",
  async (bench) => {
    const refusal = /id="name"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="name"/;
    const refused = async (answer: Promise<Answer>) => {
      const { status, text } = await answer;
      assert.equal(status, 400);
      assert.match(text, /The system heron has this name/);
      assert.match(text, refusal);
    };
    const fields = { tagline: "", description: "", budgetTierId: "", position: "9" };
    await refused(bench.post("/admin/systems/new", { id: "crane", name: "Heron", ...fields }));
    await refused(bench.save("/admin/systems/finch", { name: " Heron ", ...fields }));
    assert.equal(
      (await bench.save("/admin/systems/gull", { name: "Heron", ...fields })).status,
      303,
    );
    await refused(bench.post("/admin/systems/gull", { intent: "restore" }));
    assert.equal(
      (await bench.save("/admin/systems/gull", { name: "Gull", ...fields })).status,
      303,
    );
    assert.equal((await bench.post("/admin/systems/gull", { intent: "restore" })).status, 303);
  },
);

eachEngine(
  "values of every type can be edited, and the recommendation changes at once (§2.3, §4.1)",
  async (bench) => {
    await synced(bench.app.services.db, "As the CMS has it");
    assert.equal(await lead(bench, "quiet"), "heron");

    for (
      const [path, attributeId, fields, value] of [
        [STC, "stc", { known: "value", min: "30", max: "50" }, {
          type: "range",
          min: 30,
          max: 50,
          label: null,
        }],
        [MATERIAL, "material", { known: "value", label: ["Steel", "Ash"], "other-0": "Elm" }, {
          type: "enum",
          labels: ["Ash", "Steel", "Elm"],
        }],
        [WEIGHT, "weight", { known: "value", measurement: "99.5", note: "with glass" }, {
          type: "dimension",
          measurement: 99.5,
          note: "with glass",
        }],
        [WEIGHT, "weight", { known: "untested" }, { type: "untested" }],
      ] as const
    ) {
      assert.equal((await bench.save(path, fields)).status, 303, path);
      assert.deepEqual(at(await comparedRow(bench, attributeId), "values", "finch"), value);
      const entry = (await bench.entries()).at(-1);
      assert.deepEqual([entry?.action, entry?.type, entry?.id], [
        "update",
        "attribute-value",
        `finch/${attributeId}`,
      ]);
      assert.deepEqual(entry?.after, {
        systemId: "finch",
        attributeId,
        value,
        source: "manual",
        cmsSyncedAt: "2026-11-01T08:00:00.123Z",
        cmsRaw: "As the CMS has it",
      });
    }
    assert.equal(await lead(bench, "quiet"), "finch", "its sound rating now covers 46");

    assert.equal((await bench.save(STC, { known: "na" })).status, 303);
    assert.equal(await lead(bench, "quiet"), "heron");
    const page = await bench.get("/admin/systems/finch");
    assert.match(page.text, />Override</);
    assert.match(page.text, /As the CMS has it/);
    const heron = await bench.get("/admin/systems/heron");
    assert.match(heron.text, />From the CMS</);
  },
);

const LONG = "x".repeat(700);

/** Invalid fields of a system, and the message beside the field. */
const WRONG_SYSTEMS: readonly [field: string, value: string, message: RegExp][] = [
  ["name", " ", /Enter a name/],
  ["name", LONG, /Use at most 80 characters/],
  ["name", "a\u0000b", /Remove the characters that cannot be printed/],
  ["name", "a\u0007b", /Remove the characters that cannot be printed/],
  ["tagline", LONG, /Use at most 120 characters/],
  ["tagline", "\u0000", /Remove the characters that cannot be printed/],
  ["description", LONG, /Use at most 600 characters/],
  ["budgetTierId", "no-such-tier", /This budget tier no longer exists\. Choose another/],
  ["budgetTierId", "a\u0000", /Choose a tier of the list/],
  ["budgetTierId", "../low", /Choose a tier of the list/],
  ["position", "first", /Enter a whole number from 0 to 9999/],
  ["position", "-1", /Enter a whole number from 0 to 9999/],
  ["position", "1e3", /Enter a whole number from 0 to 9999/],
];

/** Invalid forms of a value, and the field that has the message. */
const WRONG_VALUES: readonly [path: string, fields: Fields, field: string, message: RegExp][] = [
  [STC, {}, "known", /Choose what is known/],
  [STC, { known: "cms" }, "known", /Choose what is known/],
  [STC, { known: "value" }, "min", /Enter a lowest value/],
  [STC, { known: "value", min: "40", max: "30" }, "max", /The highest value is below the lowest/],
  [STC, { known: "value", min: "forty" }, "min", /Enter a number, such as 4\.5/],
  [STC, { known: "value", max: "1e999" }, "max", /Enter a number, such as 4\.5/],
  [STC, { known: "value", min: "1", text: "x" }, "text", /Leave this empty beside a number/],
  [STC, { known: "value", text: LONG }, "text", /Use at most 120 characters/],
  [STC, { known: "value", text: "\u0000" }, "text", /Remove the characters/],
  [MATERIAL, { known: "value" }, "label", /Tick at least one, or enter another/],
  [MATERIAL, { known: "value", "other-1": LONG }, "other-1", /Use at most 80 characters/],
  [MATERIAL, { known: "value", label: "a\u0000" }, "label", /Remove the characters/],
  [MATERIAL, { known: "value", label: "Oak", first: "Steel" }, "first", /Tick it above as well/],
  [WEIGHT, { known: "value", measurement: "" }, "measurement", /Enter a number, such as 4\.5/],
  [WEIGHT, { known: "value", measurement: "1", note: LONG }, "note", /Use at most 120 characters/],
];

const MISSING = [
  "/admin/systems/no-such-system",
  "/admin/systems/%00",
  "/admin/systems/a%2Fb",
  "/admin/systems/%C3%A9",
  "/admin/systems/no-such-system/values/stc",
  "/admin/systems/finch/values/no-such-attribute",
  "/admin/systems/finch/values/old",
  "/admin/systems/finch/values/%00",
];

test("refused forms say why beside the field, and write nothing (§6.2, §7)", async (bench, t) => {
  const step = async (name: string, body: () => Promise<void>) => {
    const before = await bench.traces();
    await t.step(name, body);
    assert.equal(await bench.traces(), before, `${name} writes nothing`);
  };
  for (const [field, value, message] of WRONG_SYSTEMS) {
    const name = `${field} ${JSON.stringify(value.slice(0, 20))}`;
    await step(`a system with ${name}`, async () => {
      for (const path of ["/admin/systems/finch", "/admin/systems/new"]) {
        const fields = path.endsWith("/new") ? { ...NEW, id: "kite" } : FINCH;
        const answer = await bench.save(path, { ...fields, [field]: value });
        assert.equal(answer.status, 400, path);
        assert.match(answer.text, message);
        assert.ok(answer.text.includes(`href="#${field}"`), "the summary leads to the field");
        assert.ok(answer.text.includes(`id="${field}-error"`), "the message is beside the field");
      }
    });
  }
  for (const [path, fields, field, message] of WRONG_VALUES) {
    await step(`a value with ${JSON.stringify(fields).slice(0, 60)}`, async () => {
      const answer = await bench.save(path, fields);
      assert.equal(answer.status, 400);
      assert.match(answer.text, message);
      assert.ok(answer.text.includes(`href="#${field}"`), "the summary leads to the field");
      assert.ok(answer.text.includes(`id="${field}"`), "the field exists");
      assert.ok(answer.text.includes(`id="${field}-error"`), "the message is beside the field");
    });
  }
  for (const path of MISSING) {
    await step(`the missing page ${path}`, async () => {
      assert.equal((await bench.get(path)).status, 404);
      const form = { ...FINCH, known: "na", version: "none" };
      assert.equal((await bench.post(path, form)).status, 404);
      assert.equal((await bench.post(path, { intent: "retire" })).status, 404);
    });
  }
  await step("an unknown action", async () => {
    for (const path of ["/admin/systems/finch", STC]) {
      assert.equal((await bench.post(path, { ...FINCH, intent: "explode" })).status, 400, path);
    }
  });
  await step(
    "a move of a missing system, in an unknown direction, or beyond the first",
    async () => {
      const move = (fields: Fields) => bench.post("/admin/systems", fields);
      assert.equal((await move({ id: "no-such-system", move: "up" })).status, 404);
      assert.equal((await move({ id: "finch", move: "left" })).status, 400);
      assert.equal((await move({ id: "a\u0000", move: "up" })).status, 400);
      assert.equal(
        (await move({ id: "finch", move: "up" })).status,
        303,
        "it is already the first",
      );
    },
  );
  await step("an id that is in use or invalid", async () => {
    for (
      const [fields, message] of [
        [{ ...NEW, id: "finch" }, /“finch” is in use\. Choose another id\./],
        [{ ...NEW, id: "-x" }, /cannot be an id/],
        [{ ...NEW, id: "new" }, /cannot be an id/],
        [{ ...NEW, id: "a\u0000b" }, /cannot be an id/],
        [{ ...NEW, name: "日本" }, /Enter an id/],
      ] as const
    ) {
      const answer = await bench.post("/admin/systems/new", fields);
      assert.equal(answer.status, 400);
      assert.match(answer.text, message);
      assert.ok(answer.text.includes('id="id-error"'));
    }
  });
  await step("an auditor", async () => {
    for (
      const [path, fields] of [
        ["/admin/systems", { id: "heron", move: "up" }],
        ["/admin/systems/new", NEW],
        ["/admin/systems/finch", { intent: "retire" }],
        ["/admin/systems/finch", FINCH],
        [STC, { known: "na", version: "none" }],
        [STC, { intent: "clear" }],
      ] as const
    ) {
      assert.equal((await bench.post(path, fields, "auditor")).status, 403, path);
      assert.equal((await bench.get(path, "auditor")).status, 403, path);
    }
  });
});

test("texts are stored as typed, and escaped on every page (§7)", async (bench) => {
  const form = { ...FINCH, name: HOSTILE, tagline: HOSTILE, description: HOSTILE };
  assert.equal((await bench.save("/admin/systems/finch", form)).status, 303);
  const values = [
    [MATERIAL, { known: "value", "other-0": HOSTILE }],
    [STC, { known: "value", text: HOSTILE }],
    [WEIGHT, { known: "value", measurement: "1", note: HOSTILE }],
  ] as const;
  for (const [path, fields] of values) assert.equal((await bench.save(path, fields)).status, 303);
  await synced(bench.app.services.db, { [HOSTILE]: HOSTILE });

  const system = await bench.app.services.db.selectFrom("systems").selectAll()
    .where("id", "=", "finch").executeTakeFirstOrThrow();
  assert.deepEqual([system.name, system.tagline, system.description], [HOSTILE, HOSTILE, HOSTILE]);
  for (
    const path of [
      "/admin/systems",
      "/admin/systems/finch",
      "/admin/attributes/material",
      ...values.map(([path]) => path),
    ]
  ) {
    const { status, text } = await bench.get(path);
    assert.equal(status, 200);
    assert.ok(
      text.includes("&lt;script>alert(1)") || text.includes("&lt;script&gt;alert(1)"),
      path,
    );
    assert.ok(!text.includes("<script>alert"), path);
  }
});

test("the address alone decides which record is changed, and forged fields are ignored (§5)", async (bench) => {
  const forged = {
    id: "heron",
    systemId: "heron",
    attributeId: "weight",
    retired: "true",
    source: "cms",
    cms_raw: '"forged"',
    cmsRaw: "forged",
  };
  await bench.save("/admin/systems/finch", { ...FINCH, tagline: "Changed", ...forged });
  await bench.save(STC, { known: "untested", ...forged });
  const entries = await bench.entries();
  assert.deepEqual(entries.map(({ id }) => id), ["finch", "finch/stc"]);
  assert.deepEqual(at(entries[0]?.after, "retired"), false);
  assert.deepEqual(entries[1]?.after, {
    systemId: "finch",
    attributeId: "stc",
    value: { type: "untested" },
    source: "manual",
    cmsSyncedAt: null,
    cmsRaw: null,
  });
});

test("the second of two editors gets a conflict that shows both versions (§7)", async (bench) => {
  const seen = await bench.get("/admin/systems/finch");
  const { version } = seen;
  await bench.save("/admin/systems/finch", { ...FINCH, tagline: "Theirs" });
  const before = await bench.traces();
  const late = await bench.post("/admin/systems/finch", { ...FINCH, tagline: "Mine", version });
  assert.equal(late.status, 409);
  assert.match(late.text, /<title>Error: /);
  assert.match(late.text, /while you were editing/);
  assert.match(late.text, />Mine</);
  assert.match(late.text, />Theirs</);
  const none = await bench.post("/admin/systems/finch", { ...FINCH, tagline: "Mine" });
  assert.equal(none.status, 409, "a form without a version");
  assert.equal(await bench.traces(), before);
  const again = { ...FINCH, tagline: "Mine", version: late.version };
  assert.equal((await bench.post("/admin/systems/finch", again)).status, 303);

  const stc = await bench.get(STC);
  await bench.save(STC, { known: "value", min: "1", max: "2" });
  const marked = await bench.traces();
  const mine = { known: "value", min: "3", max: "4", version: stc.version };
  const answer = await bench.post(STC, mine);
  assert.equal(answer.status, 409);
  assert.match(answer.text, />3–4\u00a0STC</);
  assert.match(answer.text, />1–2\u00a0STC</);
  assert.match(answer.text, /name="min"[^>]*value="3"|value="3"[^>]*name="min"/);
  const back = await bench.post(STC, { intent: "clear", version: stc.version });
  assert.equal(back.status, 409);
  assert.match(back.text, /we did not take it back/);
  assert.equal(await bench.traces(), marked);
  assert.equal((await bench.post(STC, { ...mine, version: answer.version })).status, 303);

  const first = { known: "value", measurement: "5", version: "none" };
  assert.equal((await bench.post("/admin/systems/heron/values/weight", first)).status, 303);
  const other = await bench.post("/admin/systems/heron/values/weight", {
    ...first,
    measurement: "6",
  });
  assert.equal(other.status, 409, "another editor gave the first value");
  await bench.post("/admin/systems/heron/values/weight", {
    intent: "clear",
    version: other.version,
  });
  const gone = await bench.post("/admin/systems/heron/values/weight", {
    ...first,
    measurement: "7",
    version: other.version,
  });
  assert.equal(gone.status, 409, "the value was cleared meanwhile");
  assert.match(gone.text, />No value</);
  assert.equal(gone.version, "none");
});

test("a form sent twice makes one change with one entry (§6.2)", async (bench) => {
  const twice = async (path: string, fields: Fields) => {
    const { version } = await bench.get(path);
    for (const _ of [1, 2]) {
      assert.equal((await bench.post(path, { ...fields, version })).status, 303, path);
    }
  };
  await twice("/admin/systems/finch", { ...FINCH, tagline: "Once" });
  await twice(STC, { known: "untested" });
  await twice("/admin/systems/heron/values/weight", { known: "na" });
  await twice(WEIGHT, { intent: "clear" });
  await twice("/admin/systems/new", { ...FINCH, name: "Twice" });
  const other = await bench.post("/admin/systems/new", { ...FINCH, name: "Twice", tagline: "No" });
  assert.equal(other.status, 400);
  assert.match(other.text, /“twice” is in use/);
  assert.deepEqual((await bench.entries()).map(({ action, id }) => `${action} ${id}`), [
    "update finch",
    "update finch/stc",
    "create heron/weight",
    "clear finch/weight",
    "create twice",
  ]);
});

test("“Save and next” goes through all attributes, and overrides no unchanged value (§2.3)", async (bench) => {
  await synced(bench.app.services.db, "raw");
  const next = { intent: "save-next" };
  const first = await bench.save(MATERIAL, { ...next, known: "value", label: ["Oak", "Ash"] });
  assert.deepEqual([first.status, first.location], [303, STC]);
  assert.deepEqual(await bench.entries(), [], "an unchanged value still follows the sync");
  const second = await bench.save(STC, { ...next, known: "untested" });
  assert.equal(second.location, WEIGHT);
  const third = await bench.save(WEIGHT, { ...next, known: "none" });
  assert.equal(
    third.location,
    "/admin/systems/finch/values/lead-time",
    "attributes that are switched off are included",
  );
  const fourth = await bench.save("/admin/systems/finch/values/lead-time", {
    ...next,
    known: "empty",
  });
  assert.equal(fourth.location, "/admin/systems/finch#values");
});

test("the table of values shows every attribute that is not retired (§4.2)", async (bench) => {
  const { text } = await bench.get("/admin/systems/finch");
  for (const name of ["Material", "Sound rating", "Weight", "Lead time"]) {
    assert.ok(text.includes(`>${name}</a>`), name);
  }
  assert.match(text, /Lead time<\/a> <span[^>]*>Switched off</);
  assert.ok(!text.includes("Old figure"));
  assert.match(text, /3 of 3 stated/);
});

test("missing values are copied from another system, and taken back unless they have changed (§2.3, §6.2)", async (bench) => {
  const HERON = "/admin/systems/heron";
  const valuesOf = async () =>
    Object.fromEntries(
      (await valuesOfSystem(bench.app.services.db, "heron")).values()
        .map(({ attributeId, value, source }) => [attributeId, [value, source]] as const),
    );
  await bench.app.services.db.deleteFrom("attribute_values")
    .where("system_id", "=", "heron").where("attribute_id", "=", "stc").execute();
  await bench.app.services.db.insertInto("attribute_values")
    .values({
      system_id: "finch",
      attribute_id: "lead-time",
      value: { type: "empty" },
      source: "manual",
    })
    .execute();
  const former = await valuesOf();
  assert.match((await bench.get(HERON)).text, /Copy missing values from/);
  const refused = await bench.post(HERON, { intent: "copy-values", from: "nobody" });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Choose the system to copy from/);

  const copied = await bench.post(HERON, { intent: "copy-values", from: "finch" });
  assert.match(copied.flash?.text ?? "", /^2 values of Finch were copied/);
  assert.deepEqual(await valuesOf(), {
    ...former,
    stc: [{ type: "range", min: 30, max: 40, label: null }, "manual"],
    weight: [{ type: "dimension", measurement: 120, note: null }, "manual"],
  });
  assert.deepEqual((await bench.entries()).map(({ action }) => action), ["create", "create"]);
  const again = await bench.post(HERON, { intent: "copy-values", from: "finch" });
  assert.match(again.flash?.text ?? "", /no value that is missing here/);

  await bench.save(`${HERON}/values/weight`, { known: "untested" });
  await bench.undo(copied.flash);
  assert.deepEqual(await valuesOf(), { ...former, weight: [{ type: "untested" }, "manual"] });
  assert.equal(
    (await bench.post(HERON, { intent: "copy-values", from: "finch" }, "auditor")).status,
    403,
  );
});

test("the address filters, searches and sorts the list (§4.9)", async (bench) => {
  const rows = async (query: string) => {
    const { status, text } = await bench.get(`/admin/systems${query}`);
    assert.equal(status, 200, query);
    return [...text.matchAll(/<tr\s+id="row-([^"]+)"/g)].map(([, id]) => id).join(" ");
  };
  for (
    const [query, wanted] of [
      ["", "finch heron"],
      ["?status=retired", "gull"],
      ["?status=all", "finch heron gull"],
      ["?status=all&sort=-name", "heron gull finch"],
      ["?sort=tier", "heron finch"],
      ["?sort=-values", "finch heron"],
      ["?sort=values", "heron finch"],
      ["?tier=low", "heron"],
      ["?tier=-&status=all", "gull"],
      ["?tier=no-such-tier", ""],
      ["?q=HERO", "heron"],
      ["?q=%25", ""],
      ["?q=%00&page=99", ""],
      ["?sort=__proto__&page=-1&status=x", "finch heron"],
    ] as const
  ) assert.equal(await rows(query), wanted, query);
  assert.match((await bench.get("/admin/systems?tier=no-such-tier")).text, /No system matches/);
});

test("moving a system changes the order that buyers see (§4.2)", async (bench) => {
  const moved = await bench.post("/admin/systems", { id: "heron", move: "up" });
  assert.deepEqual([moved.status, moved.location], [303, "/admin/systems#row-heron"]);
  assert.deepEqual(await systemIds(bench), ["heron", "finch"]);
  await bench.post("/admin/systems", { id: "heron", move: "down" });
  assert.deepEqual(await systemIds(bench), ["finch", "heron"]);
  const actions = new Set((await bench.entries()).map(({ action, type }) => `${action} ${type}`));
  assert.deepEqual([...actions], ["move system"]);
});
