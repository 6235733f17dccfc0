/**
 * The house rules that a machine can hold (design §3, §11), as a plugin of `deno lint`. It imports
 * nothing, so it runs offline and before anything is installed. To add a rule: write its function
 * here, name it in `rules`, and give it good and bad code in `tests/unit/lint/`.
 */

type Context = Deno.lint.RuleContext;
type Visitor = Deno.lint.LintVisitor;
type Node = Deno.lint.Node;
type Statement = Deno.lint.Program["body"][number];

/** Foundations: they know nothing of the domain, and of each other only what is listed. */
const FOUNDATIONS: Readonly<Record<string, readonly string[]>> = {
  config: [],
  log: ["config"],
  http: ["config", "log", "kv"],
  db: ["config", "log"],
  kv: ["config", "log"],
  jobs: ["config", "log", "kv", "db"],
};

/** Rooms of the domain, and the rooms that each may read beside every foundation. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  catalog: ["media"],
  media: [],
  projects: ["media"],
  corpus: [],
  selection: ["catalog", "media", "projects", "corpus"],
  journey: ["catalog"],
  proof: ["catalog", "selection", "journey"],
  session: [],
  consent: [],
  crm: ["session", "catalog"],
  cms: ["catalog", "projects", "media"],
  assistant: ["selection", "corpus", "session"],
  admin: [],
  analytics: [],
};

/** What puts rooms together: any door is open to these. */
const COMPOSERS = ["api", "cli", "define", "services"];

/** Rooms whose door is a file beside the folder of the same name. */
const FILE_DOORS = ["config", "log"];

/** Doors of the framework, which have names of their own in the import map. */
const FRAMEWORK_DOORS = ["mod.ts", "runtime.ts", "dev.ts", "plugin_tailwind.ts"];

const ROOT = import.meta.dirname?.replaceAll("\\", "/").replace(/\/lib$/, "") ?? "";

/** Path of the file being linted, from the project's folder. */
function pathOf({ filename }: Context): string {
  const path = filename.replaceAll("\\", "/").replace(/^file:\/\//, "");
  return path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : path;
}

/** Where a relative import leads, from the project's folder; null for packages and names. */
function resolve(from: string, specifier: string): string | null {
  if (!/^\.{1,2}\//.test(specifier)) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function roomOf(path: string): string | null {
  return /^lib\/([^/.]+)(?:\/|\.tsx?$)/.exec(path)?.[1] ?? null;
}

function doorOf(room: string): string {
  return FILE_DOORS.includes(room) ? `lib/${room}.ts` : `lib/${room}/mod.ts`;
}

function isDoor(path: string): boolean {
  if (path.startsWith("lib/fresh/")) {
    return FRAMEWORK_DOORS.includes(path.slice("lib/fresh/".length));
  }
  return path.endsWith("/mod.ts") || /^lib\/\w+\.ts$/.test(path);
}

const isTest = (path: string) => path.startsWith("tests/");

interface Import {
  node: Node;
  specifier: string;
  /** Path that a relative import leads to. */
  target: string | null;
  typeOnly: boolean;
}

/** Calls `check` for every way in which a file can name another. */
function eachImport(context: Context, check: (found: Import) => void): Visitor {
  const from = pathOf(context);
  function found(node: Node, specifier: unknown, typeOnly: boolean): void {
    if (typeof specifier !== "string") return;
    check({ node, specifier, target: resolve(from, specifier), typeOnly });
  }
  return {
    ImportDeclaration: (node) => found(node, node.source.value, node.importKind === "type"),
    ExportNamedDeclaration: (node) => found(node, node.source?.value, node.exportKind === "type"),
    ExportAllDeclaration: (node) => found(node, node.source.value, node.exportKind === "type"),
    ImportExpression(node) {
      if (node.source.type === "Literal") found(node, node.source.value, false);
    },
    TSImportType(node) {
      if (node.argument.type === "TSLiteralType" && node.argument.literal.type === "Literal") {
        found(node, node.argument.literal.value, true);
      }
    },
  };
}

function roomsByDoor(context: Context): Visitor {
  const from = pathOf(context);
  if (isTest(from)) return {};
  return eachImport(context, ({ node, target }) => {
    const room = target === null ? null : roomOf(target);
    if (target === null || room === null || room === roomOf(from)) return;
    if (room === "fresh") {
      context.report({
        node,
        message: `Cannot import "${target}": the framework has names in the import map`,
        hint: 'Import "fresh", "fresh/runtime" or "fresh/dev"',
      });
    } else if (target.startsWith(`lib/${room}/`) && target !== doorOf(room)) {
      context.report({
        node,
        message: `Cannot import "${target}" from outside its room: the door is "${doorOf(room)}"`,
        hint: `Import from "${doorOf(room)}", and export there what others need`,
      });
    }
  });
}

/** Rooms that a room may import from; null where every door is open. */
function allowedRooms(room: string, typeOnly: boolean): readonly string[] | null {
  if (COMPOSERS.includes(room)) return null;
  const contracts = typeOnly ? ["define", "services"] : [];
  const foundations = FOUNDATIONS[room];
  if (foundations !== undefined) return foundations;
  if (room === "fresh" || room === "lint") return [];
  return [...Object.keys(FOUNDATIONS), ...(ROOMS[room] ?? []), ...contracts];
}

/** Pages and entry points import rooms; of the rooms, only commands import them. */
const ABOVE = /^(routes|islands|components)\/|^(app|main|dev)\.tsx?$/;

function isUpward(room: string | null, target: string): boolean {
  return isTest(target) || (room !== null && room !== "cli" && ABOVE.test(target));
}

function roomDirection(context: Context): Visitor {
  const from = pathOf(context);
  const room = roomOf(from);
  return eachImport(context, ({ node, target, typeOnly }) => {
    if (target === null || isTest(from)) return;
    if (isUpward(room, target)) {
      context.report({
        node,
        message:
          `Cannot import "${target}" from "${from}": imports point from the pages to the rooms`,
        hint: "Move what both need into a room",
      });
    }
    const other = roomOf(target);
    if (room === null || other === null || room === other) return;
    if (typeOnly && from.startsWith("lib/db/tables/")) return;
    const allowed = allowedRooms(room, typeOnly);
    if (allowed === null || allowed.includes(other)) return;
    context.report({
      node,
      message: `Cannot import room "${other}" from room "${room}": it may import ${
        allowed.length > 0 ? allowed.join(", ") : "no other room"
      }`,
      hint:
        "Pass the value in from a route or a composition root, or change the map in lib/lint.ts",
    });
  });
}

function envInConfig(context: Context): Visitor {
  const path = pathOf(context);
  if (path === "lib/config.ts" || isTest(path)) return {};
  function report(node: Node): void {
    context.report({
      node,
      message: 'Cannot read the environment here: only "lib/config.ts" may',
      hint: "Declare the variable in lib/config.ts and take it from the configuration",
    });
  }
  return {
    MemberExpression(node) {
      if (nameOf(node.property) !== "env") return;
      const owner = node.object.type === "MemberExpression" ? node.object.property : node.object;
      if (["Deno", "process"].includes(nameOf(owner) ?? "")) report(node);
      if (node.object.type === "MetaProperty") report(node);
    },
    VariableDeclarator(node) {
      if (node.id.type !== "ObjectPattern" || nameOf(node.init) !== "Deno") return;
      const taken = node.id.properties.some((part) =>
        part.type === "Property" && nameOf(part.key) === "env"
      );
      if (taken) report(node);
    },
    ImportDeclaration(node) {
      if (node.source.value !== "node:process") return;
      if (node.specifiers.some(({ local }) => local.name === "env")) report(node);
    },
  };
}

/** The name that an identifier or a literal key stands for. */
function nameOf(node: Node | null | undefined): string | null {
  if (node?.type === "Identifier") return node.name;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

/** Types that repeat what a documented schema or function says. */
const DERIVED_TYPE = /^\w+(\.\w+)?<\s*typeof\b/;

interface Declared {
  name: string;
  node: Node;
  documented: boolean;
}

/**
 * Functions and classes need a docstring wherever they are exported. Types and values need one where
 * the door lets them out: in the door itself, or in a file from which it names them.
 */
function documentedDoor(context: Context): Visitor {
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

/** What the doors of a file's room export from it; nothing where there is no door to read. */
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

/** What a statement exports by declaring it, but for types derived from a value beside them. */
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

/** Where a default export is what the framework or a tool asks for. */
const DEFAULT_EXPORTS = /^(routes\/|lib\/lint\.ts$|tests\/.*\/fixtures\/)/;

function noDefaultExport(context: Context): Visitor {
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

function noBarrel(context: Context): Visitor {
  const path = pathOf(context);
  function report(node: Node): void {
    context.report({
      node,
      message: "Cannot re-export here: only a room's door does",
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
        const passesOn = statement.source !== null && statement.source !== undefined ||
          statement.specifiers.some(({ local }) => imported.has(nameOf(local) ?? ""));
        if (passesOn) report(statement);
      }
    },
  };
}

const SQL_PACKAGES = /^(npm:)?(kysely|pg|@electric-sql\/pglite)([@/].*)?$/;

function noSqlInRoutes(context: Context): Visitor {
  if (!/^(routes|islands|components)\//.test(pathOf(context))) return {};
  return eachImport(context, ({ node, specifier, target }) => {
    if (!target?.startsWith("lib/db/") && !SQL_PACKAGES.test(specifier)) return;
    context.report({
      node,
      message: `Cannot import "${specifier}" here: pages reach data through a room's function`,
      hint: "Call a function of the room that owns the data, with ctx.state.services",
    });
  });
}

export default {
  name: "house",
  rules: {
    "rooms-by-door": { create: roomsByDoor },
    "room-direction": { create: roomDirection },
    "env-in-config": { create: envInConfig },
    "documented-door": { create: documentedDoor },
    "no-default-export": { create: noDefaultExport },
    "no-barrel": { create: noBarrel },
    "no-sql-in-routes": { create: noSqlInRoutes },
  },
} satisfies Deno.lint.Plugin;
