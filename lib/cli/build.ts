/** `deno task build`, and the functions that rebuild `_fresh/` when its sources have changed. */
import { exitWith } from "./exit.ts";
import { say } from "./say.ts";
import { refuseArguments } from "./usage.ts";

const ROOT = new URL("../../", import.meta.url);
/**
 * Packages that are not bundled: two load files next to their modules, and a CommonJS package loses its named exports
 * when it is bundled and imported dynamically.
 */
export const UNBUNDLED: readonly string[] = ["@electric-sql/pglite", "sharp", "undici"];
/** The build of the browser assets and of the modules that serve them. */
const APP = { stamp: new URL("_fresh/sources.txt", ROOT), args: ["run", "-A", "dev.ts", "build"] };
/** The bundle of the service: some dozens of files, which start in a third of the time of two thousand. */
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

/** A failed build. Only its message is printed, below the output of the build itself. */
class BuildError extends Error {
  override readonly name = "BuildError";
  readonly code = "build_failed";
}

/**
 * Builds `_fresh/` when it is missing or a source was added, changed or removed since the last build. A file lock
 * serialises processes that start together, so only the first one builds. `signal` aborts the build.
 *
 * @throws {BuildError} when the build fails; its own output shows the reason.
 */
export async function buildWhenStale(signal: AbortSignal): Promise<void> {
  await makeWhenStale(APP, signal);
}

/**
 * Bundles the result of {@linkcode buildWhenStale} when the bundle is stale, under the same lock.
 *
 * @throws {BuildError} when the bundler fails or is not available: Deno downloads it from the npm registry on first use.
 */
export async function bundleWhenStale(signal: AbortSignal): Promise<void> {
  await makeWhenStale(BUNDLE, signal);
}

/**
 * Returns the module of the bundle whose `start` serves, or null when it is stale. Checks the stamps of both the app
 * and the bundle, because a source that changes between the two builds leaves a new bundle of an old app.
 */
export function currentBundle(): URL | null {
  const sources = describeSources();
  return isMade(APP, sources) && isMade(BUNDLE, sources) ? BUNDLED : null;
}

async function makeWhenStale(what: typeof APP, signal: AbortSignal): Promise<void> {
  // An advisory lock on a file that always exists leaves no lock file behind when this process is killed.
  using lockable = await Deno.open(new URL("deno.json", ROOT));
  await lockable.lock(true);
  const sources = describeSources();
  if (isMade(what, sources)) return;
  await requireWritable(what.stamp);
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: what.args,
    cwd: ROOT,
    stdout: "null",
    stderr: "inherit",
    signal,
  }).output();
  if (!success) throw new BuildError(`Cannot build: \`deno ${what.args.join(" ")}\` failed`);
  await Deno.writeTextFile(what.stamp, sources);
  const closed = openToReaders(new URL("_fresh/", ROOT));
  if (closed > 0) {
    const note = `Other users cannot serve this build: they may not read ${closed} of its files\n`;
    await Deno.stderr.write(new TextEncoder().encode(note));
  }
}

/**
 * Checks that a file of a build can be written, so that a build that cannot be fails before it removes the old one.
 *
 * @throws {BuildError} with the reason, and what to do where another user owns the sources.
 */
export async function requireWritable(file: URL): Promise<void> {
  try {
    await Deno.mkdir(new URL("./", file), { recursive: true });
    (await Deno.open(file, { write: true, create: true })).close();
  } catch (cause) {
    throw unwritable(cause);
  }
}

/** Returns the error for a build that cannot be written, which a start needs when a source is newer than the build. */
export function unwritable(cause: unknown): BuildError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = /permission denied|read-only/i.test(reason)
    ? ". The sources are newer than their build, and this user may not write it: run `deno task build` as their owner"
    : "";
  return new BuildError(`Cannot build: ${reason}${advice}`, { cause });
}

/**
 * Lets every user read a build, as they can read its sources: a start makes it with the umask of private data, and the
 * service may later run as another user. Returns the number of files and folders that stay closed to others, because
 * they belong to somebody else. Synchronous, as `describe` is.
 */
export function openToReaders(folder: URL): number {
  if (Deno.build.os === "windows") return 0;
  let closed = isOpened(folder, 0o755) ? 0 : 1;
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = encodeURIComponent(name);
    if (isDirectory) closed += openToReaders(new URL(`${path}/`, folder));
    else if (!isOpened(new URL(path, folder), 0o644)) closed++;
  }
  return closed;
}

/** Sets the mode of a file, and returns whether everybody can read it, also where the mode may not be set. */
function isOpened(path: URL, mode: number): boolean {
  try {
    Deno.chmodSync(path, mode);
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    const readable = mode & 0o555;
    return ((Deno.statSync(path).mode ?? 0) & readable) === readable;
  }
}

function isMade({ stamp }: typeof APP, sources: string): boolean {
  try {
    return Deno.readTextFileSync(stamp) === sources;
  } catch (error) {
    // A build of another user that was stopped leaves a stamp that only its owner can read.
    const { NotFound, PermissionDenied } = Deno.errors;
    if (error instanceof NotFound || error instanceof PermissionDenied) return false;
    throw error;
  }
}

function describeSources(): string {
  return [`deno ${Deno.version.deno}`, ...SOURCES.flatMap(describe)].join("\n");
}

/** Describes a file or folder by size and modification time. Synchronous, because awaiting costs 100 times the call. */
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
  await buildWhenStale(signal).catch(exitWith);
  await bundleWhenStale(signal).catch(async ({ message }) => {
    await say(`${message}: the service will start from its sources, which takes longer`);
  });
}
