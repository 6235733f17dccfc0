/** Batches of rows are planned while the next pages are read (spec §4.11). */
import assert from "node:assert/strict";
import { BATCH, batchCollector, type Planned } from "@/lib/cms/run/batches.ts";
import type { Walk, WalkedPage } from "@/lib/cms/client/walk.ts";
import { Sentences } from "@/lib/cms/schema.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const WALK: Walk<number> = {
  name: "numbers",
  first: 0,
  address: () => "",
  after: () => 0,
  read: () => ({ rows: [], warnings: new Sentences(), skipped: 0 }),
  keyOf: String,
};

/** A page of one whole batch of rows, with a warning. */
function pageFrom(first: number): WalkedPage<number> {
  return {
    rows: Array.from({ length: BATCH }, (_, index) => first + index),
    warnings: new Sentences([`read ${first}`]),
    skipped: 1,
    nextPage: null,
    name: null,
    settled: 0,
  };
}

function collector(
  db: DatabaseHandle["db"],
  plan: (rows: readonly number[], warnings: Sentences) => Promise<readonly Planned<number>[]>,
) {
  return batchCollector<number>(
    { db, runId: "a-run", sources: { baseUrl: "https://cms.example", hosts: [] }, progress: null },
    {
      walk: WALK,
      plan,
      basis: null,
      pages: { kind: "images", basis: null, stored: () => assert.fail("nothing is looked up") },
    },
  );
}

const UNCHANGED: Planned<number> = { verdict: { count: "unchanged", change: null }, state: null };

eachEngine(
  "a page is accepted while a batch is planned, and batches are planned one by one in order",
  async ({ db }) => {
    const begun: number[] = [];
    const gates: (() => void)[] = [];
    await using reading = collector(db, async (rows, warnings) => {
      begun.push(rows[0] ?? -1);
      warnings.add(`planned ${rows[0]}`);
      await new Promise<void>((resolve) => gates.push(resolve));
      return rows.map(() => UNCHANGED);
    });
    await reading.add(pageFrom(0));
    assert.deepEqual(begun, [0], "the page is accepted while its batch is planned");
    const second = reading.add(pageFrom(BATCH));
    await Promise.resolve();
    assert.deepEqual(begun, [0], "the next batch waits for the one before");
    gates.shift()?.();
    await second;
    const ended = reading.finish();
    gates.shift()?.();
    const { counts, warnings } = await ended;
    assert.deepEqual(begun, [0, BATCH]);
    assert.deepEqual([counts.unchanged, counts.skipped], [2 * BATCH, 2]);
    assert.deepEqual(warnings, ["read 0", "planned 0", `read ${BATCH}`, `planned ${BATCH}`]);
  },
);

eachEngine("an error while a batch is planned ends reading", async ({ db }) => {
  const broken = () => Promise.reject(new Error("no database"));
  for (const end of ["add", "finish", "pause"] as const) {
    await using reading = collector(db, broken);
    await reading.add(pageFrom(0));
    const next = {
      add: () => reading.add(pageFrom(BATCH)),
      finish: () => reading.finish(),
      pause: () => reading.pause(null),
    };
    await assert.rejects(next[end](), /no database/, end);
  }
});
