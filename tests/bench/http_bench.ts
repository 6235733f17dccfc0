/** The service under load, beside bare servers that answer the same bytes or render the same tree. */
import { median, throughput } from "./load.ts";
import { serve, type ServerProcess } from "../helpers/process.ts";
import type { BenchRow } from "./report.ts";

const ROUNDS = 5;
const CONNECTIONS = 32;

const DUELS: { name: string; peer: string; aim: number; path: (paths: Paths) => string }[] = [
  {
    name: "GET /api/recommendation",
    peer: "bare Deno.serve, same bytes",
    aim: 0.4,
    path: ({ recommendation }) => recommendation,
  },
  {
    name: "page with an island (/select)",
    peer: "bare Deno.serve + renderToString of the same tree",
    aim: 0.6,
    path: ({ page }) => page,
  },
  {
    name: "static file (/styles.css)",
    peer: "bare Deno.serve, same bytes from memory",
    aim: 0.5,
    path: ({ file }) => file,
  },
];

/** One address sends all the load. */
const UNLIMITED = { RATE_LIMIT_READS: "100000000", RATE_LIMIT_WRITES: "100000000" };

interface Paths {
  recommendation: string;
  page: string;
  file: string;
}

/** Starts the service and its peer, then lets them answer in turns, round by round. */
export async function benchHttp(): Promise<BenchRow[]> {
  const dataDir = await Deno.makeTempDir();
  const env = { DATA_DIR: dataDir, ...UNLIMITED };
  // The first start builds and initialises; the second is the one a restart sees.
  const first = await serve("lib/cli/start.ts", { path: "/health", env });
  await first[Symbol.asyncDispose]();
  await using service = await serve("lib/cli/start.ts", { path: "/health", env });
  const paths = await realPaths(service);
  await using peer = await serve("tests/bench/peer.tsx", {
    path: paths.recommendation,
    args: [service.origin, JSON.stringify(paths)],
  });
  const rows: BenchRow[] = [];
  for (const { name, peer: peerName, aim, path } of DUELS) {
    const [ours, theirs] = await duel(service.origin + path(paths), peer.origin + path(paths));
    const ratio = ours / theirs;
    rows.push({
      name,
      peer: peerName,
      ours,
      theirs,
      unit: "req/s",
      ratio,
      aim: `at least ${aim}`,
      met: ratio >= aim,
    });
  }
  return [...rows, startUp(service, first)];
}

async function duel(ours: string, theirs: string): Promise<[number, number]> {
  const results: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    results.ours.push(await throughput(ours, { connections: CONNECTIONS }));
    results.theirs.push(await throughput(theirs, { connections: CONNECTIONS }));
  }
  return [median(results.ours), median(results.theirs)];
}

/** Paths as a buyer's browser asks for them: real answers, and the hashed name of the stylesheet. */
async function realPaths({ origin }: ServerProcess): Promise<Paths> {
  const { factors }: { factors: { id: string; options: { id: string }[] }[] } =
    await (await fetch(`${origin}/api/factors`)).json();
  const optionIds = factors.flatMap(({ options }) => options[0]?.id ?? []);
  const html = await (await fetch(origin)).text();
  const file = /href="(\/styles\.css[^"]*)"/.exec(html)?.[1];
  if (!file) throw new Error("Cannot find the stylesheet's address on the start page");
  return {
    recommendation: `/api/recommendation?track=home&options=${optionIds.join(",")}`,
    page: "/select?track=home",
    file: file.replaceAll("&amp;", "&"),
  };
}

function startUp(service: ServerProcess, first: ServerProcess): BenchRow {
  return {
    name: "start-up from a built checkout to the first answer",
    peer: "the first start, which initialises, migrates and seeds",
    ours: service.startMs,
    theirs: first.startMs,
    unit: "ms",
    ratio: service.startMs / first.startMs,
    aim: "reported",
    met: true,
  };
}
