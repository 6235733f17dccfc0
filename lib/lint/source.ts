/** A file as a house rule sees it: its place in the project, its room, and what it imports. */

/** What a rule is given. */
export type Context = Deno.lint.RuleContext;
/** What a rule gives back. */
export type Visitor = Deno.lint.LintVisitor;
/** A node of the syntax tree. */
export type Node = Deno.lint.Node;

/** Doors of the framework, which have names of their own in the import map. */
export const FRAMEWORK_DOORS = ["mod.ts", "runtime.ts", "dev.ts", "plugin_tailwind.ts"];

/** The project's folder. */
export const ROOT = import.meta.dirname?.replaceAll("\\", "/").replace(/\/lib\/lint$/, "") ?? "";

/** Path of the file being linted, from the project's folder. */
export function pathOf({ filename }: Context): string {
  const path = filename.replaceAll("\\", "/").replace(/^file:\/\//, "");
  return path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : path;
}

/** Where a relative import leads, from the project's folder; null for packages and names. */
export function resolve(from: string, specifier: string): string | null {
  if (!/^\.{1,2}\//.test(specifier)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The room that a path belongs to; null outside `lib/`. */
export function roomOf(path: string): string | null {
  return /^lib\/([^/.]+)(?:\/|\.tsx?$)/.exec(path)?.[1] ?? null;
}

/** The one file of a room that others import. */
export function doorOf(room: string): string {
  return `lib/${room}/mod.ts`;
}

/** The file of a room that islands and scripts of pages import, where it has one (design §3). */
export function browserDoorOf(room: string): string {
  return `lib/${room}/browser.ts`;
}

/** Whether a path is a door. */
export function isDoor(path: string): boolean {
  if (path.startsWith("lib/fresh/")) {
    return FRAMEWORK_DOORS.includes(path.slice("lib/fresh/".length));
  }
  return /\/(?:mod|browser)\.ts$/.test(path) || /^lib\/\w+\.ts$/.test(path);
}

/** Whether a path is a test, or helps one. */
export function isTest(path: string): boolean {
  return path.startsWith("tests/");
}

interface Import {
  node: Node;
  specifier: string;
  /** Path that a relative import leads to. */
  target: string | null;
}

/** Calls `check` for every way in which a file can name another. */
export function eachImport(context: Context, check: (found: Import) => void): Visitor {
  const from = pathOf(context);
  function found(node: Node, specifier: unknown): void {
    if (typeof specifier !== "string") return;
    check({ node, specifier, target: resolve(from, specifier) });
  }
  return {
    ImportDeclaration: (node) => found(node, node.source.value),
    ExportNamedDeclaration: (node) => found(node, node.source?.value),
    ExportAllDeclaration: (node) => found(node, node.source.value),
    ImportExpression(node) {
      if (node.source.type === "Literal") found(node, node.source.value);
    },
    TSImportType(node) {
      if (node.argument.type === "TSLiteralType" && node.argument.literal.type === "Literal") {
        found(node, node.argument.literal.value);
      }
    },
  };
}

/** The name that an identifier or a literal key stands for. */
export function nameOf(node: Node | null | undefined): string | null {
  if (node?.type === "Identifier") return node.name;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}
