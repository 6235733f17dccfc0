/** The screen of the privacy settings (spec §4.1, §4.9). */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type StaffBench, staffTests } from "../helpers/staff.ts";

const PRIVACY = "/admin/privacy";
const NEAR = { near_projects: "true" };

const tests = staffTests("privacy", smallCatalog());

async function startOver({ app: { services } }: StaffBench): Promise<void> {
  await sql`update app_settings set settings = '{}'`.execute(services.db);
  await services.privacy.refresh();
}

function isNear({ app: { services } }: StaffBench): boolean {
  return services.privacy.current().near_projects;
}

tests.test("projects by distance are off by default, and the setting takes effect at once (§4.1)", async (bench) => {
  await startOver(bench);
  const { text, status } = await bench.get(PRIVACY);
  assert.equal(status, 200);
  assert.match(
    text,
    /<input[^>]*type="checkbox"[^>]*name="near_projects"|name="near_projects"[^>]*type="checkbox"/,
  );
  assert.match(text, /<label[^>]*for="near_projects"|<label[^>]*>.*near_projects/s);
  assert.equal(isNear(bench), false);
  const saved = await bench.save(PRIVACY, NEAR);
  assert.deepEqual([saved.status, saved.location], [303, PRIVACY]);
  assert.equal(isNear(bench), true);
  assert.match((await bench.get(PRIVACY)).text, /<input[^>]*checked[^>]*>/);
  const [entry, ...others] = await bench.entries();
  assert.deepEqual(entry, {
    actor: "editor@example.com",
    action: "update",
    type: "privacy",
    id: "privacy",
    before: { near_projects: false },
    after: { near_projects: true },
  });
  assert.deepEqual(others, []);
  assert.equal((await bench.save(PRIVACY, {})).status, 303);
  assert.equal(isNear(bench), false);
});

tests.test("the second of two editors gets a conflict", async (bench) => {
  await startOver(bench);
  const { version } = await bench.get(PRIVACY);
  await bench.save(PRIVACY, NEAR);
  const again = await bench.post(PRIVACY, { version: "stale" });
  assert.equal(again.status, 409);
  assert.match(again.text, /saved this while you were editing/);
  assert.equal(isNear(bench), true);
  const same = await bench.post(PRIVACY, { version, ...NEAR });
  assert.equal(same.status, 303);
  assert.equal((await bench.entries()).length, 1);
});

tests.test("the defaults apply when the stored row is missing or invalid", async (bench) => {
  const { db } = bench.app.services;
  for (
    const write of [
      sql`delete from app_settings`,
      sql`insert into app_settings (id, settings) values ('privacy', '{"near_projects": "yes"}')`,
    ]
  ) {
    await write.execute(db);
    await bench.app.services.privacy.refresh();
    assert.equal(isNear(bench), false);
    assert.equal((await bench.get(PRIVACY)).status, 200);
  }
  await sql`delete from app_settings`.execute(db);
  assert.equal((await bench.save(PRIVACY, NEAR)).status, 303);
  assert.equal(isNear(bench), true);
});

tests.test("the screen requires edit_data, and refuses unknown actions", async (bench) => {
  await startOver(bench);
  assert.equal((await bench.get(PRIVACY, "auditor")).status, 403);
  assert.equal((await bench.post(PRIVACY, NEAR, "auditor")).status, 403);
  assert.equal((await bench.post(PRIVACY, { ...NEAR, intent: "erase" })).status, 400);
  assert.equal((await bench.get(`${PRIVACY}/new`)).status, 404);
  assert.equal((await bench.get(`${PRIVACY}/privacy`)).status, 404);
  assert.equal(isNear(bench), false);
  assert.deepEqual(await bench.entries(), []);
});

tests.test("while the session store fails, the settings stay editable, and the preview says so (§4.9)", async (bench) => {
  await startOver(bench);
  const { kv } = bench.app.services;
  const { list } = kv;
  const broken = () => Promise.reject(new Error("database disk image is malformed"));
  Object.assign(kv, {
    list: (...selection: Parameters<typeof list>) =>
      Object.assign(list.apply(kv, selection), { next: broken }),
  });
  try {
    const { status, text } = await bench.get(PRIVACY);
    assert.equal(status, 200);
    assert.match(text, /name="near_projects"/);
    assert.match(text, /24 hours/, "the periods are settings");
    assert.match(text, /cannot be counted right now/);
    assert.doesNotMatch(text, /0 sessions/);
    assert.equal((await bench.save(PRIVACY, NEAR)).status, 303);
    assert.equal(isNear(bench), true);
  } finally {
    Object.assign(kv, { list });
  }
  assert.match((await bench.get(PRIVACY)).text, /0 sessions/);
});

tests.test("a saved change can be undone by the form in the flash", async (bench) => {
  await startOver(bench);
  const { version } = await bench.get(PRIVACY);
  const saved = await bench.act(PRIVACY, { ...NEAR, version });
  assert.equal(isNear(bench), true);
  assert.equal((await bench.undo(saved)).status, 303);
  assert.equal(isNear(bench), false);
});
