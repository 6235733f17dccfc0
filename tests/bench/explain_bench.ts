/** Compares the time to explain a result with its limit. */
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { explain as explainSelection } from "@/lib/explain/mod.ts";
import { type Answers, select } from "@/lib/selection/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { distinctQueries } from "./answer_sets.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";

const RUNS = 3;
const SETS = 600;
const LIMIT_MS = 20;

export const explain: Bench = {
  key: "explain",
  title: "Explanations",
  about:
    `Everything that \`explain=1\` adds to an answer: verdicts, open questions, counterfactuals and the receipt. Each round
explains ${SETS} new answer sets of all tracks; every second set answers only the first questions. Explanations are not cached. The
first explanation of a process, which compiles the code and each track's table, has its own row.`,
  run: () => Promise.resolve(benchExplain()),
};

function benchExplain(): BenchRow[] {
  const snapshot = compileSnapshot(demoCatalog);
  const tracks = snapshot.tracks.map(({ id }) => ({
    id,
    factors: snapshot.factors.filter(({ trackIds }) =>
      trackIds.length === 0 || trackIds.includes(id)
    ),
  }));
  const next = distinctQueries(tracks);
  const took = (turn: number): number => {
    const answers = answersOf(next(), turn);
    const selection = select(snapshot, answers);
    const began = performance.now();
    explainSelection(snapshot, answers, selection);
    return performance.now() - began;
  };
  const first = Math.max(...tracks.map((_, turn) => took(turn)));
  const rounds = Array.from({ length: RUNS }, () => {
    const times = Array.from({ length: SETS }, (_, turn) => took(turn));
    return times.sort((a, b) => a - b);
  });
  const limited = (name: string, values: readonly number[]) =>
    worstOf(values.map((ours) => ({ ours, theirs: LIMIT_MS })), {
      name,
      peer: "the limit",
      unit: "ms",
      aim: { atMost: 1 },
    });
  return [
    limited("p50 of an explanation, demo", rounds.map((times) => times[SETS / 2] ?? 0)),
    limited("p99 of an explanation, demo", rounds.map((times) => times[SETS * 0.99] ?? 0)),
    limited("Slowest first explanation of a track in a new process, demo", [first]),
  ];
}

/** Returns the answers of a query. On odd turns it keeps only the first few. */
function answersOf(query: string, turn: number): Answers {
  const parameters = new URLSearchParams(query);
  const optionIds = parameters.get("options")?.split(",") ?? [];
  const kept = turn % 2 === 0 ? optionIds.length : 1 + turn % optionIds.length;
  return { optionIds: optionIds.slice(0, kept), track: parameters.get("track") };
}
