import assert from "node:assert/strict";
import { join } from "node:path";
import { z } from "zod";
import {
  getValid,
  KvOpenError,
  openKv,
  readMany,
  requireWrites,
  retryLocked,
} from "@/lib/kv/mod.ts";

const Session = z.object({ track: z.string().nullable(), expiresAt: z.number() });

Deno.test("openKv() creates the folder of its file, and finds its values again (design §5)", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "a", "b", "kv.sqlite3");
  const first = await openKv(path);
  await first.set(["k"], 1);
  first.close();
  const second = await openKv(path);
  assert.equal((await second.get(["k"])).value, 1);
  second.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openKv() opens separate :memory: stores", async () => {
  const [one, two] = [await openKv(":memory:"), await openKv(":memory:")];
  await one.set(["k"], 1);
  assert.equal((await two.get(["k"])).value, null);
  one.close();
  two.close();
});

Deno.test("openKv() names the store and the reason when it cannot open it", async () => {
  const file = await Deno.makeTempFile();
  const path = join(file, "kv.sqlite3");
  await assert.rejects(openKv(path), (error) => {
    assert.ok(error instanceof KvOpenError);
    assert.equal(error.code, "kv_unavailable");
    assert.ok(error.message.startsWith(`Cannot open the key-value store ${path}: `), error.message);
    return true;
  });
  await Deno.remove(file);
});

Deno.test("openKv() refuses a file that it cannot write, even if it can read it (design §5)", async () => {
  const path = await Deno.makeTempFile();
  (await openKv(path)).close();
  // Root may write any file, so its header claims a newer format, which SQLite opens as read-only.
  const file = await Deno.open(path, { write: true });
  await file.seek(18, Deno.SeekMode.Start);
  await file.write(new Uint8Array([3]));
  file.close();
  await assert.rejects(openKv(path), {
    code: "kv_unavailable",
    message:
      `Cannot open the key-value store ${path}: Can not write to a read-only database. Let the ` +
      "service write this file and its folder, or set DENO_KV_PATH to another file; move a damaged one away",
  });
  await Deno.remove(path);
});

Deno.test("requireWrites() refuses a store whose file was removed or replaced, although it takes writes (design §7)", async () => {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "kv.sqlite3");
  const kv = await openKv(path);
  await requireWrites(kv);
  await Deno.rename(path, `${path}.old`);
  await assert.rejects(requireWrites(kv), Deno.errors.NotFound);
  await Deno.copyFile(`${path}.old`, path);
  await assert.rejects(requireWrites(kv), /it was replaced while the service had it open/);
  await Deno.rename(`${path}.old`, path);
  await requireWrites(kv);
  kv.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("readMany() reads any number of keys in their order, with its round trips side by side (§2.5)", async () => {
  const kv = await openKv(":memory:");
  const keys = Array.from({ length: 425 }, (_, index) => ["k", index]);
  for (const key of keys) await kv.set(key, key[1]);
  let [running, most] = [0, 0];
  const slow: Pick<Deno.Kv, "getMany"> = {
    async getMany(some) {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve));
      running--;
      return await kv.getMany(some);
    },
  };
  const entries = await readMany(slow, [...keys, ["missing"]]);
  assert.deepEqual(entries.map(({ value }) => value), [...keys.map(([, index]) => index), null]);
  assert.equal(most, 20);
  assert.deepEqual(await readMany(slow, []), []);
  kv.close();
});

const STORED: readonly [name: string, value: unknown, valid: boolean][] = [
  ["a valid value", { track: "home", expiresAt: 7 }, true],
  ["a value of an older shape", { track: "home" }, false],
  ["a value of another type", "home", false],
];

for (const [name, value, valid] of STORED) {
  Deno.test(`getValid() ${valid ? "returns" : "treats as absent"} ${name} (design §5)`, async () => {
    const kv = await openKv(":memory:");
    const { versionstamp } = await kv.set(["sessions", "s"], value);
    const entry = await getValid(kv, ["sessions", "s"], Session);
    assert.deepEqual(entry, valid ? { value, versionstamp } : null);
    kv.close();
  });
}

Deno.test("getValid() returns null for a key without a value", async () => {
  const kv = await openKv(":memory:");
  assert.equal(await getValid(kv, ["sessions", "s"], Session), null);
  assert.equal(await getValid(kv, ["sessions", "s"], z.null()), null);
  kv.close();
});

/** A write that fails `times` times with `message`. */
function failingWrite(times: number, message = "database is locked") {
  const write = { calls: 0, run };
  function run(): Promise<string> {
    write.calls++;
    return write.calls <= times ? Promise.reject(new TypeError(message)) : Promise.resolve("done");
  }
  return write;
}

Deno.test("retryLocked() retries until the store is no longer locked", async () => {
  const write = failingWrite(3);
  assert.equal(await retryLocked(write.run, { random: () => 0 }), "done");
  assert.equal(write.calls, 4);
});

Deno.test("retryLocked() throws the store's error after its last attempt", async () => {
  const write = failingWrite(9);
  const attempt = retryLocked(write.run, { attempts: 3, random: () => 0 });
  await assert.rejects(attempt, /database is locked/);
  assert.equal(write.calls, 3);
});

Deno.test("retryLocked() does not retry a write that failed for another reason", async () => {
  const write = failingWrite(1, "value too large");
  await assert.rejects(retryLocked(write.run), /value too large/);
  assert.equal(write.calls, 1);
});
