/** The sentences in the source that a person can read, wherever they stand: texts of markup, and strings. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A text, with `…` for what is filled in. */
export interface Told {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDERS = ["routes", "components", "islands", "scripts", "lib", "migrations/seed"];
/** Words that are looked for or looked up, not said; and the framework's. */
const UNSAID = /^lib\/(assistant\/(scope|grounding)|fresh|lint|db)\//;
const INLINE = new Set(["a", "abbr", "b", "code", "em", "kbd", "q", "span", "strong", "time"]);

/** Reads every source file and gives every text in it, class names included. */
export async function everyText(): Promise<Told[]> {
  const found: Told[] = [];
  for (const folder of FOLDERS) {
    for await (const file of sourcesIn(`${ROOT}${folder}`)) {
      const path = relative(ROOT, file);
      if (UNSAID.test(path)) continue;
      const source = await Deno.readTextFile(file);
      for (const { text, at } of textsIn(path, source)) {
        found.push({ path, text, line: source.slice(0, at).split("\n").length });
      }
    }
  }
  return found.toSorted((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}

async function* sourcesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sourcesIn(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

/** How many words a text has. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
}

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+/).filter((sentence) => sentence !== "");
}

/** Class names and queries are no prose: it begins with a capital or a gap, and has its marks. */
export function isProse(text: string): boolean {
  return /^[“"(…]*\s*(\p{Lu}|…)/u.test(text) && /[a-z] [a-z]/.test(text) &&
    !/^(select|insert|update|delete) /i.test(text);
}

function textsIn(path: string, source: string): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  const taken = new Set<Deno.lint.Node>();
  const add = (node: Deno.lint.Node, text: string) =>
    found.push({ text: text.replaceAll(/\s+/g, " ").trim(), at: node.range[0] });
  Deno.lint.runPlugin(
    {
      name: "voice",
      rules: {
        told: {
          create: () => ({
            TaggedTemplateExpression: (node) => void taken.add(node.quasi),
            JSXElement(node) {
              if (!taken.has(node)) add(node, textOf(node, taken));
            },
            BinaryExpression(node) {
              if (!taken.has(node) && node.operator === "+") add(node, textOf(node, taken));
            },
            TemplateLiteral(node) {
              if (!taken.has(node)) add(node, textOf(node, taken));
            },
            Literal(node) {
              if (!taken.has(node) && typeof node.value === "string") add(node, node.value);
            },
          }),
        },
      },
    },
    path,
    source,
  );
  return found;
}

/** What a node says; marks what it has read, so that no part is told again. */
function textOf(node: Deno.lint.Node, taken: Set<Deno.lint.Node>): string {
  taken.add(node);
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? node.value : "…";
    case "JSXText":
      return node.value;
    case "TemplateLiteral":
      return node.quasis.map(({ cooked }, index) => index === 0 ? cooked : `…${cooked}`).join("");
    case "BinaryExpression":
      return node.operator === "+" ? textOf(node.left, taken) + textOf(node.right, taken) : "…";
    case "JSXExpressionContainer":
      return node.expression.type === "Literal" ? textOf(node.expression, taken) : "…";
    case "JSXElement": {
      const name = node.openingElement.name;
      const isInline = name.type === "JSXIdentifier" && INLINE.has(name.name);
      if (isInline || node.children.some(({ type }) => type === "JSXText")) {
        return node.children.map((child) =>
          child.type === "JSXElement" && !isInlineElement(child) ? " … " : textOf(child, taken)
        ).join("");
      }
      return "…";
    }
    default:
      return "…";
  }
}

function isInlineElement(node: Deno.lint.JSXElement): boolean {
  const { name } = node.openingElement;
  return name.type === "JSXIdentifier" && INLINE.has(name.name);
}
