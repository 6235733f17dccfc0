/** The Undo that the page after a saved change offers (spec §2.3, §4.9). */
import assert from "node:assert/strict";
import { aCatalog, aDraft, aFactor, anAttribute, aRule, aSystem } from "../helpers/factories.ts";
import { startApp } from "../helpers/app.ts";
import { storeAssets } from "../helpers/media.ts";
import { type Fields, type StaffBench, staffTests } from "../helpers/staff.ts";
import { formOfDraft } from "@/lib/catalog/mod.ts";
import type { Flash } from "@/lib/staff/mod.ts";

const CATALOG = aCatalog({
  attributes: [anAttribute("seals", { valueType: "enum" })],
  systems: [
    aSystem("plain", {
      name: "Plain",
      tagline: "As it is",
      values: [{
        attributeId: "seals",
        value: { type: "enum", labels: ["Brush", "Bulb"] },
        source: "manual",
      }],
    }),
    aSystem("bare", { name: "Bare" }),
  ],
  factors: [aFactor("place", ["inside", "outside", "between"])],
  rules: [
    aRule("quiet", {
      conditions: [{ factorId: "place", operator: "any", optionIds: ["inside", "outside"] }],
      outcomes: [{ systemId: "plain", role: "preferred", rank: 1, rationale: "It is enough." }],
    }),
  ],
});

const { test } = staffTests("Undo", CATALOG);

/** Posts the form of a page with its version, and returns the flash. */
async function save(bench: StaffBench, path: string, fields: Fields): Promise<Flash> {
  const { version } = await bench.get(path, "admin");
  return await bench.act(path, { version, ...fields }, "admin");
}

/** Posts the undo form of a flash, and returns the status. */
async function undo(bench: StaffBench, flash: Flash): Promise<number> {
  return (await bench.undo(flash, "admin")).status;
}

function stored({ app }: StaffBench) {
  const { systems, rules } = app.services.catalog.current().catalog;
  return { systems, rules };
}

test("Undo restores every field of a system, and is refused after a later change (§4.9)", async (bench) => {
  const before = stored(bench);
  const flash = await save(bench, "/admin/systems/plain", { name: "Plainer", position: "4" });
  assert.equal(stored(bench).systems.find(({ id }) => id === "plain")?.name, "Plainer");
  const undone = await bench.undo(flash, "admin");
  assert.deepEqual([undone.status, undone.flash?.text], [303, "The change was undone."]);
  assert.deepEqual(stored(bench), before);
  assert.equal(await undo(bench, flash), 303, "a second Undo has no effect");
  const later = await save(bench, "/admin/systems/plain", { name: "Third", position: "4" });
  await save(bench, "/admin/systems/plain", { name: "Fourth", position: "4" });
  assert.equal(await undo(bench, later), 409);
});

test("Undo restores a rule, whose form repeats fields of one name (§4.9)", async (bench) => {
  const before = stored(bench);
  const draft = formOfDraft(aDraft({
    name: "Loud",
    ruleSetId: CATALOG.ruleSets[0]?.id ?? "",
    priority: "7",
    enabled: true,
    conditions: [{ factorId: "place", operator: "none", optionIds: ["between"] }],
    outcomes: [{ systemId: "bare", role: "preferred", rationale: "It is less." }],
  }));
  const fields = Object.fromEntries([...draft.keys()].map((name) => [name, draft.getAll(name)]));
  const flash = await save(bench, "/admin/rules/quiet", fields);
  assert.notDeepEqual(stored(bench).rules, before.rules);
  assert.equal(await undo(bench, flash), 303);
  assert.deepEqual(stored(bench).rules, before.rules);
});

test("Undo moves a record back, and switches one on again (§4.9)", async (bench) => {
  const states = () => {
    const { systems, attributes } = bench.app.services.catalog.current().catalog;
    return [systems.map(({ id }) => id), attributes.map(({ enabled }) => enabled)];
  };
  const before = states();
  for (
    const [path, fields] of [
      ["/admin/systems", { id: "bare", move: "down" }],
      ["/admin/attributes", { id: "seals", enabled: "off" }],
    ] as const
  ) {
    const flash = await bench.act(path, fields, "admin");
    assert.notDeepEqual(states(), before, path);
    assert.equal(await undo(bench, flash), 303);
    assert.deepEqual(states(), before, path);
  }
});

test("a form that met a conflict can be saved over what the other person saved (§7)", async (bench) => {
  const path = "/admin/systems/bare";
  const { version } = await bench.get(path, "admin");
  await save(bench, path, { name: "Theirs", position: "1" });
  const mine = { name: "Mine", position: "1" };
  const met = await bench.post(path, { version, ...mine }, "admin");
  assert.equal(met.status, 409);
  assert.equal((await bench.post(path, { version: met.version, ...mine }, "admin")).status, 303);
});

test("Undo restores an attribute value that was changed, first given, or cleared (§2.3)", async (bench) => {
  const values = () => stored(bench).systems.map(({ id, values }) => ({ id, values }));
  const first = values();
  for (
    const [system, fields] of [
      ["plain", { known: "value", label: "Brush" }],
      ["bare", { known: "value", label: "Bulb" }],
      ["plain", { intent: "clear" }],
    ] as const
  ) {
    const flash = await save(bench, `/admin/systems/${system}/values/seals`, fields);
    assert.notDeepEqual(values(), first);
    assert.equal(await undo(bench, flash), 303);
    assert.deepEqual(values(), first);
  }
});

test("a record can be restored to what it was before any entry of the audit log (§6.2)", async (bench) => {
  const path = "/admin/systems/bare";
  await save(bench, path, { name: "Bare", tagline: "First words", position: "1" });
  await save(bench, path, { name: "Bare", tagline: "Second words", position: "1" });
  await save(bench, path, { name: "Bare", tagline: "Third words", position: "1" });
  const log = (await bench.get("/admin/audit?type=system&id=bare", "admin")).text;
  const [, second] = [...log.matchAll(/href="(\/admin\/audit\/\d+)"/g)].map(([, href]) => href);
  const entry = (await bench.get(second ?? "", "admin")).text;
  const [, href = ""] = /href="([^"]+)"[^>]*>Restore what was before/.exec(entry) ?? [];
  const former = await bench.get(href, "admin");
  assert.match(former.text, /value="First words"/);
  assert.match(former.text, /data-unsaved/, "leaving the page asks first");
  assert.equal(stored(bench).systems.find(({ id }) => id === "bare")?.tagline, "Third words");
  await bench.act(path, {
    version: former.version,
    name: "Bare",
    tagline: "First words",
    position: "1",
  }, "admin");
  const { db } = bench.app.services;
  const { seq } = await db.insertInto("audit_log").values({
    actor: "admin@example.com",
    action: "update",
    entity_type: "system",
    entity_id: "bare",
    before: { id: "bare", title: "Of old" },
  }).returning("seq").executeTakeFirstOrThrow();
  const old = await bench.get(`${path}?before=${seq}`, "admin");
  assert.match(old.text, /had other fields before .*entry \d+/s);
  assert.match(old.text, /value="First words"/, "as it is now");
  assert.equal((await bench.get(href, "editor")).status, 403, "it reads the audit log");

  const [quiet] = stored(bench).rules;
  const option = { id: "inside", factorId: "place", label: "In", description: null, position: 1 };
  const nested = [
    ["rule", "quiet", "/admin/rules/quiet", { ...quiet, conditions: [{ options: ["inside"] }] }],
    ["rule", "quiet", "/admin/rules/quiet", { ...quiet, outcomes: ["plain"] }],
    ["option", "inside", "/admin/factors/place/options/inside", {
      ...option,
      retired: false,
      requirements: [{ attribute: "seals", labels: ["Brush"] }],
    }],
  ] as const;
  for (const [entity_type, entity_id, path, before] of nested) {
    const { seq } = await db.insertInto("audit_log")
      .values({ actor: "admin@example.com", action: "update", entity_type, entity_id, before })
      .returning("seq").executeTakeFirstOrThrow();
    const page = await bench.get(`${path}?before=${seq}`, "admin");
    assert.equal(page.status, 200, path);
    assert.match(page.text, /had other fields before .*entry \d+/s);
  }
  for (const other of [href.replace("bare", "plain"), `${path}?before=0`, `${path}?before=x`]) {
    assert.equal((await bench.get(other, "admin")).status, 404, other);
  }
});

test("Undo takes back a record that was just created: it is deleted, or retired (§4.9)", async (bench) => {
  const made = [
    ["/admin/systems/new", { name: "Made", position: "9", draft: "on" }],
    ["/admin/attributes/new", { name: "Made", group: "Size", valueType: "enum", position: "9" }],
    ["/admin/tiers/new", { label: "  Made  tier ", description: "Of all.", ordinal: "9" }],
    ["/admin/tracks/new", { name: "Made", description: "All", ruleSetId: "main", position: "9" }],
    ["/admin/scenarios/new", { name: "Made", options: ["outside", "inside"], expected: "" }],
    ["/admin/cms/systems/new", { system_id: "plain", cms_term_name: "  Made  " }],
    ["/admin/categories/new", {
      name: "Made",
      axis: "application",
      optionIds: ["outside", "inside"],
      position: "9",
    }],
    ["/admin/users/new", { email: "Made@Example.com", role: "editor" }],
  ] as const;
  for (const [path, fields] of made) {
    const { status, flash, text } = await bench.post(path, fields, "admin");
    assert.equal(status, 303, `${path}: ${/Nothing was saved.{0,400}/s.exec(text)?.[0]}`);
    assert.ok(flash?.undo, `${path} offers Undo`);
    const undone = await bench.undo(flash, "admin");
    assert.equal(undone.status, 303, `${path} is taken back`);
    assert.match(undone.flash?.text ?? "", /was deleted|was retired|no longer has access/, path);
  }
});

test("Undo restores a page, a gallery and a role (§4.9)", async (bench) => {
  const { db } = bench.app.services;
  await storeAssets(db, [{ id: "one" }, { id: "two" }]);
  await bench.act("/admin/users/new", { email: "ann@example.com", role: "editor" }, "admin");
  await save(bench, "/admin/systems/plain/gallery", { assetIds: ["two", "one"] });
  const stored = () =>
    Promise.all([
      db.selectFrom("pages").select(["id", "texts"]).execute(),
      db.selectFrom("media_links").selectAll().orderBy("position").execute(),
      db.selectFrom("system_galleries").select("display_mode").execute(),
      db.selectFrom("admin_users").select(["email", "role"]).orderBy("email").execute(),
    ]);
  const before = await stored();
  for (
    const [path, fields] of [
      ["/admin/pages/home", {
        "text-headline": "Another",
        "text-lead": "Another",
        "slot-hero": "one",
      }],
      ["/admin/systems/plain/gallery", {
        displayMode: "slideshow",
        assetIds: "one",
        "assetIds-primary": "one",
      }],
      ["/admin/users/ann@example.com", { role: "auditor" }],
    ] as const
  ) {
    const flash = await save(bench, path, fields);
    assert.notDeepEqual(await stored(), before, path);
    assert.equal(await undo(bench, flash), 303, path);
    assert.deepEqual(await stored(), before, path);
    const later = await save(bench, path, fields);
    assert.equal(await undo(bench, later), 303, path);
    assert.equal(await undo(bench, flash), 303, `${path}: a second Undo has no effect`);
  }
});

test("an action on an id that cannot exist answers like one on a missing id (§5)", async (bench) => {
  for (
    const [path, intent, field] of [
      ["/admin/media", "take-back", "request"],
      ["/admin/media/review", "take-back", "request"],
      ["/admin/cms/overrides", "undo", "request"],
      ["/admin/assistant", "close", "gap"],
      ["/admin/assistant", "reopen", "gap"],
      ["/admin/crm", "unmap", "session_field"],
      ["/admin/privacy", "erase", "plan_hash"],
    ] as const
  ) {
    const statusOf = async (id: string) =>
      (await bench.post(path, { contact_id: "7", intent, [field]: id }, "admin")).status;
    const absent = await statusOf("nothing");
    assert.ok(absent < 500, `${path} ${intent}`);
    assert.equal(await statusOf("no\0thing"), absent, `${path} ${intent}`);
  }
});

Deno.test("a locked admin area names the variable that opens it in development only (§5)", async () => {
  await using app = await startApp({ environment: { SEED: "none" } });
  const response = await app.request("/admin");
  assert.equal(response.status, 401);
  assert.match(await response.text(), /ADMIN_DEV_BYPASS=true/);
  await using other = await startApp({ environment: { SEED: "none", DENO_ENV: "test" } });
  const closed = await other.request("/admin");
  assert.equal(closed.status, 401);
  assert.doesNotMatch(await closed.text(), /ADMIN_DEV_BYPASS/);
});
