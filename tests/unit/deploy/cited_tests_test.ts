/** Documentation that cites tests: each cited file and title exists, and each fault of the world has a test. */
import assert from "node:assert/strict";
import { WORLD_FAULT_IDS } from "@/tests/world/faults.ts";

const ROOT = new URL("../../../", import.meta.url);
const PAGES = [...Deno.readDirSync(new URL("docs/", ROOT))].map(({ name }) => `docs/${name}`)
  .filter((path) => path.endsWith(".md"));

/** A test file and the titles that a page cites from it, written as `path`: "title", "another". */
interface Citation {
  readonly page: string;
  readonly path: string;
  readonly titles: readonly string[];
}

function citationsOf(page: string): Citation[] {
  const text = Deno.readTextFileSync(new URL(page, ROOT));
  return [...text.matchAll(/`(tests\/[\w/.-]+)`((?:(?:: |, )"[^"|]+")*)/g)].map(
    ([, path = "", cited = ""]) => ({
      page,
      path,
      titles: [...cited.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
    }),
  );
}

/** Returns the source of a file, with strings that are split over several lines joined. */
function sourceOf(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT))
    .replace(/["`] \+\s+["`]/g, "")
    .replace(/\\"/g, '"');
}

const citations = PAGES.flatMap(citationsOf);

Deno.test("every cited test file exists and contains the cited titles", () => {
  assert.ok(citations.length > 200);
  const wrong = citations.flatMap(({ page, path, titles }) => {
    const stat = statOf(path);
    if (stat === null) return [`${page}: ${path} does not exist`];
    if (stat.isDirectory) return titles.length === 0 ? [] : [`${page}: ${path} is a folder`];
    const source = sourceOf(path);
    return titles.filter((title) => !source.includes(title))
      .map((title) => `${page}: ${path} has no “${title}”`);
  });
  assert.deepEqual(wrong, []);
});

Deno.test("every fault of the world is turned on by a scenario", () => {
  const folder = new URL("tests/world/", ROOT);
  const scenarios = [...Deno.readDirSync(folder)].filter(({ name }) =>
    name.endsWith("_scenarios.ts")
  )
    .map(({ name }) => Deno.readTextFileSync(new URL(name, folder))).join("\n");
  const unused = WORLD_FAULT_IDS.filter((id) => !scenarios.includes(`"${id}"`));
  assert.deepEqual(unused, []);
});

function statOf(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(new URL(path, ROOT));
  } catch {
    return null;
  }
}
