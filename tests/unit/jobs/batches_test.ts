/** Group commit: concurrent writes are combined into batches. */
import assert from "node:assert/strict";
import { inBatches } from "@/lib/jobs/mod.ts";

Deno.test("inBatches() batches items that arrive during a write, in order and at most `most` at a time", async () => {
  const written: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const write = inBatches<number, string>(async (batch) => {
    written.push([...batch]);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return batch.map((one) => `${one}`);
  }, { most: 3 });
  const results = [1, 2, 3, 4, 5].map(write);
  assert.deepEqual(written, [[1]]);
  gates[0]?.resolve();
  assert.equal(await results[0], "1");
  gates[1]?.resolve();
  await results[3];
  gates[2]?.resolve();
  assert.deepEqual(await Promise.all(results), ["1", "2", "3", "4", "5"]);
  assert.deepEqual(written, [[1], [2, 3, 4], [5]]);
});

Deno.test("inBatches() rejects a whole batch or a single item, and continues with the next batch", async () => {
  const write = inBatches<number, number>((batch) => {
    if (batch.includes(13)) return Promise.reject(new Error("unlucky"));
    return Promise.resolve(
      batch.map((one) => one === 7 ? Promise.reject(new Error("odd")) : one),
    );
  }, { most: 2 });
  const ends = await Promise.allSettled([1, 7, 2, 13, 3, 4].map(write));
  assert.deepEqual(ends.map(({ status }) => status), [
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
});
