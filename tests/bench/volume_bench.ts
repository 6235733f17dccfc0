/** Measures recommendations with 100,000 assets, 50,000 passages and 2,000 rules in the database. */
import { demoPlace, type Engine, ENGINES, type Place } from "./place.ts";
import { besides, bringBuyers, cpuRow, type Round, ROUTES, RUNS } from "./recommend_rounds.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { startService } from "./service.ts";
import { addVolume } from "./volume.ts";

const CONNECTIONS = [8, 32];
const DISTINCT_SHARE = 0.25;

export const volume: Bench = {
  key: "volume",
  title: "Recommendations among 100,000 assets, 50,000 passages and 2,000 rules",
  about:
    `The demo plus the records of a large manufacturer. Their tags, documents and rules refer to the demo's systems,
options and categories, so they compete for its results. The requests are those of the section on recommendations.`,
  async run() {
    const rows: BenchRow[] = [];
    for (const engine of ENGINES) {
      await using place = await volumePlace(engine);
      rows.push(...await benchEngine(place));
    }
    return rows;
  },
};

/** Creates a database with the demo and the records of {@linkcode addVolume}. */
async function volumePlace(engine: Engine): Promise<Place> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(await demoPlace(engine));
  await using database = await place.open();
  await addVolume(database.db);
  stack.move();
  return place;
}

async function benchEngine(place: Place): Promise<BenchRow[]> {
  await using service = await startService(place.env);
  const buyers = await bringBuyers(service, place.database);
  const rows: BenchRow[] = [];
  for (const route of ROUTES) {
    for (const connections of CONNECTIONS) {
      const rounds: { distinct: Round; repeated: Round }[] = [];
      for (let run = 0; run < RUNS; run++) {
        rounds.push({
          distinct: await buyers.askDistinct(route, connections),
          repeated: await buyers.askRepeated(route, connections),
        });
      }
      const where = `${place.engine}, ${connections} connections`;
      rows.push(
        worstOf(rounds.map(({ distinct, repeated }) => besides(distinct, repeated)), {
          name: `GET ${route}, distinct, much beside it, ${where}`,
          peer: "repeated",
          unit: "answers/s",
          aim: { atLeast: DISTINCT_SHARE },
        }),
        cpuRow(rounds.map(({ distinct }) => distinct), {
          name: `Processor time of GET ${route}, distinct, much beside it, ${where}`,
          route,
          isBound: false,
        }),
      );
    }
  }
  return rows;
}
