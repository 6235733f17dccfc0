/** Keeps `_fresh/` in step with the sources it is built from; as a command, builds and bundles. */
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

const ROOT = new URL("../../", import.meta.url);
/**
 * Packages that stay packages: two find files of their own beside their modules, and what is CommonJS has no names in a bundle
 * when it is imported as the need arises.
 */
export const UNBUNDLED: readonly string[] = ["@electric-sql/pglite", "sharp", "undici"];
/** What browsers get, and the modules that serve it. */
const APP = { stamp: new URL("_fresh/sources.txt", ROOT), args: ["run", "-A", "dev.ts", "build"] };
/** The service in some dozens of files, which a start reads in a third of the time that two thousand take. */
const BUNDLE = {
  stamp: new URL("_fresh/bundled.txt", ROOT),
  args: [
    "bundle",
    "--quiet",
    "--platform=deno",
    "--code-splitting",
    ...UNBUNDLED.map((name) => `--external=${name}`),
    "--outdir=_fresh",
    "lib/cli/serve_bundle.ts",
  ],
};
const BUNDLED = new URL("_fresh/serve_bundle.js", ROOT);
const SOURCES = [
  "app.ts",
  "components",
  "deno.json",
  "deno.lock",
  "dev.ts",
  "islands",
  "lib",
  "main.ts",
  "migrations",
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
  await makeWhenStale(APP, signal);
}

/**
 * Bundles what `buildWhenStale` has built, when it is not bundled yet; in turns, as that.
 *
 * @throws when the bundler fails or cannot be had: Deno takes it from the npm registry when it is first needed.
 */
export async function bundleWhenStale(signal: AbortSignal): Promise<void> {
  await makeWhenStale(BUNDLE, signal);
}

/**
 * The module of the bundle whose `start` serves, where it and the app in it were made of the sources as they are now:
 * a source that changes between the two leaves a new bundle of an old app.
 */
export function currentBundle(): URL | null {
  const sources = describeSources();
  return isMade(APP, sources) && isMade(BUNDLE, sources) ? BUNDLED : null;
}

async function makeWhenStale(what: typeof APP, signal: AbortSignal): Promise<void> {
  // An advisory lock on a file that always exists leaves nothing behind, whatever becomes of us.
  using lockable = await Deno.open(new URL("deno.json", ROOT));
  await lockable.lock(true);
  const sources = describeSources();
  if (isMade(what, sources)) return;
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: what.args,
    cwd: ROOT,
    stdout: "null",
    signal,
  }).output();
  if (!success) throw new Error(`Cannot build: \`deno ${what.args.join(" ")}\` failed`);
  await Deno.writeTextFile(what.stamp, sources);
}

function isMade({ stamp }: typeof APP, sources: string): boolean {
  try {
    return Deno.readTextFileSync(stamp) === sources;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function describeSources(): string {
  return [`deno ${Deno.version.deno}`, ...SOURCES.flatMap(describe)].join("\n");
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

if (import.meta.main) {
  await refuseArguments("deno task build");
  const { signal } = new AbortController();
  await buildWhenStale(signal);
  await bundleWhenStale(signal).catch(async ({ message }) => {
    await say(`${message}: the service will start from its sources, which takes longer`);
  });
}
