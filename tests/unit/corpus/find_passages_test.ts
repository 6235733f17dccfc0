/** Tests that a passage is found by its key just where a search could find it, in memory and in the database (§4.5). */
import assert from "node:assert/strict";
import { findPassages, openCorpus, retrieve } from "@/lib/corpus/mod.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const NEVER_MS = 3_600_000;

/** Opens the corpus, in memory unless `maxBytes` is 0. */
async function open(database: DatabaseHandle, maxBytes?: number) {
  return await openCorpus({
    database,
    pollMs: NEVER_MS,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    onError(error) {
      throw error;
    },
  });
}

eachEngine(
  "findPassages() finds what a search finds, and no passage that it hides",
  async (database) => {
    const { db } = database;
    const systems = [{ id: "heron", draft: false }, { id: "finch", draft: true }];
    await db.insertInto("systems").values(
      systems.map(({ id, draft }) => ({ id, name: id, draft })),
    ).execute();
    await storeItem(db, "live", { texts: ["Quiet glass", "Quiet oak"], systemIds: ["heron"] });
    await storeItem(db, "both", { texts: ["Quiet wall"], systemIds: ["heron", "finch"] });
    await storeItem(db, "draft", { texts: ["Quiet secret"], systemIds: ["finch"] });
    await storeItem(db, "retired", { texts: ["Quiet past"], row: { state: "retired" } });
    await storeItem(db, "old", {
      texts: ["Quiet old"],
      row: { state: "superseded", superseded_by: "live" },
    });
    const searched = await retrieve(db, { text: "quiet", limit: 9 });
    const visible = ["both:1", "live:1", "live:2"];
    assert.deepEqual(searched.map(({ key }) => key).toSorted(), visible);
    const keys = [
      ...visible,
      ...["live:3", "draft:1", "retired:1", "old:1", "none:1"],
      ...[
        "",
        ":",
        "live",
        "live:",
        "live:x",
        "live:1.5",
        "live:-1",
        "live:99999999999",
        "li\0ve:1",
      ],
    ];
    for (const maxBytes of [undefined, 0]) {
      const corpus = await open(database, maxBytes);
      await using _closing = { [Symbol.asyncDispose]: () => corpus.close() };
      assert.equal(corpus.current().index === null, maxBytes === 0);
      const found = await findPassages({ db, corpus, systems }, [...keys, ...visible]);
      assert.deepEqual(
        found.toSorted((a, b) => a.key < b.key ? -1 : 1),
        searched.map((passage) => ({ ...passage, score: 0 }))
          .toSorted((a, b) => a.key < b.key ? -1 : 1),
      );
      const many = Array.from({ length: 100 }, (_, at) => `none:${at}`);
      assert.deepEqual(await findPassages({ db, corpus, systems }, [...many, "live:1"]), []);
    }
  },
);
