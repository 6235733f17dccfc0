/** Which files may import which (design §3). */
import {
  browserDoorOf,
  type Context,
  doorOf,
  eachImport,
  isTest,
  pathOf,
  roomOf,
  type Visitor,
} from "./source.ts";

/** Foundations: they know nothing of the domain, and of each other only what is listed. */
const FOUNDATIONS: Readonly<Record<string, readonly string[]>> = {
  config: [],
  log: ["config"],
  http: ["config", "log", "kv", "telemetry"],
  db: ["config", "log"],
  kv: ["config", "log"],
  net: [],
  apart: [],
  telemetry: [],
  jobs: ["config", "log", "kv", "db"],
  records: ["config", "log", "http", "db"],
};

/** Rooms of the domain, and the rooms that each may read beside every foundation. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  catalog: ["media"],
  media: ["staff", "rendition"],
  pages: ["staff", "media"],
  rendition: [],
  projects: ["staff", "media"],
  privacy: ["staff", "analytics", "assistant", "consent", "crm", "session"],
  corpus: ["staff"],
  selection: ["catalog", "media"],
  recommend: ["explain", "selection", "catalog", "media", "projects", "corpus"],
  editing: ["staff", "catalog", "selection"],
  journey: ["catalog"],
  proof: ["catalog", "selection", "journey"],
  simulation: ["catalog", "selection", "journey", "staff", "proof"],
  browser: [],
  explain: ["catalog", "selection", "journey", "proof"],
  citation: ["staff", "catalog", "selection"],
  wizard: ["catalog", "explain", "selection", "journey", "session"],
  session: ["staff", "analytics", "consent"],
  consent: [],
  crm: ["session", "catalog", "staff", "consent", "selection"],
  cms: ["staff", "catalog", "editing", "projects", "media"],
  assistant: ["recommend", "selection", "catalog", "corpus", "session", "consent"],
  staff: [],
  analytics: [],
};

/** What puts rooms together: any door is open to these. */
const COMPOSERS = ["api", "cli", "define", "services"];

/** Rooms are imported by their doors alone, and the framework by its name. */
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

/** Rooms that a room may import from; null where every door is open. */
function allowedRooms(room: string): readonly string[] | null {
  if (COMPOSERS.includes(room)) return null;
  const foundations = FOUNDATIONS[room];
  if (foundations !== undefined) return foundations;
  if (room === "fresh" || room === "lint") return [];
  return [...Object.keys(FOUNDATIONS), ...(ROOMS[room] ?? [])];
}

/** Pages and entry points import rooms; of the rooms, only commands import them. */
const ABOVE = /^(routes|islands|components)\/|^(app|main|dev)\.tsx?$/;

function isUpward(room: string | null, target: string): boolean {
  return isTest(target) || (room !== null && room !== "cli" && ABOVE.test(target));
}

/** Imports point one way: from the pages to the rooms, and among rooms down the map above. */
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

/** Pages reach data through the room that owns it. */
export function noSqlInRoutes(context: Context): Visitor {
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
