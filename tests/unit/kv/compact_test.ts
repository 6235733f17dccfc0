import assert from "node:assert/strict";
import { compactKv, openKv } from "@/lib/kv/mod.ts";

const SECRET = "pat@deleted.test";

async function contains(folder: string, text: string): Promise<boolean> {
  for await (const { name } of Deno.readDir(folder)) {
    const bytes = await Deno.readFile(`${folder}/${name}`);
    if (new TextDecoder("latin1").decode(bytes).includes(text)) return true;
  }
  return false;
}

Deno.test("compactKv() removes the bytes of deleted values, and keeps the others", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/kv.sqlite3`;
  const kv = await openKv(path);
  await kv.set(["kept"], "here");
  for (let number = 0; number < 50; number++) await kv.set(["gone", number], SECRET.repeat(100));
  for (let number = 0; number < 50; number++) await kv.delete(["gone", number]);
  assert.ok(await contains(folder, SECRET), "deletion alone leaves the bytes");

  await assert.rejects(compactKv(path), { name: "KvOpenError", message: /stop it first/ });
  assert.equal((await kv.get(["kept"])).value, "here", "a refusal does not affect the open store");
  kv.close();

  const { before, after } = await compactKv(path);
  assert.ok(after < before);
  assert.equal(await contains(folder, SECRET), false);
  const again = await openKv(path);
  assert.equal((await again.get(["kept"])).value, "here");
  again.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("compactKv() refuses a path that is not the file of a store", async () => {
  for (const path of [":memory:", "https://kv.example.com", "/nowhere/kv.sqlite3"]) {
    await assert.rejects(compactKv(path), { name: "KvOpenError" }, path);
  }
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "This is not a database, and long enough to be none. ".repeat(20));
  await assert.rejects(compactKv(file), { name: "KvOpenError" });
  await Deno.remove(file);
});
