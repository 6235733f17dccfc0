/** Parses Markdown (CommonMark with tables) with YAML front matter. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { parse as parseYaml, YAMLParseError } from "yaml";
import { type Block, normaliseText, type ParsedDocument, UnreadableFile } from "./document.ts";

type Root = ReturnType<typeof fromMarkdown>;
type RootContent = Root["children"][number];
type Table = Extract<RootContent, { type: "table" }>;

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;

/**
 * Parses a Markdown document. Code blocks, images and raw HTML are left out. The first level-1 heading is the found
 * title, which is used if the front matter declares none.
 *
 * @throws {UnreadableFile} if the front matter is not a YAML mapping or uses aliases.
 */
export function parseMarkdown(source: string): ParsedDocument {
  const front = FRONT_MATTER.exec(source);
  const declared = front ? readFrontMatter(front[1] ?? "") : {};
  const tree = fromMarkdown(source.slice(front?.[0].length ?? 0), {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const title = titleOf(tree);
  return { declared, found: title === undefined ? {} : { title }, blocks: [...blocksOf(tree)] };
}

function readFrontMatter(yaml: string): Record<string, unknown> {
  let value: unknown;
  try {
    // Aliases are refused, because a few lines of them can expand to more than fits in memory.
    value = parseYaml(yaml, { maxAliasCount: 0, schema: "core" });
  } catch (error) {
    throw new UnreadableFile(`has front matter ${describe(error)}`, { cause: error });
  }
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new UnreadableFile("has front matter that is not a list of keys and values");
  }
  return { ...value };
}

function describe(error: unknown): string {
  if (!(error instanceof YAMLParseError)) return "with YAML aliases: write their values out";
  // The first line of the file is the `---` before the front matter.
  const line = error.linePos?.[0].line;
  return `that is not valid YAML: see ${line === undefined ? "its keys" : `line ${line + 1}`}`;
}

function titleOf(tree: Root): string | undefined {
  const heading = tree.children.find((node) => node.type === "heading" && node.depth === 1);
  return heading && headingText(heading);
}

function* blocksOf(parent: { readonly children: readonly RootContent[] }): Generator<Block> {
  for (const node of parent.children) {
    switch (node.type) {
      case "heading":
        yield { kind: "heading", level: node.depth, text: headingText(node) };
        break;
      case "paragraph":
        yield { kind: "paragraph", text: inlineText(node) };
        break;
      case "list":
        yield { kind: "list", items: [...listItems(node.children)] };
        break;
      case "table":
        yield tableOf(node);
        break;
      case "blockquote":
        yield* blocksOf(node);
    }
  }
}

/** Yields the text of list items; items of a nested list follow the item that contains it. */
function* listItems(items: readonly RootContent[]): Generator<string> {
  for (const item of items) {
    if (item.type !== "listItem") continue;
    const text = normaliseText(
      item.children.filter(({ type }) => type !== "list").map(inlineText).join(" "),
    );
    if (text !== "") yield text;
    for (const child of item.children) if (child.type === "list") yield* listItems(child.children);
  }
}

function tableOf({ children: [head, ...rows] }: Table): Block {
  const cells = (row: Table["children"][number] | undefined) => row?.children.map(inlineText) ?? [];
  return { kind: "table", header: cells(head), rows: rows.map(cells) };
}

/** Returns the text of a heading without a trailing anchor or id that a tool has added. */
function headingText(node: RootContent): string {
  return inlineText(node).replace(/(?:\{#[^{}]*\}|\u00b6|\s#)$/, "").trim();
}

function inlineText(node: Root | RootContent): string {
  return normaliseText([...words(node)].join(""));
}

function* words(node: Root | RootContent): Generator<string> {
  if (node.type === "text" || node.type === "inlineCode") yield node.value;
  else if (node.type === "break" || (node.type === "html" && /^<br\b/i.test(node.value))) yield " ";
  else if ("children" in node) { for (const child of node.children) yield* words(child); }
}
