/** Measures recommendations of the demo behind a proxy on both engines, for new and for repeated answers. */
import { serve } from "../helpers/process.ts";
import { demoPlace, type Engine, ENGINES } from "./place.ts";
import {
  besides,
  bringBuyers,
  type Buyers,
  cpuRow,
  noteOf,
  type Round,
  type Route,
  ROUTES,
  RUNS,
} from "./recommend_rounds.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { startService } from "./service.ts";

const CONNECTIONS = [8, 32];
const DISTINCT_SHARE = 0.5;
const PEER_SHARE = 0.45;
export const recommend: Bench = {
  key: "recommend",
  title: "Recommendations",
  about:
    `Distinct: complete answer sets of all tracks in turn, each sent once, so no answer can come from a cache. A round is 10,000 of them for
the API, and as many as are answered in four seconds for pages. The queries are generated before the round. Repeated: sixteen complete
answer sets, asked once before the clock starts, so their answers are cached; a page is recommended and rendered each time, and
only its explanation is cached. The service runs behind a proxy as deployed (\`TRUST_PROXY\`, the default limits): each address
sends fifty requests. There is no warm-up, so the first thousands of answers run code that is not compiled yet. A distinct answer set
uses the catalog, corpus and library that the process has loaded; the section on first answers measures the first of them. Each row is
the worst of three runs, and met when all three are. Processor time is that of the serving process.`,
  async run() {
    const rows: BenchRow[] = [];
    for (const engine of ENGINES) rows.push(...await benchEngine(engine));
    return rows;
  },
};

/** The rounds of one run. */
interface Rounds {
  readonly distinct: Round;
  readonly repeated: Round;
  readonly bare: Round;
}

async function benchEngine(engine: Engine): Promise<BenchRow[]> {
  await using place = await demoPlace(engine);
  await using service = await startService(place.env);
  const buyers = await bringBuyers(service, place.database);
  await using peer = await serve("tests/bench/bare_peer.ts", {
    path: "/",
    args: [service.origin, JSON.stringify([...buyers.repeated.values()].flat())],
  });
  const rows: BenchRow[] = [];
  for (const route of ROUTES) {
    for (const connections of CONNECTIONS) {
      const rounds: Rounds[] = [];
      for (let run = 0; run < RUNS; run++) {
        rounds.push({
          distinct: await buyers.askDistinct(route, connections),
          repeated: await buyers.askRepeated(route, connections),
          bare: await buyers.askPeer(peer, { route, connections }),
        });
      }
      rows.push(...rowsOf(rounds, { route, where: `${engine}, ${connections} connections` }));
    }
    rows.push(await compressedRow(buyers, route, engine));
  }
  return rows;
}

/** Measures compressed answers, because most proxies pass on the browser's `accept-encoding`. */
async function compressedRow(buyers: Buyers, route: Route, engine: Engine): Promise<BenchRow> {
  const runs: Pick<BenchRow, "ours" | "theirs" | "note">[] = [];
  for (let run = 0; run < RUNS; run++) {
    const ours = await buyers.askRepeated(route, 32, { "accept-encoding": "gzip, deflate, br" });
    const theirs = await buyers.askRepeated(route, 32);
    runs.push({ ours: ours.cpu, theirs: theirs.cpu, note: noteOf(ours) });
  }
  const row = worstOf(runs, {
    name: `Processor time of GET ${route}, repeated and compressed, ${engine}`,
    peer: "repeated, as it is",
    unit: "ms",
    aim: { atMost: 1 },
  });
  return { ...row, aim: "reported", met: true };
}

function rowsOf(
  rounds: readonly Rounds[],
  { route, where }: { readonly route: Route; readonly where: string },
): BenchRow[] {
  const isApi = route === "/api/recommendation";
  return [
    worstOf(rounds.map(({ distinct, repeated }) => besides(distinct, repeated)), {
      name: `GET ${route}, distinct, ${where}`,
      peer: "repeated",
      unit: "answers/s",
      aim: { atLeast: DISTINCT_SHARE },
    }),
    cpuRow(rounds.map(({ distinct }) => distinct), {
      name: `Processor time of GET ${route}, distinct, ${where}`,
      route,
      isBound: true,
    }),
    worstOf(rounds.map(({ repeated, bare }) => besides(repeated, bare)), {
      name: `GET ${route}, repeated, ${where}`,
      peer: "bare Deno.serve, same bytes",
      unit: "answers/s",
      // Pages have no aim, because each is rendered for its visitor, while the peer sends bytes from memory.
      aim: isApi ? { atLeast: PEER_SHARE } : {},
    }),
  ];
}
