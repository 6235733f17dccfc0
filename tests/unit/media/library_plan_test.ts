/** How the server finds a page of a large library: by an index, whatever is asked (§4.8). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type Database, openDatabase } from "../../../lib/db/mod.ts";
import { LIMITS } from "../../../lib/db/server/limits.ts";
import { pageOf } from "../../../lib/media/library/list.ts";
import { parseLibraryQuery } from "../../../lib/media/mod.ts";
import { addMedia } from "../../bench/media_volume.ts";
import { disposable, migratedLocation, onServerOnly } from "../../helpers/db.ts";

const ASSETS = 20_000;
/** Rows that a page of 24 may look at, far fewer than there are. */
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

/** What the server did to find the page of a query. */
async function stepsOf(db: Kysely<Database>, search: string): Promise<Step[]> {
  const page = pageOf(db, parseLibraryQuery(new URLSearchParams(search)));
  const [row] = await page.explain<{ "QUERY PLAN": { Plan: Step }[] }>("json", sql`analyze`);
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  assert.ok(plan, search);
  return flatten(plan);
}

function readBy(step: Step): number {
  return (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"];
}

/** What is asked, and the index that has to be among those that answer it. */
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
  ["tagType=system&tagRef=system-0", null],
  ["tagType=system&tagRef=system-59", "media_tags_live_idx"],
  ["tagType=project&tagRef=volume-7", "media_tags_live_idx"],
  ["tagType=project&tagRef=nowhere", "media_tags_live_idx"],
  ["q=glass", null],
  ["q=nowhere", "media_library_texts_idx"],
  ["q=kitchen with a glass", "media_library_texts_idx"],
];

onServerOnly("every single filter and order finds its page by an index (§4.8)", async () => {
  await using location = await migratedLocation("server");
  // A busy machine may take longer to fill a library than a request may last.
  const limits = { ...LIMITS, statementMs: 600_000, queryMs: 610_000 };
  await using database = disposable(await openDatabase({ ...location, limits }));
  const { db } = database;
  await addMedia(db, ASSETS);
  // From every row: the plans of a sample are not the same in each run.
  await db.connection().execute(async (one) => {
    await sql`set default_statistics_target = 1000`.execute(one);
    await sql`vacuum analyze`.execute(one);
  });
  for (const [search, index] of CASES) {
    const steps = await stepsOf(db, search);
    const scans = steps.filter((step) => step["Node Type"].includes("Scan"));
    const whole = scans.filter((step) => step["Node Type"] === "Seq Scan");
    assert.deepEqual(
      whole.map((step) => step["Relation Name"]),
      [],
      `${search} reads a whole table`,
    );
    assert.ok(Math.max(...scans.map(readBy)) <= FEW, `${search} reads ${scans.map(readBy)} rows`);
    const used = scans.map((step) => step["Index Name"]);
    if (index !== null) assert.ok(used.includes(index), `${search} uses ${used}`);
  }
});
