import assert from "node:assert/strict";
import type { AuditEntry } from "@/lib/records/mod.ts";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { behindTheTriggers, recordAll } from "@/tests/helpers/audit.ts";
import { anyEngine, migratedLocation } from "@/tests/helpers/db.ts";
import { type Ended, run } from "@/tests/helpers/process.ts";

const ENTRIES: readonly AuditEntry[] = Array.from({ length: 5 }, (_, index) => ({
  actor: "ada@example.com",
  action: "update",
  entityType: "rule",
  entityId: `rule-${index}`,
}));

function verify({ url, dataDir }: OpenOptions, ...args: string[]): Promise<Ended> {
  return run("lib/cli/audit_verify.ts", {
    args,
    env: { DATA_DIR: dataDir, DATABASE_URL: url ?? "" },
  });
}

anyEngine(
  "deno task audit:verify prints the head, and names the first bad entry",
  async (engine) => {
    await using location = await migratedLocation(engine);
    let hash: string;
    {
      await using database = await openDatabase(location);
      await recordAll(database.db, ENTRIES);
      ({ hash } = await database.db.selectFrom("audit_chain").select("hash")
        .executeTakeFirstOrThrow());
      await recordAll(database.db, ENTRIES);
    }
    const whole = await verify(location, "--head", hash);
    assert.equal(whole.code, 0, whole.stderr);
    assert.match(
      whole.stdout,
      /^entries 10 of 10\nhead [0-9a-f]{64}\nwhole until entry 5, which has the hash given; the entries after it fit one another\n$/,
    );

    const alone = await verify(location);
    assert.equal(alone.code, 0, alone.stderr);
    assert.match(alone.stdout, /\nconsistent: the entries fit one another; only --head .*\n$/);
    assert.doesNotMatch(
      alone.stdout,
      /whole|nothing was altered/,
      "it claims no more than it proved",
    );

    const unknown = await verify(location, `--head=${"0".repeat(63)}1`);
    assert.equal(unknown.code, 1);
    assert.match(
      unknown.stdout,
      /\nbroken: no entry has the hash given: the log was written anew .*\n$/,
    );

    {
      await using database = await openDatabase(location);
      await behindTheTriggers(database.db, "update audit_log set actor = 'eve' where seq = 7");
    }
    const broken = await verify(location);
    assert.equal(broken.code, 1);
    assert.match(broken.stdout, /^entries 6 of 10\n.*\nbroken: entry 7 was altered\n$/);
  },
);

Deno.test("deno task audit:verify refuses unknown arguments with exit code 2", async () => {
  const location = { url: null, dataDir: "/nonexistent" };
  for (const args of [["--head"], ["--head", "abc"], ["now"], ["--fast"]]) {
    const { code, stdout, stderr } = await verify(location, ...args);
    assert.deepEqual([code, stdout, stderr], [
      2,
      "",
      "Usage: deno task audit:verify [--head HASH]\n",
    ]);
  }
});
