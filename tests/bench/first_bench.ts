/** Measures the first answer after a start, and the first after a change by staff. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import type { ServerProcess } from "../helpers/process.ts";
import { distinctQueries, readTracks } from "./answer_sets.ts";
import { demoPlace, ENGINES, type Place } from "./place.ts";
import { type Route, ROUTES, RUNS } from "./recommend_rounds.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { addresses, startService } from "./service.ts";
import { saveForm } from "./staff_form.ts";
import { addRules, VOLUME } from "./volume.ts";

const LIMIT_MS = 100;

export const first: Bench = {
  key: "first",
  title: "First answers",
  about:
    `Milliseconds until an answer that was not prepared: the first of the process once it is healthy, and the first after
staff have changed a system's tagline through its form. Every answer set is sent once, and each row is the worst of three starts or of
three changes. Rows with 2,000 rules add as many to the demo's.`,
  async run() {
    const rows: BenchRow[] = [];
    for (const engine of ENGINES) {
      await using demo = await demoPlace(engine);
      rows.push(...await benchPlace(demo, "demo"));
      await using large = await demo.copy();
      await withRules(large);
      rows.push(...await benchPlace(large, `${VOLUME.rules.toLocaleString("en-US")} rules`));
    }
    return rows;
  },
};

async function withRules(place: Place): Promise<void> {
  await using database = await place.open();
  await addRules(database.db);
  await sql`analyze`.execute(database.db);
}

async function benchPlace(place: Place, content: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const route of ROUTES) {
    const starts: number[] = [];
    const changes: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await using service = await startService({ ...place.env, ADMIN_DEV_BYPASS: "true" });
      const ask = await asking(service, { route, seed: run + 1 });
      starts.push(await ask());
      await change(service, `Changed ${route} ${run}`);
      changes.push(await ask());
    }
    const where = `${content}, ${place.engine}`;
    rows.push(
      row(`First GET ${route} after a start, ${where}`, starts),
      row(`First GET ${route} after a change by staff, ${where}`, changes),
    );
  }
  return rows;
}

function row(name: string, times: readonly number[]): BenchRow {
  const runs = times.map((ours) => ({ ours, theirs: LIMIT_MS }));
  return worstOf(runs, { name, peer: "the limit", unit: "ms", aim: { atMost: 1 } });
}

/** Returns a function that sends an answer set that is new to the process, and returns the milliseconds it took. */
async function asking(
  { origin }: ServerProcess,
  { route, seed }: { readonly route: Route; readonly seed: number },
): Promise<() => Promise<number>> {
  // Not measured, because a buyer's wizard has made the same reads before the first answer.
  const next = distinctQueries(await readTracks(origin), seed);
  const headers = addresses();
  return async () => {
    const path = origin + route + next();
    const began = performance.now();
    const response = await fetch(path, { headers: headers() });
    const text = await response.text();
    const took = performance.now() - began;
    assert.equal(response.status, 200, text.slice(0, 200));
    return took;
  };
}

/** Changes the tagline of a system through its form. */
async function change({ origin }: ServerProcess, tagline: string): Promise<void> {
  const response = await fetch(`${origin}/api/systems`);
  const { systems }: { systems: { id: string }[] } = await response.json();
  await saveForm(`${origin}/admin/systems/${systems[0]?.id}`, { tagline });
}
