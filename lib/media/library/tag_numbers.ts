/** Numbers for tags, so that lists in memory hold and compare no texts. */
import type { LibraryTag } from "./query.ts";

const numbers = new Map<string, number>();
const tags: LibraryTag[] = [];

/** The number of a tag in this process, always the same one. */
export function numberOfTag({ type, ref }: LibraryTag): number {
  const key = `${type} ${ref}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  tags.push({ type, ref });
  return numbers.size - 1;
}

/** The tag of a number; undefined where none has it. */
export function tagOfNumber(number: number): LibraryTag | undefined {
  return tags[number];
}
