/** The Undo that the page after a saved change offers (spec §2.3, §4.9). */
import assert from "node:assert/strict";
import { aCatalog, aDraft, aFactor, anAttribute, aRule, aSystem } from "../helpers/factories.ts";
import { keptFlash } from "../helpers/flash.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { storeAssets } from "../helpers/media.ts";
import { versionOf } from "../helpers/staff.ts";
import { formOfDraft, seedCatalog } from "@/lib/catalog/mod.ts";

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

type Form = Record<string, string> | URLSearchParams;

async function save(app: TestApp, path: string, form: Form): Promise<Record<string, unknown>> {
  const page = await (await app.request(path)).text();
  const body = new URLSearchParams(form);
  body.set("version", versionOf(page));
  const response = await app.request(path, { method: "POST", body });
  assert.equal(response.status, 303, (await response.clone().text()).slice(0, 1500));
  return await keptFlash(app.services.kv, response);
}

/** Posts the form of a flash's Undo, as the page does. */
async function undo(app: TestApp, flash: Record<string, unknown>): Promise<number> {
  const { action, fields } = Object(flash.undo);
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(Object(fields))) {
    for (const value of [values].flat()) body.append(name, String(value));
  }
  const response = await app.request(action, { method: "POST", body });
  await response.body?.cancel();
  return response.status;
}

Deno.test("Undo restores every field of a record, and is refused after a later change (§4.9)", async (t) => {
  await using app = await startApp({
    environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
  });
  await seedCatalog(app.services.database, CATALOG);
  await app.services.catalog.refresh();
  const stored = () => {
    const { systems, rules } = app.services.catalog.current().catalog;
    return { systems, rules };
  };
  const before = stored();

  await t.step("a system", async () => {
    const flash = await save(app, "/admin/systems/plain", { name: "Plainer", position: "4" });
    assert.equal(stored().systems.find(({ id }) => id === "plain")?.name, "Plainer");
    assert.equal(await undo(app, flash), 303);
    assert.deepEqual(stored(), before);
    assert.equal(await undo(app, flash), 303, "a second Undo has no effect");
    const later = await save(app, "/admin/systems/plain", { name: "Third", position: "4" });
    await save(app, "/admin/systems/plain", { name: "Fourth", position: "4" });
    assert.equal(await undo(app, later), 409);
    await save(app, "/admin/systems/plain", {
      name: "Plain",
      tagline: "As it is",
      budgetTierId: before.systems[0]?.budgetTierId ?? "",
      position: String(before.systems[0]?.position),
    });
  });

  await t.step("a rule, whose form repeats fields of one name", async () => {
    const flash = await save(
      app,
      "/admin/rules/quiet",
      formOfDraft(aDraft({
        name: "Loud",
        ruleSetId: CATALOG.ruleSets[0]?.id ?? "",
        priority: "7",
        enabled: true,
        conditions: [{ factorId: "place", operator: "none", optionIds: ["between"] }],
        outcomes: [{ systemId: "bare", role: "preferred", rationale: "It is less." }],
      })),
    );
    assert.notDeepEqual(stored().rules, before.rules);
    assert.equal(await undo(app, flash), 303);
    assert.deepEqual(stored().rules, before.rules);
  });

  await t.step("an attribute value that was changed, first given, or cleared", async () => {
    const values = () => stored().systems.map(({ id, values }) => ({ id, values }));
    const first = values();
    const changed = await save(app, "/admin/systems/plain/values/seals", {
      known: "value",
      label: "Brush",
    });
    assert.notDeepEqual(values(), first);
    assert.equal(await undo(app, changed), 303);
    assert.deepEqual(values(), first);
    const given = await save(app, "/admin/systems/bare/values/seals", {
      known: "value",
      label: "Bulb",
    });
    assert.notDeepEqual(values(), first);
    assert.equal(await undo(app, given), 303);
    assert.deepEqual(values(), first);
    const cleared = await save(app, "/admin/systems/plain/values/seals", { intent: "clear" });
    assert.notDeepEqual(values(), first);
    assert.equal(await undo(app, cleared), 303);
    assert.deepEqual(values(), first);
  });
});

Deno.test("Undo restores a page, a gallery and a role (§4.9)", async (t) => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" } });
  const { db, catalog, database } = app.services;
  await seedCatalog(database, CATALOG);
  await catalog.refresh();
  await storeAssets(db, [{ id: "one" }, { id: "two" }]);
  const body = new URLSearchParams({ email: "ann@example.com", role: "editor" });
  assert.equal((await app.request("/admin/users/new", { method: "POST", body })).status, 303);
  const filled = new URLSearchParams([["assetIds", "two"], ["assetIds", "one"]]);
  await save(app, "/admin/systems/plain/gallery", filled);
  const stored = () =>
    Promise.all([
      db.selectFrom("pages").select(["id", "texts"]).execute(),
      db.selectFrom("media_links").selectAll().orderBy("position").execute(),
      db.selectFrom("system_galleries").select("display_mode").execute(),
      db.selectFrom("admin_users").select(["email", "role"]).execute(),
    ]);
  const before = await stored();
  for (
    const [path, form] of [
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
    ] as [string, Record<string, string>][]
  ) {
    await t.step(path, async () => {
      const flash = await save(app, path, form);
      assert.notDeepEqual(await stored(), before);
      assert.equal(await undo(app, flash), 303);
      assert.deepEqual(await stored(), before);
      const later = await save(app, path, form);
      assert.equal(await undo(app, later), 303);
      assert.equal(await undo(app, flash), 303, "a second Undo has no effect");
    });
  }
});

Deno.test("an action on an id that cannot exist answers like one on a missing id (§5)", async () => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" } });
  const answer = async (path: string, fields: Record<string, string>) => {
    const response = await app.request(path, {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    await response.body?.cancel();
    return response.status;
  };
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
    const whose = { contact_id: "7" };
    const absent = await answer(path, { ...whose, intent, [field]: "nothing" });
    assert.ok(absent < 500, `${path} ${intent}`);
    assert.equal(
      await answer(path, { ...whose, intent, [field]: "no\0thing" }),
      absent,
      `${path} ${intent}`,
    );
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
