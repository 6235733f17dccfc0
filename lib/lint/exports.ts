/** Rules for exports and their docstrings (design §11). */
import {
  type Context,
  doorOf,
  FRAMEWORK_DOORS,
  isDoor,
  nameOf,
  type Node,
  pathOf,
  resolve,
  roomOf,
  ROOT,
  type Visitor,
} from "./source.ts";

type Statement = Deno.lint.Program["body"][number];

/** Matches types derived from a documented schema or function, which need no docstring of their own. */
const DERIVED_TYPE = /^\w+(\.\w+)?<\s*typeof\b/;

interface Declared {
  name: string;
  node: Node;
  documented: boolean;
}

/**
 * Rule: the door of a room begins with a docstring, every exported function and class has one, and so has every type
 * and value that a door exports, in the file that declares it.
 */
export function documentedDoor(context: Context): Visitor {
  const path = pathOf(context);
  if (!path.startsWith("lib/")) return {};
  const { text } = context.sourceCode;
  return {
    Program({ body }) {
      const [first] = body;
      if (
        /^lib\/\w+\/mod\.ts$/.test(path) && first !== undefined &&
        !text.trimStart().startsWith("/**")
      ) {
        context.report({
          node: first,
          message: "Cannot tell what this room is about: its door begins without a docstring",
          hint: "Explain the domain in a /** docstring */ at the top of mod.ts",
        });
      }
      const open = isDoor(path) ? null : namesInDoor(path);
      const declared = body.flatMap((statement) => declaredBy(statement, text));
      const settled = new Set(declared.filter((one) => one.documented).map(({ name }) => name));
      for (const { name, node } of declared) {
        const isCode = /Function|Class/.test(node.type);
        if (settled.has(name) || (!isCode && open !== null && !open.has(name))) continue;
        settled.add(name);
        context.report({
          node,
          message: `Cannot export "${name}" without a docstring`,
          hint: "Say what it takes, gives and refuses, and where the rule comes from",
        });
      }
    },
  };
}

/** Returns the names that the doors of a room export from one of its files; empty when there is no door. */
function namesInDoor(path: string): ReadonlySet<string> {
  const room = roomOf(path) ?? "";
  const doors = room === "fresh"
    ? FRAMEWORK_DOORS.map((door) => `lib/fresh/${door}`)
    : [doorOf(room)];
  const names = new Set<string>();
  for (const door of doors) {
    const exports = readText(`${ROOT}/${door}`).matchAll(
      /export\s+(?:type\s+)?{([^}]*)}\s*from\s*"([^"]+)"/g,
    );
    for (const [_, list = "", specifier = ""] of exports) {
      if (resolve(door, specifier) !== path) continue;
      for (const name of list.matchAll(/(?:type\s+)?(\w+)[^,]*/g)) names.add(name[1] ?? "");
    }
  }
  return names;
}

function readText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}

/** Returns the exported declarations of a statement, without types derived from a value. */
function declaredBy(statement: Statement, text: string): Declared[] {
  if (statement.type !== "ExportNamedDeclaration") return [];
  const { declaration: node } = statement;
  if (!node) return [];
  const documented = hasDocstring(text, statement.range[0]);
  if (node.type === "VariableDeclaration") {
    return node.declarations.map(({ id }) => ({ name: nameOf(id) ?? "", node, documented }));
  }
  if (node.type === "TSTypeAliasDeclaration") {
    const [start, end] = node.typeAnnotation.range;
    const isDerived = DERIVED_TYPE.test(text.slice(start, end));
    return isDerived ? [] : [{ name: node.id.name, node, documented }];
  }
  const name = "id" in node ? nameOf(node.id) : null;
  return name === null ? [] : [{ name, node, documented }];
}

function hasDocstring(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  return before.endsWith("*/") && before.startsWith("/**", before.lastIndexOf("/*"));
}

/** Files whose default export the framework or a tool requires. */
const DEFAULT_EXPORTS = /^(routes\/|lib\/lint\/mod\.ts$|tests\/.*\/fixtures\/)/;

/** Rule: no default exports, unless the framework or a tool requires one. */
export function noDefaultExport(context: Context): Visitor {
  const path = pathOf(context);
  if (DEFAULT_EXPORTS.test(path)) return {};
  function report(node: Node): void {
    context.report({
      node,
      message: "Cannot export a default here: only route files do",
      hint: "Export it by its name, which is the same wherever it is imported",
    });
  }
  return {
    ExportDefaultDeclaration: report,
    ExportSpecifier(node) {
      if (nameOf(node.exported) === "default") report(node);
    },
  };
}

/** Matches imports from an admin section folder, such as `(_sections)`, whose pages routes re-export. */
const IN_SECTION = /\/\(_\w+\)\//;

/** Rule: only doors re-export, and only by name; a route may also re-export the page of its section. */
export function noBarrel(context: Context): Visitor {
  const path = pathOf(context);
  function report(node: Node): void {
    context.report({
      node,
      message: "Cannot re-export here: only the door of a room and a route do",
      hint: "Import from where it is declared, or from the door of its room",
    });
  }
  return {
    ExportAllDeclaration(node) {
      context.report({
        node,
        message: "Cannot export everything of a module: a door names what leaves",
        hint: "List the names: export { a, b } from …",
      });
    },
    Program({ body }) {
      if (isDoor(path)) return;
      const imported = new Set(
        body.flatMap((statement) =>
          statement.type === "ImportDeclaration"
            ? statement.specifiers.map(({ local }) => local.name)
            : []
        ),
      );
      for (const statement of body) {
        if (statement.type !== "ExportNamedDeclaration") continue;
        if (path.startsWith("routes/") && IN_SECTION.test(statement.source?.value ?? "")) continue;
        const passesOn = statement.source !== null && statement.source !== undefined ||
          statement.specifiers.some(({ local }) => imported.has(nameOf(local) ?? ""));
        if (passesOn) report(statement);
      }
    },
  };
}
