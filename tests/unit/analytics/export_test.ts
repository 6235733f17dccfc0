import assert from "node:assert/strict";
import { sql } from "kysely";
import { exportEvents } from "../../../lib/analytics/mod.ts";
import { eachEngine } from "../../helpers/db.ts";

/** The full proof is a million; the embedded database takes its time to write them. */
const EVENTS = Deno.env.get("EXPORT_EVENTS");
/** Some batches of events and their text, and what waits to be collected. */
const MOST_GROWTH = 96 * 1024 * 1024;

eachEngine(
  "an export of many events holds few of them at a time (§4.9)",
  async ({ db, engine }) => {
    const events = Number(EVENTS ?? (engine === "server" ? "200000" : "40000"));
    await sql`
    insert into analytics_events (kind, ref, track, session_ref, at)
    select 'system_viewed', 'system-' || n % 23, 'home', lpad((n / 10)::text, 22, '0'),
      timestamptz '2026-03-01' + n * interval '1 second'
    from generate_series(1, ${events}::int) as n`.execute(db);
    const period = { from: new Date("2026-03-01"), end: new Date("2200-01-01") };
    const stream = await exportEvents(db, period, "csv");
    let [lines, start, most] = [0, 0, 0];
    for await (const bytes of stream) {
      for (const byte of bytes) if (byte === 10) lines++;
      const { heapUsed, external } = Deno.memoryUsage();
      // Whatever the first tenth needs, such as compiled queries, the rest needs as well.
      if (lines < events / 10) start = Math.max(start, heapUsed + external);
      else most = Math.max(most, heapUsed + external);
    }
    assert.equal(lines, events + 1);
    assert.ok(most - start < MOST_GROWTH, `${most - start} bytes more than at the start`);
  },
);
