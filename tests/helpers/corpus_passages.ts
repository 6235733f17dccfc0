/** Extracts the passages of the demo corpus in the way of the import, but without a database. */
import type { GroundingPassage } from "@/lib/assistant/mod.ts";

const FOLDER = new URL("../../migrations/seed/demo/corpus/", import.meta.url);
const FOLDERS = ["articles", "marketing", "products", "technical"];

/** A passage and its document, such as `products/heron-lite`. */
interface DemoPassage {
  readonly document: string;
  readonly passage: GroundingPassage;
}

/** Reads every document in path order, one passage per section. */
export async function extract(): Promise<DemoPassage[]> {
  const passages: DemoPassage[] = [];
  for (const folder of FOLDERS) {
    const files = (await Array.fromAsync(Deno.readDir(new URL(`${folder}/`, FOLDER)))).map((
      { name },
    ) => name);
    for (const file of files.filter((name) => name.endsWith(".md")).sort()) {
      const text = await Deno.readTextFile(new URL(`${folder}/${file}`, FOLDER));
      passages.push(...sectionsOf(text, `${folder}/${file.replace(".md", "")}`));
    }
  }
  return passages;
}

function sectionsOf(text: string, document: string): DemoPassage[] {
  const [, matter = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  const title = /^title: "?([^"\n]*)"?$/m.exec(matter)?.[1] ?? document;
  return body.split(/^## /m).flatMap((section, index) => {
    const [heading = "", ...lines] = index === 0 ? ["", section] : section.split("\n");
    const words = lines.join("\n").split("\n\n").map((block) =>
      block.startsWith("|") ? tableOf(block) : block.replace(/\s+/g, " ").trim()
    ).filter((block) => block !== "").join("\n");
    if (words === "") return [];
    return [{
      document,
      passage: { key: `${document}:${index + 1}`, title, heading: heading || null, text: words },
    }];
  });
}

/** Writes a table as one line per row, like the import. */
function tableOf(block: string): string {
  const [head = [], ...rows] = block.split("\n").filter((line) => !/^\|[\s|:-]+\|$/.test(line))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  return rows.map(([first, ...cells]) =>
    `${first}: ${cells.map((cell, at) => `${head[at + 1]} ${cell}`).join("; ")}`
  ).join("\n");
}
