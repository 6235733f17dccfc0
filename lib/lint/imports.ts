/** Which files may import which (design §3). */
import {
  browserDoorOf,
  type Context,
  doorOf,
  eachImport,
  isTest,
  nameOf,
  pathOf,
  roomOf,
  ROOTED,
  type Visitor,
} from "./source.ts";

/** Foundations, which are free of domain knowledge, with the foundations that each may import. */
const FOUNDATIONS: Readonly<Record<string, readonly string[]>> = {
  config: [],
  log: ["config", "timing"],
  text: [],
  timing: [],
  disk: [],
  http: ["config", "log", "kv", "telemetry", "text", "timing"],
  db: ["config", "log", "timing"],
  kv: ["config", "log", "disk", "timing"],
  net: [],
  apart: [],
  telemetry: [],
  jobs: ["config", "log", "kv", "db", "timing"],
  records: ["config", "log", "http", "db", "text", "timing"],
};

/** Rooms of the domain, with the rooms that each may import in addition to all foundations. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  catalog: ["media"],
  media: ["staff"],
  pages: ["staff", "media"],
  projects: ["staff", "media"],
  privacy: ["staff", "analytics", "assistant", "consent", "crm", "session"],
  corpus: ["staff"],
  selection: ["catalog", "media"],
  recommend: ["explain", "selection", "catalog", "media", "projects", "corpus"],
  journey: ["catalog"],
  analysis: ["catalog", "selection", "journey"],
  explain: ["catalog", "selection", "journey", "analysis"],
  citation: ["staff", "catalog", "selection"],
  wizard: ["catalog", "explain", "selection", "journey", "session"],
  session: ["staff", "analytics", "consent"],
  consent: [],
  crm: ["session", "catalog", "staff", "consent", "selection"],
  cms: ["staff", "catalog", "projects", "media"],
  assistant: ["recommend", "selection", "catalog", "corpus", "session", "consent"],
  staff: [],
  analytics: [],
};

/** Composition code, which may import any door. */
const COMPOSERS = ["api", "cli", "define", "services"];

/** Rule: import a room only by its door, and the framework only by its mapped name. */
export function roomsByDoor(context: Context): Visitor {
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
    } else if (
      target.startsWith(`lib/${room}/`) && target !== doorOf(room) && target !== browserDoorOf(room)
    ) {
      context.report({
        node,
        message: `Cannot import "${target}" from outside its room: the door is "${doorOf(room)}"`,
        hint: `Import from "${doorOf(room)}", and export there what others need`,
      });
    }
  });
}

/** Rule: a relative import goes up one folder at most; anything farther is imported by its path in the project. */
export function noClimbing(context: Context): Visitor {
  return eachImport(context, ({ node, specifier, target }) => {
    if (!specifier.startsWith("../../")) return;
    context.report({
      node,
      message: `Cannot import "${specifier}": it goes up more than one folder`,
      hint: `Import "${ROOTED}${target}"`,
    });
  });
}

/** Returns the rooms that a room may import; null when it may import all. */
function allowedRooms(room: string): readonly string[] | null {
  if (COMPOSERS.includes(room)) return null;
  const foundations = FOUNDATIONS[room];
  if (foundations !== undefined) return foundations;
  if (room === "fresh" || room === "lint") return [];
  return [...Object.keys(FOUNDATIONS), ...(ROOMS[room] ?? [])];
}

/** Pages and entry points. No room may import them, except `cli`. */
const ABOVE = /^(routes|islands|components|scripts)\/|^(app|main|dev)\.tsx?$/;

function isUpward(room: string | null, target: string): boolean {
  return isTest(target) || (room !== null && room !== "cli" && ABOVE.test(target));
}

/** Rule: imports point one way, from pages to rooms, and among rooms as the maps above allow. */
export function roomDirection(context: Context): Visitor {
  const from = pathOf(context);
  const room = roomOf(from);
  return eachImport(context, ({ node, target }) => {
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
    const allowed = allowedRooms(room);
    if (allowed === null || allowed.includes(other)) return;
    context.report({
      node,
      message: `Cannot import room "${other}" from room "${room}": it may import ${
        allowed.length > 0 ? allowed.join(", ") : "no other room"
      }`,
      hint:
        "Pass the value in from a route or a composition root, or change the map in lib/lint/imports.ts",
    });
  });
}

const SQL_PACKAGES = /^(npm:)?(kysely|pg|@electric-sql\/pglite)([@/].*)?$/;

/** Rule: pages do not import the database; they call a function of the room that owns the data. */
export function noSqlInRoutes(context: Context): Visitor {
  if (!/^(routes|islands|components|scripts)\//.test(pathOf(context))) return {};
  return eachImport(context, ({ node, specifier, target }) => {
    if (!target?.startsWith("lib/db/") && !SQL_PACKAGES.test(specifier)) return;
    context.report({
      node,
      message: `Cannot import "${specifier}" here: pages reach data through a room's function`,
      hint: "Call a function of the room that owns the data, with ctx.state.services",
    });
  });
}

const ANY_COMPONENT = /^components\//;
const STAFF_AREA = /^(components|routes)\/admin\//;
/**
 * Buyer components and all routes outside the admin area, except special files such as error pages, which serve both.
 */
const PUBLIC = /^(components\/(?!admin\/)|routes\/(?!admin\/|_))/;

/** Rule: components import no pages and no islands, and buyer code imports nothing of the admin area. */
export function componentsBelow(context: Context): Visitor {
  const from = pathOf(context);
  return eachImport(context, ({ node, target }) => {
    if (target === null) return;
    if (ANY_COMPONENT.test(from) && /^(islands|routes)\//.test(target)) {
      context.report({
        node,
        message: `Cannot import "${target}" from a component`,
        hint: "Pass it in from the page, or move the component to its section",
      });
    }
    if (PUBLIC.test(from) && STAFF_AREA.test(target)) {
      context.report({
        node,
        message: `Cannot import "${target}" here: buyers' pages know nothing of the staff area`,
        hint: "Move what both need to components/ui or components/hrefs",
      });
    }
  });
}

/** Rule: components are pure functions of their props; hooks and requests belong in islands. */
export function pureComponents(context: Context): Visitor {
  if (!ANY_COMPONENT.test(pathOf(context))) return {};
  return {
    ImportDeclaration(node) {
      if (!/^(preact\/hooks|@preact\/signals)$/.test(node.source.value)) return;
      const others = node.specifiers.filter(({ local }) => local.name !== "useContext");
      if (others.length === 0) return;
      context.report({
        node,
        message: "Cannot use a hook here: state and effects are an island's",
        hint: "Keep it in the island, and pass values and handlers in",
      });
    },
    CallExpression(node) {
      if (nameOf(node.callee) !== "fetch") return;
      context.report({
        node,
        message: "Cannot fetch here: requests are an island's, or a browser door's",
        hint: "Move it to a browser.ts of the room that answers, and call it from the island",
      });
    },
  };
}
