/** The staff screens of attributes and budget tiers (spec §2.2, §4.1). */
import assert from "node:assert/strict";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { at, type Fields, type StaffBench, staffTests } from "../helpers/staff.ts";

const { test } = staffTests("attributes and tiers are edited", smallCatalog());

const STC = "/admin/attributes/stc";
const FORM = {
  name: "Sound rating",
  group: "Performance",
  description: "",
  valueType: "range",
  unit: "STC",
  position: "2",
};
const HOSTILE = `<b>=1+1</b>"'&`;
const LONG = "x".repeat(400);

async function lead(bench: StaffBench): Promise<unknown> {
  return at(await bench.json("/api/recommendation?options=quiet"), "recommended", "systemId");
}

/** Returns the ids of the attributes in the comparison, in its order. */
async function compared(bench: StaffBench): Promise<string> {
  const rows = at(await bench.json("/api/comparison?systems=finch,heron"), "rows");
  assert.ok(Array.isArray(rows));
  return rows.map((row) => at(row, "attributeId")).join(" ");
}

async function rows(bench: StaffBench, path: string): Promise<string> {
  const { status, text } = await bench.get(path);
  assert.equal(status, 200, path);
  return [...text.matchAll(/<tr\s+id="row-([^"]+)"/g)].map(([, id]) => id).join(" ");
}

test(
  "switching an attribute off removes it from matching and comparison at once (§4.1, §4.2)",
  async (bench) => {
    const before = smallCatalog().attributes.find(({ id }) => id === "stc");
    assert.equal(await lead(bench), "heron");
    assert.equal(await compared(bench), "material stc weight");

    const off = await bench.post("/admin/attributes", { id: "stc", enabled: "off" });
    assert.deepEqual([off.status, off.location], [303, "/admin/attributes#row-stc"]);
    assert.equal(
      await lead(bench),
      "finch",
      "the requirement on the sound rating no longer applies",
    );
    assert.equal(await compared(bench), "material weight");
    const again = await bench.post("/admin/attributes", { id: "stc", enabled: "off" });
    assert.equal(again.status, 303, "the same form twice");

    const back = { id: "stc", enabled: "true", back: "record" };
    assert.equal((await bench.post("/admin/attributes", back)).location, STC);
    assert.equal(await lead(bench), "heron");

    assert.match((await bench.get(STC)).text, /options no longer ask for it/);
    await bench.post(STC, { intent: "retire" });
    assert.equal(await lead(bench), "finch");
    assert.equal((await bench.get("/admin/systems/finch/values/stc")).status, 404);
    await bench.post(STC, { intent: "restore" });
    assert.equal(await lead(bench), "heron");

    const entry = { actor: "editor@example.com", type: "attribute", id: "stc" };
    assert.deepEqual(await bench.entries(), [
      { ...entry, action: "disable", before, after: { ...before, enabled: false } },
      { ...entry, action: "enable", before: { ...before, enabled: false }, after: before },
      { ...entry, action: "retire", before, after: { ...before, retired: true } },
      { ...entry, action: "restore", before: { ...before, retired: true }, after: before },
    ]);
  },
);

test("a new attribute takes values and is compared at its position (§2.2)", async (bench) => {
  const created = await bench.post("/admin/attributes/new", {
    ...FORM,
    name: "Panel height",
    valueType: "dimension",
    unit: "in",
    position: "2",
    enabled: "false",
    retired: "true",
  });
  assert.deepEqual([created.status, created.location], [303, "/admin/attributes/panel-height"]);
  assert.deepEqual((await bench.entries())[0]?.after, {
    id: "panel-height",
    name: "Panel height",
    group: "Performance",
    description: null,
    valueType: "dimension",
    unit: "in",
    position: 2,
    enabled: true,
    retired: false,
  });
  assert.equal(
    await compared(bench),
    "material panel-height stc weight",
    "equal positions are ordered by id",
  );
  const value = { known: "value", measurement: "96" };
  await bench.save("/admin/systems/heron/values/panel-height", value);
  const page = await bench.get("/admin/attributes/panel-height");
  assert.match(page.text, /96\u00a0in/);
  assert.match(page.text, /1 of 2 stated/);
});

test("an attribute's page names the options that require it (§4.1)", async (bench) => {
  const asked = await bench.get(STC);
  assert.match(asked.text, /and in comparisons\. 1 option asks for it\./);
  assert.match(asked.text, /1 option\s+will no longer ask for it/);
  assert.match(asked.text, /<li[^>]*>Noise: Quiet<\/li>/);
  const unasked = await bench.get("/admin/attributes/weight");
  assert.match(unasked.text, /No option asks for it\./);
  assert.match(unasked.text, /role="switch"[^>]*aria-checked="true"/);
});

test("the address filters and sorts the list of attributes, and actions return to it (§4.9)", async (bench) => {
  for (
    const [query, wanted] of [
      ["", "material stc weight lead-time"],
      ["?status=live", "material stc weight"],
      ["?status=off", "lead-time"],
      ["?status=retired", "old"],
      ["?group=Performance", "stc"],
      ["?group=%00", ""],
      ["?q=sound", "stc"],
      ["?sort=-values", "material stc weight lead-time"],
      ["?sort=-name", "weight stc material lead-time"],
      ["?sort=__proto__", "material stc weight lead-time"],
    ] as const
  ) assert.equal(await rows(bench, `/admin/attributes${query}`), wanted, query);
  const off = await bench.post("/admin/attributes?q=sound&junk=1", { id: "stc", enabled: "off" });
  assert.equal(off.location, "/admin/attributes?q=sound#row-stc", "back to the same list");
  await bench.post("/admin/attributes", { id: "weight", move: "up" });
  assert.equal(await rows(bench, "/admin/attributes"), "material weight stc lead-time");
});

const WRONG: readonly [field: string, value: string, message: RegExp][] = [
  ["name", "", /Enter a name/],
  ["name", LONG, /Use at most 80 characters/],
  ["name", "a\u0000", /Remove the characters that cannot be printed/],
  ["group", " ", /Enter a group/],
  ["group", LONG, /Use at most 60 characters/],
  ["group", "\u0000", /Remove the characters/],
  ["description", LONG, /Use at most 300 characters/],
  ["unit", LONG, /Use at most 20 characters/],
  ["unit", "\u0007", /Remove the characters/],
  ["valueType", "text", /Choose a type from the list/],
  ["valueType", "\u0000", /Choose a type from the list/],
  ["valueType", "enum", /The type of value stays as it is while there are values of this type/],
  ["position", "1.5", /Enter a whole number from 0 to 9999/],
];

test(
  "an invalid field of an attribute has a message beside it, and nothing is written (§6.2, §7)",
  async (bench, context) => {
    const before = await bench.traces();
    for (const [field, value, message] of WRONG) {
      await context.step(`${field} ${JSON.stringify(value.slice(0, 20))}`, async () => {
        const answer = await bench.save(STC, { ...FORM, [field]: value });
        assert.equal(answer.status, 400);
        assert.match(answer.text, message);
        assert.ok(answer.text.includes(`id="${field}-error"`));
      });
    }
    await context.step(
      "a refused change of type names the systems and options in its way",
      async () => {
        const { text } = await bench.save(STC, { ...FORM, valueType: "dimension" });
        assert.match(text, /“Finch”, “Heron”; and options that ask for one: “Quiet”/);
      },
    );
    await context.step("missing records and invalid actions", async () => {
      for (const path of ["/admin/attributes/none", "/admin/attributes/%00"]) {
        assert.equal((await bench.get(path)).status, 404, path);
        assert.equal((await bench.post(path, FORM)).status, 404, path);
      }
      const act = (fields: Fields) => bench.post("/admin/attributes", fields);
      assert.equal((await act({ id: "none", enabled: "on" })).status, 404);
      assert.equal((await act({ id: "stc", enabled: "maybe" })).status, 400);
      assert.equal((await act({ id: "stc" })).status, 400);
      assert.equal((await act({ id: "stc", enabled: "off", back: "//evil.example" })).status, 400);
      assert.equal((await act({ id: "\u0000", enabled: "off" })).status, 400);
    });
    await context.step("an auditor", async () => {
      for (const path of ["/admin/attributes", "/admin/attributes/new", STC]) {
        const form = { ...FORM, id: "stc", enabled: "off", intent: "save" };
        assert.equal((await bench.post(path, form, "auditor")).status, 403, path);
        assert.equal((await bench.get(path, "auditor")).status, 403, path);
      }
    });
    assert.equal(await bench.traces(), before);
  },
);

test("an attribute's form is idempotent, ignores forged fields, and refuses a stale version (§6.2, §7)", async (bench) => {
  const { version } = await bench.get(STC);
  const theirs = { ...FORM, name: HOSTILE, id: "weight", enabled: "false", version };
  assert.equal((await bench.post(STC, theirs)).status, 303);
  assert.equal((await bench.post(STC, theirs)).status, 303);
  const before = await bench.traces();
  const late = await bench.post(STC, { ...FORM, name: "Mine", version });
  assert.equal(late.status, 409);
  assert.match(late.text, />Mine</);
  assert.ok(late.text.includes("&lt;b>=1+1") || late.text.includes("&lt;b&gt;=1+1"));
  assert.ok(!late.text.includes("<b>=1+1"));
  assert.equal(await bench.traces(), before);
  const entries = await bench.entries();
  assert.deepEqual(
    entries.map(({ action, id, after }) => [action, id, at(after, "name"), at(after, "enabled")]),
    [["update", "stc", HOSTILE, true]],
  );
});

test("budget tiers swap places, and a tier in use cannot be deleted (§2.2)", async (bench) => {
  const alternatives = async () =>
    at(await bench.json("/api/recommendation?options=loud"), "alternatives", "0", "systemId");
  assert.equal(await alternatives(), "heron", "Heron is cheaper than Finch");
  const moved = await bench.post("/admin/tiers", { id: "high", move: "up" });
  assert.deepEqual([moved.status, moved.location], [303, "/admin/tiers#row-high"]);
  assert.equal(await rows(bench, "/admin/tiers"), "high low");
  assert.equal(await alternatives(), undefined, "Heron is now more expensive");
  assert.deepEqual((await bench.entries()).map(({ action, type }) => `${action} ${type}`), [
    "move tier",
    "move tier",
  ]);

  const before = await bench.traces();
  const page = await bench.get("/admin/tiers/low");
  assert.match(page.text, /cannot be deleted while 1 record refers\s+to it/);
  const refused = await bench.save("/admin/tiers/low", { intent: "delete" });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /A system has this tier\. Give that system another tier first/);
  const taken = await bench.save("/admin/tiers/low", {
    label: "Low",
    description: "The first step",
    ordinal: "1",
  });
  assert.equal(taken.status, 400);
  assert.match(taken.text, /Another tier has this step of the ladder/);
  assert.equal((await bench.post("/admin/tiers", { id: "none", move: "up" })).status, 404);
  assert.equal(await bench.traces(), before);

  await bench.post("/admin/tiers/new", { label: "Middle", description: "Between", ordinal: "9" });
  const { version } = await bench.get("/admin/tiers/middle");
  await bench.post("/admin/tiers", { id: "middle", move: "up" });
  const since = await bench.traces();
  for (const seen of [{ version }, {}]) {
    const late = await bench.post("/admin/tiers/middle", { intent: "delete", ...seen });
    assert.equal(late.status, 409, "somebody has moved it since");
    assert.match(late.text, /Someone changed this after you opened it\. Check it again/);
    assert.match(late.text, /name="ordinal"[^>]* value="2"/, "the form shows the current ordinal");
  }
  assert.equal(await bench.traces(), since);
  const gone = await bench.save("/admin/tiers/middle", { intent: "delete" });
  assert.deepEqual([gone.status, gone.location], [303, "/admin/tiers"]);
  assert.equal(await rows(bench, "/admin/tiers"), "high low");
});
