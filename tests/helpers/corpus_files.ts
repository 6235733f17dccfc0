/** Builds files for corpus imports. */
import type { CorpusFile } from "@/lib/corpus/mod.ts";

/** Builds a text file. */
export function aFile(path: string, text: string): CorpusFile {
  return { path, bytes: new TextEncoder().encode(text) };
}

/** Builds a Markdown document with front matter, one `key: value` per line. */
export function aDocument(
  path: string,
  body: string,
  front: Record<string, string> = {},
): CorpusFile {
  const lines = Object.entries({ type: "tech-doc", ...front }).map(([key, value]) =>
    `${key}: ${value}`
  );
  return aFile(path, `---\n${lines.join("\n")}\n---\n\n${body}\n`);
}

/** Builds documents of one passage each, or more with a larger number of `words`. */
export function manyDocuments(count: number, { words = 60, version = 1 } = {}): CorpusFile[] {
  return Array.from({ length: count }, (_, index) =>
    aDocument(
      `${String(index).padStart(5, "0")}.md`,
      `Document ${index} in its version ${version}. ${
        "The wall moves. ".repeat(Math.ceil(words / 3))
      }`,
      { title: `Document ${index}`, systems: "[acousti-seal]" },
    ));
}
