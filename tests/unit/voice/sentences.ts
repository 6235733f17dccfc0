/** Finds the texts in the source that a person can read: strings and the text of markup. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A text of the source, with `…` for interpolated parts. */
interface SourceText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDERS = ["routes", "components", "islands", "scripts", "lib", "migrations/seed"];
/** Files whose texts are matched or looked up but never shown, and the framework. */
const NEVER_SHOWN = /^lib\/(assistant\/(scope|grounding)|fresh|lint|db)\//;
const INLINE = new Set(["a", "abbr", "b", "code", "em", "kbd", "q", "span", "strong", "time"]);

/** Returns every text of every source file, including class names. */
export async function everyText(): Promise<SourceText[]> {
  const found: SourceText[] = [];
  for (const folder of FOLDERS) {
    for await (const file of sourcesIn(`${ROOT}${folder}`)) {
      const path = relative(ROOT, file);
      if (NEVER_SHOWN.test(path)) continue;
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

/** Returns the number of words of a text. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
}

/** Splits a text into sentences. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+/).filter((sentence) => sentence !== "");
}

/**
 * Returns whether a text is prose: it begins with a capital letter or `…`, and contains words. Class names and SQL are
 * not prose.
 */
export function isProse(text: string): boolean {
  return /^[“"(…]*\s*(\p{Lu}|…)/u.test(text) && /[a-z] [a-z]/.test(text) &&
    !/^(select|insert|update|delete) /i.test(text);
}

function textsIn(path: string, source: string): { text: string; at: number }[] {
  const found: { text: string; at: number }[] = [];
  const seen = new Set<Deno.lint.Node>();
  const add = (node: Deno.lint.Node, text: string) =>
    found.push({ text: text.replaceAll(/\s+/g, " ").trim(), at: node.range[0] });
  Deno.lint.runPlugin(
    {
      name: "voice",
      rules: {
        texts: {
          create: () => ({
            TaggedTemplateExpression: (node) => void seen.add(node.quasi),
            JSXElement(node) {
              if (!seen.has(node)) add(node, textOf(node, seen));
            },
            BinaryExpression(node) {
              if (!seen.has(node) && node.operator === "+") add(node, textOf(node, seen));
            },
            TemplateLiteral(node) {
              if (!seen.has(node)) add(node, textOf(node, seen));
            },
            Literal(node) {
              if (!seen.has(node) && typeof node.value === "string") add(node, node.value);
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

/** Returns the text of a node, and adds each node that it reads to `seen`, so that no part is reported twice. */
function textOf(node: Deno.lint.Node, seen: Set<Deno.lint.Node>): string {
  seen.add(node);
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? node.value : "…";
    case "JSXText":
      return node.value;
    case "TemplateLiteral":
      return node.quasis.map(({ cooked }, index) => index === 0 ? cooked : `…${cooked}`).join("");
    case "BinaryExpression":
      return node.operator === "+" ? textOf(node.left, seen) + textOf(node.right, seen) : "…";
    case "JSXExpressionContainer":
      return node.expression.type === "Literal" ? textOf(node.expression, seen) : "…";
    case "JSXElement": {
      const name = node.openingElement.name;
      const isInline = name.type === "JSXIdentifier" && INLINE.has(name.name);
      if (isInline || node.children.some(({ type }) => type === "JSXText")) {
        return node.children.map((child) =>
          child.type === "JSXElement" && !isInlineElement(child) ? " … " : textOf(child, seen)
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
