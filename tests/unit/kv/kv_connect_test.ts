/** The double of a remote store with Deno's own client, and the timeouts of that client. */
import assert from "node:assert/strict";
import { boundCalls, hasQueue, KvOpenError, KvOutageError, openKv } from "@/lib/kv/mod.ts";
import { openKvConnect, startKvConnect } from "@/tests/doubles/kv_connect.ts";

const VALUES: readonly unknown[] = [
  null,
  "text",
  7,
  -1.5,
  10n ** 30n,
  new Date(0),
  new Uint8Array([0, 255, 0]),
  new Map([["a", new Set([1])]]),
  { nested: { list: [1, undefined] } },
];
const KEYS: readonly Deno.KvKey[] = [
  ["a"],
  ["a", ""],
  ["a", "\0"],
  ["a", 1],
  ["a", -1],
  ["a", 1n],
  ["a", true],
  ["a", new Uint8Array([0, 1])],
  ["é", "x\0y"],
];

for (const version of [1, 2, 3]) {
  Deno.test(`version ${version} of KV Connect returns stored values, in key order`, async () => {
    await using double = startKvConnect({ versions: [version] });
    using kv = await openKvConnect(double);
    using local = await Deno.openKv(":memory:");
    for (const [index, value] of VALUES.entries()) {
      await kv.set(["value", index], value);
      assert.deepEqual((await kv.get(["value", index])).value, value);
    }
    for (const [index, key] of KEYS.entries()) {
      await Promise.all([kv, local].map((store) => store.set(key, index)));
    }
    for (const options of [{}, { reverse: true }, { limit: 4 }, { batchSize: 2 }]) {
      const listed = async (store: Deno.Kv) =>
        await Array.fromAsync(store.list({ prefix: ["a"] }, options), ({ key }) => key);
      assert.deepEqual(await listed(kv), await listed(local));
    }
  });
}

Deno.test("an atomic operation on a remote store happens completely or not at all", async () => {
  await using double = startKvConnect();
  using kv = await openKvConnect(double);
  const { versionstamp } = await kv.set(["a"], 1);
  const check = (versionstamp: string | null) =>
    kv.atomic().check({ key: ["a"], versionstamp }).set(["b"], 2).delete(["a"]).commit();
  assert.equal((await check(null)).ok, false);
  assert.deepEqual((await kv.getMany([["a"], ["b"]])).map(({ value }) => value), [1, null]);
  assert.equal((await check(versionstamp)).ok, true);
  assert.deepEqual((await kv.getMany([["a"], ["b"]])).map(({ value }) => value), [null, 2]);
  await kv.atomic().sum(["n"], 2n).commit();
  await kv.atomic().sum(["n"], 3n).max(["high"], 9n).min(["low"], 1n).commit();
  const counts = await kv.getMany<Deno.KvU64[]>([["n"], ["high"], ["low"]]);
  assert.deepEqual(counts.map(({ value }) => value?.value), [5n, 9n, 1n]);
});

Deno.test("a watcher of a remote store is notified of a change", async () => {
  await using double = startKvConnect();
  using kv = await openKvConnect(double);
  using other = await openKvConnect(double);
  const reader = kv.watch<[string]>([["flag"]]).getReader();
  assert.equal((await reader.read()).value?.[0].value, null);
  await other.set(["flag"], "up");
  assert.equal((await reader.read()).value?.[0].value, "up");
  await reader.cancel();
});

Deno.test("hasQueue() is false for a remote store, which rejects messages (design §5)", async () => {
  await using double = startKvConnect();
  using kv = await openKvConnect(double);
  assert.equal(hasQueue(double.url), false);
  await assert.rejects(kv.enqueue("message"), /not supported/);
});

Deno.test("a store that rejects the access token fails to open with a message", async () => {
  await using double = startKvConnect({ token: "another" });
  await assert.rejects(openKvConnect(double), (error) => {
    assert.ok(error instanceof KvOpenError);
    assert.match(error.message, /401/);
    return true;
  });
});

Deno.test("a store that does not answer fails to open within the timeout", async () => {
  await using double = startKvConnect();
  double.fail({ fault: "hang", call: "metadata" });
  Deno.env.set("DENO_KV_ACCESS_TOKEN", double.token);
  await assert.rejects(openKv(double.url, { timeoutMs: 20 }), /no answer in 20 ms/);
});

Deno.test("server errors and expired tokens are retried by the client", async () => {
  await using double = startKvConnect();
  using kv = await openKvConnect(double);
  double.fail({ fault: "500", call: "atomic_write", times: 2 });
  assert.equal((await kv.set(["a"], 1)).ok, true);
  double.expireTokens();
  assert.equal((await kv.get(["a"])).value, 1);
  assert.deepEqual([double.calls.atomic_write, double.calls.snapshot_read], [3, 2]);
});

Deno.test("a call beyond the timeout is an outage, and the next calls fail at once", async () => {
  await using double = startKvConnect();
  using plain = await openKvConnect(double);
  let now = 0;
  using kv = boundCalls(plain, { timeoutMs: 700, clock: () => now });
  double.fail({ fault: "hang", call: "snapshot_read" });
  await assert.rejects(kv.get(["a"]), KvOutageError);
  const { snapshot_read: asked } = double.calls;
  double.mend();
  for (let call = 0; call < 10; call++) {
    await assert.rejects(kv.get(["a"]), KvOutageError);
    await assert.rejects(Array.fromAsync(kv.list({ prefix: [] })), KvOutageError);
  }
  assert.equal(double.calls.snapshot_read, asked, "no request was sent in the meantime");
  now = 1_000;
  assert.equal((await kv.get(["a"])).value, null);
});

Deno.test("time in which this process is busy does not count towards the timeout", async () => {
  using plain = await Deno.openKv(":memory:");
  using server = serveOnThread();
  const origin = await server.origin;
  const get = async () => void await (await fetch(origin)).text();
  await get();
  async function callAndBlock(): Promise<boolean> {
    const kv = boundCalls(Object.assign(plain, { get: get as never }), { timeoutMs: 50 });
    const answer = kv.get(["a"]).then(() => true, () => false);
    await Promise.resolve();
    const until = performance.now() + 200;
    while (performance.now() < until);
    return await answer;
  }
  // Other processes may delay the answer as well, but hardly every time.
  const answered = await callAndBlock() || await callAndBlock() || await callAndBlock();
  assert.ok(answered);
});

Deno.test("a store that does not accept writes can still be read", async () => {
  await using double = startKvConnect();
  using plain = await openKvConnect(double);
  let now = 0;
  using kv = boundCalls(plain, { timeoutMs: 700, clock: () => now });
  double.fail({ fault: "hang", call: "atomic_write" });
  await assert.rejects(kv.set(["a"], 1), KvOutageError);
  const { atomic_write: asked } = double.calls;
  double.mend();
  assert.equal((await kv.get(["a"])).value, null);
  await assert.rejects(kv.set(["a"], 1), KvOutageError);
  await assert.rejects(kv.atomic().set(["a"], 1).commit(), KvOutageError);
  assert.equal(
    double.calls.atomic_write,
    asked,
    "a successful read does not close the circuit of writes",
  );
  now = 1_000;
  assert.equal((await kv.atomic().set(["a"], 1).commit()).ok, true);
});

Deno.test("a value that no store accepts is a TypeError, not an outage", async () => {
  await using double = startKvConnect();
  using kv = await openKvConnect(double);
  await assert.rejects(kv.set(["a"], new Uint8Array(70_000)), TypeError);
  assert.equal((await kv.get(["a"])).value, null);
});

/** Starts a server on another thread. */
function serveOnThread() {
  const script = `const { addr } = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response("a"));
    postMessage("http://127.0.0.1:" + addr.port);`;
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  return {
    origin: new Promise<string>((resolve) => worker.onmessage = ({ data }) => resolve(data)),
    [Symbol.dispose]() {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
}
