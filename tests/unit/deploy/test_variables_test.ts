/** The page about tests names every variable that they read. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url);

/** Variables of the shell and of whatever listens, and those of benchmarks, which docs/benchmarks.md describes. */
const ELSEWHERE = /^(PATH|PORT|BENCH_\w+)$/;

function* sourcesIn(folder: URL): Iterable<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* sourcesIn(new URL(`${name}/`, folder));
    else if (/\.tsx?$/.test(name)) yield Deno.readTextFileSync(new URL(name, folder));
  }
}

Deno.test("docs/testing.md names every variable that a test reads", () => {
  const page = Deno.readTextFileSync(new URL("docs/testing.md", ROOT));
  const read = new Set<string>();
  for (const source of sourcesIn(new URL("tests/", ROOT))) {
    for (const [, name = ""] of source.matchAll(/\b(?:env\.get|wanted)\("([A-Z_]+)"/g)) {
      read.add(name);
    }
  }
  assert.ok(read.size > 20, `only ${read.size} variables were found`);
  const missing = [...read].filter((name) => !ELSEWHERE.test(name) && !page.includes(`\`${name}`));
  assert.deepEqual(missing, []);
});
