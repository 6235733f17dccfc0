/** What the databases that tests copy are made of. */
import { createHash } from "node:crypto";

const ROOT = new URL("../../", import.meta.url);

/** What a prepared database holds: nothing, all tables without a row of our own, or the demo. */
export type Content = "bare" | "empty" | "demo";

/** Rooms that decide what seeding the demo stores. */
const SEEDING = ["lib/catalog/", "lib/corpus/", "lib/db/", "lib/media/", "lib/analysis/"];

const fingerprints = new Map<Content, Promise<string>>();

/** Says of which sources a database is made, in 12 hexadecimal digits; they do not change while tests run. */
export function fingerprint(content: Content): Promise<string> {
  const known = fingerprints.get(content) ?? digestSources(content);
  fingerprints.set(content, known);
  return known;
}

async function digestSources(content: Content): Promise<string> {
  const hash = createHash("sha256").update(import.meta.resolve("@electric-sql/pglite"));
  const folders = { bare: [], empty: ["migrations/"], demo: ["migrations/", ...SEEDING] }[content];
  const lists = folders.map((folder) => filesIn(folder, content === "demo"));
  for (const path of (await Promise.all(lists)).flat()) {
    hash.update(path).update(await Deno.readTextFile(new URL(path, ROOT)));
  }
  return hash.digest("hex").slice(0, 12);
}

async function filesIn(folder: string, deep: boolean): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(new URL(folder, ROOT)));
  const lists = entries.map(({ name, isFile }) => {
    if (isFile) return /\.(ts|md|jsonl)$/.test(name) ? [`${folder}${name}`] : [];
    return deep ? filesIn(`${folder}${name}/`, deep) : [];
  });
  return (await Promise.all(lists)).flat().sort();
}
