/** Fingerprints the sources of the template databases that tests copy. */
import { createHash } from "node:crypto";

const ROOT = new URL("../../", import.meta.url);

/** The content of a template database: no tables, all tables but no rows, or the demo. */
export type Content = "bare" | "empty" | "demo";

/** Folders whose code determines the content of the demo. */
const SEEDING = ["lib/catalog/", "lib/corpus/", "lib/db/", "lib/media/", "lib/analysis/"];

const fingerprints = new Map<Content, Promise<string>>();

/** Returns 12 hexadecimal digits of a hash of a template's sources. Cached: sources do not change while tests run. */
export function fingerprint(content: Content): Promise<string> {
  const known = fingerprints.get(content) ?? digestSources(content);
  fingerprints.set(content, known);
  return known;
}

async function digestSources(content: Content): Promise<string> {
  const hash = createHash("sha256").update(import.meta.resolve("@electric-sql/pglite"));
  hash.update(await Deno.readTextFile(new URL("db.ts", import.meta.url)));
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
