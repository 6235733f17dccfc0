import fc from "fast-check";
import assert from "node:assert/strict";
import type { Author } from "@/lib/records/mod.ts";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import {
  type Described,
  proposeTags,
  readTexts,
  tagKey,
  type Term,
  unseenAssets,
} from "@/lib/media/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, anOption, aSystem } from "@/tests/helpers/factories.ts";
import { storeAssets } from "@/tests/helpers/media.ts";

const vocabulary: Term[] = [
  { type: "system", ref: "aero", name: "Aero Fold 80", words: [] },
  { type: "system", ref: "slide", name: "Slide 60", words: [] },
  { type: "project", ref: "p1", name: "Harbour House", words: [] },
  { type: "application", ref: "health", name: "Healthcare", words: ["clinic", "hospital"] },
  { type: "application", ref: "hotel", name: "Hotels", words: ["hospitality"] },
  { type: "application", ref: "gym", name: "Gyms", words: ["wellness"] },
  { type: "application", ref: "bath", name: "Baths", words: ["wellness"] },
  { type: "geography", ref: "sao", name: "São Paulo", words: [] },
  { type: "attribute", ref: "wall", name: "Window wall", words: [] },
  { type: "attribute", ref: "walls", name: "Wall", words: [] },
  { type: "factor", ref: "stay", name: "A hotel or resort", words: [] },
  { type: "factor", ref: "yes", name: "Yes", words: [] },
  { type: "factor", ref: "two", name: "Two", words: ["pair"] },
  { type: "factor", ref: "count", name: "One, two or three", words: [] },
  { type: "factor", ref: "leaves", name: "Two leaves", words: [] },
];

const plain: Described = { filename: "img_0001.jpg", title: null, altText: null, tags: [] };

function refs(part: Partial<Described>): string[] {
  return readTexts({ ...plain, ...part }, vocabulary).map(({ ref }) => ref).sort();
}

Deno.test("readTexts() finds whole words, whatever their case, accents, separators or plural (§2.12)", () => {
  const cases: [Partial<Described>, string[]][] = [
    [{ filename: "aero-fold-80.jpg" }, ["aero"]],
    [{ filename: "AeroFold80_view.PNG" }, ["aero"]],
    [{ filename: "AEROFOLD80.jpg" }, ["aero"]],
    [{ filename: "aerofold 80 (2).jpeg" }, ["aero"]],
    [{ title: "Health care at its best" }, ["health"]],
    [{ altText: "Two clinics by the sea" }, ["health"]],
    [{ filename: "sao_paulo_dusk.jpg" }, ["sao"]],
    [{ title: "SÃO PAULO" }, ["sao"]],
    [{ title: "A hotel by the sea" }, ["hotel", "stay"]],
    [{ title: "A resort" }, ["stay"]],
    [{ filename: "harbour_house-03.jpg" }, ["p1"]],
    [{ title: "Yes, 60 and 80" }, []],
    [{ title: "Wallpaper, hotelier, aerodrome" }, []],
    [{ filename: "IMG_2044.jpg" }, []],
    [{ title: "Two people, one of three, a pair" }, []],
    [{ title: "Two leaves of glass" }, ["leaves"]],
  ];
  for (const [part, expected] of cases) {
    assert.deepEqual(refs(part), expected, JSON.stringify(part));
  }
});

function confidence(part: Partial<Described>, ref: string): number {
  const found = readTexts({ ...plain, ...part }, vocabulary).find((one) => one.ref === ref);
  return found?.confidence ?? 0;
}

Deno.test("readTexts() is more confident of a title than a file name, a whole name than a part, one candidate than two (§2.12)", () => {
  const pairs: [more: number, less: number][] = [
    [
      confidence({ title: "Healthcare" }, "health"),
      confidence({ filename: "healthcare.jpg" }, "health"),
    ],
    [confidence({ title: "Healthcare" }, "health"), confidence({ title: "A clinic" }, "health")],
    [confidence({ title: "Aero Fold 80" }, "aero"), confidence({ title: "Aero Fold" }, "aero")],
    [confidence({ title: "Aero Fold" }, "aero"), confidence({ title: "Aero" }, "aero")],
    [confidence({ title: "A clinic" }, "health"), confidence({ title: "Wellness" }, "gym")],
    [
      confidence({ title: "Healthcare", filename: "clinic.jpg" }, "health"),
      confidence({ title: "Healthcare" }, "health"),
    ],
    [confidence({ title: "Window wall" }, "wall"), confidence({ title: "Window wall" }, "walls")],
  ];
  for (const [index, [more, less]] of pairs.entries()) {
    assert.ok(more > less, `pair ${index}: ${more} > ${less}`);
    assert.ok(index === 6 || less > 0, `pair ${index}`);
  }
});

Deno.test("readTexts() names the text and the words that matched (§2.12)", () => {
  const [first] = readTexts({ ...plain, filename: "AERO_fold-80.jpg" }, vocabulary);
  assert.deepEqual([first?.from, first?.says], ["filename", "AERO fold 80"]);
});

const word = fc.constantFrom(
  ..."aero fold 80 slide 60 harbour house healthcare clinic hotel resort são paulo window wall of the é İ ﬁ 日本"
    .split(" "),
);
const text = fc.array(fc.oneof(word, fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 8 })
  .chain((words) => fc.constantFrom(" ", "-", "_", "").map((tie) => words.join(tie)));
const someTags = fc.subarray(vocabulary.map(({ type, ref }) => ({ type, ref })));

Deno.test("readTexts() proposes only new tags of the vocabulary, each once, most confident first (§2.12)", () => {
  fc.assert(fc.property(text, text, fc.option(text), someTags, (filename, title, altText, tags) => {
    const asset = { filename, title, altText, tags };
    const proposals = readTexts(asset, vocabulary);
    assert.deepEqual(
      readTexts(asset, structuredClone(vocabulary)),
      proposals,
      "it is deterministic",
    );
    const terms = new Set(vocabulary.map(tagKey));
    const had = new Set(tags.map(tagKey));
    for (const proposal of proposals) {
      assert.ok(terms.has(tagKey(proposal)) && !had.has(tagKey(proposal)));
      assert.ok(proposal.confidence > 0 && proposal.confidence <= 1);
      assert.ok(proposal.says !== "");
    }
    assert.equal(new Set(proposals.map(tagKey)).size, proposals.length, "no tag is proposed twice");
    const sorted = proposals.map(({ confidence }) => confidence);
    assert.deepEqual(sorted, sorted.toSorted((a, b) => b - a));
  }));
});

const by: Author = { staff: { email: "ann@example.com" }, requestId: null };

eachEngine(
  "proposeTags() stores proposals with an audit entry, and a second run adds none (§2.12)",
  async (database) => {
    const { db } = database;
    await seedCatalog(
      database,
      aCatalog({
        systems: [
          aSystem("aero", { name: "Aero Fold 80" }),
          aSystem("old", { name: "Old door", retired: true }),
        ],
        factors: [aFactor("place", ["stay"], {
          options: [anOption("stay", { label: "A hotel or resort" })],
        })],
      }),
    );
    await db.insertInto("media_categories").values([
      { id: "health", axis: "application", name: "Healthcare", words: ["clinic"] },
      { id: "gone", axis: "application", name: "Old door", retired_at: new Date() },
    ]).execute();
    await db.insertInto("cms_projects")
      .values({ uuid: "11111111-1111-4111-8111-111111111111", name: "Harbour House" }).execute();
    await storeAssets(db, [
      { id: "a", filename: "aero-fold-80-clinic.jpg" },
      { id: "b", filename: "old-door.jpg", title: "Harbour House" },
      { id: "c", title: "A resort" },
      { id: "d", title: "A clinic" },
    ]);
    await db.insertInto("media_tags").values([
      { asset_id: "d", tag_type: "application", tag_ref: "health", state: "rejected" },
    ]).execute();
    assert.deepEqual(await unseenAssets(db), ["a", "b", "c", "d"]);
    const ids = await unseenAssets(db);
    const unknown = Array.from({ length: 500 }, (_, at) => `unknown-${at}`);
    const looked = await proposeTags(db, { ids: [...unknown, ...ids], by });
    assert.deepEqual(looked, { assets: 4, proposals: 3 }, "in more than one batch");
    const stored = await db.selectFrom("media_tags")
      .select(["asset_id", "tag_ref", "state", "source", "confidence"])
      .where("state", "=", "proposed").orderBy("asset_id").orderBy("tag_ref").execute();
    assert.deepEqual(
      stored.map(({ asset_id, tag_ref, source }) => `${asset_id} ${tag_ref} ${source}`),
      ["a aero proposer", "a health proposer", "c stay proposer"],
    );
    assert.ok(stored.every(({ confidence }) => confidence !== null && confidence > 0.3));
    assert.deepEqual(await proposeTags(db, { ids, by }), { assets: 4, proposals: 0 });
    assert.deepEqual(await unseenAssets(db), ["b", "d"]);
    const entries = await db.selectFrom("audit_log").select(["actor", "action", "after"]).execute();
    assert.deepEqual(entries, [
      { actor: "ann@example.com", action: "propose", after: { pictures: 4, proposals: 3 } },
    ]);
  },
);
