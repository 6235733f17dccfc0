/**
 * Test files that share a thread. A file that runs by itself loads the app, compiles it and starts an engine of its own,
 * which costs more than most of its tests; a share of many files does so once.
 */

/** Into how many shares the files of a folder are dealt: enough to keep two cores busy until the end. */
export const SHARES = { api: 6, fuzz: 3, unit: 8 } as const;

/** A folder of `tests` whose files are dealt. */
export type Folder = keyof typeof SHARES;

/** Files of those folders that run by themselves, and why. */
export const ALONE: Readonly<Record<string, string>> = {
  "tests/fuzz/hostile_hour_test.ts": "It measures the memory of its process.",
};

const ROOT = new URL("../../", import.meta.url);

/** The test files below a folder, by their paths in the repository, in order. Fixtures are none. */
export function testFilesIn(folder: string): string[] {
  const paths: string[] = [];
  for (const { name, isDirectory } of Deno.readDirSync(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${name}`;
    if (isDirectory && name !== "fixtures") paths.push(...testFilesIn(path));
    if (!isDirectory && /_test\.tsx?$/.test(name)) paths.push(path);
  }
  return paths.sort();
}

/** The files of one share of a folder; `nth` counts from 1. Neighbours are dealt apart, as they take about as long. */
export function shareOf(folder: Folder, nth: number): string[] {
  return testFilesIn(`tests/${folder}`).filter((path) => !(path in ALONE))
    .filter((_, index) => index % SHARES[folder] === nth - 1);
}

/** Registers the tests of a share. Each is reported with the place where it stands. */
export async function together(folder: Folder, nth: number): Promise<void> {
  for (const path of shareOf(folder, nth)) await import(new URL(path, ROOT).href);
}
