import assert from "node:assert/strict";
import { openKv } from "@/lib/kv/mod.ts";
import { takeShare } from "@/lib/http/mod.ts";
import {
  createRateLimiter,
  type RateLimiter,
  type RateLimiterOptions,
  type RateScope,
} from "@/lib/http/rate_limiter.ts";
import { delayed } from "@/tests/helpers/timers.ts";
import { until } from "@/tests/helpers/until.ts";

const LIMITS = { reads: 10, writes: 5, lead: 2, chat: 3, feedback: 4, handoff: 4, renditions: 4 };
const NOON = Date.UTC(2030, 0, 1, 12);
const ADDRESS = "198.51.100.7";

interface Bench {
  limiter: RateLimiter;
  clock: { ms: number };
  outages: unknown[];
  kv: Deno.Kv;
}

/** Runs a test with a limiter on a store of its own and a fixed clock. */
async function withLimiter(
  test: (bench: Bench) => Promise<void>,
  options: Partial<RateLimiterOptions> = {},
): Promise<void> {
  const kv = options.kv ?? await openKv(":memory:");
  const clock = { ms: NOON };
  const outages: unknown[] = [];
  const limiter = createRateLimiter({
    kv,
    limits: LIMITS,
    now: () => new Date(clock.ms),
    onOutage: (error) => outages.push(error),
    syncMs: 60_000,
    ...options,
  });
  await test({ limiter, clock, outages, kv });
  await limiter.close();
  if (options.kv === undefined) kv.close();
}

/** Sends `count` requests and returns how many are admitted. */
async function admitted(
  limiter: RateLimiter,
  count: number,
  { scope = "reads", address = ADDRESS }: { scope?: RateScope; address?: string } = {},
): Promise<number> {
  let passed = 0;
  for (let sent = 0; sent < count; sent++) {
    if ((await limiter.take(scope, address)).admitted) passed++;
  }
  return passed;
}

for (
  const scope of ["reads", "writes", "lead", "chat", "feedback", "handoff", "renditions"] as const
) {
  Deno.test(`take() admits ${LIMITS[scope]} ${scope} in a minute and no more (design §7)`, () =>
    withLimiter(async ({ limiter }) => {
      assert.equal(await admitted(limiter, 50, { scope }), LIMITS[scope]);
      assert.equal(await admitted(limiter, 50, { scope, address: "198.51.100.8" }), LIMITS[scope]);
    }));
}

Deno.test("take() counts each scope separately (design §7)", () =>
  withLimiter(async ({ limiter }) => {
    assert.equal(await admitted(limiter, 5, { scope: "lead" }), 2);
    assert.equal(await admitted(limiter, 5, { scope: "writes" }), 5);
  }));

Deno.test("take() returns the remaining requests, and admits again after the returned seconds (design §7)", () =>
  withLimiter(async ({ limiter, clock }) => {
    const first = await limiter.take("lead", ADDRESS);
    assert.deepEqual(first, { admitted: true, limit: 2, remaining: 1, seconds: 60 });
    await limiter.take("lead", ADDRESS);
    clock.ms += 20_000;
    const refused = await limiter.take("lead", ADDRESS);
    assert.deepEqual(refused, { admitted: false, limit: 2, remaining: 0, seconds: 40 });
    clock.ms += 38_000;
    assert.equal((await limiter.take("lead", ADDRESS)).admitted, false);
    clock.ms += 2_000;
    assert.equal((await limiter.take("lead", ADDRESS)).admitted, true);
  }));

Deno.test("take() does not count refused requests, so that a client that keeps trying is admitted again", () =>
  withLimiter(async ({ limiter, clock }) => {
    assert.equal(await admitted(limiter, 100), 10);
    clock.ms += 120_000;
    assert.equal(await admitted(limiter, 100), 10);
  }));

Deno.test("take() admits requests after the clock was set back (design §7)", () =>
  withLimiter(async ({ limiter, clock }) => {
    assert.equal(await admitted(limiter, 50), LIMITS.reads);
    clock.ms -= 3_600_000;
    assert.equal(await admitted(limiter, 50), LIMITS.reads);
  }));

Deno.test("two processes on one store share the counts of an address", async () => {
  const kv = await openKv(":memory:");
  await withLimiter(async ({ limiter: one }) => {
    await withLimiter(async ({ limiter: two }) => {
      assert.equal(await admitted(one, 6), 6);
      await one.sync();
      assert.equal(await admitted(two, 1), 1);
      await two.sync();
      assert.equal(await admitted(two, 10), 3);
      await Promise.all([one.sync(), two.sync()]);
      assert.equal(await admitted(one, 1), 1, "the other's count is known only after a sync");
      await one.sync();
      assert.equal(await admitted(one, 5), 0);
    }, { kv });
  }, { kv });
  kv.close();
});

Deno.test("take() shares counts by itself after a while (design §7)", () =>
  withLimiter(async ({ limiter, kv }) => {
    await admitted(limiter, 1, { scope: "writes" });
    const isStored = async () => (await Array.fromAsync(kv.list({ prefix: [] }))).length > 0;
    await until("the count is stored", isStored);
  }, { syncMs: 5 }));

Deno.test("sync() loses no count when processes write at the same time", async () => {
  const kv = await openKv(":memory:");
  const limits = { ...LIMITS, reads: 1000 };
  await withLimiter(async ({ limiter: one }) => {
    await withLimiter(async ({ limiter: two }) => {
      for (let round = 0; round < 20; round++) {
        for (let index = 0; index < 7; index++) {
          await one.take("reads", `198.51.100.${index}`);
          await two.take("reads", `198.51.100.${index}`);
        }
        await Promise.all([one.sync(), two.sync()]);
      }
      const counts = await Array.fromAsync(kv.list({ prefix: ["rate"] }), ({ value }) => value);
      assert.deepEqual(counts, Array(7).fill(40));
    }, { kv, limits, shareFrom: 0 });
  }, { kv, limits, shareFrom: 0 });
  kv.close();
});

Deno.test("the store has counts by window and by a hash of the address, not the address (design §5)", () =>
  withLimiter(async ({ limiter, kv }) => {
    await admitted(limiter, 3, { scope: "writes" });
    await limiter.sync();
    const [entry, ...others] = await Array.fromAsync(kv.list({ prefix: ["rate"] }));
    assert.deepEqual(others, []);
    const [, scope, subject, window] = entry?.key ?? [];
    assert.deepEqual([scope, window, entry?.value], ["writes", NOON / 60_000, 3]);
    assert.match(String(subject), /^[\w-]{22}$/);
  }));

/** Wraps a store, so that it fails or hangs while `how.now` says so. */
function brokenKv(kv: Deno.Kv, how: { now: "well" | "fails" | "hangs" }): Deno.Kv {
  return new Proxy(kv, {
    get(target, name) {
      if (how.now === "hangs") return () => new Promise(() => {});
      if (how.now === "fails") {
        return () => {
          throw new TypeError("disk I/O error");
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

for (const how of ["fails", "hangs"] as const) {
  Deno.test(`take() uses only its own counts while the store ${how}, and reports each outage once (design §7)`, async () => {
    const store = await openKv(":memory:");
    const state: { now: "well" | "fails" | "hangs" } = { now: "well" };
    const kv = brokenKv(store, state);
    // A working store may be slow on a busy machine, so only a hanging one meets the time limit.
    using _ = delayed((ms) => ms === 60_000 && state.now === "hangs" ? 50 : ms);
    await withLimiter(async ({ limiter, outages }) => {
      await withLimiter(async ({ limiter: other }) => {
        await admitted(other, 10);
        await other.sync();
      }, { kv: store });
      assert.equal(await admitted(limiter, 1), 1);
      await limiter.sync();
      assert.equal(await admitted(limiter, 40), 0, "the other process's count applies");
      assert.equal(limiter.isSpent("reads", ADDRESS), true);
      state.now = how;
      await limiter.take("lead", ADDRESS);
      await limiter.sync();
      assert.equal(limiter.isSpent("reads", ADDRESS), false);
      assert.equal(await admitted(limiter, 40), 9, "in an outage only its own count applies");
      assert.equal(await admitted(limiter, 40), 0);
      assert.equal(outages.length, 1);

      state.now = "well";
      await limiter.sync();
      assert.equal(
        await admitted(limiter, 40),
        0,
        "the other's count applies again after the outage",
      );
      state.now = how;
      await limiter.take("writes", ADDRESS);
      await limiter.sync();
      assert.equal(outages.length, 2, "the next outage is reported as well");
    }, { kv, timeoutMs: 60_000 });
    store.close();
  });
}

Deno.test("requests during an outage of the store count for other processes after it (design §7)", async () => {
  const store = await openKv(":memory:");
  const state: { now: "well" | "fails" | "hangs" } = { now: "fails" };
  await withLimiter(async ({ limiter, outages }) => {
    assert.equal(await admitted(limiter, 10), 10);
    await limiter.sync();
    assert.equal(outages.length, 1);
    state.now = "well";
    await limiter.sync();
  }, { kv: brokenKv(store, state) });
  await withLimiter(async ({ limiter: other }) => {
    assert.equal(await admitted(other, 1), 1, "before it has asked the store");
    await other.sync();
    assert.equal(await admitted(other, 40), 0);
  }, { kv: store });
  store.close();
});

Deno.test("take() asks the store before it refuses for another's count, and admits if that fails (design §7)", async () => {
  const store = await openKv(":memory:");
  const state: { now: "well" | "fails" | "hangs" } = { now: "well" };
  await withLimiter(async ({ limiter, outages }) => {
    await withLimiter(async ({ limiter: other }) => {
      await admitted(other, 10);
      await other.sync();
    }, { kv: store });
    assert.equal(await admitted(limiter, 1), 1);
    await limiter.sync();
    assert.equal(await admitted(limiter, 5), 0);
    state.now = "fails";
    assert.equal(await admitted(limiter, 5), 5);
    assert.equal(outages.length, 1);
  }, { kv: brokenKv(store, state), syncMs: 0 });
  store.close();
});

Deno.test("a flood of new addresses does not disable the limit of others (design §7)", async () => {
  const store = await openKv(":memory:");
  const slow = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "getMany") return typeof value === "function" ? value.bind(target) : value;
      return async (keys: Deno.KvKey[]) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return await target.getMany(keys);
      };
    },
  });
  await withLimiter(async ({ limiter }) => {
    assert.equal(await admitted(limiter, 10), 10);
    for (let index = 0; index < 5_000; index++) {
      await limiter.take("reads", `10.0.${index >> 8}.${index & 255}`);
    }
    await limiter.sync();
    assert.equal(await admitted(limiter, 20), 0);
    assert.equal(limiter.isSpent("reads", ADDRESS), true);
    assert.equal(limiter.isSpent("reads", "10.0.0.1"), false);
  }, { kv: slow, timeoutMs: 20 });
  store.close();
});

Deno.test("sync() writes at most 2,000 counts, and the next one writes the rest", async () => {
  const kv = await openKv(":memory:");
  await withLimiter(async ({ limiter }) => {
    for (let index = 0; index < 2_500; index++) await limiter.take("reads", `address-${index}`);
    const stored = async () => (await Array.fromAsync(kv.list({ prefix: ["rate"] }))).length;
    await limiter.sync();
    assert.equal(await stored(), 2_000);
    await limiter.sync();
    assert.equal(await stored(), 2_500);
  }, { kv, timeoutMs: 60_000 });
  kv.close();
});

Deno.test("sync() does not share a small count: of a limit of 300 it shares 15 but not 14", async () => {
  const kv = await openKv(":memory:");
  await withLimiter(async ({ limiter }) => {
    assert.equal(await admitted(limiter, 14), 14);
    await limiter.sync();
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["rate"] })), []);
    await limiter.take("reads", ADDRESS);
    await limiter.sync();
    const [entry] = await Array.fromAsync(kv.list({ prefix: ["rate"] }));
    assert.equal(entry?.value, 15);
  }, { kv, limits: { ...LIMITS, reads: 300 } });
  kv.close();
});

Deno.test("take() forgets the oldest addresses beyond maxTallies", () =>
  withLimiter(async ({ limiter }) => {
    for (let index = 0; index < 30; index++) await limiter.take("lead", `address-${index}`);
    assert.equal(await admitted(limiter, 5, { scope: "lead", address: "address-29" }), 1);
    assert.equal(await admitted(limiter, 5, { scope: "lead", address: "address-0" }), 2);
  }, { maxTallies: 10 }));

for (const [seconds, wait] of [[1, "1 second"], [2, "2 seconds"]] as const) {
  Deno.test(`a refusal says to try again in ${wait} (§8)`, async () => {
    const verdict = { admitted: false, limit: 1, remaining: 0, seconds };
    const remoteAddr = { transport: "tcp", hostname: "192.0.2.1", port: 1 } as const;
    await assert.rejects(
      takeShare({ limiter: { take: () => verdict }, trustProxy: null }, "reads", {
        req: new Request("http://localhost/"),
        info: { remoteAddr },
      }),
      new RegExp(`try again in ${wait}$`),
    );
  });
}
