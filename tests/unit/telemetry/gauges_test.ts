import assert from "node:assert/strict";
import { gaugesOf } from "@/lib/services.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";

anyDatabase("the gauges of a collection read the queue of leads once", async ({ db }) => {
  let reads = 0;
  const counted = db.withPlugin({
    transformQuery({ node }) {
      reads++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const add = (status: "queued" | "abandoned", created_at: Date) =>
    db.insertInto("crm_sync_queue").values({
      id: crypto.randomUUID(),
      status,
      email: "ada@walls.test",
      next_attempt_at: status === "queued" ? created_at : null,
      finished_at: status === "queued" ? null : created_at,
      created_at,
    }).execute();
  const now = new Date("2026-05-04T10:00:00Z");
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  await add("queued", before(30));
  await add("queued", before(90));
  await add("abandoned", before(600));
  using kv = await Deno.openKv(":memory:");
  const gauges = gaugesOf({ db: counted, kv, now: () => now, cms: null });
  const collect = () =>
    Promise.all([gauges.queueDepth(), gauges.queueAbandoned(), gauges.queueAge()]);
  assert.deepEqual(await collect(), [2, 1, 90]);
  assert.equal(reads, 1);
  await add("queued", before(120));
  assert.deepEqual(await collect(), [3, 1, 120], "the next collection reads again");
});
