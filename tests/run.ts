/**
 * Runs every test: `deno task test`, with options of `deno test` behind it. Some files share an isolate, and with
 * it the modules, the browser and the embedded engine, which each would otherwise load for itself: a fifth of all the
 * processor time. A file by itself is run by `deno test -A tests/unit/http/respond_test.ts`.
 */
import { readdirSync } from "node:fs";

const TESTS = new URL("./", import.meta.url);
/** They wait for others most of their time, so that nobody waits for them in the end. */
const FIRST = "world/world_test.ts";
/** More would have one isolate work when all others are done. */
const FILES_EACH = 12;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The test files of each folder in shares of about the same size; folders of a few files share theirs. */
function shares(): string[][] {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf-8" })
    .filter((path) => /_test\.tsx?$/.test(path) && path !== FIRST).sort();
  const { large = [], small = [] } = Object.groupBy(
    Map.groupBy(files, folderOf).values(),
    ({ length }) => length > FILES_EACH / 2 ? "large" : "small",
  );
  return [[FIRST], ...large.flatMap(inShares), ...inShares(small.flat())];
}

/** Every nth file goes to the nth share: neighbours by name are often as long as each other. */
function inShares(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / FILES_EACH);
  return Array.from(
    { length: count },
    (_, share) => files.filter((_, place) => place % count === share),
  );
}

const entries = await Deno.makeTempDir({ prefix: "gss-tests-" });
try {
  const modules = await Promise.all(
    shares().map(async (files, place) => {
      const [folder = "", other] = new Set(files.map(folderOf));
      const name = other === undefined ? folder.replaceAll("/", "_") : "several";
      const module = `${entries}/${String(place).padStart(3, "0")}_${name}.ts`;
      const imports = files.map((path) => `import ${JSON.stringify(new URL(path, TESTS).href)};\n`);
      await Deno.writeTextFile(module, imports.join(""));
      return module;
    }),
  );
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--parallel", ...Deno.args, ...modules],
    cwd: new URL("../", TESTS),
  }).spawn().status;
  Deno.exitCode = code;
} finally {
  await Deno.remove(entries, { recursive: true });
}
