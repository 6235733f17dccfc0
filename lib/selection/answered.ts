/** The answered factors of a buyer, in asking order. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import type { AnsweredFactor } from "../media/mod.ts";

/** A live option and its place in the questions. */
interface AskedOption {
  readonly factorPlace: number;
  /** Place among all options of all factors. */
  readonly place: number;
  readonly id: string;
  readonly label: string;
}

interface Asked {
  /** Live options by id. */
  readonly optionById: ReadonlyMap<string, AskedOption>;
  /** Answers of one option, by the option's place. */
  readonly single: (AnsweredFactor | undefined)[];
  /** Answers of several options, by their places. Callers keep what they derive from an answer in weak maps. */
  readonly several: Map<string, AnsweredFactor>;
}

const asked: (snapshot: Snapshot) => Asked = perSnapshot(({ factors }) => {
  const optionById = new Map<string, AskedOption>();
  for (const [factorPlace, { options }] of factors.entries()) {
    for (const { id, label } of options) {
      optionById.set(id, { factorPlace, place: optionById.size, id, label });
    }
  }
  const single = Array.from(optionById, () => undefined);
  return { optionById, single, several: new Map() };
});

/** How many answers of several options are kept at most. */
const MAX_SEVERAL = 2_000;

/**
 * Returns the live factors with a selected live option, and those options, both in asking order. Unknown and retired
 * options are ignored. Equal answers give equal results in whatever order they come, and mostly the same objects.
 */
export function answeredFactors(
  snapshot: Snapshot,
  optionIds: readonly string[],
): AnsweredFactor[] {
  const known = asked(snapshot);
  const selected = selectedOptions(known, optionIds);
  const answered: AnsweredFactor[] = [];
  let end = 0;
  while (end < selected.length) {
    const start = end;
    const factorPlace = selected[start]?.factorPlace ?? 0;
    while (selected[end]?.factorPlace === factorPlace) end++;
    answered.push(answerOf(snapshot, known, selected.slice(start, end)));
  }
  return answered;
}

/** The live options among some ids, each once, in asking order. */
function selectedOptions({ optionById }: Asked, optionIds: readonly string[]): AskedOption[] {
  const selected: AskedOption[] = [];
  let last = -1;
  let isOrdered = true;
  for (const id of optionIds) {
    const option = optionById.get(id);
    if (option === undefined || (option.place <= last && selected.includes(option))) continue;
    if (option.place < last) isOrdered = false;
    else last = option.place;
    selected.push(option);
  }
  // The wizard sends options in asking order.
  return isOrdered ? selected : selected.sort((a, b) => a.place - b.place);
}

function answerOf(
  snapshot: Snapshot,
  { single, several }: Asked,
  options: readonly AskedOption[],
): AnsweredFactor {
  const [first] = options;
  if (options.length === 1 && first !== undefined) {
    return single[first.place] ??= toAnswer(snapshot, options);
  }
  let key = "";
  for (const { place } of options) key += `${place} `;
  let answer = several.get(key);
  if (answer === undefined) {
    answer = toAnswer(snapshot, options);
    if (several.size >= MAX_SEVERAL) several.clear();
    several.set(key, answer);
  }
  return answer;
}

function toAnswer({ factors }: Snapshot, options: readonly AskedOption[]): AnsweredFactor {
  const { id = "", name = "" } = factors[options[0]?.factorPlace ?? -1] ?? {};
  return {
    factorId: id,
    factor: name,
    options: options.map(({ id, label }) => ({ id, label })),
  };
}
