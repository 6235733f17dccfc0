/** What a buyer has answered, in the order in which it is asked. */
import { perSnapshot, type Snapshot } from "../catalog/mod.ts";
import type { AnsweredFactor } from "../media/mod.ts";

/** A live option where it is asked. */
interface AskedOption {
  readonly factorPlace: number;
  readonly place: number;
  readonly id: string;
  readonly label: string;
}

/** Live options by id. */
const askedOptions: (snapshot: Snapshot) => ReadonlyMap<string, AskedOption> = perSnapshot((
  { factors },
) =>
  new Map(
    factors.flatMap(({ options }, factorPlace) =>
      options.map(({ id, label }, place) => [id, { factorPlace, place, id, label }] as const)
    ),
  )
);

/**
 * The live factors with a selected live option, and those options, both in asking order: the same answers give the
 * same, however they were given. Unknown and retired options say nothing.
 */
export function answeredFactors(
  snapshot: Snapshot,
  optionIds: readonly string[],
): AnsweredFactor[] {
  const known = askedOptions(snapshot);
  const selected: AskedOption[] = [];
  for (const id of optionIds) {
    const option = known.get(id);
    if (option && !selected.includes(option)) selected.push(option);
  }
  selected.sort((a, b) => a.factorPlace - b.factorPlace || a.place - b.place);
  const answered: AnsweredFactor[] = [];
  let options: { id: string; label: string }[] = [];
  let last = -1;
  for (const { factorPlace, id, label } of selected) {
    const factor = snapshot.factors[factorPlace];
    if (factor && factorPlace !== last) {
      options = [];
      answered.push({ factorId: factor.id, factor: factor.name, options });
    }
    options.push({ id, label });
    last = factorPlace;
  }
  return answered;
}
