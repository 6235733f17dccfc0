/**
 * The engine's decision as a list: boxes in order of precedence, of which the first that holds the answers gives the
 * pick. An answer to one question stands for the set of the boxes that it leaves, its mask.
 */
import { atOnce, type Factor, perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { askedFactors } from "../journey/mod.ts";
import { addBox, allBoxes, type Boxes, noBoxes, subtract, unite } from "./boxes.ts";
import {
  BudgetSpent,
  decisionList,
  type DemandingBox,
  divideAnswers,
  Meter,
  type OptionTest,
} from "../analysis/mod.ts";

/** Steps that dividing the answers of one question may take; see {@linkcode QuestionTable.isWhole}. */
const DIVIDING_BUDGET = 4_000;

/** Answers to one question that every rule and requirement treats alike, by the one with the fewest options. */
export interface Choice {
  /** In the order of the question's options; none is a skip. */
  readonly optionIds: readonly string[];
  /** The boxes whose demands on this question it meets. */
  readonly mask: Boxes;
}

/** A question with what its answers leave of the boxes. */
export interface QuestionTable {
  readonly factor: Factor;
  /** Whether the track asks it. */
  readonly isAsked: boolean;
  /** The boxes that demand something of it. */
  readonly demanding: Boxes;
  /** What can be answered, a skip first. */
  readonly choices: readonly Choice[];
  /** False where rules tell too many answers apart to list them, so that only single options are choices. */
  readonly isWhole: boolean;
  /** The boxes that any set of its options leaves, also one that cannot be chosen. */
  readonly maskOf: (selected: readonly string[]) => Boxes;
}

/** A track's decision list. */
export interface DecisionTable {
  readonly questions: readonly QuestionTable[];
  /** The system that each box puts forward; null for none, which the first and the last box stand for. */
  readonly systemIds: readonly (string | null)[];
  /** The boxes of each system. */
  readonly boxesOf: ReadonlyMap<string | null, Boxes>;
  /** Every box. */
  readonly all: Boxes;
}

const tables = perSnapshot(() => new Map<string, DecisionTable>());

/** The decision list of a track; null is the default one. Kept as long as the snapshot. */
export function decisionTable(snapshot: Snapshot, track: string | null): DecisionTable {
  const live = snapshot.tracks.find(({ id }) => id === track)?.id ?? null;
  const known = tables(snapshot);
  const key = live ?? "";
  let table = known.get(key);
  if (table === undefined) known.set(key, table = compile(snapshot, live));
  return table;
}

/**
 * The first box holds the empty answer set, which has no pick whatever the rules say; the last holds everything that no
 * box before it holds.
 */
function compile(snapshot: Snapshot, track: string | null): DecisionTable {
  const boxes = decisionList(snapshot, track);
  const systemIds = [null, ...boxes.map(({ system }) => system.id), null];
  const boxesOf = new Map<string | null, Boxes>();
  for (const [place, id] of systemIds.entries()) {
    const own = boxesOf.get(id) ?? noBoxes(systemIds.length);
    addBox(own, place);
    boxesOf.set(id, own);
  }
  const all = allBoxes(systemIds.length);
  const asked = new Set(askedFactors(snapshot, track));
  const questions = snapshot.factors.map((factor) =>
    compileQuestion(factor, { boxes, all, isAsked: asked.has(factor) })
  );
  return { questions, systemIds, boxesOf, all };
}

/** Boxes that demand the same of a question. */
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
      if (!demands.every((demand) => meets(ids, demand))) subtract(mask, own);
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

/** An answer of each class, the skip left out; null where there are too many classes. */
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

function meets(selected: ReadonlySet<string>, { operator, optionIds }: OptionTest): boolean {
  if (operator === "all") return optionIds.every((id) => selected.has(id));
  return optionIds.some((id) => selected.has(id)) === (operator === "any");
}
