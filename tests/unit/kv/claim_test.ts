import assert from "node:assert/strict";
import { type Claim, claim, type ClaimOptions, openKv } from "../../../lib/kv/mod.ts";

const NOON = Date.UTC(2030, 0, 1, 12);

/** Claims on a store of their own, by a clock that stands still until it is moved. */
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

Deno.test("claim() gives a name to one at a time, and to the next when it was released", () =>
  withClaims(async ({ kv, options }) => {
    const first = await held(kv, options);
    assert.deepEqual(await claim(kv, "purge", options), { state: "busy", until: NOON + 30_000 });
    const other = await held(kv, options, "another name");
    await first.release(true);
    const second = await held(kv, options);
    await Promise.all([other.release(true), second.release(true)]);
  }));

Deno.test("claim() gives a name to one of many who ask at once", () =>
  withClaims(async ({ kv, options }) => {
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () => claim(kv, "purge", options)),
    );
    const winners = attempts.filter((attempt) => attempt.state === "held");
    assert.equal(winners.length, 1);
    await Promise.all(winners.map((winner) => winner.release(true)));
  }));

Deno.test("claim() gives a name again when the lease of one that died has run out", () =>
  withClaims(async ({ kv, clock, options }) => {
    const dead = await held(kv, options);
    clock.ms += 29_999;
    assert.equal((await claim(kv, "purge", options)).state, "busy");
    clock.ms += 1;
    const next = await held(kv, options);
    await dead.release(true);
    assert.equal((await claim(kv, "purge", options)).state, "busy", "the dead one frees nothing");
    await next.release(true);
  }));

Deno.test("claim() gives a round once, an older one never, and a newer one again", () =>
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

Deno.test("claim() reads a value of another shape as free", () =>
  withClaims(async ({ kv, options }) => {
    await kv.set(["locks", "purge"], "mine");
    await (await held(kv, options)).release(true);
  }));

Deno.test("a claim is renewed for as long as it is held, and lost when it cannot be", async () => {
  const kv = await openKv(":memory:");
  let time = NOON;
  const options: ClaimOptions = { leaseMs: 60, now: () => new Date(time) };
  const first = await held(kv, options);
  const until = async () => (await kv.get<{ until: number }>(["locks", "purge"])).value?.until ?? 0;
  const before = await until();
  // A clock that moves by itself runs the lease out where this process has to wait for its turn.
  time++;
  for await (const _ of kv.watch([["locks", "purge"]])) if (await until() > before) break;
  assert.equal(first.lost.aborted, false);

  const lost = new Promise<void>((resolve) =>
    first.lost.addEventListener("abort", () => resolve(), { once: true })
  );
  await kv.set(["locks", "purge"], { owner: "thief", until: NOON + 100, done: null });
  await lost;
  await first.release(true);
  assert.equal((await claim(kv, "purge", options)).state, "busy", "the thief keeps it");
  kv.close();
});

Deno.test("a claim is lost when the store is away for longer than the lease", async () => {
  const kv = await openKv(":memory:");
  const { lost, release } = await held(kv, { leaseMs: 60, now: () => new Date() });
  const told = new Promise<void>((resolve) => lost.addEventListener("abort", () => resolve()));
  kv.close();
  await told;
  await release(true);
});

Deno.test("claim() takes nothing for held or done that only a clock that was wrong can have set", () =>
  withClaims(async ({ kv, clock, options }) => {
    const YEAR_MS = 365 * 24 * 60 * 60_000;
    const minute = () => Math.floor(clock.ms / 60_000);
    clock.ms += YEAR_MS;
    await (await held(kv, { ...options, round: minute() })).release(true);
    const dead = await held(kv, options, "erase");
    clock.ms -= YEAR_MS;

    const next = await held(kv, { ...options, round: minute() });
    await next.release(true);
    assert.equal((await claim(kv, "purge", { ...options, round: minute() })).state, "done");
    await (await held(kv, options, "erase")).release(true);
    await dead.release(true);
  }));

Deno.test("claim() takes the lease of one that died for over when the clock was set back since", () =>
  withClaims(async ({ kv, clock, options }) => {
    const dead = await held(kv, options);
    clock.ms -= options.leaseMs;
    const until = NOON + options.leaseMs;
    assert.deepEqual(await claim(kv, "purge", options), { state: "busy", until }, "clocks differ");
    clock.ms -= 1;
    await (await held(kv, options)).release(true);
    await dead.release(true);
  }));
