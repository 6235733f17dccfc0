/**
 * The decision table of a track: the engine's decision as a list of boxes in order of precedence, where the first box
 * that contains the answers gives the pick. An answer to one question is represented by its mask: the boxes whose
 * demands on that question it meets. The intersection of the masks of all questions is the set of boxes that contain
 * the answers.
 */
import {
  atOnce,
  type Factor,
  perSnapshot,
  perSnapshotInSteps,
  type Snapshot,
  type Steps,
} from "../catalog/mod.ts";
import { askedFactors } from "../journey/mod.ts";
import { conditionHolds } from "../selection/mod.ts";
import { addBox, allBoxes, type Boxes, noBoxes, subtract, unite } from "./boxes.ts";
import {
  BudgetSpent,
  decisionList,
  type DemandingBox,
  divideAnswers,
  Meter,
  type OptionTest,
} from "../analysis/mod.ts";

/** Step limit for dividing the answers to one question into classes; see {@linkcode QuestionTable.isWhole}. */
const DIVIDING_BUDGET = 4_000;

/** A class of answers to one question that all rules and requirements treat alike, represented by one of them. */
export interface Choice {
  /** The member of the class with the fewest options, in the question's order; empty for a skip. */
  readonly optionIds: readonly string[];
  /** The boxes whose demands on this question it meets. */
  readonly mask: Boxes;
}

/** A question, and which boxes its answers leave possible. */
export interface QuestionTable {
  readonly factor: Factor;
  /** Whether the track asks it. */
  readonly isAsked: boolean;
  /** The boxes with demands on it. */
  readonly demanding: Boxes;
  /** One answer of each class, the skip first; only the skip for a question that the track does not ask. */
  readonly choices: readonly Choice[];
  /** False if the rules distinguish too many answers to list; `choices` then has single options only. */
  readonly isWhole: boolean;
  /** Returns the mask of any set of its options, even one that cannot be selected. */
  readonly maskOf: (selected: readonly string[]) => Boxes;
}

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
  const known = tables(snapshot);
  const key = live ?? "";
  let table = known.get(key);
  if (table === undefined) known.set(key, table = atOnce(compile(snapshot, live)));
  return table;
}

/**
 * Compiles a table. Box 0 contains only the empty answer set, which has no pick whatever the rules say; the last box
 * contains everything that no box before it contains.
 */
function* compile(snapshot: Snapshot, track: string | null): Steps<DecisionTable> {
  const boxes = yield* decisionList(snapshot, track);
  const systemIds = [null, ...boxes.map(({ system }) => system.id), null];
  const boxesOf = new Map<string | null, Boxes>();
  for (const [place, id] of systemIds.entries()) {
    const own = boxesOf.get(id) ?? noBoxes(systemIds.length);
    addBox(own, place);
    boxesOf.set(id, own);
  }
  const all = allBoxes(systemIds.length);
  const asked = new Set(askedFactors(snapshot, track));
  const questions: QuestionTable[] = [];
  for (const factor of snapshot.factors) {
    questions.push(compileQuestion(factor, { boxes, all, isAsked: asked.has(factor) }));
    yield;
  }
  return { questions, systemIds, boxesOf, all };
}

/** Boxes with the same demands on a question. */
interface Group {
  readonly demands: readonly OptionTest[];
  mask: Boxes;
}

function compileQuestion(
  factor: Factor,
  { boxes, all, isAsked }: { boxes: readonly DemandingBox[]; all: Boxes; isAsked: boolean },
): QuestionTable {
  const groups = new Map<string, Group>();
  for (const [place, box] of boxes.entries()) {
    const demands = box.demands.get(factor.id) ?? [];
    if (demands.length === 0) continue;
    const key = JSON.stringify(demands.map(({ operator, optionIds }) => [operator, optionIds]));
    const group = groups.get(key) ?? { demands, mask: noBoxes(boxes.length + 2) };
    addBox(group.mask, place + 1);
    groups.set(key, group);
  }
  const given = allBoxes(boxes.length + 2);
  given[0] = (given[0] ?? 0) & ~1;
  const leaves = (selected: readonly string[]): Boxes => {
    const ids = new Set(selected);
    const mask = (ids.size === 0 ? all : given).slice();
    for (const { demands, mask: own } of groups.values()) {
      if (!demands.every((demand) => conditionHolds(demand, ids))) subtract(mask, own);
    }
    return mask;
  };
  const none = leaves([]);
  const single = new Map(factor.options.map(({ id }) => [id, leaves([id])]));
  const maskOf = (selected: readonly string[]): Boxes => {
    const [first] = selected;
    if (first === undefined) return none;
    return (selected.length === 1 ? single.get(first) : undefined) ?? leaves(selected);
  };
  const demanded = [...groups.values()].flatMap(({ demands }) => demands);
  const answers = isAsked ? divide(factor, demanded) : [];
  const listed = answers ?? factor.options.map(({ id }) => [id]);
  const demanding = noBoxes(boxes.length + 2);
  for (const { mask } of groups.values()) unite(demanding, mask);
  return {
    factor,
    isAsked,
    demanding,
    choices: [[], ...listed].map((optionIds) => ({ optionIds, mask: maskOf(optionIds) })),
    isWhole: answers !== null,
    maskOf,
  };
}

/** Lists one answer of each class, without the skip; null if dividing exceeds its budget. */
function divide(factor: Factor, demands: readonly OptionTest[]): (readonly string[])[] | null {
  try {
    const meter = new Meter(DIVIDING_BUDGET);
    const { classes } = atOnce(divideAnswers(factor, { start: 0, demands, meter }));
    return classes.flatMap(({ fewestGiven }) => fewestGiven ? [fewestGiven] : []);
  } catch (error) {
    if (error instanceof BudgetSpent) return null;
    throw error;
  }
}
