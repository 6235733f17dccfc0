/** Limits on the sources that follow from serving them from a bundle (decision 39). */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { openToReaders, requireWritable, UNBUNDLED, unwritable } from "@/lib/cli/build.ts";

const ROOT = new URL("../../../", import.meta.url);
const FOLDERS = ["components/", "islands/", "lib/", "migrations/", "routes/"];
/** Code that only runs from the sources: commands, the build and the house lint. */
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

Deno.test("every package that is imported dynamically is excluded from the bundle", () => {
  const found = sources.flatMap(({ text }) =>
    [...text.matchAll(/await import\("([^".][^"]*)"\)/g)].map(([, name = ""]) => name)
  );
  assert.ok(found.includes("undici"), `${found}`);
  assert.deepEqual(found.filter((name) => !UNBUNDLED.includes(name)), []);
});

Deno.test("no module uses its own address, which in the bundle is that of a chunk", () => {
  assert.ok(sources.length > 500, `${sources.length} sources`);
  const found = sources.filter(({ text }) =>
    /import\.meta\.(?:url|dirname|filename|main)/.test(text)
  );
  assert.deepEqual(found.map(({ path }) => path), []);
});

Deno.test("openToReaders() lets another user serve what a start has built (design §9)", async () => {
  const path = await Deno.makeTempDir();
  await Deno.mkdir(`${path}/static`, { mode: 0o700 });
  await Deno.writeTextFile(`${path}/static/[id] 50%.js`, "", { mode: 0o600 });
  assert.equal(openToReaders(new URL(`file://${path}/`)), 0);
  const paths = ["", "/static", "/static/[id] 50%.js"].map((name) => `${path}${name}`);
  const modes = paths.map((path) => (Deno.statSync(path).mode ?? 0) & 0o777);
  assert.deepEqual(modes, [0o755, 0o755, 0o644]);
  await Deno.remove(path, { recursive: true });
});

Deno.test({
  name:
    "openToReaders() counts files that others may not read, and whose mode cannot be set (design §9)",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const path = await Deno.makeTempDir();
    // The system refuses to change the modes of these two, even to root.
    await Deno.symlink("/proc/self/status", `${path}/readable.js`);
    await Deno.symlink("/proc/self/mem", `${path}/private.js`);
    assert.equal(openToReaders(new URL(`file://${path}/`)), 1);
    await Deno.remove(path, { recursive: true });
  },
});

Deno.test("a start that may not write the build says who can, and removes nothing (design §9)", async () => {
  const file = await Deno.makeTempFile();
  await assert.rejects(requireWritable(pathToFileURL(`${file}/_fresh/sources.txt`)), {
    code: "build_failed",
    message: /^Cannot build: .*\(os error \d+\): /,
  });
  await Deno.remove(file);
  const denied = new Deno.errors.PermissionDenied("Permission denied (os error 13): open '_fresh'");
  assert.match(
    unwritable(denied).message,
    /: open '_fresh'\. .*run `deno task build` as their owner$/,
  );
});
