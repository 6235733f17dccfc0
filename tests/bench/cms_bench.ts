/** The sync of a large CMS, whole and again with nothing new, beside the bare fetching and parsing of the same pages. */
import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { type Kind, KINDS } from "../../lib/cms/mod.ts";
import { openDatabase } from "../../lib/db/mod.ts";
import { disposable, type Engine, migratedLocation } from "../helpers/db.ts";
import { serve } from "../helpers/process.ts";
import type { CmsRun } from "./cms_run.ts";
import { type CmsVolume, FIELDS_EACH, PRODUCTS_EACH, storeVolume } from "./cms_volume.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";

const VOLUME: CmsVolume = { terms: 2_000, projects: 10_000, images: 50_000 };
/** Of the images, for the memory of a smaller reading. */
const FEW_IMAGES = 10_000;
const AIMS = { full: { atMost: 3 }, again: { atMost: 1.5 } };
/** What the memory of five times the rows may be in proportion. */
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
  } pictures, 50 on a page, from a server that has its pages written
already, as wordy as a real CMS's: 190 to 410 kB each. The aims are for the time that passes, for that is what somebody waits and how
long the run holds its claim; the database works while the process reads on, so processor time is in a row of its own: that of
the process and that of its database's connections together. The CMS is a third process on the same cores. Each reading is a
process of its own, and its memory the most that the process held; a sync
has the settings of \`deno task cms:import\`, which keep its heap small. The
database is a server where one is at hand (\`TEST_DATABASE_URL\`), else embedded in the process. The bare reading asks by the
sync's own client, with the runtime's own settings, and is the mean of one before and one after the syncs.`,
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

/** What was measured of one kind. */
interface Readings {
  /** By the sync's own client. */
  readonly bare: Pick<CmsRun, "ms" | "cpuMs">;
  readonly platform: CmsRun;
  readonly full: CmsRun;
  readonly again: CmsRun;
}

async function measure(engine: Engine, volume: CmsVolume): Promise<ReadonlyMap<Kind, Readings>> {
  return await withServed(engine, volume, async (run) => {
    const found = new Map<Kind, Readings>();
    for (const kind of KINDS) {
      // The first reading has the server write its pages.
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

/** Measures with a CMS of a size at hand, and a database whose systems are mapped to it. */
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
    await using database = disposable(await openDatabase(location));
    await storeVolume(database, volume);
  }
  const { url, dataDir } = location;
  return await measuring((mode, kind) => runOnce([mode, server.origin, kind, url ?? "", dataDir]));
}

/** The environment that the command sets for itself. */
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
