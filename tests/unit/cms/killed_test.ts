/**
 * Runs that are killed, or that work on the same pictures as staff (spec §4.11). CMS_KILLS sets how often a run is killed;
 * once without it.
 */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { currentHolder, syncKind } from "@/lib/cms/mod.ts";
import { claimStep, endStep, LEASE_MS } from "@/lib/cms/run/claim.ts";
import { CHUNK } from "@/lib/cms/run/writing.ts";
import {
  type Database,
  type DatabaseHandle,
  openDatabase,
  type OpenOptions,
} from "@/lib/db/mod.ts";
import { tagAssets, untagAssets } from "@/lib/media/mod.ts";
import { type CmsDouble, startCms } from "@/tests/doubles/cms.ts";
import { type Graph, image, product, project } from "@/tests/doubles/cms/graph.ts";
import { servicesOf, smallGraph, storeMapped, syncEach, synced } from "@/tests/helpers/cms.ts";
import { eachEngine, migratedLocation, onServerOnly, opened } from "@/tests/helpers/db.ts";
import { killIfRunning } from "@/tests/helpers/process.ts";

const KILLS = Number(Deno.env.get("CMS_KILLS") ?? 1);
/** Most kills before the result is checked: some runs resume after several kills, and the check is frequent enough. */
const MOST_KILLS_EACH = 3;
const ROOT = new URL("../../../", import.meta.url);

/** Number of rows: two whole chunks and a part of one. */
const ROWS = 2.25 * CHUNK.whole;
const LARGE = ["projects", "images"] as const;

function largeGraph(kind: typeof LARGE[number]): Graph {
  const finch = product("Finch", { internalId: 11, relationships: { field_material: [] } });
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const given = { internalId: 100 + index, products: [finch] };
    return kind === "projects"
      ? [project(`Project ${index}`, given)]
      : image(`Picture ${index}`, given);
  });
  return [finch, ...rows.flat()];
}

for (const kind of LARGE) {
  onServerOnly(
    `a run of ${kind} that is killed at any point is audited, and completed by the next one with the same rows (spec §3.3, §4.11)`,
    () => killOften(kind),
  );
}

async function killOften(kind: typeof LARGE[number]): Promise<void> {
  const style = { viewSize: 100, collectionSize: 100 };
  await using double = await startCms({ graph: largeGraph(kind), ...style });
  await using undisturbed = await opened(migratedLocation("server"));
  await prepare(undisturbed, double);
  const spanMs = await timeApply(undisturbed, { kind, double });
  const expected = await synced(undisturbed.db);

  let kills = 0;
  for (let round = 0; kills < KILLS; round++) {
    assert.ok(round < 10 + 4 * KILLS, `only ${kills} runs were killed while they applied`);
    await using location = await migratedLocation("server");
    await using database = await openDatabase(location);
    await prepare(database, double);
    // One run after the other in the same database, each resuming where the one before was killed.
    let isKilled = true;
    for (let killed = 0; isKilled && killed < MOST_KILLS_EACH && kills < KILLS; killed++) {
      isKilled = await killApply(location, { db: database.db, kind, double, spanMs });
      if (isKilled) kills++;
      await assertAudited(database.db, kind);
    }
    const report = await syncKind(servicesOf(database, double), kind, { apply: true });
    assert.ok(report.applied, report.errors.join());
    assert.deepEqual(await synced(database.db), expected, `round ${round}`);
    await assertAudited(database.db, kind);
  }
}

/** Asserts that each run that began to write has exactly one audit entry (spec §3.3). */
async function assertAudited(db: Kysely<Database>, kind: typeof LARGE[number]): Promise<void> {
  const runs = await db.selectFrom("sync_runs").select("id")
    .where("kind", "=", kind).where("applied_by", "is not", null).orderBy("id").execute();
  const entries = await sql<{ run: string }>`
    select after ->> 'run' as run from audit_log
    where entity_type = 'cms-sync' and entity_id = ${kind}`.execute(db);
  assert.deepEqual(entries.rows.map(({ run }) => run).sort(), runs.map(({ id }) => id).sort());
}

/** Stores the mappings and term ids through which rows are joined. */
async function prepare(database: DatabaseHandle, double: CmsDouble): Promise<void> {
  await storeMapped(database);
  const report = await syncKind(servicesOf(database, double), "attributes", { apply: true });
  assert.ok(report.applied, report.errors.join());
}

/** Measures how long an undisturbed run applies its plan, in milliseconds. */
async function timeApply(
  database: DatabaseHandle,
  { kind, double }: Pick<Killing, "kind" | "double">,
): Promise<number> {
  let began = 0;
  const report = await syncKind(servicesOf(database, double), kind, {
    apply: true,
    onProgress({ written }) {
      if (written > 0 && began === 0) began = performance.now();
    },
  });
  assert.ok(report.applied, report.errors.join());
  return performance.now() - began;
}

interface Killing {
  readonly db: Kysely<Database>;
  readonly kind: typeof LARGE[number];
  readonly double: CmsDouble;
  /** How long an undisturbed run applies its plan, in milliseconds. */
  readonly spanMs: number;
}

/** Runs the command and kills it while it applies its plan. Returns false if it had finished before. */
async function killApply(
  location: OpenOptions,
  { db, kind, double, spanMs }: Killing,
): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "lib/cli/cms_import.ts", kind, "--apply"],
    cwd: ROOT,
    env: {
      DATABASE_URL: location.url ?? "",
      DATA_DIR: location.dataDir,
      CMS_BASE_URL: double.origin,
      NO_COLOR: "1",
    },
    stdout: "null",
    stderr: "null",
  }).spawn();
  let isOver = false;
  const ended = child.status.finally(() => isOver = true);
  const applying = () =>
    db.selectFrom("sync_runs").select("id").where("state", "=", "applying")
      .where("id", "not in", [...known, ""]).executeTakeFirst();
  const known = (await db.selectFrom("sync_runs").select("id").execute()).map(({ id }) => id);
  while (!isOver && await applying() === undefined) await delay(5);
  // At any point, within a chunk or between two.
  await Promise.race([ended, delay(Math.random() * spanMs)]);
  killIfRunning(child);
  await ended;
  // Its last transaction may still be running; the next run starts after it.
  const isKilled = await applying() !== undefined;
  // Let its claim expire now instead of in a minute.
  await db.updateTable("sync_claim").set({ until: new Date(0) }).execute();
  return isKilled;
}

eachEngine(
  "of runs that claim at once one gets the claim, and its own next step waits for the running one (spec §4.11)",
  async ({ db }) => {
    const now = new Date();
    const by = { kind: "projects", who: "ada@example.com", now } as const;
    // With open connections, the claims of a server really meet.
    await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.01)`.execute(db)));
    const claimed = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => claimStep(db, { ...by, runId: `${nth}` })),
    );
    const [step, ...others] = claimed.filter((each) => "token" in each);
    assert.ok(step && others.length === 0, `${others.length + 1} runs have the claim`);
    assert.ok("busy" in await claimStep(db, { ...by, runId: step.runId }));
    await endStep(db, step, { now, goesOn: true });
    assert.ok("busy" in await claimStep(db, { ...by, runId: "next" }));
    assert.ok("token" in await claimStep(db, { ...by, runId: step.runId }));
  },
);

eachEngine(
  "a claim too far in the future, which only a wrong clock can set, is ignored (spec §4.11)",
  async ({ db }) => {
    const killed = { runId: "1", kind: "projects", who: "ada@example.com" } as const;
    const next = { runId: "2", kind: "images", who: "bob@example.com" } as const;
    const now = new Date();
    const ahead = (ms: number) => new Date(now.getTime() + ms);
    await claimStep(db, { ...killed, now: ahead(LEASE_MS) });
    assert.equal((await currentHolder(db, now))?.runId, "1", "clocks may differ by a minute");
    assert.ok("busy" in await claimStep(db, { ...next, now }));

    await db.updateTable("sync_claim").set({ until: ahead(2 * LEASE_MS + 1) }).execute();
    assert.equal(await currentHolder(db, now), null);
    assert.ok("token" in await claimStep(db, { ...next, now }));
    assert.equal((await currentHolder(db, now))?.runId, "2");
  },
);

eachEngine(
  "a sync and concurrent bulk actions on its pictures never deadlock (spec §4.11)",
  async (database) => {
    const { db } = database;
    await storeMapped(database);
    await using double = await startCms({ graph: smallGraph(), collectionSize: 50 });
    const services = servicesOf(database, double);
    await syncEach(services);
    const assets = await db.selectFrom("media_assets").select("id").execute();
    const projects = await db.selectFrom("cms_projects").select("uuid").execute();
    const ids = assets.map(({ id }) => id);
    const by = { staff: { email: "ada@example.com" }, requestId: null };
    const deadlocks = async () => {
      const { rows } = await sql<{ count: string }>`
      select deadlocks as count from pg_stat_database where datname = current_database()`.execute(
        db,
      );
      return Number(rows[0]?.count ?? 0);
    };
    const before = await deadlocks();
    const tags = projects.map(({ uuid }) => ({ type: "project" as const, ref: uuid }));
    for (let round = 0; round < 4; round++) {
      // Every project changes its place in the gallery, and every picture gains and loses project tags.
      double.graph = double.graph.map((entity) => ({
        ...entity,
        attributes: { ...entity.attributes, field_gallery_order: round * 100 + entity.internalId },
      }));
      const [first, second, report] = await Promise.all([
        tagAssets(db, { by, ids, tags: tags.slice(0, 6) }),
        untagAssets(db, { by, ids: [...ids].reverse(), tags: tags.slice(6) }),
        syncKind(services, "projects", { apply: true }),
      ]);
      assert.equal(first.kind, "done");
      assert.equal(second.kind, "done");
      assert.ok(report.applied, report.errors.join());
      assert.equal(report.counts.updated, 12);
    }
    await sql`select pg_stat_force_next_flush()`.execute(db);
    assert.equal(await deadlocks(), before);
  },
);
