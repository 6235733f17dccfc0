/** Interns tags as small integers, so that lists in memory store and compare no texts. */
import type { TagRef } from "./query.ts";

const numbers = new Map<string, number>();
const tags: TagRef[] = [];

/**
 * Returns the number of a tag, assigning the next free one to a new tag. It stays the same for the life of the
 * process.
 */
export function numberOfTag({ type, ref }: TagRef): number {
  const key = `${type} ${ref}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  tags.push({ type, ref });
  return numbers.size - 1;
}

/** Returns the tag of a number; undefined for a number that was not assigned. */
export function tagOfNumber(number: number): TagRef | undefined {
  return tags[number];
}
