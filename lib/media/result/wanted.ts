/** Finds the tags wanted by answers and a recommended system, with their images (spec §2.1, design §6). */
import type { SelectionAxis } from "../schema.ts";
import { type AnsweredFactor, AXES, type Category, type WantedTag } from "./match.ts";
import { at, type Pictures, tagKey } from "./pictures.ts";

/** The categories that options map to: ascending indexes into `categories`, by option id. */
export interface Meanings {
  readonly categories: readonly Category[];
  readonly byOptionId: ReadonlyMap<string, readonly number[]>;
}

/** Indexes categories by the options that map to them. */
export function toMeanings(categories: readonly Category[]): Meanings {
  const byOptionId = new Map<string, number[]>();
  for (const [place, { optionIds }] of categories.entries()) {
    for (const optionId of new Set(optionIds)) {
      byOptionId.getOrInsert(optionId, []).push(place);
    }
  }
  return { categories, byOptionId };
}

/** A wanted tag that at least one image has. */
export interface FoundTag {
  readonly tag: WantedTag;
  /** Ordinals of the images with the tag, ascending. */
  readonly ordinals: Uint32Array;
  /** The bit of its axis. */
  readonly bit: number;
  /** Index of its category in the vocabulary; -1 for a system or an option. */
  readonly place: number;
}

/** Returns the bit of an axis in a bit set of axes. */
export function bitOf(axis: SelectionAxis): number {
  return 1 << AXES.indexOf(axis);
}

/** Finds the images of a tag; null when no image has it. */
export function findTag({ byTag }: Pictures, tag: WantedTag, place = -1): FoundTag | null {
  const ordinals = byTag.get(tagKey(tag.axis, tag.ref));
  return ordinals ? { tag, ordinals, bit: bitOf(tag.axis), place } : null;
}

/**
 * Returns a function that finds the tags wanted by an answer, options before categories as in {@linkcode wantedTags}.
 * Results are cached by the identity of the answer object.
 */
export function tagFinder(
  pictures: Pictures,
  { categories, byOptionId }: Meanings,
): (answer: AnsweredFactor) => readonly FoundTag[] {
  const ofCategories = categories.map(({ axis, id, name }, place) =>
    findTag(pictures, { axis, ref: id, words: name }, place)
  );
  const known = new WeakMap<AnsweredFactor, readonly FoundTag[]>();
  return (answer) =>
    known.getOrInsertComputed(answer, ({ options }) => {
      const ofOptions = options.map(({ id, label }) =>
        findTag(pictures, { axis: "factor", ref: id, words: label })
      );
      const places = new Set(options.flatMap(({ id }) => byOptionId.get(id) ?? []));
      const meant = [...places].sort((a, b) => a - b).map((place) => at(ofCategories, place));
      return [...ofOptions, ...meant].filter((tag) => tag !== null);
    });
}
