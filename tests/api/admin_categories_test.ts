import assert from "node:assert/strict";
import { aCatalog, aFactor } from "../helpers/factories.ts";
import { storeAssets } from "../helpers/media.ts";
import { type StaffBench, staffTests } from "../helpers/staff.ts";

const LIST = "/admin/categories";

const { test } = staffTests(
  "the categories of the media library",
  aCatalog({ factors: [aFactor("place", ["home", "shop"])] }),
);

const healthcare = {
  axis: "application",
  name: "Healthcare",
  words: " clinic\r\n\r\nhospital \r\nClinic",
  position: "2",
  optionIds: ["shop", "home"],
};

async function startEmpty({ app }: StaffBench): Promise<void> {
  await app.services.db.deleteFrom("media_assets").execute();
  await app.services.db.deleteFrom("media_categories").execute();
}

async function acts(bench: StaffBench): Promise<string[]> {
  return (await bench.entries()).map(({ action, type, id }) => `${action} ${type} ${id}`);
}

test(
  "a category is created, changed, retired and restored, each with an entry",
  async (bench) => {
    await startEmpty(bench);
    const created = await bench.post(`${LIST}/new`, healthcare);
    assert.equal(created.status, 303);
    assert.equal(created.location, `${LIST}/healthcare`);
    const [entry] = await bench.entries();
    assert.deepEqual(entry?.after, {
      id: "healthcare",
      axis: "application",
      name: "Healthcare",
      words: ["Clinic", "hospital"],
      optionIds: ["home", "shop"],
      position: 2,
      retired: false,
    });
    const saved = await bench.save(`${LIST}/healthcare`, {
      ...healthcare,
      axis: "geography",
      name: "Health",
      optionIds: [],
    });
    assert.equal(saved.status, 303);
    const page = await bench.get(LIST);
    assert.match(page.text, /Health<\/a>/);
    const stored = await bench.app.services.db.selectFrom("media_categories")
      .select(["axis", "name"]).execute();
    assert.deepEqual(stored, [{ axis: "application", name: "Health" }], "the axis stays");
    await bench.post(`${LIST}/healthcare`, { intent: "retire" });
    await bench.post(`${LIST}/healthcare`, { intent: "restore" });
    assert.deepEqual(
      await acts(bench),
      ["create", "update", "retire", "restore"].map((act) => `${act} media-category healthcare`),
    );
  },
);

test(
  "a new category is placed after all others, like every new record of a list",
  async (bench) => {
    await startEmpty(bench);
    const place = async () =>
      /<input[^>]*name="position"[^>]*>/.exec((await bench.get(`${LIST}/new`)).text)?.[0] ?? "";
    assert.match(await place(), /value="1"/);
    await bench.post(`${LIST}/new`, { ...healthcare, position: "7" });
    assert.match(await place(), /value="8"/);
  },
);

test(
  "a name is unique on its axis, ignoring case and retired categories",
  async (bench) => {
    await startEmpty(bench);
    await bench.post(`${LIST}/new`, healthcare);
    const second = { ...healthcare, id: "second", name: "HEALTHCARE" };
    const taken = await bench.post(`${LIST}/new`, second);
    assert.equal(taken.status, 400);
    assert.match(taken.text, /Another category of this kind has this name/);
    const elsewhere = { ...second, id: "third", axis: "attribute" };
    assert.equal((await bench.post(`${LIST}/new`, elsewhere)).status, 303);
    await bench.post(`${LIST}/healthcare`, { intent: "retire" });
    assert.equal((await bench.post(`${LIST}/new`, second)).status, 303);
    const back = await bench.post(`${LIST}/healthcare`, { intent: "restore" });
    assert.equal(back.status, 400, "another category has taken its name");
  },
);

test("an invalid field is refused with a message, and nothing is written", async (bench) => {
  await startEmpty(bench);
  const cases: [Record<string, string | string[]>, RegExp][] = [
    [{ axis: "planet" }, /Choose a kind/],
    [{ name: " " }, /Enter a name/],
    [{ position: "-1" }, /Enter a whole number/],
    [{ optionIds: ["castle"] }, /One of the answers no longer exists/],
    [{ words: "x".repeat(61) }, /too long/],
    [{ words: Array.from({ length: 51 }, (_, index) => `word ${index}`).join("\n") }, /at most 50/],
    [{ words: "no\0thing" }, /cannot be printed/],
    [{ id: "no such id" }, /cannot be an id/],
  ];
  for (const [part, message] of cases) {
    const answer = await bench.post(`${LIST}/new`, { ...healthcare, ...part });
    assert.equal(answer.status, 400, JSON.stringify(part));
    assert.match(answer.text, message);
  }
  assert.deepEqual(await acts(bench), []);
});

test("a stale version of a category is refused, with the current values", async (bench) => {
  await startEmpty(bench);
  await bench.post(`${LIST}/new`, healthcare);
  const { version } = await bench.get(`${LIST}/healthcare`);
  await bench.save(`${LIST}/healthcare`, { ...healthcare, name: "Health" });
  const late = await bench.post(`${LIST}/healthcare`, { ...healthcare, version, name: "Care" });
  assert.equal(late.status, 409);
  assert.match(late.text, /<title>Error: Health/, "the title says so before the page is read");
  assert.match(late.text, /Health/);
});

test("a category shows how many pictures have it, and cannot be deleted", async (bench) => {
  await startEmpty(bench);
  const { db } = bench.app.services;
  await bench.post(`${LIST}/new`, healthcare);
  await storeAssets(db, [{ id: "a" }, { id: "b" }, { id: "c" }]);
  const tag = { tag_type: "application", tag_ref: "healthcare" } as const;
  await db.insertInto("media_tags").values([
    { ...tag, asset_id: "a" },
    { ...tag, asset_id: "b", state: "proposed", confidence: 0.5, source: "proposer" },
    { ...tag, asset_id: "c", state: "rejected", confidence: 0.5, source: "proposer" },
  ]).execute();
  for (const page of [await bench.get(LIST), await bench.get(`${LIST}/healthcare`)]) {
    assert.match(page.text, /tagType=application&amp;tagRef=healthcare[^>]*>1 picture/);
    assert.match(page.text, /1 suggested|suggested for 1 picture/);
  }
  const deleted = await bench.save(`${LIST}/healthcare`, { intent: "delete" });
  assert.equal(deleted.status, 400);
  assert.equal((await bench.get(`${LIST}/healthcare`)).status, 200);
});
