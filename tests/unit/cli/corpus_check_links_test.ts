import assert from "node:assert/strict";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { CHECK_LINKS } from "@/lib/jobs/mod.ts";
import { claim, openKv } from "@/lib/kv/mod.ts";
import { anyEngine, migratedLocation } from "@/tests/helpers/db.ts";
import { type Ended, run } from "@/tests/helpers/process.ts";

function check({ url, dataDir }: OpenOptions, ...args: string[]): Promise<Ended> {
  return run("lib/cli/corpus_check_links.ts", {
    args,
    env: { DATA_DIR: dataDir, DATABASE_URL: url ?? "" },
  });
}

anyEngine(
  "deno task corpus:check-links checks the due links, and prints what has changed",
  async (engine) => {
    await using location = await migratedLocation(engine);
    {
      await using database = await openDatabase(location);
      await database.db.insertInto("corpus_items").values({
        id: "inside",
        source_key: "inside",
        title: "Inside",
        content_type: "blog",
        source_kind: "url",
        source_url: "http://127.0.0.1/",
        link_status: "live",
        version: "0",
        fetched_at: new Date(0),
        content_hash: "0",
      }).execute();
    }
    const first = await check(location);
    assert.equal(first.code, 0, first.stderr);
    assert.equal(
      first.stdout,
      "unchecked inside  http://127.0.0.1/  " +
        "The address cannot be checked: its host is not on the public internet\n" +
        "0 live, 0 dead, 1 unchecked; 1 changed\n",
    );
    assert.equal((await check(location)).stdout, "0 live, 0 dead, 0 unchecked; 0 changed\n");
    assert.equal(
      (await check(location, "--all")).stdout,
      "0 live, 0 dead, 1 unchecked; 0 changed\n",
    );

    const one = await check(location, "--item", "inside");
    assert.deepEqual([one.code, one.stdout.slice(0, 17)], [0, "unchecked inside "]);
    const none = await check(location, "--item", "outside");
    assert.deepEqual([none.code, none.stdout], [1, "there is no item outside with a link\n"]);
  },
);

Deno.test("deno task corpus:check-links exits with 1 while another process checks the links", async () => {
  await using location = await migratedLocation("embedded");
  const kv = await openKv(`${location.dataDir}/kv.sqlite3`);
  const held = await claim(kv, CHECK_LINKS, { leaseMs: 30_000, now: () => new Date() });
  assert.ok(held.state === "held");
  const busy = await check(location);
  assert.deepEqual([busy.code, busy.stdout], [
    1,
    "another process is checking the links already\n",
  ]);
  await held.release(false);
  kv.close();
});

Deno.test("deno task corpus:check-links prints its usage for invalid arguments, and exits with 2", async () => {
  await using location = await migratedLocation("embedded");
  for (const args of [["--all", "--item", "a"], ["--every"], ["a"], ["--item"]]) {
    const { code, stderr } = await check(location, ...args);
    assert.deepEqual([code, stderr], [
      2,
      "Usage: deno task corpus:check-links [--all | --item ID]\n",
    ]);
  }
});
