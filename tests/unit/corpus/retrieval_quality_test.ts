import assert from "node:assert/strict";
import { retrieve } from "@/lib/corpus/retrieve.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import {
  importAbstracts,
  importCollection,
  measure,
  ndcgAt10,
  recallAt6,
} from "@/tests/retrieval/measure.ts";

/** Slightly below the scores in docs/benchmarks.md, so that a lower score means a worse ranking and not noise. */
const FLOOR = { ndcg: 0.71, recall: 0.65, abstracts: 0.74 };

/** Rankings of the engine that runs first, by question. The other engine must return the same. */
const rankings = new Map<string, string>();

eachEngine(
  "retrieve() ranks as well as before for buyers’ questions and for abstracts of whole documents",
  async ({ db }) => {
    const collection = await importCollection(db);
    assert.deepEqual(collection.judged.flatMap(({ unmatched }) => unmatched), []);
    assert.ok(collection.judged.length >= 60);
    assert.equal(
      new Set(collection.judged.map(({ question }) => question.text)).size,
      collection.judged.length,
    );

    const quality = await measure(async (text) => {
      const passages = await retrieve(db, { text, limit: 10 });
      const ranked = passages.map(({ key, score }) => `${key} ${score.toFixed(6)}`).join("\n");
      assert.equal(rankings.get(text) ?? ranked, ranked, text);
      rankings.set(text, ranked);
      return passages.map(({ key }) => key);
    }, collection);
    assert.ok(quality.ndcg >= FLOOR.ndcg, `nDCG@10 is ${quality.ndcg}`);
    assert.ok(quality.recall >= FLOOR.recall, `recall@6 is ${quality.recall}`);

    const abstracts = await importAbstracts(db, collection);
    assert.deepEqual(abstracts.judged.flatMap(({ unmatched }) => unmatched), []);
    const { ndcg } = await measure(
      async (text) => (await retrieve(db, { text, limit: 10 })).map(({ key }) => key),
      abstracts,
    );
    assert.ok(ndcg >= FLOOR.abstracts, `nDCG@10 over abstracts is ${ndcg}`);
  },
);

Deno.test("ndcgAt10() is 1 for the best order and falls with the rank; recallAt6() is the share within the first six", () => {
  const grades = new Map([["a", 2], ["b", 1], ["c", 1]]);
  assert.equal(ndcgAt10(["a", "b", "c"], grades), 1);
  assert.equal(ndcgAt10(["x", "y"], grades), 0);
  assert.ok(ndcgAt10(["b", "a", "c"], grades) > ndcgAt10(["b", "x", "a", "c"], grades));
  assert.equal(ndcgAt10([..."0123456789a"], grades), 0);
  assert.equal(recallAt6(["c", "a", "b"], grades), 1);
  assert.equal(recallAt6(["x", "a"], grades), 1 / 3);
  assert.equal(recallAt6([..."012345a"], grades), 0);
});
