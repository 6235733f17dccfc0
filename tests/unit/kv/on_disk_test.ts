import assert from "node:assert/strict";
import { openOnDisk } from "@/lib/kv/on_disk.ts";
import { until } from "@/tests/helpers/until.ts";

const OUTAGE = { name: "KvOutageError", outage: true, message: /its disk is full$/ };

Deno.test("a store on a full disk closes its file, and goes on when there is room (§7)", async () => {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  let full = false;
  let checks = 0;
  const isFull = () => {
    checks++;
    return Promise.resolve(full);
  };
  const kv = await openOnDisk(`${folder}/kv.sqlite3`, { isFull, everyMs: 5 });
  const heard: unknown[] = [];
  const listening = kv.listenQueue((message) => void heard.push(message));
  try {
    await kv.set(["a"], 1);
    await kv.enqueue("first");
    await until("the first message", () => heard.length === 1);

    full = true;
    await until("the outage", () => kv.get(["a"]).then(() => false, () => true));
    await assert.rejects(kv.set(["a"], 2), OUTAGE);
    await assert.rejects(kv.delete(["a"]), OUTAGE);
    assert.throws(() => kv.atomic(), OUTAGE);
    assert.throws(() => kv.list({ prefix: [] }), OUTAGE);
    const before = checks;
    await until("the next checks", () => checks > before + 2);

    full = false;
    await until("the store", () => kv.get(["a"]).then(() => true, () => false));
    assert.equal((await kv.get(["a"])).value, 1);
    assert.equal((await kv.atomic().set(["a"], 3).commit()).ok, true);
    await kv.enqueue("second");
    await until("the second message", () => heard.length === 2);
    assert.deepEqual(heard, ["first", "second"]);
  } finally {
    kv.close();
    await listening;
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what was begun before the file of a store closed fails as an outage, and listening ends with the store (§7)", async () => {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  let full = false;
  const isFull = () => Promise.resolve(full);
  const kv = await openOnDisk(`${folder}/kv.sqlite3`, { isFull, everyMs: 5 });
  const listening = kv.listenQueue(() => {});
  try {
    const operation = kv.atomic().set(["a"], 1);
    const entries = kv.list({ prefix: [] });
    full = true;
    // One call at a time: the last of them is under way when the file closes.
    await assert.rejects(readOn(kv), OUTAGE);
    await assert.rejects(operation.commit(), OUTAGE);
    await assert.rejects(entries.next(), OUTAGE);
  } finally {
    kv.close();
    await listening;
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a store is not opened on a full disk, where the runtime would end the process (§7)", async () => {
  const isFull = () => Promise.resolve(true);
  await assert.rejects(openOnDisk("/nowhere/kv.sqlite3", { isFull }), /No space left on device/);
});

async function readOn(kv: Deno.Kv): Promise<never> {
  for (;;) await kv.get(["a"]);
}
