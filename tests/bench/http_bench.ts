/** Compares pages and files under load with a bare server that renders the same trees or sends the same bytes. */
import { serve } from "../helpers/process.ts";
import { type AskedTrack, distinctQueries, readTracks } from "./answer_sets.ts";
import { load, type Sent } from "./load.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { addresses, startService } from "./service.ts";

const RUNS = 3;
const SECONDS = 2;
/** How many pages the peer renders in turns. */
const TREES = 48;
/** How many wizard paths are generated before a run, which is more than it answers. */
const READY = 20_000;

export const http: Bench = {
  key: "http",
  title: "Pages and files",
  about:
    `Thirty-two connections behind a proxy; each address sends fifty requests. The wizard's page is requested with complete answers of all tracks
that were not sent before, at each question in turn. The service caches the questions of each track. The peer renders the trees of 48 such pages
in turns. Every visitor loads the same stylesheet, and both servers cache its bytes. Paths are generated before a run. Both have answered for two
seconds before the clock starts, so that their code is compiled. Each row is the worst of three runs, and met when all three are.`,
  async run() {
    const dataDir = await Deno.makeTempDir({ prefix: "gss-bench-" });
    try {
      return await benchHttp(dataDir);
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  },
};

/** Starts the service and its peer, and measures them alternately. */
async function benchHttp(dataDir: string): Promise<BenchRow[]> {
  await using service = await startService({ DATA_DIR: dataDir });
  const next = wizardPaths(await readTracks(service.origin));
  const pages = Array.from({ length: TREES }, next);
  const file = await stylesheetOf(service.origin);
  await using peer = await serve("tests/bench/peer.tsx", {
    path: file,
    args: [service.origin, JSON.stringify({ pages, file })],
  });
  const headers = addresses();
  const duels = [
    {
      name: "page with an island (/select)",
      peerName: "bare Deno.serve + renderToString of the same trees",
      atLeast: 0.6,
      paths: () => Array.from({ length: READY }, next),
    },
    {
      name: "static file (/styles.css)",
      peerName: "bare Deno.serve, same bytes from memory",
      atLeast: 0.5,
      paths: () => [file],
    },
  ];
  const rows: BenchRow[] = [];
  for (const { name, peerName, atLeast, paths } of duels) {
    const rateOf = async (origin: string) => {
      const ready = paths();
      let turn = 0;
      const sending = (): Sent => ({
        path: ready[turn++ % ready.length] ?? "",
        headers: headers(),
      });
      return (await load(origin, { seconds: SECONDS, sending })).rate;
    };
    for (const { origin } of [service, peer]) await rateOf(origin);
    const runs: { ours: number; theirs: number }[] = [];
    for (let run = 0; run < RUNS; run++) {
      runs.push({ ours: await rateOf(service.origin), theirs: await rateOf(peer.origin) });
    }
    rows.push(worstOf(runs, { name, peer: peerName, unit: "req/s", aim: { atLeast } }));
  }
  return rows;
}

/**
 * Returns a function that returns a path of the wizard: each question in turn, with answers that were not sent before.
 */
function wizardPaths(tracks: readonly AskedTrack[]): () => string {
  const next = distinctQueries(tracks);
  let turn = 0;
  return () => {
    const query = next();
    const track = new URLSearchParams(query).get("track");
    const factors = tracks.find(({ id }) => id === track)?.factors ?? [];
    return `/select${query}&step=${factors[turn++ % factors.length]?.id}`;
  };
}

/** Returns the hashed path of the stylesheet from the start page. */
async function stylesheetOf(origin: string): Promise<string> {
  const html = await (await fetch(origin)).text();
  const file = /href="(\/styles\.css[^"]*)"/.exec(html)?.[1];
  if (!file) throw new Error("Cannot find the stylesheet's address on the start page");
  return file.replaceAll("&amp;", "&");
}
