import assert from "node:assert/strict";
import { openCache } from "@/lib/media/renditions/cache.ts";
import { prepareFolder } from "@/lib/media/renditions/folder.ts";
import { TextLineStream } from "@/tests/helpers/lines.ts";

const CHILD = new URL("../../helpers/rendition_child.ts", import.meta.url);
const MEGABYTE = 1024 * 1024;
const A = "a".repeat(40);
const B = "b".repeat(40);
const C = "c".repeat(40);

/** Creates a temporary folder that is removed when it is disposed of. */
async function temporary() {
  const path = await Deno.makeTempDir({ prefix: "gss-test-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

function open(folder: string, options: { maxBytes?: number; errors?: unknown[] } = {}) {
  const { maxBytes = MEGABYTE, errors } = options;
  return openCache({
    folder,
    maxBytes,
    onError(error) {
      if (errors === undefined) throw error;
      errors.push(error);
    },
  });
}

function bytes(length: number, value = 1): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).fill(value);
}

async function read(cache: ReturnType<typeof open>, key: string) {
  const kept = await cache.get(key);
  if (kept === null) return null;
  const body = await new Response(kept.body).bytes();
  assert.equal(kept.size, body.length);
  return body;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}

Deno.test("a stored file is returned by this process and the next", async () => {
  await using folder = await temporary();
  const cache = open(folder.path);
  assert.equal(await cache.get(A), null);
  await cache.put(A, bytes(1000));
  await cache.put(B, bytes(600_000));
  const next = open(folder.path);
  for (const process of [cache, next, next]) {
    assert.deepEqual(await read(process, A), bytes(1000));
    assert.deepEqual(await read(process, B), bytes(600_000));
  }
});

Deno.test("the least recently used file is evicted first, and a file above the limit is not stored", async () => {
  await using folder = await temporary();
  const cache = open(folder.path, { maxBytes: 2500 });
  await cache.put(A, bytes(1000));
  await cache.put(B, bytes(1000));
  await read(cache, A);
  await cache.put(C, bytes(1000));
  assert.equal(await read(cache, B), null);
  assert.deepEqual(await read(cache, A), bytes(1000));
  assert.deepEqual(await read(cache, C), bytes(1000));
  assert.equal((await namesIn(folder.path)).length, 2);

  await cache.put(B, bytes(2501));
  assert.equal(await read(cache, B), null);
  assert.deepEqual(await read(cache, A), bytes(1000));
});

Deno.test("requesting everything once does not evict files that are requested again (design §7)", async () => {
  await using folder = await temporary();
  const cache = open(folder.path, { maxBytes: 10_000 });
  for (const key of [A, B]) {
    await cache.put(key, bytes(1000));
    await read(cache, key);
  }
  for (let other = 0; other < 100; other++) {
    await cache.put(other.toString(16).padStart(40, "0"), bytes(1000));
  }
  for (const key of [A, B]) assert.deepEqual(await read(cache, key), bytes(1000));
  assert.equal((await namesIn(folder.path)).length, 10);
});

Deno.test("files that are no longer requested are evicted for those that are requested again", async () => {
  await using folder = await temporary();
  const cache = open(folder.path, { maxBytes: 5000 });
  const keyOf = (index: number) => index.toString(16).padStart(40, "0");
  for (let index = 0; index < 20; index++) {
    await cache.put(keyOf(index), bytes(1000));
    await read(cache, keyOf(index));
  }
  assert.equal(await read(cache, keyOf(0)), null);
  for (const index of [16, 17, 18, 19]) {
    assert.deepEqual(await read(cache, keyOf(index)), bytes(1000));
  }
});

Deno.test("a cache of zero bytes stores nothing", async () => {
  await using folder = await temporary();
  const cache = open(folder.path, { maxBytes: 0 });
  await cache.put(A, bytes(1));
  assert.equal(await cache.get(A), null);
});

Deno.test("a smaller limit applies to the files of an earlier process", async () => {
  await using folder = await temporary();
  const cache = open(folder.path);
  for (const [index, key] of [A, B, C].entries()) {
    await cache.put(key, bytes(1000));
    const [name] = (await namesIn(folder.path)).filter((name) => name.startsWith(key));
    await Deno.utime(`${folder.path}/${name}`, index, index);
  }
  const smaller = open(folder.path, { maxBytes: 2000 });
  assert.equal(await read(smaller, A), null);
  assert.deepEqual(await read(smaller, B), bytes(1000));
  assert.deepEqual(await read(smaller, C), bytes(1000));
});

Deno.test("a partial file of a killed process is removed and never returned", async () => {
  await using folder = await temporary();
  await Deno.writeFile(`${folder.path}/unfinished-1`, bytes(10));
  await Deno.writeFile(`${folder.path}/${A}`, bytes(10));
  const cache = open(folder.path);
  assert.equal(await cache.get(A), null);
  assert.deepEqual(await namesIn(folder.path), []);
});

Deno.test("a process that is killed while it writes leaves complete files only (§8)", async () => {
  await using folder = await temporary();
  for (let round = 0; round < 3; round++) {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", CHILD.pathname, folder.path],
      stdout: "piped",
    }).spawn();
    const most = 20 + Math.floor(Math.random() * 100);
    let kept = 0;
    for await (
      const _line of child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(
        new TextLineStream(),
      )
    ) {
      if (++kept === most) child.kill("SIGKILL");
    }
    assert.equal((await child.status).signal, "SIGKILL");

    const cache = open(folder.path, { maxBytes: 4_000_000 });
    let found = 0;
    for (let key = 0; key < 50; key++) {
      const body = await read(cache, key.toString(16).padStart(40, "0"));
      if (body === null) continue;
      found++;
      assert.equal(body.length, 100_000);
      assert.ok(body.every((byte) => byte === body[0]));
    }
    assert.ok(found > 0);
    const names = await namesIn(folder.path);
    assert.equal(names.length, found);
    assert.ok(found * 100_000 <= 4_000_000);
  }
});

Deno.test("of two files with one key, which a killed process may leave, the older is removed (§8)", async () => {
  await using folder = await temporary();
  const cache = open(folder.path);
  await cache.put(A, bytes(1000, 1));
  const older = `${folder.path}/${(await namesIn(folder.path))[0]}`;
  await cache.put(A, bytes(1000, 2));
  await Deno.writeFile(older, bytes(1000, 1));
  await Deno.utime(older, 1, 1);
  assert.deepEqual(await read(open(folder.path), A), bytes(1000, 2));
  assert.equal((await namesIn(folder.path)).length, 1);
});

const DAMAGE: [how: string, damage: (path: string) => Promise<void>][] = [
  ["truncated", (path) => Deno.truncate(path, 400)],
  ["altered", (path) => Deno.writeFile(path, bytes(1000, 2))],
  ["emptied", (path) => Deno.truncate(path)],
  ["removed", (path) => Deno.remove(path)],
];
for (const [how, damage] of DAMAGE) {
  Deno.test(`a file of an earlier process that is ${how} counts as missing`, async () => {
    await using folder = await temporary();
    await open(folder.path).put(A, bytes(1000));
    const [name] = await namesIn(folder.path);
    const next = open(folder.path);
    // Wait until the folder has been read.
    assert.equal(await next.get(B), null);
    await damage(`${folder.path}/${name}`);
    assert.equal(await next.get(A), null);
    assert.deepEqual(await namesIn(folder.path), []);
    await next.put(A, bytes(1000));
    assert.deepEqual(await read(next, A), bytes(1000));
  });
}

Deno.test("a file that is truncated or removed while the process runs counts as missing", async () => {
  await using folder = await temporary();
  const cache = open(folder.path);
  for (const length of [1000, 600_000]) {
    for (const damage of [(path: string) => Deno.truncate(path, 400), Deno.remove]) {
      await cache.put(A, bytes(length));
      const [name] = await namesIn(folder.path);
      await damage(`${folder.path}/${name}`);
      assert.equal(await cache.get(A), null);
      await cache.put(A, bytes(length));
      assert.deepEqual(await read(cache, A), bytes(length));
    }
  }
});

Deno.test("a removed folder is reported once, and no call fails", async () => {
  await using folder = await temporary();
  const errors: unknown[] = [];
  const cache = open(folder.path, { errors });
  assert.equal(await cache.get(A), null);
  await Deno.remove(folder.path, { recursive: true });
  await cache.put(A, bytes(10));
  await cache.put(B, bytes(10));
  assert.equal(await cache.get(A), null);
  assert.equal(errors.length, 1);
  await Deno.mkdir(folder.path);
});

Deno.test("prepareFolder() falls back to a temporary folder, with the error of the requested one", async () => {
  await using parent = await temporary();
  const folder = await prepareFolder(`${parent.path}/renditions`);
  assert.equal(folder.path, `${parent.path}/renditions`);
  assert.equal(folder.insteadBecause, null);
  await folder.close();
  assert.ok((await Deno.stat(folder.path)).isDirectory);

  await Deno.writeTextFile(`${parent.path}/file`, "");
  const instead = await prepareFolder(`${parent.path}/file`);
  assert.notEqual(instead.path, `${parent.path}/file`);
  assert.ok(instead.insteadBecause instanceof Error);
  await instead.close();
  await assert.rejects(Deno.stat(instead.path), Deno.errors.NotFound);
});
