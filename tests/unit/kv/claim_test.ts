import assert from "node:assert/strict";
import { type Claim, claim, type ClaimOptions, openKv } from "@/lib/kv/mod.ts";

const NOON = Date.UTC(2030, 0, 1, 12);

/** Runs a test with its own store and a clock that only the test moves. */
async function withClaims(
  test: (
    bench: { kv: Deno.Kv; clock: { ms: number }; options: ClaimOptions },
  ) => Promise<void>,
): Promise<void> {
  const kv = await openKv(":memory:");
  const clock = { ms: NOON };
  await test({ kv, clock, options: { leaseMs: 30_000, now: () => new Date(clock.ms) } });
  kv.close();
}

async function held(kv: Deno.Kv, options: ClaimOptions, name = "purge"): Promise<Claim> {
  const attempt = await claim(kv, name, options);
  assert.equal(attempt.state, "held");
  if (attempt.state !== "held") throw new Error("not held");
  return attempt;
}

Deno.test("claim() has one holder at a time, and another after the release", () =>
  withClaims(async ({ kv, options }) => {
    const first = await held(kv, options);
    assert.deepEqual(await claim(kv, "purge", options), { state: "busy", until: NOON + 30_000 });
    const other = await held(kv, options, "another name");
    await first.release(true);
    const second = await held(kv, options);
    await Promise.all([other.release(true), second.release(true)]);
  }));

Deno.test("claim() has one holder among concurrent calls", () =>
  withClaims(async ({ kv, options }) => {
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () => claim(kv, "purge", options)),
    );
    const winners = attempts.filter((attempt) => attempt.state === "held");
    assert.equal(winners.length, 1);
    await Promise.all(winners.map((winner) => winner.release(true)));
  }));

Deno.test("claim() succeeds after the lease of a dead holder has expired", () =>
  withClaims(async ({ kv, clock, options }) => {
    const dead = await held(kv, options);
    clock.ms += 29_999;
    assert.equal((await claim(kv, "purge", options)).state, "busy");
    clock.ms += 1;
    const next = await held(kv, options);
    await dead.release(true);
    assert.equal(
      (await claim(kv, "purge", options)).state,
      "busy",
      "a late release by the dead holder has no effect",
    );
    await next.release(true);
  }));

Deno.test("claim() refuses a finished round and older ones, and accepts a newer one", () =>
  withClaims(async ({ kv, options }) => {
    const first = await held(kv, { ...options, round: 7 });
    await first.release(true);
    for (const round of [7, 6]) {
      assert.deepEqual(await claim(kv, "purge", { ...options, round }), { state: "done" });
    }
    const next = await held(kv, { ...options, round: 8 });
    await next.release(false);
    const again = await held(kv, { ...options, round: 8 });
    await again.release(true);
  }));

Deno.test("claim() treats a stored value of another shape as free", () =>
  withClaims(async ({ kv, options }) => {
    await kv.set(["locks", "purge"], "mine");
    await (await held(kv, options)).release(true);
  }));

Deno.test("a claim is renewed while it is held, and lost when another holder has replaced it", async () => {
  const kv = await openKv(":memory:");
  let time = NOON;
  const options: ClaimOptions = { leaseMs: 60, now: () => new Date(time) };
  const first = await held(kv, options);
  const until = async () => (await kv.get<{ until: number }>(["locks", "purge"])).value?.until ?? 0;
  const before = await until();
  // A real clock would let the lease expire while this process waits for the CPU.
  time++;
  for await (const _ of kv.watch([["locks", "purge"]])) if (await until() > before) break;
  assert.equal(first.lost.aborted, false);

  const lost = new Promise<void>((resolve) =>
    first.lost.addEventListener("abort", () => resolve(), { once: true })
  );
  await kv.set(["locks", "purge"], { owner: "thief", until: NOON + 100, done: null });
  await lost;
  await first.release(true);
  assert.equal(
    (await claim(kv, "purge", options)).state,
    "busy",
    "the release leaves the claim of the thief",
  );
  kv.close();
});

Deno.test("a claim is lost when the store is unavailable for longer than the lease", async () => {
  const kv = await openKv(":memory:");
  const { lost, release } = await held(kv, { leaseMs: 60, now: () => new Date() });
  const aborted = new Promise<void>((resolve) => lost.addEventListener("abort", () => resolve()));
  kv.close();
  await aborted;
  await release(true);
});

Deno.test("claim() ignores leases and rounds that a wrong clock set too far in the future", () =>
  withClaims(async ({ kv, clock, options }) => {
    const HOUR_MS = 60 * 60_000;
    const minute = () => Math.floor(clock.ms / 60_000);
    clock.ms += HOUR_MS;
    await (await held(kv, { ...options, round: minute() })).release(true);
    const dead = await held(kv, options, "erase");
    clock.ms -= HOUR_MS;

    const next = await held(kv, { ...options, round: minute() });
    await next.release(true);
    assert.equal((await claim(kv, "purge", { ...options, round: minute() })).state, "done");
    await (await held(kv, options, "erase")).release(true);
    await dead.release(true);
  }));

Deno.test("claim() ignores a dead holder's lease after the clock was set back by more than its length", () =>
  withClaims(async ({ kv, clock, options }) => {
    const dead = await held(kv, options);
    clock.ms -= options.leaseMs;
    const until = NOON + options.leaseMs;
    assert.deepEqual(
      await claim(kv, "purge", options),
      { state: "busy", until },
      "clocks may differ by a lease",
    );
    clock.ms -= 1;
    await (await held(kv, options)).release(true);
    await dead.release(true);
  }));
