/** Compares the engine with public rule engines, and with itself on ten times the rules. */
import assert from "node:assert/strict";
import { type Catalog, compileSnapshot, type Snapshot } from "@/lib/catalog/mod.ts";
import { type Answers, select } from "@/lib/selection/mod.ts";
import { benchAnswers, benchCatalog } from "./engine_catalog.ts";
import { jsonRulesEngine, type Peer, zenEngine } from "./engine_peers.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";

const ROUNDS = 11;
const RUNS = 3;
const ANSWER_SETS = 20_000;
/** Answer sets per pass. The clock is read after each pass, so a turn ends soon after its time. */
const PASS = 50;
/** Long enough to measure, and short enough that disturbances of the machine affect all contenders alike. */
const TURN_MS = 100;

export const engine: Bench = {
  key: "engine",
  title: "The engine",
  about:
    `Full selections per second, including trace and right-sizing, over 20,000 answer sets in turn. The engine caches no answers. A row\nthat compares with another engine is the worst of three runs, and met when all three are.`,
  run: benchEngine,
};

async function benchEngine(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { rules, aim } of [{ rules: 40, aim: 300 }, { rules: 2_000, aim: 1_000 }]) {
    const catalog = benchCatalog({ rules, families: 1 });
    rows.push(await besidePeer(catalog, await jsonRulesEngine(catalog), aim));
    rows.push(await besidePeer(catalog, await zenEngine(catalog), 1));
  }
  rows.push(await besideTenTimesTheRules());
  return rows;
}

async function besidePeer<Facts>(
  catalog: Catalog,
  peer: Peer<Facts>,
  aim: number,
): Promise<BenchRow> {
  const snapshot = compileSnapshot(catalog);
  const manyAnswers = benchAnswers(ANSWER_SETS, { families: 1 });
  const manyFacts = manyAnswers.map(peer.prepare);
  for (const [index, facts] of manyFacts.slice(0, PASS).entries()) {
    const ours = select(snapshot, manyAnswers[index] ?? { optionIds: [], track: null });
    assert.deepEqual((await peer.fire(facts)).sort(), ours.firedRules.map((r) => r.ruleId).sort());
  }
  const next = inTurn(manyFacts);
  const runs: { ours: number; theirs: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const [ours = 0, theirs = 0] = await medianRates([
      selecting(snapshot, manyAnswers),
      async () => {
        const some = next();
        for (const facts of some) await peer.fire(facts);
        return some.length;
      },
    ]);
    runs.push({ ours, theirs });
  }
  return worstOf(runs, {
    name: `Selection over ${catalog.rules.length} rules`,
    peer: peer.name,
    unit: "answers/s",
    aim: { atLeast: aim },
  });
}

/** Compares two catalogs in which the same rules match. The larger one has nine more families of rules. */
async function besideTenTimesTheRules(): Promise<BenchRow> {
  const size = { rules: 20_000, families: 10 };
  const manyAnswers = benchAnswers(ANSWER_SETS, size);
  const large = benchCatalog(size);
  const small = {
    ...large,
    rules: large.rules.filter((_, index) => index % 10 === 0),
  };
  const [many, few] = [compileSnapshot(large), compileSnapshot(small)];
  for (const answers of manyAnswers.slice(0, PASS)) {
    assert.deepEqual(select(many, answers), select(few, answers));
  }
  const [ours = 0, theirs = 0] = await medianRates([
    selecting(many, manyAnswers),
    selecting(few, manyAnswers),
  ]);
  const [cost, costOfFew] = [1e6 / ours, 1e6 / theirs];
  const ratio = cost / costOfFew;
  return {
    name: "Cost of an answer with 20,000 rules",
    peer: "2,000 rules, as many of which match",
    ours: cost,
    theirs: costOfFew,
    unit: "µs",
    ratio,
    aim: "at most 1.5",
    met: ratio <= 1.5,
  };
}

/** Answers {@linkcode PASS} answer sets, and returns how many it answered. */
type Pass = () => number | Promise<number>;

function selecting(snapshot: Snapshot, manyAnswers: readonly Answers[]): Pass {
  const next = inTurn(manyAnswers);
  return () => {
    const some = next();
    for (const answers of some) select(snapshot, answers);
    return some.length;
  };
}

/** Returns a function that returns the next {@linkcode PASS} items, starting over after the last. */
function inTurn<T>(all: readonly T[]): () => readonly T[] {
  let place = 0;
  return () => {
    const some = all.slice(place, place + PASS);
    place = (place + PASS) % all.length;
    return some;
  };
}

/** Returns each contender's answers per second: the median over rounds in which they take turns. */
async function medianRates(contenders: readonly Pass[]): Promise<number[]> {
  const rates = contenders.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, pass] of contenders.entries()) rates[index]?.push(await rateOf(pass));
  }
  return rates.map((own) => own.sort((a, b) => a - b)[Math.floor(own.length / 2)] ?? 0);
}

async function rateOf(pass: Pass): Promise<number> {
  const start = performance.now();
  let answers = 0;
  let elapsedMs = 0;
  while (elapsedMs < TURN_MS) {
    const done = pass();
    answers += typeof done === "number" ? done : await done;
    elapsedMs = performance.now() - start;
  }
  return answers / elapsedMs * 1_000;
}
