/** Draft systems: staff see them, buyers see them nowhere (spec §2.2, §4.2). */
import assert from "node:assert/strict";
import { retrieve } from "@/lib/corpus/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { storeItem } from "../helpers/corpus.ts";
import { postForm, saveForm } from "../helpers/staff.ts";

const ANSWERS = "track=home&options=counter-window,between-rooms";

/** The public pages and endpoints that could name a system. */
const SURFACES = [
  "/",
  "/select?track=home",
  `/results?${ANSWERS}`,
  "/systems",
  "/systems/zephyr",
  "/compare?systems=zephyr,heron-lite",
  "/projects",
  "/advisor",
  "/sitemap.xml",
  "/api/systems",
  "/api/systems/zephyr",
  "/api/comparison?systems=zephyr,heron-lite",
  `/api/recommendation?${ANSWERS}`,
  `/api/recommendation?${ANSWERS}&explain=1`,
];

/** Returns those of {@linkcode SURFACES} that name the draft. */
async function named(app: TestApp): Promise<string[]> {
  const found = [];
  for (const path of SURFACES) {
    const response = await app.request(path);
    const text = await response.text();
    // Links that carry the choice on repeat the address of the request.
    const shown = text.replaceAll(/systems=[\w%,-]*|href="[^"]*"|\/systems\/zephyr/g, "");
    if (/zephyr/i.test(shown)) found.push(path);
  }
  return found;
}

Deno.test("buyers see a draft nowhere until it is published, nor after it is a draft again (§2.2)", async () => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true" } });
  const { db, catalog } = app.services;
  const form = {
    name: "Zephyr",
    id: "zephyr",
    tagline: "Zephyrs through",
    budgetTierId: "",
    position: "0",
  };
  await postForm(app, "/admin/systems/new", { ...form, draft: "on" });
  await db.insertInto("rules").values({
    id: "airy-first",
    rule_set_id: "residential",
    name: "Airy first",
    priority: 1,
    enabled: true,
  }).execute();
  await db.insertInto("rule_conditions").values({
    rule_id: "airy-first",
    position: 1,
    factor_id: "opening",
    operator: "any",
  }).execute();
  await db.insertInto("rule_condition_options").values({
    rule_id: "airy-first",
    position: 1,
    factor_id: "opening",
    option_id: "counter-window",
  }).execute();
  await db.insertInto("rule_outcomes").values({
    rule_id: "airy-first",
    system_id: "zephyr",
    role: "preferred",
    rank: 1,
    rationale: "It moves like air.",
  }).execute();
  // Otherwise the system would be dropped for the values that it does not state, draft or not.
  await db.deleteFrom("option_requirements")
    .where("option_id", "in", ["counter-window", "between-rooms"]).execute();
  await storeItem(db, "zephyr-sheet", {
    systemIds: ["zephyr"],
    texts: ["The zephyrine wall is quiet: it keeps 61 decibels out."],
  });
  await catalog.refresh();

  assert.deepEqual(await named(app), []);
  const shown = await (await app.request(`/api/recommendation?${ANSWERS}`)).json();
  assert.equal(shown.recommended.systemId, "heron-counter");
  assert.equal((await app.request("/systems/zephyr")).status, 404);
  assert.equal((await app.request("/api/systems/zephyr")).status, 404);
  // The assistant answers from these passages.
  assert.deepEqual(await retrieve(db, { text: "zephyrine", limit: 6 }), []);

  const list = await (await app.request("/admin/systems?status=draft")).text();
  assert.match(list, /Zephyr<\/a>/);
  assert.match(list, />Draft</);
  const rules = await (await app.request("/admin/rules/airy-first")).text();
  assert.match(rules, /Zephyr is a draft and is not recommended/);
  for (const path of ["/admin/rules/airy-first", "/admin/search?q=zephyr"]) {
    const page = await (await app.request(path)).text();
    assert.match(page, />Draft</, path);
    assert.doesNotMatch(page, />Retired</, path);
  }
  const editor = await (await app.request("/admin/rules/new")).text();
  assert.match(editor, />Zephyr · draft<\/option>/, "a rule can be made before the system");
  const gallery = await (await app.request("/admin/systems/zephyr/gallery")).text();
  assert.doesNotMatch(gallery, /href="\/systems\/zephyr"/, "buyers have no such page");

  const path = "/admin/systems/zephyr";
  await saveForm(app, path, form);
  const live = await named(app);
  for (const path of ["/systems", "/api/systems", `/api/recommendation?${ANSWERS}`]) {
    assert.ok(live.includes(path), `${path} of ${live}`);
  }
  assert.equal((await retrieve(db, { text: "zephyrine", limit: 6 })).length, 1);

  await saveForm(app, path, { ...form, draft: "on" });
  assert.deepEqual(await named(app), []);
});
