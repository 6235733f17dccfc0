/** What the sources may not do, since a start serves them from a bundle (decision 39). */
import assert from "node:assert/strict";
import { UNBUNDLED } from "../../../lib/cli/build.ts";

const ROOT = new URL("../../../", import.meta.url);
const FOLDERS = ["components/", "islands/", "lib/", "migrations/", "routes/"];
/** Run from the sources alone: commands, the build and the house lint. */
const NEVER_BUNDLED = /^lib\/(?:cli|lint|fresh\/dev|fresh\/plugin_tailwind)\b/;

const sources = FOLDERS.flatMap(sourcesIn).map((path) => ({
  path,
  text: Deno.readTextFileSync(new URL(path, ROOT)),
}));

function sourcesIn(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return sourcesIn(`${folder}${name}/`);
    const path = `${folder}${name}`;
    return /\.tsx?$/.test(name) && !NEVER_BUNDLED.test(path) ? [path] : [];
  });
}

Deno.test("a package that is imported as the need arises is left out of the bundle", () => {
  const found = sources.flatMap(({ text }) =>
    [...text.matchAll(/await import\("([^".][^"]*)"\)/g)].map(([, name = ""]) => name)
  );
  assert.ok(found.includes("undici"), `${found}`);
  assert.deepEqual(found.filter((name) => !UNBUNDLED.includes(name)), []);
});

Deno.test("no module finds a file by its own address, which is a chunk's in the bundle", () => {
  assert.ok(sources.length > 500, `${sources.length} sources`);
  const found = sources.filter(({ text }) =>
    /import\.meta\.(?:url|dirname|filename|main)/.test(text)
  );
  assert.deepEqual(found.map(({ path }) => path), []);
});
