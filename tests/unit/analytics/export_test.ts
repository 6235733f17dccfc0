import assert from "node:assert/strict";
import { type Kysely, type KyselyPlugin, sql } from "kysely";
import { exportEvents } from "@/lib/analytics/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

/** Number of events: a million for the full proof. The default on the embedded database, which is slow, proves only the count. */
const EVENTS = Deno.env.get("EXPORT_EVENTS");
/** Allowed growth in bytes, for the engine's cached statements and for garbage. */
const MOST_GROWTH = 48 * 1024 * 1024;
const EVER = { from: new Date("2026-03-01"), end: new Date("2200-01-01") };

/** Inserts events, ten a second, in batches, because no statement may take long. */
async function record(db: Kysely<Database>, count: number): Promise<void> {
  for (let from = 1; from <= count; from += 10_000) {
    await sql`
      insert into analytics_events (kind, ref, track, session_ref, at)
      select 'system_viewed', 'system-' || n % 23, 'home', lpad((n / 10)::text, 22, '0'),
        timestamptz '2026-03-01' + n / 10 * interval '1 second'
      from generate_series(${from}::int, ${Math.min(count, from + 9_999)}::int) as n`.execute(db);
  }
}

eachEngine(
  "exportEvents() keeps few events in memory at a time (§4.9)",
  async ({ db, engine }) => {
    const events = Number(EVENTS ?? (engine === "server" ? "200000" : "12000"));
    await record(db, events);
    // Garbage comes and goes, so the lowest points show what is retained.
    const lowest = [Infinity, Infinity, Infinity];
    let lines = 0;
    for await (const bytes of await exportEvents(db, EVER, "csv")) {
      for (const byte of bytes) if (byte === 10) lines++;
      const { heapUsed, external } = Deno.memoryUsage();
      const third = Math.min(2, Math.floor(lines / events * 3));
      lowest[third] = Math.min(lowest[third] ?? Infinity, heapUsed + external);
    }
    assert.equal(lines, events + 1);
    const [, before = 0, after = 0] = lowest;
    assert.ok(after - before < MOST_GROWTH, `${after - before} bytes more in the last third`);
  },
);

eachEngine(
  "exportEvents() reads from the database only as fast as its reader (§4.9)",
  async ({ db }) => {
    await record(db, 20_000);
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements++;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const stream = await exportEvents(db.withPlugin(counting), EVER, "ndjson");
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(statements <= 5, `${statements} statements for two batches`);
    await reader.cancel();
  },
);

eachEngine(
  "exportEvents() leaves out what is recorded after it has begun (§4.9)",
  async ({ db }) => {
    await record(db, 1_500);
    const stream = await exportEvents(db, EVER, "ndjson");
    await record(db, 500);
    assert.equal((await new Response(stream).text()).split("\n").length, 1_501);
  },
);
