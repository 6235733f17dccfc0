/** Random catalogs that are small enough to try every answer set. */
import fc from "fast-check";
import type { Catalog, Snapshot } from "@/lib/catalog/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";

/** A random catalog that also has single-choice questions and questions that only some tracks ask. */
export function smallCatalog(): fc.Arbitrary<Catalog> {
  const shape = fc.record({
    multiple: fc.boolean(),
    trackIds: fc.constantFrom<string[]>([], [], ["track-1"], ["track-2", "track-3"]),
  });
  return fc.tuple(arbitraryCatalog(), fc.tuple(shape, shape, shape)).map(([catalog, shapes]) => ({
    ...catalog,
    factors: catalog.factors.map((factor, place) => ({ ...factor, ...shapes[place] })),
  }));
}

/** Returns the ids of a catalog's tracks, and null for the default rule set. */
export function tracksOf(snapshot: Snapshot): (string | null)[] {
  return [null, ...snapshot.tracks.map(({ id }) => id)];
}

/** An answer set, and whether it skips no question. */
export interface AnswerSet {
  optionIds: string[];
  complete: boolean;
}

/** Returns every answer set of a track except the empty one. */
export function everyAnswerSet(snapshot: Snapshot, track: string | null): AnswerSet[] {
  return askedFactors(snapshot, track).reduce<AnswerSet[]>((sets, { multiple, options }) => {
    const ids = options.map(({ id }) => id);
    const answers = multiple ? subsets(ids) : [[], ...ids.map((id) => [id])];
    return sets.flatMap(({ optionIds, complete }) =>
      answers.map((answer) => ({
        optionIds: [...optionIds, ...answer],
        complete: complete && answer.length > 0,
      }))
    );
  }, [{ optionIds: [], complete: true }]).filter(({ optionIds }) => optionIds.length > 0);
}

function subsets(ids: readonly string[]): string[][] {
  return ids.reduce<string[][]>((sets, id) => [...sets, ...sets.map((set) => [...set, id])], [[]]);
}

/** Counts answer sets and keeps the size of the smallest. */
export class Tried {
  all = 0n;
  complete = 0n;
  fewest = Infinity;

  add({ optionIds, complete }: AnswerSet): void {
    this.all++;
    if (complete) this.complete++;
    this.fewest = Math.min(this.fewest, optionIds.length);
  }

  get count() {
    return { all: this.all, complete: this.complete };
  }
}

/** Counts answer sets by name. */
export class TriedByName {
  readonly byName = new Map<string, Tried>();

  add(name: string, set: AnswerSet): void {
    const tried = this.byName.get(name) ?? new Tried();
    this.byName.set(name, tried);
    tried.add(set);
  }

  /** Returns the counts under a name, which are zero when nothing was added. */
  get(name: string): Tried {
    return this.byName.get(name) ?? new Tried();
  }
}
