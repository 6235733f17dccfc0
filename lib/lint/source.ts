/** Helpers of the house rules: a file's path in the project, its room and its imports. */

/** The argument of a rule. */
export type Context = Deno.lint.RuleContext;
/** The result of a rule. */
export type Visitor = Deno.lint.LintVisitor;
/** A node of the syntax tree. */
export type Node = Deno.lint.Node;

/** Doors of the framework; the import map gives them names. */
export const FRAMEWORK_DOORS = ["mod.ts", "runtime.ts", "dev.ts", "plugin_tailwind.ts"];

/** The project's folder. */
export const ROOT = import.meta.dirname?.replaceAll("\\", "/").replace(/\/lib\/lint$/, "") ?? "";

/** Returns the path of the linted file, relative to the project folder. */
export function pathOf({ filename }: Context): string {
  const path = filename.replaceAll("\\", "/").replace(/^file:\/\//, "");
  return path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : path;
}

/** Start of an import by its path in the project folder, as `deno.json` maps it. */
export const ROOTED = "@/";

/** Resolves a relative or rooted import to a path in the project folder; null for packages and mapped names. */
export function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith(ROOTED)) return specifier.slice(ROOTED.length);
  if (!/^\.{1,2}\//.test(specifier)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Returns the room (folder of `lib/`) of a path; null outside `lib/`. */
export function roomOf(path: string): string | null {
  return /^lib\/([^/.]+)(?:\/|\.tsx?$)/.exec(path)?.[1] ?? null;
}

/** Returns the door of a room: the file that other rooms import. */
export function doorOf(room: string): string {
  return `lib/${room}/mod.ts`;
}

/** Returns the browser door of a room, which islands and page scripts import. It need not exist (design §3). */
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

/** Whether a path is a test or a test helper. */
export function isTest(path: string): boolean {
  return path.startsWith("tests/");
}

interface Import {
  node: Node;
  specifier: string;
  /** Path in the project folder; null for packages and mapped names. */
  target: string | null;
}

/** Returns a visitor that calls `check` for every import of a file: static, re-export, dynamic and type import. */
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

/** Returns the name of an identifier or of a string literal; null for any other node. */
export function nameOf(node: Node | null | undefined): string | null {
  if (node?.type === "Identifier") return node.name;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}
