/**
 * The decision table of a track: the engine's decision as a list of boxes in order of precedence, where the first box
 * that contains the answers gives the pick.
 */
import { perSnapshot, perSnapshotInSteps, type Snapshot } from "../catalog/mod.ts";
import { atOnce, type Steps } from "../timing/mod.ts";
import { askedFactors } from "../journey/mod.ts";
import { decisionList } from "../analysis/mod.ts";
import { addBox, allBoxes, type Boxes, noBoxes } from "./boxes.ts";
import { compileQuestion, onlySkip, type QuestionMasks, type QuestionTable } from "./question.ts";

/** The decision table of a track. */
export interface DecisionTable {
  readonly questions: readonly QuestionTable[];
  /** The system that each box puts forward, by box number; null for the first and the last box. */
  readonly systemIds: readonly (string | null)[];
  /** The boxes of each system. */
  readonly boxesOf: ReadonlyMap<string | null, Boxes>;
  /** Every box. */
  readonly all: Boxes;
}

const tables = perSnapshot(() => new Map<string, DecisionTable>());
const shared = perSnapshot(() => new Map<string, RuleSetTable>());

// Registers the tables of all tracks, which take a tenth of a second with thousands of rules, to be compiled in steps.
perSnapshotInSteps(function* (snapshot) {
  const known = tables(snapshot);
  for (const track of [null, ...snapshot.tracks.map(({ id }) => id)]) {
    if (!known.has(track ?? "")) known.set(track ?? "", yield* compile(snapshot, track));
  }
  return known;
});

/** Returns the decision table of a track; null or an unknown track means the default one. Cached with the snapshot. */
export function decisionTable(snapshot: Snapshot, track: string | null): DecisionTable {
  const live = snapshot.tracks.find(({ id }) => id === track)?.id ?? null;
  return tables(snapshot).getOrInsertComputed(live ?? "", () => atOnce(compile(snapshot, live)));
}

/** The parts that the tables of all tracks with one rule set share. */
interface RuleSetTable extends Omit<DecisionTable, "questions"> {
  readonly questions: readonly QuestionMasks[];
}

function* compile(snapshot: Snapshot, track: string | null): Steps<DecisionTable> {
  const ruleSetId = snapshot.ruleSetIdFor(track);
  const table = shared(snapshot).get(ruleSetId) ?? (yield* compileRuleSet(snapshot, track));
  shared(snapshot).set(ruleSetId, table);
  const asked = new Set(askedFactors(snapshot, track));
  const questions: QuestionTable[] = [];
  for (const masks of table.questions) {
    const isAsked = asked.has(masks.factor);
    questions.push({ ...masks, isAsked, ...isAsked ? masks.choices() : onlySkip(masks) });
    yield;
  }
  return { ...table, questions };
}

/**
 * Compiles the parts that do not depend on the questions that a track asks. Box 0 contains only the empty answer set,
 * which has no pick whatever the rules say; the last box contains everything that no box before it contains.
 *
 * @param track any track with the rule set.
 */
function* compileRuleSet(snapshot: Snapshot, track: string | null): Steps<RuleSetTable> {
  const boxes = yield* decisionList(snapshot, track);
  const systemIds = [null, ...boxes.map(({ system }) => system.id), null];
  const boxesOf = new Map<string | null, Boxes>();
  for (const [place, id] of systemIds.entries()) {
    addBox(boxesOf.getOrInsertComputed(id, () => noBoxes(systemIds.length)), place);
  }
  const all = allBoxes(systemIds.length);
  const questions: QuestionMasks[] = [];
  for (const factor of snapshot.factors) {
    yield;
    questions.push(compileQuestion(factor, { boxes, boxesOf, all }));
  }
  return { questions, systemIds, boxesOf, all };
}
