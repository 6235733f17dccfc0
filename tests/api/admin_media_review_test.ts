import assert from "node:assert/strict";
import { proposeTags } from "@/lib/media/mod.ts";
import { aCatalog, aFactor, anOption, aSystem } from "../helpers/factories.ts";
import { storeAssets } from "../helpers/media.ts";
import { type StaffBench, staffTests } from "../helpers/staff.ts";

const REVIEW = "/admin/media/review";

const { test } = staffTests(
  "the review of proposed tags",
  aCatalog({
    systems: [aSystem("aero", { name: "Aero Fold 80" })],
    factors: [
      aFactor("place", [], { options: [anOption("stay", { label: "A hotel or resort" })] }),
    ],
  }),
);

/** Stores three pictures: the first gets two proposals, the second one, the third none. */
async function propose({ app }: StaffBench): Promise<void> {
  const { db } = app.services;
  await db.deleteFrom("media_assets").execute();
  await db.deleteFrom("media_categories").execute();
  await db.insertInto("media_categories")
    .values({ id: "health", axis: "application", name: "Healthcare", words: ["clinic"] }).execute();
  const created = (day: number) => new Date(Date.UTC(2026, 0, day));
  await storeAssets(db, [
    { id: "one", filename: "aero-fold-80.jpg", alt_text: "A clinic", created_at: created(1) },
    { id: "two", title: "A resort", created_at: created(2) },
    { id: "three", title: "A wall", created_at: created(3) },
  ]);
  await proposeTags(db, { ids: ["one", "two", "three"] });
}

async function states({ app }: StaffBench): Promise<string[]> {
  const tags = await app.services.db.selectFrom("media_tags")
    .select(["asset_id", "tag_ref", "state"]).orderBy("asset_id").orderBy("tag_ref").execute();
  return tags.map((tag) => `${tag.asset_id} ${tag.tag_ref} ${tag.state}`);
}

/** Returns the audit entries of staff, without those of the service itself. */
async function acts(bench: StaffBench): Promise<string[]> {
  const entries = await bench.entries();
  return entries.filter(({ actor }) => actor !== "service")
    .map(({ action, type, id }) => `${action} ${type} ${id}`);
}

const decision = (intent: string, id: string, ...tags: string[]) => ({
  intent,
  id,
  tag: tags,
});

test(
  "a decision leads to the next picture to review, and has an audit entry",
  async (bench) => {
    await propose(bench);
    const first = await bench.get(REVIEW);
    assert.equal(first.status, 200);
    assert.match(first.text, /Picture 1 of 2/);
    assert.match(first.text, /The file name says “aero fold 80”/);
    assert.match(first.text, /The alt text says “clinic”/);

    const accepted = await bench.post(REVIEW, decision("accept", "one", "system:aero"));
    assert.equal(accepted.status, 303);
    assert.equal(accepted.location, `${REVIEW}?at=one`, "this picture has one more proposal");
    const rejected = await bench.post(REVIEW, decision("reject", "one", "application:health"));
    assert.equal(rejected.location, `${REVIEW}?at=two`, "the next picture");
    assert.deepEqual(await states(bench), [
      "one aero live",
      "one health rejected",
      "two stay proposed",
    ]);
    const last = await bench.post(REVIEW, decision("accept", "two", "factor:stay"));
    assert.equal(last.location, REVIEW);
    assert.match((await bench.get(REVIEW)).text, /Everything is reviewed/);
    assert.deepEqual(await acts(bench), [
      "accept media one",
      "reject media one",
      "accept media two",
    ]);
  },
);

test(
  "the review has exactly the pictures of the queue, and shows projects by name (§4.8)",
  async (bench) => {
    await propose(bench);
    const { db } = bench.app.services;
    const uuid = "11111111-1111-4111-8111-111111111111";
    await db.deleteFrom("cms_projects").execute();
    await db.insertInto("cms_projects").values({ uuid, name: "Harbour House" }).execute();
    const project = { tag_type: "project", tag_ref: uuid } as const;
    await db.insertInto("media_tags").values([
      { asset_id: "three", ...project, state: "proposed", confidence: 0.9, source: "proposer" },
      { asset_id: "one", ...project },
    ]).execute();
    const { text } = await bench.get(REVIEW);
    assert.match(text, /Picture 1 of 2/);
    assert.match(text, /Harbour House/);
    const queue = await bench.get("/admin/media?coverage=ai-unreviewed");
    const listed = [...queue.text.matchAll(/data-asset="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(listed.toSorted(), ["one", "two"]);
  },
);

test(
  "undoing restores the proposal with its confidence, and has an audit entry",
  async (bench) => {
    await propose(bench);
    const { db } = bench.app.services;
    const stored = () =>
      db.selectFrom("media_tags").select(["asset_id", "tag_ref", "state", "source", "confidence"])
        .orderBy("asset_id").orderBy("tag_ref").execute();
    const before = await stored();
    const both = ["system:aero", "application:health"] as const;
    for (const [act, undo] of [["accept", "unaccept"], ["reject", "unreject"]] as const) {
      await bench.post(REVIEW, decision(act, "one", ...both));
      assert.notDeepEqual(await stored(), before);
      const undone = await bench.post(REVIEW, decision(undo, "one", ...both));
      assert.equal(undone.location, `${REVIEW}?at=one`);
      assert.deepEqual(await stored(), before);
    }
    assert.deepEqual(await acts(bench), [
      "accept media one",
      "unaccept media one",
      "reject media one",
      "unreject media one",
    ]);
  },
);

test("a decision is idempotent, and undoing does not turn a person's tag into a proposal", async (bench) => {
  await propose(bench);
  const accept = decision("accept", "one", "system:aero");
  await bench.post(REVIEW, accept);
  const twice = await bench.post(REVIEW, accept);
  assert.equal(twice.status, 303);
  await bench.app.services.db.insertInto("media_tags")
    .values({ asset_id: "three", tag_type: "system", tag_ref: "aero" }).execute();
  await bench.post(REVIEW, decision("unaccept", "three", "system:aero"));
  assert.ok((await states(bench)).includes("three aero live"));
  assert.deepEqual(await acts(bench), ["accept media one"]);
});

test("a decision about more tags than a form may name changes none of them", async (bench) => {
  await propose(bench);
  const before = await states(bench);
  const others = Array.from({ length: 200 }, (_, n) => `system:s${n}`);
  const answer = await bench.post(REVIEW, decision("accept", "one", "system:aero", ...others));
  assert.equal(answer.status, 400);
  assert.match(answer.text, /Choose at most 200 tags at once/);
  assert.deepEqual(await states(bench), before);
});

test("a proposal of a retired category can be rejected but not accepted", async (bench) => {
  await propose(bench);
  await bench.app.services.db.updateTable("media_categories").set({ retired_at: new Date() })
    .execute();
  const page = await bench.get(REVIEW);
  assert.match(page.text, /No longer in the vocabulary/);
  await bench.post(REVIEW, decision("accept", "one", "application:health"));
  assert.deepEqual(await acts(bench), []);
  await bench.post(REVIEW, decision("reject", "one", "application:health"));
  assert.deepEqual(await acts(bench), ["reject media one"]);
});

test("the address of a picture works also after it is decided or deleted", async (bench) => {
  await propose(bench);
  const skipped = await bench.get(`${REVIEW}?at=two`);
  assert.match(skipped.text, /Picture 2 of 2/);
  assert.match(
    skipped.text,
    /href="\/admin\/media\/review\?at=one"/,
    "the next is the first again",
  );
  await bench.post(REVIEW, decision("accept", "two", "factor:stay"));
  const back = await bench.get(`${REVIEW}?at=two`);
  assert.match(back.text, /Nothing left to decide/);
  assert.match(back.text, /1 picture to review/);
  for (const at of ["none", "no%00thing", "x".repeat(300), ""]) {
    const page = await bench.get(`${REVIEW}?at=${at}`);
    assert.equal(page.status, 200, at);
    assert.match(page.text, /Picture 1 of 1/);
  }
  const gone = await bench.post(REVIEW, decision("accept", "none", "system:aero"));
  assert.equal(gone.location, REVIEW);
});

test("invalid forms are refused", async (bench) => {
  await propose(bench);
  const wrong = [
    { intent: "steal", id: "one", tag: "system:aero" },
    { intent: "accept", id: "one", tag: "" },
    { intent: "accept", id: "one", tag: "planet:mars" },
  ];
  for (const fields of wrong) {
    const answer = await bench.post(REVIEW, fields);
    assert.equal(answer.status, 400, JSON.stringify(fields));
  }
  const odd = await bench.post(REVIEW, decision("accept", "no\0thing", "system:no\0thing"));
  assert.ok(odd.status < 500);
  assert.deepEqual(await acts(bench), []);
});

test("all proposals of a least confidence are counted, accepted at once and undone", async (bench) => {
  await propose(bench);
  const preview = await bench.get(`${REVIEW}/accept?least=30`);
  assert.match(preview.text, /3 suggestions on 2 pictures/);
  assert.match(preview.text, /Healthcare/);
  assert.match((await bench.get(`${REVIEW}/accept?least=100`)).text, /No suggestion is 100% sure/);
  const stale = await bench.post(`${REVIEW}/accept`, { least: "30", tags: "2" });
  assert.equal(stale.status, 409);
  assert.deepEqual(await acts(bench), []);
  const before = await states(bench);
  const accepted = await bench.act(`${REVIEW}/accept`, { least: "30", tags: "3" });
  assert.deepEqual(await states(bench), ["one aero live", "one health live", "two stay live"]);
  assert.deepEqual(await acts(bench), ["accept media one", "accept media two"]);
  assert.equal((await bench.undo(accepted)).location, REVIEW);
  assert.deepEqual(await states(bench), before, "Undo");
  for (const least of ["", "29", "101", "many"]) {
    assert.equal((await bench.get(`${REVIEW}/accept?least=${least}`)).status, 400, least);
    assert.equal((await bench.post(`${REVIEW}/accept`, { least, tags: "0" })).status, 400, least);
  }
});

test("looking again proposes tags for new words", async (bench) => {
  await propose(bench);
  const { db } = bench.app.services;
  await db.updateTable("media_categories").set({ words: ["clinic", "wall"] }).execute();
  const looked = await bench.post(REVIEW, { intent: "look" });
  assert.equal(looked.status, 303);
  assert.ok((await states(bench)).includes("three health proposed"));
  assert.deepEqual(await acts(bench), ["propose media three"]);
});
