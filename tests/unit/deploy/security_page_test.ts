/** docs/security.md covers every requirement of the security standard. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url);
const page = await Deno.readTextFile(new URL("docs/security.md", ROOT));

/**
 * The number of level 1 and 2 requirements in each section of ASVS 5.0, by chapter and section. They are the first of
 * their section, and numbered from 1.
 */
const SECTIONS: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  2: { 1: 3, 2: 3, 3: 4, 4: 1 },
  3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  9: { 1: 3, 2: 4 },
  10: { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  11: { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  12: { 1: 3, 2: 2, 3: 4 },
  13: { 1: 1, 2: 5, 3: 2, 4: 5 },
  14: { 1: 2, 2: 4, 3: 3 },
  15: { 1: 3, 2: 3, 3: 7 },
  16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
  17: { 1: 1, 2: 4, 3: 2 },
};

Deno.test("docs/security.md has a row for every requirement of ASVS 5.0, level 2, in order", () => {
  const lines = [...page.matchAll(/^\| V([\d.]+) +\|[^|]+\|([^|]+)\|$/gm)];
  const numbers = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
    Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section}.${index + 1}`)
    )
  );
  assert.equal(numbers.length, 253);
  assert.deepEqual(lines.map(([, number]) => number), numbers);
  for (const [, number = "", how = ""] of lines) assert.notEqual(how.trim(), "", number);
});
