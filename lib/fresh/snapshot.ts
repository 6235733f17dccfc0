/** The result of a build as a running app uses it: file routes, islands, static files and client scripts. */
import type { ComponentType } from "preact";
import type { App } from "./app.ts";
import { hashes } from "./asset_hashes.ts";
import type { RouteFile } from "./file_routes.ts";
import { registerIsland } from "./islands.ts";

export interface Island {
  /** Unique in the app; written into the markup. */
  readonly name: string;
  readonly exportName: string;
  /** URL of the bundle, without the base path. */
  readonly url: string;
  /** URLs of the chunks that the bundle imports. */
  readonly imports: readonly string[];
}

export interface StaticFile {
  readonly path: string;
  readonly size: number;
  readonly hash: string;
  readonly contentType: string;
  /** Whether the URL contains a content hash, so that the content never changes. */
  readonly immutable: boolean;
  /** The content, or the URL of the file that holds it. */
  readonly source: Uint8Array<ArrayBuffer> | URL;
}

export interface Snapshot {
  readonly root: string;
  readonly routes: readonly RouteFile[];
  readonly islands: ReadonlyMap<ComponentType, Island>;
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly client: {
    readonly boot: string;
    readonly bootImports: readonly string[];
    readonly signals: string;
  };
  /** URL of the script that reloads the page in development. */
  readonly devScript: string | null;
}

export const EMPTY_SNAPSHOT: Snapshot = {
  root: ".",
  routes: [],
  islands: new Map(),
  files: new Map(),
  client: { boot: "", bootImports: [], signals: "" },
  devScript: null,
};

/** An island module and its bundle; every function it exports is an island. */
export interface IslandModule {
  readonly module: Record<string, unknown>;
  readonly name: string;
  readonly url: string;
  readonly imports: readonly string[];
}

export interface SnapshotInit {
  readonly root: string;
  readonly routes: readonly RouteFile[];
  readonly islands: readonly IslandModule[];
  readonly files: readonly StaticFile[];
  readonly client: Snapshot["client"];
  readonly devScript?: string | null;
}

/** Creates a snapshot from the parts that a build wrote. */
export function createSnapshot(init: SnapshotInit): Snapshot {
  const { root, routes, client, devScript = null } = init;
  const islands = new Map<ComponentType, Island>();
  const taken = new Set<string>();
  for (const { module, name: moduleName, url, imports } of init.islands) {
    for (const [exportName, value] of Object.entries(module)) {
      if (!isComponent(value)) continue;
      const name = uniqueName(exportName === "default" ? moduleName : exportName, taken);
      islands.set(value, { name, exportName, url, imports });
    }
  }
  const files = new Map(init.files.map((file) => [file.path, file]));
  return { root, routes, islands, files, client, devScript };
}

function isComponent(value: unknown): value is ComponentType {
  return typeof value === "function";
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let i = 1; taken.has(unique); i++) unique = `${name}_${i}`;
  taken.add(unique);
  return unique;
}

/** The snapshot of each app; only `applySnapshot` writes it. */
export const snapshots = new WeakMap<object, Snapshot>();

/** Applies the routes, islands and files of a build to `app`. Call it before `app.handler()`. */
export function applySnapshot<State>(app: App<State>, snapshot: Snapshot): void {
  app.config.root = snapshot.root;
  if (snapshot.devScript !== null) app.config.mode = "development";
  snapshots.set(app, snapshot);
  for (const component of snapshot.islands.keys()) registerIsland(component);
  for (const file of snapshot.files.values()) {
    if (!file.immutable) hashes.set(file.path, file.hash);
  }
}
