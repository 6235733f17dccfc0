/** Keeps `_fresh/` in step with the sources it is built from. */

const ROOT = new URL("../../", import.meta.url);
const STAMP = new URL("_fresh/sources.txt", ROOT);
const SOURCES = [
  "app.ts",
  "components",
  "deno.json",
  "deno.lock",
  "dev.ts",
  "islands",
  "lib",
  "main.ts",
  "routes",
  "scripts",
  "static",
];

/**
 * Builds `_fresh/` when it is absent or a source was added, changed or removed since. Processes that
 * start together take turns; the ones behind the first find the build done. `signal` ends a build.
 *
 * @throws when the build fails; its own output has said why.
 */
export async function buildWhenStale(signal: AbortSignal): Promise<void> {
  // An advisory lock on a file that always exists leaves nothing behind, whatever becomes of us.
  using lockable = await Deno.open(new URL("deno.json", ROOT));
  await lockable.lock(true);
  const fingerprint = SOURCES.flatMap(describe).join("\n");
  if (await readStamp() === fingerprint) return;
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "dev.ts", "build"],
    cwd: ROOT,
    stdout: "null",
    signal,
  }).output();
  if (!success) throw new Error("Cannot start: the build failed");
  await Deno.writeTextFile(STAMP, fingerprint);
}

/** At once, for a question to the system takes a hundredth of what it takes to wait for its answer. */
function describe(path: string): string[] {
  const url = new URL(path, ROOT);
  try {
    const { isDirectory, mtime, size } = Deno.statSync(url);
    if (!isDirectory) return [`${path} ${size} ${mtime?.getTime()}`];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  const names = Array.from(Deno.readDirSync(url), ({ name }) => name);
  return names.sort().flatMap((name) => describe(`${path}/${name}`));
}

async function readStamp(): Promise<string | null> {
  try {
    return await Deno.readTextFile(STAMP);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
