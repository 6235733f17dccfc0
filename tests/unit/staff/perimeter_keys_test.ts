import assert from "node:assert/strict";
import { createPerimeter, type Identification } from "@/lib/staff/mod.ts";
import {
  type PerimeterDouble,
  type PerimeterMode,
  startPerimeter,
} from "@/tests/doubles/perimeter.ts";
import { until } from "@/tests/helpers/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A perimeter with its double and a clock that the test advances. */
interface Bench extends AsyncDisposable {
  readonly double: PerimeterDouble;
  /** Advances the clock. */
  pass(ms: number): void;
  /** Identifies a token, by default a valid one. Returns its address, or the reason why it is refused. */
  ask(token?: string | Promise<string>): Promise<string>;
  /** Waits for the pending fetch of the key set, by asking with an unknown key. */
  refreshed(): Promise<void>;
  readonly outages: unknown[];
}

async function aBench(options: { timeoutMs?: number } = {}): Promise<Bench> {
  let ms = Date.UTC(2026, 10, 2, 9);
  const now = () => new Date(ms);
  const double = await startPerimeter({ now });
  const limits = limitHeldFetches(double);
  const outages: unknown[] = [];
  const perimeter = createPerimeter({
    access: {
      origin: double.origin,
      audience: double.audience,
      tokenHeader: "x-token",
      tokenCookie: "token",
    },
    now,
    onOutage: (error) => outages.push(error),
    ...options,
  });
  async function ask(token: string | Promise<string> = double.mint()): Promise<string> {
    const headers = { "x-token": await token };
    return outcomeOf(await perimeter.identify(new Request("http://localhost/admin", { headers })));
  }
  return {
    double,
    outages,
    ask,
    pass: (by) => void (ms += by),
    async refreshed() {
      assert.equal(await ask(double.mint({}, { header: { kid: "nobody" } })), "unknown_key");
    },
    async [Symbol.asyncDispose]() {
      limits[Symbol.dispose]();
      await double[Symbol.asyncDispose]();
    },
  };
}

/** Applies the time limit of a fetch only while the double holds it, because a busy machine may be slow to reach the double. */
function limitHeldFetches(double: PerimeterDouble): Disposable {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, { signal, ...init } = {}) => {
    if (double.mode !== "slow") return await fetch(input, init);
    const { fetches } = double;
    const ending = new AbortController();
    const answer = fetch(input, { ...init, signal: ending.signal });
    await until("the double holds the fetch", () => double.fetches > fetches);
    const end = () => ending.abort(signal?.reason);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
    return await answer;
  };
  return { [Symbol.dispose]: () => void (globalThis.fetch = fetch) };
}

function outcomeOf(identity: Identification): string {
  if (identity.kind === "refused") return identity.reason;
  return identity.kind === "verified" ? identity.email ?? "a service" : identity.kind;
}

const ADA = "ada@example.com";

Deno.test("the key set is fetched once an hour, however many requests there are (design §7)", async () => {
  await using bench = await aBench();
  for (let i = 0; i < 20; i++) assert.equal(await bench.ask(), ADA);
  bench.pass(HOUR - 1);
  assert.equal(await bench.ask(), ADA);
  assert.equal(bench.double.fetches, 1);
  bench.pass(1);
  for (let i = 0; i < 20; i++) assert.equal(await bench.ask(), ADA);
  while (bench.double.fetches < 2) assert.equal(await bench.ask(), ADA);
  for (let i = 0; i < 20; i++) assert.equal(await bench.ask(), ADA);
  assert.equal(bench.double.fetches, 2);
});

Deno.test("a token with a known key does not wait for a key set that hangs (§5)", async () => {
  await using bench = await aBench({ timeoutMs: 600_000 });
  assert.equal(await bench.ask(), ADA);
  bench.double.mode = "slow";
  bench.pass(HOUR);
  assert.equal(await bench.ask(), ADA);
  await bench.double.held;
  for (let i = 0; i < 20; i++) assert.equal(await bench.ask(), ADA);
  assert.equal(bench.double.fetches, 2);
});

Deno.test("a key that was withdrawn while nobody asked is refused as soon as its set has expired (§5)", async () => {
  await using bench = await aBench();
  const withdrawn = bench.double.keys[0];
  assert.ok(withdrawn);
  assert.equal(await bench.ask(), ADA);
  await bench.double.rotate();
  bench.double.keys = bench.double.keys.slice(0, 1);
  bench.pass(HOUR + 5 * MINUTE);
  const late = bench.double.mint({}, { key: withdrawn });
  assert.deepEqual(await Promise.all([bench.ask(late), bench.ask(late)]), [
    "unknown_key",
    "unknown_key",
  ]);
  assert.equal(await bench.ask(), ADA);
  assert.equal(bench.double.fetches, 2);
});

Deno.test("100 requests at once share one fetch of the key set", async () => {
  await using bench = await aBench();
  const token = await bench.double.mint();
  const answers = await Promise.all(Array.from({ length: 100 }, () => bench.ask(token)));
  assert.deepEqual(new Set(answers), new Set([ADA]));
  assert.equal(bench.double.fetches, 1);
});

Deno.test("a rotated key is found at once, and the previous key stays valid while it is published", async () => {
  await using bench = await aBench();
  const before = bench.double.keys[0];
  assert.ok(before);
  assert.equal(await bench.ask(), ADA);
  await bench.double.rotate();
  const token = await bench.double.mint();
  const answers = await Promise.all(Array.from({ length: 100 }, () => bench.ask(token)));
  assert.deepEqual(new Set(answers), new Set([ADA]), "none is refused while the set is fetched");
  assert.equal(bench.double.fetches, 2);
  for (let day = 0; day < 7; day++) {
    bench.pass(DAY);
    assert.equal(await bench.ask(bench.double.mint({}, { key: before })), ADA);
    assert.equal(await bench.ask(), ADA);
  }
  bench.double.keys = bench.double.keys.slice(0, 1);
  bench.pass(HOUR);
  assert.equal(await bench.ask(), ADA);
  await bench.refreshed();
  assert.equal(await bench.ask(bench.double.mint({}, { key: before })), "unknown_key");
  assert.equal(await bench.ask(), ADA);
});

Deno.test("1,000 unknown keys cause one fetch per minute (design §7)", async () => {
  await using bench = await aBench();
  assert.equal(await bench.ask(), ADA);
  const { double } = bench;
  const stranger = await double.stranger();
  const tokens = await Promise.all(
    Array.from(
      { length: 1000 },
      (_, i) => double.mint({}, { key: stranger, header: { kid: `unknown-${i}` } }),
    ),
  );
  for (const minute of [1, 2, 3]) {
    for (const token of tokens) assert.equal(await bench.ask(token), "unknown_key");
    assert.equal(double.fetches, 1 + minute);
    bench.pass(MINUTE - 1);
    assert.equal(await bench.ask(tokens[0]), "unknown_key");
    assert.equal(double.fetches, 1 + minute);
    bench.pass(1);
  }
  assert.equal(await bench.ask(), ADA);
});

Deno.test("concurrent unknown keys before the first key set cause one fetch", async () => {
  await using bench = await aBench();
  const token = await bench.double.mint({}, { key: await bench.double.stranger() });
  const answers = await Promise.all(Array.from({ length: 50 }, () => bench.ask(token)));
  assert.deepEqual(new Set(answers), new Set(["unknown_key"]));
  assert.equal(bench.double.fetches, 1);
});

const OUTAGES: readonly PerimeterMode[] = [
  "error",
  "html",
  "empty",
  "no list",
  "truncated",
  "oversized",
  "redirect",
  "unusable",
  "slow",
];

for (const mode of OUTAGES) {
  Deno.test(`while the key set is ${mode}, the last good one is used for a day, then nobody is admitted (§5)`, async () => {
    await using bench = await aBench(mode === "slow" ? { timeoutMs: 20 } : {});
    const { double } = bench;
    assert.equal(await bench.ask(), ADA);
    double.mode = mode;
    bench.pass(HOUR);
    for (let i = 0; i < 10; i++) assert.equal(await bench.ask(), ADA);
    await bench.refreshed();
    for (let i = 0; i < 10; i++) assert.equal(await bench.ask(), ADA);
    assert.equal(double.fetches, 2, "an outage does not cause a fetch per request");
    bench.pass(MINUTE);
    assert.equal(await bench.ask(), ADA);
    await bench.refreshed();
    assert.equal(double.fetches, 3);
    bench.pass(DAY - HOUR - MINUTE - 1);
    assert.equal(await bench.ask(), ADA);
    bench.pass(1);
    assert.equal(await bench.ask(), "keys_unavailable");
    assert.equal(bench.outages.length, 1, "an outage is reported once");
    double.mode = "well";
    bench.pass(10_000);
    assert.equal(await bench.ask(), ADA);
    double.mode = mode;
    bench.pass(HOUR);
    assert.equal(await bench.ask(), ADA);
    await bench.refreshed();
    assert.equal(bench.outages.length, 2, "the next outage is reported again");
  });

  Deno.test(`while the key set is ${mode} from the start, nobody is admitted, and it is fetched every ten seconds`, async () => {
    await using bench = await aBench(mode === "slow" ? { timeoutMs: 20 } : {});
    bench.double.mode = mode;
    for (const fetches of [1, 2, 3]) {
      for (let i = 0; i < 5; i++) assert.equal(await bench.ask(), "keys_unavailable");
      bench.pass(9_999);
      assert.equal(await bench.ask(), "keys_unavailable");
      assert.equal(bench.double.fetches, fetches);
      bench.pass(1);
    }
    bench.double.mode = "well";
    assert.equal(await bench.ask(), ADA);
    assert.equal(bench.outages.length, 1);
  });
}

Deno.test("unknown keys cause no extra fetches during an outage", async () => {
  await using bench = await aBench();
  const { double } = bench;
  assert.equal(await bench.ask(), ADA);
  const stranger = await double.stranger();
  double.mode = "error";
  bench.pass(HOUR);
  for (let i = 0; i < 100; i++) {
    assert.equal(
      await bench.ask(double.mint({}, { key: stranger, header: { kid: `${i}` } })),
      "unknown_key",
    );
  }
  assert.equal(double.fetches, 2);
});

Deno.test("a clock that is set back does not block the fetch after a failed one (§5)", async () => {
  await using bench = await aBench();
  bench.double.mode = "error";
  assert.equal(await bench.ask(), "keys_unavailable");
  bench.double.mode = "well";
  bench.pass(-365 * DAY);
  assert.equal(await bench.ask(), ADA);
});

Deno.test("a clock that is set back does not keep a withdrawn key valid (§5)", async () => {
  await using bench = await aBench();
  const withdrawn = bench.double.keys[0];
  assert.ok(withdrawn);
  assert.equal(await bench.ask(), ADA);
  await bench.double.rotate();
  bench.double.keys = bench.double.keys.slice(0, 1);
  bench.pass(-365 * DAY);
  assert.equal(await bench.ask(bench.double.mint({}, { key: withdrawn })), "unknown_key");
  assert.equal(await bench.ask(), ADA);
});

Deno.test("onOutage() gets an error that describes the outage, such as a key set over 64 KiB", async () => {
  const messages: Partial<Record<PerimeterMode, RegExp>> = {
    error: /status 500/,
    redirect: /status 302/,
    oversized: /longer than 65536 bytes/,
    empty: /no key of it is for RS256/,
    unusable: /no key of it is for RS256/,
    "no list": /lists no keys/,
    slow: /no answer within 20 ms/,
  };
  for (const [mode, message] of Object.entries(messages)) {
    await using bench = await aBench({ timeoutMs: mode === "slow" ? 20 : 5000 });
    bench.double.mode = OUTAGES.find((outage) => outage === mode) ?? "error";
    await bench.ask();
    assert.match(String(bench.outages[0]), message);
  }
});

Deno.test("two published keys with the same id are both accepted, in either order", async () => {
  for (const order of ["first", "last"]) {
    await using bench = await aBench();
    const { double } = bench;
    const [own] = double.keys;
    assert.ok(own);
    const twin = await double.stranger(own.kid);
    double.keys = order === "first" ? [own, twin] : [twin, own];
    assert.equal(await bench.ask(double.mint({}, { key: own })), ADA);
    assert.equal(await bench.ask(double.mint({}, { key: twin })), ADA);
    assert.equal(
      await bench.ask(double.mint({}, { key: await double.stranger(own.kid) })),
      "bad_signature",
    );
    assert.equal(await bench.ask(double.mint({ exp: 1 }, { key: own })), "expired");
  }
});

Deno.test("a published key without alg or use is used for RS256, a key for another purpose is not", async () => {
  const rows = [
    [{ alg: undefined, use: undefined }, ADA],
    [{ alg: "RS256", use: undefined }, ADA],
    [{ alg: "RS512" }, "unknown_key"],
    [{ alg: "none" }, "unknown_key"],
    [{ use: "enc" }, "unknown_key"],
    [{ kty: "oct", k: "c2VjcmV0" }, "unknown_key"],
    [{ n: "AQAB" }, "unknown_key"],
  ] as const;
  for (const [fields, outcome] of rows) {
    await using bench = await aBench();
    const { double } = bench;
    const [own] = double.keys;
    double.keys.push(await double.stranger());
    double.publish = (key) => key === own ? { ...key.jwk, ...fields } : key.jwk;
    assert.equal(await bench.ask(), outcome, JSON.stringify(fields));
  }
});

Deno.test("requests wait for a fetch that hangs no longer than its timeout", async () => {
  await using bench = await aBench({ timeoutMs: 50 });
  bench.double.mode = "slow";
  const answers = [bench.ask(), bench.ask()];
  await bench.double.held;
  answers.push(bench.ask());
  assert.deepEqual(await Promise.all(answers), Array(3).fill("keys_unavailable"));
  assert.equal(bench.double.fetches, 1);
});
