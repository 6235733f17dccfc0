/** The engine beside public rule engines, and beside itself with ten times the rules. */
import assert from "node:assert/strict";
import { type Catalog, compileSnapshot, type Snapshot } from "../../lib/catalog/mod.ts";
import { type Answers, select } from "../../lib/selection/mod.ts";
import { benchAnswers, benchCatalog } from "./engine_catalog.ts";
import { jsonRulesEngine, type Peer, zenEngine } from "./engine_peers.ts";
import { type BenchRow, toMarkdown } from "./report.ts";

const ROUNDS = 11;
/** Long enough a turn for the clock, short enough for turns to share the machine's moods. */
const TURN_MS = 100;
/** So many that no engine answers the same ones over and over. */
const ANSWER_SETS = 5_000;
/** Those of a pass, and those whose fired rules are held against the peer's. */
const PASS = 50;

/** Measures the engine: full selections a second, trace and right-sizing included. */
export async function benchEngine(): Promise<BenchRow[]> {
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
  const [ours = 0, theirs = 0] = await medianRates([
    selecting(snapshot, manyAnswers),
    inTurn(manyFacts, async (some) => {
      for (const facts of some) await peer.fire(facts);
    }),
  ]);
  const ratio = ours / theirs;
  return {
    name: `Selection over ${catalog.rules.length} rules`,
    peer: peer.name,
    ours,
    theirs,
    unit: "answers/s",
    ratio,
    aim: `at least ${aim}`,
    met: ratio >= aim,
  };
}

/** The same rules match in both catalogs; the larger has nine more families of rules beside them. */
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

/** One pass over some answers; gives how many it answered. */
type Pass = () => number | Promise<number>;

function selecting(snapshot: Snapshot, manyAnswers: readonly Answers[]): Pass {
  return inTurn(manyAnswers, (some) => {
    for (const answers of some) select(snapshot, answers);
  });
}

/** Passes that each take the next few of many, and begin anew behind the last. */
function inTurn<T>(many: readonly T[], answer: (some: readonly T[]) => void | Promise<void>): Pass {
  let next = 0;
  return () => {
    const some = many.slice(next, next + PASS);
    next = next + PASS < many.length ? next + PASS : 0;
    const answered = answer(some);
    return answered instanceof Promise ? answered.then(() => some.length) : some.length;
  };
}

/** Answers a second of each contender: the median over rounds in which they take turns. */
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

if (import.meta.main) {
  const report = toMarkdown(await benchEngine(), new Date());
  await Deno.stdout.write(new TextEncoder().encode(report));
}
