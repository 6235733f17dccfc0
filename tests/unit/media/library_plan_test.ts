/** The query plans of a page of a large library: each uses an index (§4.8). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type Database, openDatabase } from "@/lib/db/mod.ts";
import { LIMITS } from "@/lib/db/server/limits.ts";
import { pageQuery } from "@/lib/media/library/list.ts";
import { parseLibraryQuery } from "@/lib/media/mod.ts";
import { addMedia } from "@/tests/bench/media_volume.ts";
import { migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";

const ASSETS = 20_000;
/** Most rows that a step of the plan may read for a page of 24; far fewer than the library has. */
const FEW = 2_000;

interface Step {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Step[];
}

function flatten(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(flatten)];
}

/** Runs the query of a page, and returns the steps of its plan. */
async function stepsOf(db: Kysely<Database>, search: string): Promise<Step[]> {
  const page = pageQuery(db, parseLibraryQuery(new URLSearchParams(search)));
  const [row] = await page.explain<{ "QUERY PLAN": { Plan: Step }[] }>("json", sql`analyze`);
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  assert.ok(plan, search);
  return flatten(plan);
}

function rowsRead(step: Step): number {
  return (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"];
}

/** Searches, each with the index that its plan must use; null for any. */
const CASES: readonly [search: string, index: string | null][] = [
  ["", "media_library_created_idx"],
  ["sort=oldest", "media_library_created_idx"],
  ["sort=name-asc", "media_library_name_idx"],
  ["sort=name-desc", "media_library_name_idx"],
  ["sort=gallery", "media_library_gallery_idx"],
  ["source=cms", null],
  ["source=manual", null],
  ["type=image", null],
  ["type=video", null],
  ["usage=used", null],
  ["usage=unused", null],
  ["coverage=untagged", null],
  ["coverage=ai-unreviewed", null],
  ["coverage=grouped", null],
  ["coverage=ungrouped", null],
  ["coverage=no-alt", null],
  ["tagType=system&tagRef=system-0", null],
  ["tagType=system&tagRef=system-59", "media_tags_live_idx"],
  ["tagType=project&tagRef=volume-7", "media_tags_live_idx"],
  ["tagType=project&tagRef=nowhere", "media_tags_live_idx"],
  ["q=glass", null],
  ["q=nowhere", "media_library_texts_idx"],
  ["q=kitchen with a glass", "media_library_texts_idx"],
];

onServerOnly("every filter and order by itself reads its page by an index (§4.8)", async () => {
  await using location = await migratedLocation("server");
  // Filling the library may take longer than the statement timeout of a request.
  const limits = { ...LIMITS, statementMs: 600_000, queryMs: 610_000 };
  await using database = await openDatabase({ ...location, limits });
  const { db } = database;
  await addMedia(db, ASSETS);
  // Analyse every row, because the plans from a sample differ between runs.
  await db.connection().execute(async (one) => {
    await sql`set default_statistics_target = 1000`.execute(one);
    await sql`vacuum analyze`.execute(one);
  });
  for (const [search, index] of CASES) {
    const steps = await stepsOf(db, search);
    const scans = steps.filter((step) => step["Node Type"].includes("Scan"));
    const seqScans = scans.filter((step) => step["Node Type"] === "Seq Scan");
    assert.deepEqual(
      seqScans.map((step) => step["Relation Name"]),
      [],
      `${search} reads a whole table`,
    );
    assert.ok(
      Math.max(...scans.map(rowsRead)) <= FEW,
      `${search} reads ${scans.map(rowsRead)} rows`,
    );
    const used = scans.map((step) => step["Index Name"]);
    if (index !== null) assert.ok(used.includes(index), `${search} uses ${used}`);
  }
});
