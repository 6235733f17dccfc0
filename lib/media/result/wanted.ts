/** The tags that answers and a pick call for, with the images that have them (spec §2.1, design §6). */
import type { SelectionAxis } from "../schema.ts";
import { type AnsweredFactor, AXES, type Category, type WantedTag } from "./match.ts";
import { at, type Pictures, tagKey } from "./pictures.ts";

/** What options mean: places in a list of categories, lowest first. */
export interface Meanings {
  readonly categories: readonly Category[];
  readonly byOptionId: ReadonlyMap<string, readonly number[]>;
}

/** Finds what options mean. */
export function toMeanings(categories: readonly Category[]): Meanings {
  const byOptionId = new Map<string, number[]>();
  for (const [place, { optionIds }] of categories.entries()) {
    for (const optionId of new Set(optionIds)) {
      const places = byOptionId.get(optionId);
      if (places === undefined) byOptionId.set(optionId, [place]);
      else places.push(place);
    }
  }
  return { categories, byOptionId };
}

/** A tag that is looked for, where it is anywhere. */
export interface FoundTag {
  readonly tag: WantedTag;
  readonly ordinals: Uint32Array;
  readonly bit: number;
  /** Place of its category; -1 of what is none. */
  readonly place: number;
}

/** The bit that stands for an axis in a set of axes. */
export function bitOf(axis: SelectionAxis): number {
  return 1 << AXES.indexOf(axis);
}

/** Finds the images of a tag; null where there are none. */
export function findTag({ byTag }: Pictures, tag: WantedTag, place = -1): FoundTag | null {
  const ordinals = byTag.get(tagKey(tag.axis, tag.ref));
  return ordinals ? { tag, ordinals, bit: bitOf(tag.axis), place } : null;
}

/** Gives the tags that an answer calls for, in the order of {@linkcode wantedTags}; found once for each answer. */
export function tagFinder(
  pictures: Pictures,
  { categories, byOptionId }: Meanings,
): (answer: AnsweredFactor) => readonly FoundTag[] {
  const ofCategories = categories.map(({ axis, id, name }, place) =>
    findTag(pictures, { axis, ref: id, words: name }, place)
  );
  const known = new WeakMap<AnsweredFactor, readonly FoundTag[]>();
  return (answer) => {
    let tags = known.get(answer);
    if (tags === undefined) {
      const { options } = answer;
      const ofOptions = options.map(({ id, label }) =>
        findTag(pictures, { axis: "factor", ref: id, words: label })
      );
      const places = new Set(options.flatMap(({ id }) => byOptionId.get(id) ?? []));
      const meant = [...places].sort((a, b) => a - b).map((place) => at(ofCategories, place));
      tags = [...ofOptions, ...meant].filter((tag) => tag !== null);
      known.set(answer, tags);
    }
    return tags;
  };
}
