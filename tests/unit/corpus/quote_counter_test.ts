/** Tests that quotes are counted in batches and that none is lost. */
import assert from "node:assert/strict";
import type { Kysely } from "kysely";
import { createQuoteCounter } from "@/lib/corpus/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { storeItem } from "@/tests/helpers/corpus.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

async function countsIn(db: Kysely<Database>): Promise<number[][]> {
  const rows = await db.selectFrom("corpus_retrievals").select(["seq", "retrieved"])
    .orderBy("seq").execute();
  return rows.map(({ seq, retrieved }) => [seq, retrieved]);
}

eachEngine(
  "createQuoteCounter() buffers quotes during a write, and keeps them after a failure",
  async ({ db }) => {
    await storeItem(db, "a", { texts: ["one", "two"] });
    const [one, two] = [{ itemId: "a", seq: 1 }, { itemId: "a", seq: 2 }];
    const running: Promise<unknown>[] = [];
    let isRefused = false;
    const count = createQuoteCounter({
      db,
      run(_name, work) {
        if (!isRefused) running.push(work(new AbortController().signal));
        return !isRefused;
      },
      now: () => new Date("2026-03-02T12:00:00Z"),
      pauseMs: 1,
    });
    const counts = () => countsIn(db);

    for (let quoted = 0; quoted < 5; quoted++) count([one, two]);
    count([one]);
    assert.equal(running.length, 1, "only one write runs at a time");
    await Promise.all(running);
    assert.deepEqual(await counts(), [[1, 6], [2, 5]]);

    isRefused = true;
    count([two]);
    isRefused = false;
    await db.schema.alterTable("corpus_retrievals").renameTo("away").execute();
    count([one]);
    await assert.rejects(running.at(-1) ?? Promise.resolve());
    await db.schema.alterTable("away").renameTo("corpus_retrievals").execute();
    count([one]);
    await running.at(-1);
    assert.deepEqual(await counts(), [[1, 8], [2, 6]]);
  },
);

eachEngine(
  "createQuoteCounter() writes its buffer when its pause is aborted",
  async ({ db }) => {
    await storeItem(db, "a", { texts: ["one"] });
    const stopping = new AbortController();
    const running: Promise<unknown>[] = [];
    const count = createQuoteCounter({
      db,
      run: (_name, work) => running.push(work(stopping.signal)) > 0,
      now: () => new Date("2026-03-02T12:00:00Z"),
      pauseMs: 60_000,
    });
    count([{ itemId: "a", seq: 1 }]);
    count([{ itemId: "a", seq: 1 }]);
    stopping.abort();
    await Promise.all(running);
    assert.deepEqual(await countsIn(db), [[1, 2]]);
  },
);
