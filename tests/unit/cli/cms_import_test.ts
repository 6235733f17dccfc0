import assert from "node:assert/strict";
import { z } from "zod";
import { openDatabase } from "@/lib/db/mod.ts";
import { startCms } from "@/tests/doubles/cms.ts";
import { smallGraph, storeMapped } from "@/tests/helpers/cms.ts";
import { anyEngine, migratedLocation, type TestLocation } from "@/tests/helpers/db.ts";
import { type Ended, run } from "@/tests/helpers/process.ts";

const Report = z.strictObject({
  kind: z.enum(["attributes", "projects", "images"]),
  complete: z.boolean(),
  applied: z.boolean(),
  counts: z.strictObject({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    heldBack: z.int(),
    skipped: z.int(),
  }),
  unmappedTerms: z.array(z.string()),
  unmappedFields: z.array(z.string()),
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
});

function importFrom(
  origin: string | null,
  location: TestLocation,
  ...args: string[]
): Promise<Ended> {
  return run("lib/cli/cms_import.ts", { args, env: environmentOf(origin, location) });
}

function environmentOf(
  origin: string | null,
  { url, dataDir }: TestLocation,
): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: url ?? "",
    CMS_BASE_URL: origin ?? "",
    SITE_URL: "",
    NO_COLOR: "1",
  };
}

async function aLocation(engine: "embedded" | "server"): Promise<TestLocation> {
  const location = await migratedLocation(engine);
  await using database = await openDatabase(location);
  await storeMapped(database);
  return location;
}

anyEngine(
  "deno task cms:import prints one JSON report per kind, and exits with 1 if one has errors (design §7)",
  async (engine) => {
    await using location = await aLocation(engine);
    await using double = await startCms({ graph: smallGraph() });
    const planned = await importFrom(double.origin, location, "--json");
    assert.equal(planned.code, 0, planned.stderr);
    const reports = planned.stdout.trimEnd().split("\n").map((line) =>
      Report.parse(JSON.parse(line))
    );
    assert.deepEqual(reports.map(({ kind, complete, applied }) => ({ kind, complete, applied })), [
      { kind: "attributes", complete: true, applied: false },
      { kind: "projects", complete: true, applied: false },
      { kind: "images", complete: true, applied: false },
    ]);

    double.forget();
    double.fault = (_list, nth) => nth === 1 ? "503 page" : null;
    const failed = await importFrom(double.origin, location, "projects", "--apply", "--json");
    assert.equal(failed.code, 1);
    const report = Report.parse(JSON.parse(failed.stdout));
    assert.deepEqual([report.complete, report.applied, report.errors.length], [false, false, 1]);
    assert.doesNotMatch(failed.stderr, /\bat .*\.ts:/);

    double.fault = () => null;
    const applied = await importFrom(double.origin, location, "projects", "--apply", "--json");
    assert.equal(applied.code, 0, applied.stderr);
    assert.deepEqual(Report.parse(JSON.parse(applied.stdout)).counts.created, 12);
  },
);

Deno.test("deno task cms:import explains why it cannot read the CMS (design §7)", async () => {
  await using location = await aLocation("embedded");
  const unset = await importFrom(null, location, "images", "--json");
  assert.equal(unset.code, 1);
  assert.match(Report.parse(JSON.parse(unset.stdout)).errors[0] ?? "", /CMS_BASE_URL/);
  const gone = await importFrom("http://127.0.0.1:9", location, "images", "--json");
  assert.equal(gone.code, 1);
  assert.match(Report.parse(JSON.parse(gone.stdout)).errors[0] ?? "", /connection was refused/);
  const wrong = await importFrom(null, location, "everything");
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /^Usage: /);
});

anyEngine(
  "deno task cms:import starts no further kind once it is interrupted (spec §4.11)",
  async (engine) => {
    await using location = await aLocation(engine);
    await using double = await startCms({ graph: smallGraph() });
    const started = Promise.withResolvers<Deno.ChildProcess>();
    double.onPage = async (list) => {
      if (list !== "projects") return;
      const child = await started.promise;
      child.kill("SIGINT");
      await child.status;
    };
    const ended = await run("lib/cli/cms_import.ts", {
      args: ["--apply", "--json"],
      env: environmentOf(double.origin, location),
      onStart: started.resolve,
    });
    assert.equal(ended.code, 1, ended.stderr);
    const reports = ended.stdout.trimEnd().split("\n").map((line) =>
      Report.parse(JSON.parse(line))
    );
    assert.deepEqual(reports.map(({ kind, complete }) => [kind, complete]), [
      ["attributes", true],
      ["projects", false],
    ]);
    assert.match(reports[1]?.errors[0] ?? "", /stopped/);
  },
);
