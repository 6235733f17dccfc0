/** Values in memory that follow stored rows, without a database (design §5). */
import assert from "node:assert/strict";
import { DatabaseError } from "@/lib/db/error.ts";
import { follow, type FollowOptions } from "@/lib/db/follow.ts";
import { until } from "@/tests/helpers/until.ts";

/** A stored number, and loads of it that can be held. */
function bench() {
  const stored = { version: 1 };
  const loads: PromiseWithResolvers<void>[] = [];
  let held = false;
  let notify = () => {};
  const options: FollowOptions<{ version: number }> = {
    database: {
      listen(_channel, onNotify) {
        notify = onNotify;
        return Promise.resolve(() => Promise.resolve());
      },
    },
    channel: "changed",
    subject: "the number",
    async load(known) {
      const { version } = stored;
      if (held) {
        const load = Promise.withResolvers<void>();
        loads.push(load);
        await load.promise;
      }
      return known?.version === version ? known : { version };
    },
    pollMs: 3_600_000,
    onError: (error) => assert.fail(String(error)),
  };
  return {
    stored,
    loads,
    options,
    hold: () => held = true,
    notify: () => notify(),
  };
}

Deno.test("refresh() waits for a load that began after the call, which all callers share (§5)", async () => {
  const { stored, loads, options, hold } = bench();
  const followed = await follow(options);
  hold();
  const first = followed.refresh();
  stored.version = 2;
  const [second, third] = [followed.refresh(), followed.refresh()];
  loads[0]?.resolve();
  assert.equal((await first).version, 1);
  await until("the second load", () => loads.length === 2);
  loads[1]?.resolve();
  assert.deepEqual([(await second).version, (await third).version], [2, 2]);
  assert.equal(loads.length, 2);
  await followed.close();
});

Deno.test("a caller who asks again as a load ends shares the load that others wait for (§5)", async () => {
  const { stored, loads, options, hold } = bench();
  const followed = await follow(options);
  hold();
  // Asks again in the moment in which one load has ended and the next one has not begun.
  const again = followed.refresh().then(() => followed.refresh());
  stored.version = 2;
  const next = followed.refresh();
  loads[0]?.resolve();
  await until("the second load", () => loads.length > 1);
  stored.version = 3;
  const last = followed.refresh();
  for (const load of loads.slice(1).reverse()) load.resolve();
  assert.equal((await next).version, 2);
  assert.equal((await again).version, 2);
  await until("the last load", () => loads.length > 2);
  loads.at(-1)?.resolve();
  assert.equal((await last).version, 3);
  assert.equal(followed.current().version, 3);
  assert.equal(loads.length, 3, "no two loads at a time");
  await followed.close();
});

Deno.test("a load that took too long does not replace what a later one has read (§5)", async () => {
  const { stored, loads, options, hold } = bench();
  const followed = await follow({ ...options, loadTimeoutMs: 20 });
  hold();
  await assert.rejects(followed.refresh(), /no answer within 20 ms/);
  assert.notEqual(followed.failingSince(), null);
  stored.version = 2;
  const next = followed.refresh();
  await until("the second load", () => loads.length === 2);
  loads[1]?.resolve();
  assert.equal((await next).version, 2);
  loads[0]?.resolve();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(followed.current().version, 2);
  assert.equal(followed.failingSince(), null);
  await followed.close();
});

Deno.test("follow() misses no change between its first load and the start of listening (§5)", async () => {
  const { stored, options } = bench();
  const { listen } = options.database;
  const followed = await follow({
    ...options,
    database: {
      listen(...given: Parameters<typeof listen>) {
        stored.version = 2;
        return listen(...given);
      },
    },
  });
  assert.equal(followed.current().version, 2);
  await followed.close();
});

Deno.test("follow() hears notifications, and finds changes without one by polling (§5)", async () => {
  const { stored, options, notify } = bench();
  const heard = await follow(options);
  stored.version = 2;
  notify();
  await until("the notified change", () => heard.current().version === 2);
  await heard.close();
  const polling = await follow({ ...options, pollMs: 5 });
  stored.version = 3;
  await until("the polled change", () => polling.current().version === 3);
  await polling.close();
});

Deno.test("follow() reports an outage once, whatever its errors say, and its end (§5)", async () => {
  const { options } = bench();
  const reported: string[] = [];
  const ends: Date[] = [];
  const failures = [
    new DatabaseError("unavailable", "cut"),
    new DatabaseError("unavailable", "timed out"),
    new TypeError("of another kind"),
  ];
  let lose = (_error: unknown) => {};
  const followed = await follow<{ version: number }>({
    ...options,
    database: {
      listen(_channel, _onNotify, onOutage) {
        lose = onOutage;
        return Promise.resolve(() => Promise.resolve());
      },
    },
    load(known) {
      const [failure] = failures;
      if (known === null || failure === undefined) return options.load(known);
      failures.shift();
      return Promise.reject(failure);
    },
    pollMs: 5,
    onError: (error) => reported.push(String(error)),
    onRecovery: (since) => ends.push(since),
  });
  lose(new DatabaseError("unavailable", "the connection that listens was closed"));
  await until("the recovery", () => ends.length > 0);
  await followed.close();
  assert.deepEqual(reported, ["DatabaseError: cut", "TypeError: of another kind"]);
  assert.equal(ends.length, 1);
});
