/** Measures what projects add to the cost of a recommendation: with them and without, in one process and in turns. */
import assert from "node:assert/strict";
import { cpuUsage } from "node:process";
import { indexProjects, type Place, type ProjectIndex } from "@/lib/projects/mod.ts";
import { recommend, type RecommendServices, resultJson } from "@/lib/recommend/mod.ts";
import { startApp } from "../helpers/app.ts";
import { type AskedTrack, distinctQueries } from "./answer_sets.ts";
import { seededRandom } from "./random.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";

const RUNS = 3;
const ROUNDS = 20;
const QUESTIONS = 600;
const MANY = 10_000;
const PRODUCTS = 3;
const REGIONS = ["CA", "IL", "MA", "ON", "TX"];
const AIM = { atMost: 1.15 };

export const projects: Bench = {
  key: "projects",
  title: "Projects in recommendations",
  about:
    `Complete answer sets of the demo, ${QUESTIONS} per round, each recommended and serialised to JSON in this process, with the index of projects and
with an empty one: ${ROUNDS} rounds of each in turns. A figure is the processor time of the median round, and each row is the worst of three runs.
Quotes and pictures are in memory, as in the service. The random index has ${MANY} projects with ${PRODUCTS} of the demo's systems each.`,
  run: benchProjects,
};

type Question = Parameters<typeof recommend>[1];

async function benchProjects(): Promise<BenchRow[]> {
  await using app = await startApp({ engine: "embedded" });
  const { services } = app;
  const next = distinctQueries(await tracksOf(app));
  const questions = Array.from({ length: QUESTIONS }, (): Question => {
    const query = new URLSearchParams(next());
    return { optionIds: query.get("options")?.split(",") ?? [], track: query.get("track") };
  });
  const without = withIndex(services, emptyIndex());
  const many = randomIndex(services.catalog.current().systems.map(({ id }) => id));
  const visitor: Place = { city: "Town 7", region: "CA" };
  const rows: BenchRow[] = [];
  for (
    const [name, index, place] of [
      ["the demo's 60 projects", services.projects.current(), null],
      [`${MANY.toLocaleString("en-US")} projects`, many, null],
      [`${MANY.toLocaleString("en-US")} projects, near a visitor`, many, visitor],
    ] as const
  ) {
    const runs: { ours: number; theirs: number }[] = [];
    for (let run = 0; run < RUNS; run++) {
      runs.push(await inTurns(questions, { with: withIndex(services, index), without, place }));
    }
    rows.push(worstOf(runs, {
      name: `A recommendation with ${name}`,
      peer: "without projects",
      unit: "ms",
      aim: AIM,
    }));
  }
  return rows;
}

async function tracksOf(app: Awaited<ReturnType<typeof startApp>>): Promise<AskedTrack[]> {
  const response = await app.request("/api/factors");
  const { factors }: { factors: AskedTrack["factors"] } = await response.json();
  return [...new Set(factors.flatMap(({ trackIds }) => trackIds))].map((id) => ({
    id,
    factors: factors.filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(id)),
  }));
}

function withIndex(services: RecommendServices, index: ProjectIndex): RecommendServices {
  return { ...services, projects: { current: () => index } };
}

function emptyIndex(): ProjectIndex {
  return indexProjects([], { version: 1, joins: { mappings: [], kinds: [] }, siteUrl: null });
}

function randomIndex(systemIds: readonly string[]): ProjectIndex {
  const random = seededRandom(7);
  const below = (count: number) => Math.floor(random() * count);
  const stored = Array.from({ length: MANY }, (_, n) => ({
    uuid: `project-${n}`,
    name: `Project ${n}`,
    slug: `/projects/${n}`,
    city: `Town ${below(400)}`,
    state: REGIONS[below(REGIONS.length)] ?? null,
    featured: below(10) === 0,
    galleryOrder: below(2_000),
    published: true,
    parties: [],
    productUuids: [
      ...new Set(Array.from({ length: PRODUCTS }, () => systemIds[below(systemIds.length)] ?? "")),
    ],
    kindIds: [],
    image: null,
  }));
  return indexProjects(stored, {
    version: 1,
    joins: {
      mappings: systemIds.map((id) => ({ systemId: id, termUuid: id })),
      kinds: [],
    },
    siteUrl: "https://site.example",
  });
}

interface Turns {
  readonly with: RecommendServices;
  readonly without: RecommendServices;
  readonly place: Place | null;
}

/** Returns the processor time per recommendation in the median round, with and without projects, in milliseconds. */
async function inTurns(
  questions: readonly Question[],
  { with: full, without, place }: Turns,
): Promise<{ ours: number; theirs: number }> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const mine = () => timeRound(questions, { services: full, place });
    const other = () => timeRound(questions, { services: without, place: null });
    // Both go first equally often, because garbage of one can be collected in the time of the other.
    const [one, two] = round % 2 === 0 ? [mine, other] : [other, mine];
    const [first, second] = [await one(), await two()];
    // The first round is a warm-up.
    if (round === 0) continue;
    ours.push(round % 2 === 0 ? first : second);
    theirs.push(round % 2 === 0 ? second : first);
  }
  return { ours: median(ours), theirs: median(theirs) };
}

async function timeRound(
  questions: readonly Question[],
  { services, place }: { readonly services: RecommendServices; readonly place: Place | null },
): Promise<number> {
  const before = cpuUsage();
  let length = 0;
  for (const question of questions) {
    const made = recommend(services, question, place);
    length += resultJson((made instanceof Promise ? await made : made).result).length;
  }
  assert(length > 0);
  const { user, system } = cpuUsage(before);
  return (user + system) / 1_000 / questions.length;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? NaN;
}
