/** Measures how long the service takes to start, and its memory while idle. */
import { cp } from "node:fs/promises";
import type { ServerProcess } from "../helpers/process.ts";
import { demoPlace, ENGINES } from "./place.ts";
import { RUNS } from "./recommend_rounds.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { residentMb, SERVICE_ROOT, startService } from "./service.ts";

const BESIDE_INSTALL_MS = 12_000;
const START_LIMIT_MS = 1_500;
const IDLE_LIMIT_MB = { embedded: 250, server: 150 };
/** Long enough for the garbage of the start to be collected and its memory returned. */
const IDLE_MS = 15_000;
/** Files that a fresh checkout does not have. */
const MADE_HERE = ["_fresh", "node_modules", "data", ".git"];

export const start: Bench = {
  key: "start",
  title: "Starts and idle memory",
  about:
    `The first start runs \`deno task start\` in a fresh checkout with an empty home directory until the service is healthy: it
installs the packages, builds, migrates and seeds. It is compared with \`deno install\` alone in another fresh checkout. The aim is for
the difference of a single run, because both depend on the network. A later start finds the build and the database. Memory is the resident
set of the process after ${IDLE_MS / 1_000} seconds without requests.`,
  async run() {
    return [await firstStart(), ...await laterStarts()];
  },
};

async function firstStart(): Promise<BenchRow> {
  const installMs = await inFreshCheckout(async (options) => {
    const began = performance.now();
    const { success } = await new Deno.Command(Deno.execPath(), {
      ...options,
      args: ["install", "--quiet"],
    }).output();
    if (!success) throw new Error("Cannot install the packages");
    return performance.now() - began;
  });
  const startMs = await inFreshCheckout(async ({ cwd, env }) => {
    await using service = await startService({ ...env, SEED: "demo" }, cwd);
    return service.startMs;
  });
  const besideMs = startMs - installMs;
  return {
    name: "First start from an empty home",
    peer: "deno install alone",
    ours: startMs / 1_000,
    theirs: installMs / 1_000,
    unit: "s",
    ratio: startMs / installMs,
    aim: `at most ${BESIDE_INSTALL_MS / 1_000} s more`,
    met: besideMs <= BESIDE_INSTALL_MS,
    note: `${(besideMs / 1_000).toFixed(1)} s more`,
  };
}

interface FreshCheckout {
  readonly cwd: URL;
  readonly env: Record<string, string>;
}

/** Runs with a copy of the sources and an environment in which nothing is installed, and deletes both afterwards. */
async function inFreshCheckout<T>(run: (checkout: FreshCheckout) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "gss-bench-" });
  const root = SERVICE_ROOT.pathname;
  try {
    await cp(root, `${folder}/checkout`, {
      recursive: true,
      filter: (path) => !MADE_HERE.some((name) => path === `${root}${name}`),
    });
    await Deno.mkdir(`${folder}/home`);
    const home = `${folder}/home`;
    return await run({
      cwd: new URL(`file://${folder}/checkout/`),
      env: { HOME: home, DENO_DIR: `${home}/deno`, XDG_CACHE_HOME: home, DATA_DIR: `${home}/data` },
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function laterStarts(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const engine of ENGINES) {
    await using place = await demoPlace(engine);
    const times: number[] = [];
    const memory: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await using service = await startService(place.env);
      times.push(service.startMs);
      if (run === RUNS - 1) memory.push(await idleMb(service));
    }
    rows.push(
      limited({ name: `Later start, ${engine}`, unit: "ms", values: times, limit: START_LIMIT_MS }),
      limited({
        name: `Idle memory, ${engine}`,
        unit: "MB",
        values: memory,
        limit: IDLE_LIMIT_MB[engine],
      }),
    );
  }
  return rows;
}

async function idleMb({ pid }: ServerProcess): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  return await residentMb(pid);
}

function limited({ name, unit, values, limit }: {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  readonly limit: number;
}): BenchRow {
  const runs = values.map((ours) => ({ ours, theirs: limit }));
  return worstOf(runs, { name, peer: "the limit", unit, aim: { atMost: 1 } });
}
