/** Finds unused exports of doors (design §3). */
import {
  browserDoorOf,
  type Context,
  doorOf,
  nameOf,
  type Node,
  pathOf,
  resolve,
  roomOf,
  ROOT,
  type Visitor,
} from "./source.ts";

/**
 * Rule: a door exports nothing that no code outside the room imports (tests count). The doors of `lib/fresh` are exempt,
 * because they follow the real Fresh.
 */
export function neededDoor(context: Context): Visitor {
  const door = pathOf(context);
  const room = roomOf(door);
  if (room === null || room === "fresh") return {};
  if (door !== doorOf(room) && door !== browserDoorOf(room)) return {};
  function check(node: Node, name: string | null): void {
    const taken = takenNames().get(door);
    if (name === null || taken?.has(name) || taken?.has(EVERYTHING)) return;
    context.report({
      node,
      message: `Cannot pass on "${name}": no code outside of the room takes it`,
      hint: `Take it out of "${door}", and import it within the room from where it is declared`,
    });
  }
  return {
    ExportNamedDeclaration(node) {
      for (const specifier of node.specifiers) check(specifier, nameOf(specifier.exported));
      const { declaration } = node;
      if (declaration?.type === "VariableDeclaration") {
        for (const { id } of declaration.declarations) check(node, nameOf(id));
      } else if (declaration && /^(Function|Class)Declaration$/.test(declaration.type)) {
        check(node, "id" in declaration ? nameOf(declaration.id) : null);
      }
    },
  };
}

/** Placeholder for a namespace or dynamic import, which uses every name of a door. */
const EVERYTHING = "*";
const FOLDERS = ["lib", "routes", "components", "islands", "scripts", "migrations", "tests"];
const SOURCE = /\.tsx?$/;
/** Matches the imports of a door: a list of names, a namespace, or a dynamic import. */
const TAKEN =
  /(?:\{([^{}]*)\}\s*(?:from\s*|=\s*await import\()|import\()"((?:\.|@\/)[^"]*\/(?:mod|browser)\.ts)"|\* as \w+ from "((?:\.|@\/)[^"]*\/(?:mod|browser)\.ts)"/g;

let taken: Map<string, Set<string>> | undefined;

/** Returns, by door, the names that files outside its room import. Reads all sources once per process. */
function takenNames(): ReadonlyMap<string, ReadonlySet<string>> {
  if (taken !== undefined) return taken;
  taken = new Map();
  for (const path of sourceFiles()) {
    for (const [, names, door, whole] of Deno.readTextFileSync(`${ROOT}/${path}`).matchAll(TAKEN)) {
      const target = resolve(path, door ?? whole ?? "");
      const room = roomOf(target ?? "");
      if (target === null || room === null || room === roomOf(path)) continue;
      const known = taken.getOrInsertComputed(target, () => new Set());
      if (names === undefined) known.add(EVERYTHING);
      else for (const name of names.split(",")) known.add(firstWord(name));
    }
  }
  return taken;
}

/** Returns `a` for the import specifiers `a`, `type a` and `a as b`. */
function firstWord(name: string): string {
  return /^\s*(?:type\s+)?(\w*)/.exec(name)?.[1] ?? "";
}

function sourceFiles(): string[] {
  const found: string[] = [];
  const read = (folder: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(`${ROOT}/${folder}`)) {
      const path = folder === "." ? name : `${folder}/${name}`;
      if (isDirectory) {
        if (folder !== "." || FOLDERS.includes(name)) read(path);
      } else if (SOURCE.test(name)) found.push(path);
    }
  };
  read(".");
  return found;
}
