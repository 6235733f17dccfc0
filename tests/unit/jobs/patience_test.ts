import assert from "node:assert/strict";
import { createRunner, waitAWhile } from "@/lib/jobs/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";

const AN_HOUR = 3_600_000;

Deno.test("waitAWhile() returns or throws what the work does, and leaves work that takes too long to the runner", async () => {
  const kv = await openKv(":memory:");
  const failed: unknown[] = [];
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (_message: string, { name }: Record<string, unknown>) => failed.push(name),
  };
  const runner = createRunner({ kv, log, now: () => new Date() });
  const quick = { name: "quick", withinMs: AN_HOUR };
  assert.equal(await waitAWhile(runner, quick, () => Promise.resolve(7)), 7);
  await assert.rejects(
    waitAWhile(runner, quick, () => Promise.reject(new TypeError("no"))),
    TypeError,
  );
  assert.deepEqual(failed, [], "an error that the caller gets is not logged as well");

  const slow = Promise.withResolvers<number>();
  let ended = false;
  const late = await waitAWhile(runner, { name: "slow", withinMs: 0 }, async () => {
    await slow.promise;
    ended = true;
    throw new TypeError("nobody waits any more");
  });
  assert.deepEqual([late, ended], [null, false]);
  slow.resolve(1);
  await runner.idle();
  assert.deepEqual([ended, failed], [true, ["slow"]]);

  await runner.stop(0);
  const after = await waitAWhile(runner, quick, (signal) => Promise.resolve(signal.aborted));
  assert.equal(after, true, "a process that stops runs the work with an aborted signal");
  kv.close();
});
