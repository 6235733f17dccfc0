import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "@/lib/http/mod.ts";
import { createFlights } from "@/lib/media/renditions/flights.ts";
import { createConcurrencyLimit } from "@/lib/media/concurrency_limit.ts";

const FOREVER = new AbortController().signal;
const LONG = 3_600_000;

/** Creates a task that runs until `end` is called. */
function heldTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

function isOverload(error: unknown): boolean {
  return error instanceof AppError && error.status === 503 && error.headers["retry-after"] === "2";
}

Deno.test("a concurrency limit never runs more tasks than it has places, and starts them in order (§8)", async () => {
  const loads = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 20 }));
  await fc.assert(
    fc.asyncProperty(loads, async ([places, count]) => {
      const limit = createConcurrencyLimit({ places, waiting: 100, waitMs: LONG });
      const begun: number[] = [];
      let running = 0;
      await Promise.all(Array.from({ length: count }, (_, index) =>
        limit.run(async () => {
          begun.push(index);
          running++;
          assert.ok(running <= places);
          await Promise.resolve();
          running--;
        }, FOREVER)));
      assert.deepEqual(begun, Array.from({ length: count }, (_, index) => index));
    }),
    { numRuns: 30 },
  );
});

Deno.test("clients are served round-robin, so that one with many tasks does not delay the others (§8)", async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 100, waitMs: LONG });
  const first = heldTask();
  const order: string[] = [];
  const ask = (name: string, who: string) =>
    limit.run(() => Promise.resolve(order.push(name)).then(() => {}), FOREVER, who);
  const all = [limit.run(first.work, FOREVER, "greedy")];
  for (const index of [1, 2, 3]) all.push(ask(`greedy ${index}`, "greedy"));
  for (const index of [1, 2]) all.push(ask(`modest ${index}`, "modest"));
  first.end();
  await Promise.all(all);
  assert.deepEqual(order, ["greedy 1", "modest 1", "greedy 2", "modest 2", "greedy 3"]);
});

Deno.test("a queue that one client has filled drops its last task for another client (§8)", async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 3, waitMs: LONG });
  const first = heldTask();
  const running = limit.run(first.work, FOREVER, "greedy");
  const greedy = [1, 2, 3].map((index) =>
    limit.run(() => Promise.resolve(index), FOREVER, "greedy").catch((error) => isOverload(error))
  );
  const modest = limit.run(() => Promise.resolve("served"), FOREVER, "modest");
  await assert.rejects(limit.run(() => Promise.resolve(), FOREVER, "greedy"), isOverload);
  first.end();
  await running;
  assert.equal(await modest, "served");
  assert.deepEqual(await Promise.all(greedy), [1, 2, true]);
});

Deno.test("a task is refused at once when the queue is full (§8)", async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 1, waitMs: LONG });
  const first = heldTask();
  const running = limit.run(first.work, FOREVER);
  const waiting = limit.run(() => Promise.resolve("second"), FOREVER);
  await assert.rejects(limit.run(() => Promise.resolve(), FOREVER), isOverload);
  first.end();
  await running;
  assert.equal(await waiting, "second");
  assert.equal(await limit.run(() => Promise.resolve("later"), FOREVER), "later");
});

Deno.test("a task that has waited too long is refused, and does not block the next one (§8)", async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 1, waitMs: 5 });
  const first = heldTask();
  const running = limit.run(first.work, FOREVER);
  await assert.rejects(limit.run(() => Promise.resolve(), FOREVER), isOverload);
  first.end();
  await running;
  assert.equal(await limit.run(() => Promise.resolve("next"), FOREVER), "next");
});

Deno.test("an aborted task leaves the queue (§8)", async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 1, waitMs: LONG });
  const first = heldTask();
  const running = limit.run(first.work, FOREVER);
  const client = new AbortController();
  const left = limit.run(() => Promise.reject(new Error("must not run")), client.signal);
  client.abort(new Error("gone"));
  await assert.rejects(left, /gone/);
  const waiting = limit.run(() => Promise.resolve("other"), FOREVER);
  first.end();
  await running;
  assert.equal(await waiting, "other");
});

Deno.test("a task that fails frees its place", async () => {
  const limit = createConcurrencyLimit({ places: 1, waiting: 0, waitMs: LONG });
  await assert.rejects(limit.run(() => Promise.reject(new Error("broken")), FOREVER), /broken/);
  assert.equal(await limit.run(() => Promise.resolve("fine"), FOREVER), "fine");
});

Deno.test("createFlights() does the work once for concurrent calls, and again for a later call", async () => {
  const fly = createFlights<number>();
  let done = 0;
  const work = async () => {
    await Promise.resolve();
    return ++done;
  };
  const all = await Promise.all(Array.from({ length: 20 }, () => fly("a", work, FOREVER)));
  assert.deepEqual(new Set(all), new Set([1]));
  assert.equal(await fly("a", work, FOREVER), 2);
});

Deno.test("createFlights() passes a failure to every concurrent call, and does not cache it", async () => {
  const fly = createFlights<string>();
  const failing = () => Promise.reject(new Error("broken"));
  const asked = [fly("a", failing, FOREVER), fly("a", failing, FOREVER)];
  for (const result of asked) await assert.rejects(result, /broken/);
  assert.equal(await fly("a", () => Promise.resolve("fine"), FOREVER), "fine");
});

Deno.test("createFlights() aborts the work when its last caller has left, and not before", async () => {
  const fly = createFlights<string>();
  const [one, two] = [new AbortController(), new AbortController()];
  const signals: AbortSignal[] = [];
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  const first = fly("a", work, one.signal);
  const second = fly("a", work, two.signal);
  one.abort(new Error("one is gone"));
  await assert.rejects(first, /one is gone/);
  assert.equal(signals[0]?.aborted, false);
  two.abort(new Error("two is gone"));
  await assert.rejects(second, /two is gone/);
  assert.equal(signals[0]?.aborted, true);

  const third = fly("a", work, FOREVER);
  assert.equal(signals.length, 2);
  resolve("there");
  assert.equal(await third, "there");
});
