/** The demo's documents: product pages, technical notes, articles and marketing. */
import type { CorpusFile } from "@/lib/corpus/mod.ts";

const FOLDER = new URL(import.meta.resolve("@/migrations/seed/demo/corpus/"));

/** Reads the demo's documents from the folder `corpus/`, sorted by path. */
export async function demoCorpus(): Promise<CorpusFile[]> {
  const paths = await listFiles("");
  return Promise.all(
    paths.sort().map(async (path) => ({
      path,
      bytes: await Deno.readFile(new URL(path, FOLDER)),
    })),
  );
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(folder, FOLDER)));
  const lists = entries.map(({ name, isDirectory }) =>
    isDirectory ? listFiles(`${folder}${name}/`) : [`${folder}${name}`]
  );
  return (await Promise.all(lists)).flat();
}
