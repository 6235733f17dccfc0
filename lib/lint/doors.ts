/** What doors pass on, and who takes it (design §3). */
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
 * A door passes on no value that no other room, no page and no test takes. Types may stay: they name what values are
 * made of. The framework's doors are what real Fresh has.
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
      if (node.exportKind === "type") return;
      for (const specifier of node.specifiers) {
        if (specifier.exportKind !== "type") check(specifier, nameOf(specifier.exported));
      }
      const { declaration } = node;
      if (declaration?.type === "VariableDeclaration") {
        for (const { id } of declaration.declarations) check(node, nameOf(id));
      } else if (declaration && /^(Function|Class)Declaration$/.test(declaration.type)) {
        check(node, "id" in declaration ? nameOf(declaration.id) : null);
      }
    },
  };
}

/** Stands for every name of a door. */
const EVERYTHING = "*";
const FOLDERS = ["lib", "routes", "components", "islands", "scripts", "migrations", "tests"];
const SOURCE = /\.tsx?$/;
/** A list of names from a door, or a door whole, as a namespace or when the code runs. */
const TAKEN =
  /(?:\{([^{}]*)\}\s*(?:from\s*|=\s*await import\()|import\()"(\.[^"]*\/(?:mod|browser)\.ts)"|\* as \w+ from "(\.[^"]*\/(?:mod|browser)\.ts)"/g;

let taken: Map<string, Set<string>> | undefined;

/** The names that files outside of each room take from its doors, by the door. Read once in a process. */
function takenNames(): ReadonlyMap<string, ReadonlySet<string>> {
  if (taken !== undefined) return taken;
  taken = new Map();
  for (const path of sourceFiles()) {
    for (const [, names, door, whole] of Deno.readTextFileSync(`${ROOT}/${path}`).matchAll(TAKEN)) {
      const target = resolve(path, door ?? whole ?? "");
      const room = roomOf(target ?? "");
      if (target === null || room === null || room === roomOf(path)) continue;
      const known = taken.get(target) ?? new Set();
      taken.set(target, known);
      if (names === undefined) known.add(EVERYTHING);
      else for (const name of names.split(",")) known.add(firstWord(name));
    }
  }
  return taken;
}

/** `a` of `a`, of `type a` and of `a as b`. */
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
