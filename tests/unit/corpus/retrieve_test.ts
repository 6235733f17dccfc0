import { type Kysely, sql } from "kysely";
import fc from "fast-check";
import assert from "node:assert/strict";
import { explainRetrieval, retrieve } from "@/lib/corpus/retrieve.ts";
import type { Database } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

interface Item {
  title?: string;
  type?: "pdp" | "blog" | "tech-doc" | "marketing";
  systems?: string[];
  passages: (string | { heading: string; text: string })[];
}

async function insertItems(db: Kysely<Database>, items: Record<string, Item>): Promise<void> {
  for (
    const [id, { title = "Untitled", type = "blog", systems = [], passages }] of Object.entries(
      items,
    )
  ) {
    await db.insertInto("corpus_items").values({
      id,
      source_key: id,
      title,
      content_type: type,
      source_kind: "upload",
      version: "0123456789ab",
      fetched_at: new Date("2026-05-01T00:00:00Z"),
      content_hash: id,
    }).execute();
    if (systems.length > 0) {
      await db.insertInto("corpus_item_systems")
        .values(systems.map((system_id) => ({ item_id: id, system_id }))).execute();
    }
    await db.insertInto("corpus_passages").values(passages.map((passage, index) => ({
      item_id: id,
      seq: index + 1,
      heading: typeof passage === "string" ? null : passage.heading,
      text: typeof passage === "string" ? passage : passage.text,
    }))).execute();
  }
}

async function keysFor(
  db: Kysely<Database>,
  query: Parameters<typeof retrieve>[1] | string,
): Promise<string[]> {
  const passages = await retrieve(
    db,
    typeof query === "string" ? { text: query, limit: 10 } : query,
  );
  return passages.map(({ key }) => key);
}

/** Reads the whole index, without the generated numbers of its rows. */
async function indexed(db: Kysely<Database>): Promise<unknown> {
  const { rows } = await sql`
    select item_id, seq, entry.kind, terms, impacts, (
      select count(*)::int from corpus_postings
      join unnest(terms, impacts) as expected (term, impact)
        on expected.term = corpus_postings.term and expected.impact = corpus_postings.impact
      where corpus_postings.passage = entry.passage and corpus_postings.kind = entry.kind
    ) as postings, (select count(*)::int from corpus_postings) as all_postings,
    (select array_agg(term || ' ' || passages order by term) from corpus_terms where passages > 0)
      as counts
    from corpus_entries as entry order by item_id collate "C", seq`.execute(db);
  return rows;
}

const WALLS: Record<string, Item> = {
  storm: {
    title: "Heron Storm",
    type: "pdp",
    systems: ["heron-storm"],
    passages: [
      "Laminated impact glass stands in hurricane regions without shutters.",
      { heading: "Sizes", text: "Panels weigh 1,230 pounds." },
    ],
  },
  steel: {
    title: "Quarry Steel",
    type: "tech-doc",
    systems: ["quarry-steel", "quarry-panel"],
    passages: [
      "A pass-door costs a point of STC 56.",
      "Two top-hung doors, each 12 feet tall. Café.",
    ],
  },
};

eachEngine("retrieve() finds words in other forms and spellings (§4.1)", async ({ db }) => {
  await insertItems(db, WALLS);
  const cases: [text: string, keys: string[]][] = [
    ["shutters", ["storm:1"]],
    ["Shutter!", ["storm:1"]],
    ["panel", ["storm:2"]],
    ["stc56", ["steel:1"]],
    ["STC 56", ["steel:1"]],
    ["passdoor", ["steel:1"]],
    ["tophung", ["steel:2"]],
    ["top hung", ["steel:2"]],
    ["12-ft", ["steel:2"]],
    ["12'", ["steel:2"]],
    ["144in", ["steel:2"]],
    ["144″", ["steel:2"]],
    ["1230 lbs", ["storm:2"]],
    ["CAFE", ["steel:2"]],
    ["cafe\u0301", ["steel:2"]],
    ["shuters", ["storm:1"]],
    ["laminatd", ["storm:1"]],
    ["'shutters' & ! | (regions:*) <-> \\ \"", ["storm:1"]],
    ["shutters\0regions", ["storm:1"]],
    ["aquarium", []],
  ];
  for (const [text, keys] of cases) assert.deepEqual(await keysFor(db, text), keys, text);
});

eachEngine("retrieve() returns whole passages with their provenance (§2.1)", async ({ db }) => {
  await insertItems(db, WALLS);
  const [passage] = await retrieve(db, { text: "shutters", limit: 1 });
  assert.ok(passage);
  const { score, ...rest } = passage;
  assert.ok(score > 0);
  assert.deepEqual(rest, {
    key: "storm:1",
    itemId: "storm",
    seq: 1,
    title: "Heron Storm",
    heading: null,
    text: "Laminated impact glass stands in hurricane regions without shutters.",
    contentType: "pdp",
    sourceKind: "upload",
    sourceUrl: null,
    pdpPath: null,
    linkStatus: "unchecked",
    version: "0123456789ab",
    fetchedAt: new Date("2026-05-01T00:00:00Z"),
    systemIds: ["heron-storm"],
  });
});

eachEngine(
  "retrieve() finds nothing for a text without search terms, unless systems are given (§4.6)",
  async ({ db }) => {
    await insertItems(db, WALLS);
    for (const text of ["", "   ", "\0", "what is the", "Could you please tell me", "?!", "…"]) {
      assert.deepEqual(await keysFor(db, text), [], JSON.stringify(text));
      assert.deepEqual(
        await keysFor(db, { text, systemIds: ["quarry-panel"], limit: 10 }),
        ["steel:1", "steel:2"],
        JSON.stringify(text),
      );
    }
  },
);

eachEngine(
  "retrieve() lists first product pages, then documents about few systems (§4.6)",
  async ({ db }) => {
    const about = (systems: string[], type: Item["type"] = "pdp") => ({
      type,
      systems,
      passages: ["Words."],
    });
    await insertItems(db, {
      wide: about(["a", "b"]),
      post: about(["a"], "blog"),
      page: about(["a"]),
      other: about(["b"]),
    });
    assert.deepEqual(await keysFor(db, { systemIds: ["a"], limit: 10 }), [
      "page:1",
      "post:1",
      "wide:1",
    ]);
    assert.deepEqual(await keysFor(db, { systemIds: ["a"], contentTypes: ["blog"], limit: 10 }), [
      "post:1",
    ]);
    assert.deepEqual(await keysFor(db, { systemIds: [], limit: 10 }), []);
  },
);

eachEngine(
  "retrieve() filters by systems and content types, and keeps to the limit (§4.6)",
  async ({ db }) => {
    await insertItems(db, WALLS);
    const text = "storm steel";
    assert.equal((await keysFor(db, text)).length, 4);
    assert.deepEqual(
      await keysFor(db, { text, systemIds: ["quarry-panel", "none"], limit: 10 }),
      ["steel:1", "steel:2"],
    );
    assert.deepEqual(await keysFor(db, { text, contentTypes: ["pdp"], limit: 10 }), [
      "storm:1",
      "storm:2",
    ]);
    assert.deepEqual(await keysFor(db, { text, contentTypes: [], limit: 10 }), []);
    assert.deepEqual(await keysFor(db, { text, systemIds: [], limit: 10 }), []);
    for (const [limit, found] of [[-1, 1], [0, 1], [1, 1], [3, 3], [1e9, 4]] as const) {
      assert.equal((await keysFor(db, { text, limit })).length, found);
    }
  },
);

eachEngine(
  "retrieve() orders equal scores by item and sequence number, by code point (§4.6)",
  async ({ db }) => {
    const same = { passages: ["Glass.", "Glass."] };
    await insertItems(db, { "b": same, "a_1": same, "B": same, "a-1": same });
    assert.deepEqual(await keysFor(db, "glass"), [
      "B:1",
      "B:2",
      "a-1:1",
      "a-1:2",
      "a_1:1",
      "a_1:2",
      "b:1",
      "b:2",
    ]);
  },
);

eachEngine(
  "retrieve() accepts any text and reads its first 4,000 characters (§4.6)",
  async ({ db }) => {
    await insertItems(db, WALLS);
    const filler = Array.from(
      { length: 700 },
      (_, index) => `q${String.fromCharCode(97 + index % 26)}z`,
    ).join(" ").slice(
      0,
      3_980,
    );
    assert.deepEqual(await keysFor(db, `${filler} shutters`), ["storm:1"]);
    assert.deepEqual(await keysFor(db, `${"x ".repeat(2_000)} shutters`), []);
    assert.deepEqual(await keysFor(db, `${"y".repeat(3_000)} shutters`), ["storm:1"]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 80 }), async (text) => {
        const [once, again] = [
          await retrieve(db, { text, limit: 3 }),
          await retrieve(db, { text, limit: 3 }),
        ];
        assert.deepEqual(once, again);
      }),
      { numRuns: 60 },
    );
  },
);

eachEngine("retrieve() finds an item exactly while it is active (§4.1)", async ({ db }) => {
  await insertItems(db, WALLS);
  const fresh = await indexed(db);
  const set = (
    values: { state: "active" | "retired" | "superseded"; superseded_by: string | null },
  ) => db.updateTable("corpus_items").set(values).where("id", "=", "storm").execute();
  await set({ state: "retired", superseded_by: null });
  assert.deepEqual(await keysFor(db, "shutters"), []);
  assert.deepEqual(await keysFor(db, { systemIds: ["heron-storm"], limit: 5 }), []);
  await set({ state: "superseded", superseded_by: "steel" });
  assert.deepEqual(await keysFor(db, "shutters"), []);
  await set({ state: "active", superseded_by: null });
  assert.deepEqual(await keysFor(db, "shutters"), ["storm:1"]);
  assert.deepEqual(await indexed(db), fresh);
});

eachEngine("the index follows every write to its tables (§4.1)", async ({ db }) => {
  await insertItems(db, WALLS);
  const fresh = await indexed(db);
  await db.updateTable("corpus_passages").set({ text: "An aquarium." })
    .where("item_id", "=", "storm").where("seq", "=", 1).execute();
  assert.deepEqual(await keysFor(db, "shutters"), []);
  assert.deepEqual(await keysFor(db, "aquarium"), ["storm:1"]);
  await db.updateTable("corpus_items").set({ title: "Zebra", content_type: "marketing" })
    .where("id", "=", "storm").execute();
  assert.deepEqual(
    await keysFor(db, { text: "zebras", contentTypes: ["marketing"], limit: 9 }),
    ["storm:1", "storm:2"],
  );
  await db.deleteFrom("corpus_passages").where("seq", "=", 2).execute();
  assert.deepEqual(await keysFor(db, "zebra"), ["storm:1"]);
  await db.deleteFrom("corpus_items").execute();
  assert.deepEqual(await indexed(db), []);
  await insertItems(db, WALLS);
  assert.deepEqual(await indexed(db), fresh);
  await sql`truncate corpus_items cascade`.execute(db);
  assert.deepEqual(await indexed(db), []);
  await insertItems(db, WALLS);
  assert.deepEqual(await indexed(db), fresh);
});

eachEngine(
  "explainRetrieval() returns the search terms and the score of each",
  async ({ db }) => {
    await insertItems(db, WALLS);
    const { terms, passages: [first] } = await explainRetrieval(db, {
      text: "shuters gusts",
      limit: 1,
    });
    assert.deepEqual(
      terms.map(({ term, word, origin }) => ({ term, word, origin })),
      [
        { term: "shutter", word: "shuters", origin: "corrected" },
        { term: "hurrican", word: "gusts", origin: "related" },
        { term: "impact", word: "gusts", origin: "related" },
        { term: "storm", word: "gusts", origin: "related" },
      ],
    );
    assert.ok(first);
    assert.equal(first.parts.length, 4);
    assert.equal(first.score, first.parts.reduce((sum, { gain }) => sum + gain, 0));
  },
);

eachEngine(
  "a search planned while the corpus was empty scans no table once it is large (§4.1)",
  async ({ db }) => {
    // One connection for everything, because it caches the plan of its first search.
    await db.connection().execute(async (one) => {
      const search = (systemIds?: string[]) => {
        const scope = systemIds ? { systemIds } : {};
        return keysFor(one, { text: "glass wall pasdoor", ...scope, limit: 2 });
      };
      assert.deepEqual([await search(), await search(["a"])], [[], []]);
      const passages = Array.from({ length: 500 }, () => "Glass and a wall with a passdoor.");
      await insertItems(one, { many: { systems: ["a", "b"], passages } });
      await sql`begin`.execute(one);
      const before = await scansOf(one);
      assert.deepEqual(await search(), ["many:1", "many:2"]);
      assert.deepEqual(await search(["a"]), ["many:1", "many:2"]);
      assert.deepEqual(await keysFor(one, { systemIds: ["b"], limit: 1 }), ["many:1"]);
      const after = await scansOf(one);
      await sql`commit`.execute(one);
      const more = (table: string, kind: "whole" | "byIndex") =>
        (after.get(table)?.[kind] ?? 0) - (before.get(table)?.[kind] ?? 0);
      assert.deepEqual([...after.keys()].filter((table) => more(table, "whole") > 0), []);
      assert.ok(more("corpus_postings", "byIndex") > 0, "posting lists are read by their index");
    });
  },
);

/** Counts how often this connection has read each corpus table whole and by an index, in this transaction. */
async function scansOf(
  db: Kysely<Database>,
): Promise<Map<string, { whole: number; byIndex: number }>> {
  const { rows } = await sql<{ name: string; whole: number; byIndex: number }>`
    select relname as name, seq_scan::int as whole, coalesce(idx_scan, 0)::int as "byIndex"
    from pg_stat_xact_user_tables where relname like 'corpus%'`.execute(db);
  return new Map(rows.map(({ name, ...scans }) => [name, scans]));
}
