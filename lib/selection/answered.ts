/** What a buyer has answered, in the order in which it is asked. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import type { AnsweredFactor } from "../media/mod.ts";

/** A live option where it is asked. */
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
  /** Answers that were given, by the places of their options; what is made of one can so be kept with it. */
  readonly given: Map<string, AnsweredFactor>;
}

const asked: (snapshot: Snapshot) => Asked = perSnapshot(({ factors }) => {
  const optionById = new Map<string, AskedOption>();
  for (const [factorPlace, { options }] of factors.entries()) {
    for (const { id, label } of options) {
      optionById.set(id, { factorPlace, place: optionById.size, id, label });
    }
  }
  return { optionById, given: new Map() };
});

/** Answers that are kept at a time; single ones of large catalogs, and those of several options that are common. */
const MAX_GIVEN = 2_000;

/**
 * The live factors with a selected live option, and those options, both in asking order: the same answers give the
 * same, however they were given, and mostly the same objects. Unknown and retired options say nothing.
 */
export function answeredFactors(
  snapshot: Snapshot,
  optionIds: readonly string[],
): AnsweredFactor[] {
  const { optionById, given } = asked(snapshot);
  const selected: AskedOption[] = [];
  for (const id of optionIds) {
    const option = optionById.get(id);
    if (option && !selected.includes(option)) selected.push(option);
  }
  selected.sort((a, b) => a.place - b.place);
  const answered: AnsweredFactor[] = [];
  let end = 0;
  while (end < selected.length) {
    const start = end;
    const factorPlace = selected[start]?.factorPlace ?? 0;
    let key = "";
    for (; selected[end]?.factorPlace === factorPlace; end++) key += `${selected[end]?.place} `;
    let answer = given.get(key);
    if (answer === undefined) {
      answer = toAnswer(snapshot, factorPlace, selected.slice(start, end));
      if (given.size >= MAX_GIVEN) given.clear();
      given.set(key, answer);
    }
    answered.push(answer);
  }
  return answered;
}

function toAnswer(
  { factors }: Snapshot,
  factorPlace: number,
  options: readonly AskedOption[],
): AnsweredFactor {
  const { id = "", name = "" } = factors[factorPlace] ?? {};
  return {
    factorId: id,
    factor: name,
    options: options.map(({ id, label }) => ({ id, label })),
  };
}
