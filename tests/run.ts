/**
 * Runs every test: `deno task test`, followed by options of `deno test`. Files share isolates, and with them the
 * modules, the browser and the embedded Postgres, which would otherwise be loaded for each file. That saves a fifth of
 * the processor time. Run a single file with `deno test -A tests/unit/http/respond_test.ts`.
 */
import { readdirSync } from "node:fs";

const TESTS = new URL("./", import.meta.url);
/** Started first, because it takes long and mostly waits, and would otherwise delay the end. */
const FIRST = "world/world_test.ts";
/** How many files share an isolate. With more, one isolate would still run when all others are done. */
const FILES_EACH = 12;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Returns the test files of each folder in shares of about the same size. Folders with few files are shared together. */
function shares(): string[][] {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf-8" })
    .filter((path) => /_test\.tsx?$/.test(path) && path !== FIRST).sort();
  const { large = [], small = [] } = Object.groupBy(
    Map.groupBy(files, folderOf).values(),
    ({ length }) => length > FILES_EACH / 2 ? "large" : "small",
  );
  return [[FIRST], ...large.flatMap(inShares), ...inShares(small.flat())];
}

/** Deals the files out in turn, because neighbours by name often take about the same time. */
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
    env: { TEST_PORTS: `${entries}/ports` },
  }).spawn().status;
  Deno.exitCode = code;
} finally {
  await Deno.remove(entries, { recursive: true });
}
