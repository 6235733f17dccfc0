/** Compares the time to explain a result with its limit. */
import { cpuUsage } from "node:process";
import { type Catalog, compileAhead, type Snapshot } from "@/lib/catalog/mod.ts";
import { explain as explainSelection } from "@/lib/explain/mod.ts";
import { type Answers, select } from "@/lib/selection/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { distinctQueries } from "./answer_sets.ts";
import { LARGE, largeCatalog } from "./large_catalog.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";

const RUNS = 3;
const SETS = 600;
const LIMIT_MS = 20;

export const explain: Bench = {
  key: "explain",
  title: "Explanations",
  about:
    `Everything that \`explain=1\` adds to an answer: verdicts, open questions, counterfactuals and the receipt. Each round
explains ${SETS} new answer sets of all tracks; every second set answers only the first questions. Explanations are not cached. Times are
processor times of the process, because other processes interrupt an explanation on a busy machine. The
first explanations of a process have their own row: their code is not compiled yet, while what they derive from the catalog is made
before, as in the service. The large catalog has ${LARGE.systems} systems, ${
      LARGE.rules.toLocaleString("en-US")
    } rules and ${LARGE.factors} questions with ${LARGE.options} options.`,
  run: benchExplain,
};

async function benchExplain(): Promise<BenchRow[]> {
  const demo = await explainer(demoCatalog);
  const first = Math.max(...Array.from({ length: demo.tracks }, (_, turn) => demo.took(turn)));
  return [
    ...roundsOf("demo", demo),
    limited("Slowest first explanation of a track in a new process, demo", [first]),
    ...roundsOf("large catalog", await explainer(largeCatalog())),
  ];
}

interface Explainer {
  readonly tracks: number;
  /** Returns the processor time in milliseconds that the explanation of a new answer set takes. */
  readonly took: (turn: number) => number;
}

async function explainer(catalog: Catalog): Promise<Explainer> {
  const snapshot = await compileAhead(catalog);
  const next = distinctQueries(tracksOf(snapshot));
  return {
    tracks: snapshot.tracks.length,
    took(turn) {
      const answers = answersOf(next(), turn);
      const selection = select(snapshot, answers);
      const before = cpuUsage();
      explainSelection(snapshot, answers, selection);
      const { user, system } = cpuUsage(before);
      return (user + system) / 1_000;
    },
  };
}

function tracksOf({ tracks, factors }: Snapshot) {
  return tracks.map(({ id }) => ({
    id,
    factors: factors.filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(id)),
  }));
}

function roundsOf(name: string, { took }: Explainer): BenchRow[] {
  const rounds = Array.from({ length: RUNS }, () => {
    const times = Array.from({ length: SETS }, (_, turn) => took(turn));
    return times.sort((a, b) => a - b);
  });
  return [
    limited(`p50 of an explanation, ${name}`, rounds.map((times) => times[SETS / 2] ?? NaN)),
    limited(`p99 of an explanation, ${name}`, rounds.map((times) => times[SETS * 0.99] ?? NaN)),
  ];
}

function limited(name: string, values: readonly number[]): BenchRow {
  return worstOf(values.map((ours) => ({ ours, theirs: LIMIT_MS })), {
    name,
    peer: "the limit",
    unit: "ms",
    aim: { atMost: 1 },
  });
}

/** Returns the answers of a query. On odd turns it keeps only the first few. */
function answersOf(query: string, turn: number): Answers {
  const parameters = new URLSearchParams(query);
  const optionIds = parameters.get("options")?.split(",") ?? [];
  const kept = turn % 2 === 0 ? optionIds.length : 1 + turn % optionIds.length;
  return { optionIds: optionIds.slice(0, kept), track: parameters.get("track") };
}
