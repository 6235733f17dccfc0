/** The page on security: the tests that it names are there, and no section of the standard is left out. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url);
const page = await Deno.readTextFile(new URL("docs/security.md", ROOT));

/** Sections of ASVS 5.0 by chapter; chapters that do not apply as a whole stand in one line. */
const SECTIONS: Readonly<Record<number, number>> = {
  1: 5,
  2: 4,
  3: 7,
  4: 4,
  5: 4,
  7: 6,
  8: 4,
  9: 2,
  11: 6,
  12: 3,
  13: 4,
  14: 3,
  15: 4,
  16: 5,
};
const WHOLE = [6, 10, 17];

Deno.test("every test that docs/security.md names is there", async () => {
  const named = [...page.matchAll(/`(tests\/[\w/.-]+)`/g)].map(([, path = ""]) => path);
  assert.ok(named.length > 50);
  for (const path of new Set(named)) assert.ok(await Deno.stat(new URL(path, ROOT)), path);
});

Deno.test("docs/security.md has a line for every section of ASVS 5.0", () => {
  const lines = new Set([...page.matchAll(/^\| (V\d+(?:\.\d+)?) /gm)].map(([, name]) => name));
  for (const [chapter, count] of Object.entries(SECTIONS)) {
    for (let section = 1; section <= count; section++) {
      assert.ok(lines.has(`V${chapter}.${section}`), `V${chapter}.${section}`);
    }
  }
  for (const chapter of WHOLE) assert.ok(lines.has(`V${chapter}`), `V${chapter}`);
});
