/** Compares the sync of a large CMS, full and without changes, with only fetching and parsing the same pages. */
import assert from "node:assert/strict";
import config from "@/deno.json" with { type: "json" };
import { type Kind, KINDS } from "@/lib/cms/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { type Engine, migratedLocation } from "../helpers/db.ts";
import { serve } from "../helpers/process.ts";
import type { CmsRun } from "./cms_run.ts";
import { type CmsVolume, FIELDS_EACH, PRODUCTS_EACH, storeVolume } from "./cms_volume.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";

const VOLUME: CmsVolume = { terms: 2_000, projects: 10_000, images: 50_000 };
/** Number of images for measuring the memory of a smaller sync. */
const FEW_IMAGES = 10_000;
const AIMS = { full: { atMost: 3 }, again: { atMost: 1.5 } };
/** The allowed ratio of memory for five times the images. */
const MEMORY_AIM = { atMost: 1.15 };
const START_MS = 120_000;

export const cms: Bench = {
  key: "cms",
  title: "Sync of the CMS",
  about: `${
    VOLUME.projects.toLocaleString("en-US")
  } projects with ${PRODUCTS_EACH} products each, ${
    VOLUME.terms.toLocaleString("en-US")
  } products with ${FIELDS_EACH} mapped fields and ${
    VOLUME.images.toLocaleString("en-US")
  } pictures, 50 per page, from a server with prewritten pages
as verbose as a real CMS's: 190 to 410 kB each. The aims are for elapsed time, because that is how long staff wait and how long the run
holds its lease. The database works while the process reads on, so processor time has its own rows, which add the process and its
database connections. The CMS is a third process on the same cores. Each run is a process of its own, and its memory is its peak.
A sync has the settings of \`deno task cms:import\`, which keep its heap small. The database is a server if \`TEST_DATABASE_URL\` is
set, otherwise embedded in the process. The bare run uses the sync's client with the runtime's default settings, and is the mean of
one run before the syncs and one after them.`,
  run: benchCms,
};

async function benchCms(): Promise<BenchRow[]> {
  const engine: Engine = Deno.env.get("TEST_DATABASE_URL") ? "server" : "embedded";
  const large = await measure(engine, VOLUME);
  const fewPeakMb = await withServed(engine, { ...VOLUME, images: FEW_IMAGES }, async (run) => {
    await run("sync", "projects");
    return (await run("sync", "images")).peakMb;
  });
  const rows: BenchRow[] = [];
  for (const kinds of [KINDS, ...KINDS.map((kind): readonly Kind[] => [kind])]) {
    const isAll = kinds.length > 1;
    const sum = (which: keyof Readings, time: "ms" | "cpuMs"): number =>
      kinds.reduce((total: number, kind) => total + (large.get(kind)?.[which][time] ?? NaN), 0);
    for (
      const [which, name] of [["full", "A full sync"], ["again", "A sync of nothing new"]] as const
    ) {
      for (const time of ["ms", "cpuMs"] as const) {
        rows.push(worstOf([{ ours: sum(which, time), theirs: sum("bare", time) }], {
          name: `${name}, ${isAll ? "everything" : kinds.join()}${
            time === "cpuMs" ? ": processor time" : ""
          }`,
          peer: "bare fetch and JSON.parse of the same pages",
          unit: "ms",
          ...(isAll && time === "ms" && { aim: AIMS[which] }),
        }));
      }
    }
  }
  const { full, bare, platform } = large.get("images") ?? assert.fail("No pictures were read");
  rows.push(worstOf([{ ours: bare.cpuMs, theirs: platform.cpuMs }], {
    name: "The bare reading of pictures itself",
    peer: "by the platform's fetch",
    unit: "ms",
  }));
  rows.push(worstOf([{ ours: full.peakMb, theirs: fewPeakMb }], {
    name: `Memory of a full sync of ${VOLUME.images.toLocaleString("en-US")} pictures`,
    peer: `of ${FEW_IMAGES.toLocaleString("en-US")} pictures`,
    unit: "MB",
    aim: MEMORY_AIM,
  }));
  return rows;
}

/** The measured runs of one kind. */
interface Readings {
  /** Fetched with the sync's client: the mean of two runs. */
  readonly bare: Pick<CmsRun, "ms" | "cpuMs">;
  readonly platform: CmsRun;
  readonly full: CmsRun;
  readonly again: CmsRun;
}

async function measure(engine: Engine, volume: CmsVolume): Promise<ReadonlyMap<Kind, Readings>> {
  return await withServed(engine, volume, async (run) => {
    const found = new Map<Kind, Readings>();
    for (const kind of KINDS) {
      // Not measured: the server writes its pages.
      await run("bare", kind);
      const before = await run("bare", kind);
      const full = await run("sync", kind);
      const again = await run("sync", kind);
      const after = await run("bare", kind);
      assert.deepEqual(
        [again.counts.created, again.counts.unchanged],
        [0, full.counts.created],
        `A second sync of the ${kind} found something new`,
      );
      const bare = {
        ms: (before.ms + after.ms) / 2,
        cpuMs: (before.cpuMs + after.cpuMs) / 2,
      };
      found.set(kind, { bare, platform: await run("platform", kind), full, again });
    }
    return found;
  });
}

type Run = (mode: "bare" | "platform" | "sync", kind: Kind) => Promise<CmsRun>;

/** Runs a measurement with a CMS of this size, and a database whose systems are mapped to it. */
async function withServed<T>(
  engine: Engine,
  volume: CmsVolume,
  measuring: (run: Run) => Promise<T>,
): Promise<T> {
  await using location = await migratedLocation(engine);
  await using server = await serve("tests/bench/cms_server.ts", {
    path: "/",
    args: [JSON.stringify(volume)],
    timeoutMs: START_MS,
  });
  {
    await using database = await openDatabase(location);
    await storeVolume(database, volume);
  }
  const { url, dataDir } = location;
  return await measuring((mode, kind) => runOnce([mode, server.origin, kind, url ?? "", dataDir]));
}

/** The environment variables that the command of `deno task cms:import` sets. */
const SETTINGS = Object.fromEntries(
  Array.from(
    config.tasks["cms:import"].command.matchAll(/(?<=^| )([A-Z0-9_]+)=(\S+)/g),
    ([, name = "", value = ""]) => [name, value],
  ),
);

async function runOnce(args: readonly string[]): Promise<CmsRun> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--no-check", "tests/bench/cms_run.ts", ...args],
    env: args[0] === "sync" ? SETTINGS : {},
    cwd: new URL("../../", import.meta.url),
    stderr: "inherit",
  }).output();
  assert(success, `Cannot measure ${args.slice(0, 3).join(" ")}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}
