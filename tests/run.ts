/**
 * Runs every test: `deno task test`, with options of `deno test` behind it. Some files of a folder share an isolate, and with
 * it the modules, the browser and the embedded engine, which each would otherwise load for itself: a fifth of all the
 * processor time. A file by itself is run by `deno test -A tests/unit/http/respond_test.ts`.
 */
import { readdirSync } from "node:fs";

const TESTS = new URL("./", import.meta.url);
/** They wait for others most of their time, so that nobody waits for them in the end. */
const FIRST = "world/world_test.ts";
/** More would have one isolate work when all others are done. */
const FILES_EACH = 8;

/** The test files of each folder, whole folders apart from each other, in shares of about the same size. */
function shares(): string[][] {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf-8" })
    .filter((path) => /_test\.tsx?$/.test(path) && path !== FIRST).sort();
  const folders = Map.groupBy(files, (path) => path.slice(0, path.lastIndexOf("/")));
  return [[FIRST], ...[...folders.values()].flatMap(inShares)];
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
      const folder = files[0]?.slice(0, files[0].lastIndexOf("/")).replaceAll("/", "_");
      const module = `${entries}/${String(place).padStart(3, "0")}_${folder}.ts`;
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
