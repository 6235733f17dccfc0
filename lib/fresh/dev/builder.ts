/** The build: finds routes and islands, bundles the browser code, and applies the result to the app. */
import { basename, extname, isAbsolute, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { App, ListenOptions } from "../app.ts";
import { pathToPattern, routeFileKind } from "../file_routes.ts";
import { applySnapshot, createSnapshot, type Snapshot, type StaticFile } from "../snapshot.ts";
import { BOOT_ENTRY, type Bundle, bundle, SIGNALS_ENTRY, stopBundler } from "./bundle.ts";
import { writeBuild } from "./disk.ts";
import {
  createStaticFile,
  listFiles,
  type OnTransformOptions,
  readStaticDir,
  type Transform,
  type TransformFn,
} from "./static_dir.ts";

/** Locations of the app's sources, and the browsers to compile for. */
export interface BuildOptions {
  /** Browsers to compile for, in esbuild's notation. */
  target?: string | string[];
  /** Root folder of the app; the other folders are relative to it. */
  root?: string;
  outDir?: string;
  staticDir?: string;
  islandDir?: string;
  routeDir?: string;
  /** The module that exports `app`. */
  serverEntry?: string;
  /** Files that are neither routes nor islands. */
  ignore?: RegExp[];
}

/** Build settings with their defaults filled in and paths made absolute. */
export type ResolvedBuildConfig = Required<BuildOptions> & {
  mode: "development" | "production";
};

/** A route or island module before it is imported. */
export interface SourceModule {
  readonly name: string;
  readonly path: string;
  /** Whether the module is imported on its first request. */
  readonly isLazy: boolean;
}

/** The result of a build. */
export interface Build {
  readonly routes: readonly SourceModule[];
  readonly islands: readonly (SourceModule & { url: string; imports: readonly string[] })[];
  readonly files: readonly (StaticFile & { source: Uint8Array<ArrayBuffer> })[];
  readonly client: Snapshot["client"];
}

const SOURCE_FILE = /\.[tj]sx?$/;
const TEST_FILE = /[._]test\.(?:[tj]sx?|[mc][tj]s)$/;
/** A folder in parentheses that starts with `_` holds no routes. */
const HIDDEN_GROUP = /[\\/]\((_[^\\/]+)\)[\\/]/;

/** Builds one app, whose state has the type `State`. */
export class Builder<State = unknown> {
  config: ResolvedBuildConfig;
  #transforms: Transform[] = [];

  constructor(options: BuildOptions = {}) {
    const root = toPath(options.root ?? ".", Deno.cwd());
    this.config = {
      target: options.target ?? ["chrome99", "firefox99", "safari15"],
      root,
      outDir: toPath(options.outDir ?? "_fresh", root),
      staticDir: toPath(options.staticDir ?? "static", root),
      islandDir: toPath(options.islandDir ?? "islands", root),
      routeDir: toPath(options.routeDir ?? "routes", root),
      serverEntry: toPath(options.serverEntry ?? "main.ts", root),
      ignore: options.ignore ?? [TEST_FILE],
      mode: "production",
    };
  }

  /** Registers a transform for the matching files of `static/`. Transforms run in the order of registration. */
  onTransformStaticFile(options: OnTransformOptions, callback: TransformFn): void {
    this.#transforms.push({ options, fn: callback });
  }

  /**
   * Builds for production by default and writes the result to `outDir`, unless `snapshot` is `"memory"` (for tests).
   * Returns a function that applies the build to an app.
   *
   * @throws whatever a transform, the bundler or an imported module throws.
   */
  async build(
    options: { mode?: ResolvedBuildConfig["mode"]; snapshot?: "disk" | "memory" } = {},
  ): Promise<<S = State>(app: App<S>) => void> {
    this.config.mode = options.mode ?? "production";
    const build = await this.make((error) => {
      throw error;
    });
    if (options.snapshot !== "memory") await writeBuild(build, this.config);
    const snapshot = await this.load(build);
    return (app) => applySnapshot(app, snapshot);
  }

  /** Serves the app in development: reloads open pages after a change and shows build errors in the browser. */
  async listen<S = State>(
    importApp: () => Promise<{ app: App<S> } | App<S>>,
    options: ListenOptions = {},
  ): Promise<void> {
    this.config.mode = "development";
    const { serveDevelopment } = await import("./server.ts");
    await serveDevelopment(this, { importApp, listen: options });
  }

  /** Builds all assets. Errors go to `onError`; the build continues unless `onError` throws. */
  async make(onError: (error: unknown) => void): Promise<Build> {
    const { root, target, mode, staticDir, outDir } = this.config;
    const { routes, islands } = await this.#crawl();
    const staticFiles = await readStaticDir({
      dir: staticDir,
      skip: outDir,
      transforms: this.#transforms,
      context: { mode, root, target },
      onError,
    });
    const bundled: Bundle = await bundle({
      root,
      islands: new Map(islands.map(({ name, path }) => [name, path])),
      assetHashes: new Map(staticFiles.map(({ path, hash }) => [path, hash])),
      target,
      minify: mode === "production",
    }).catch((error) => {
      onError(error);
      return { files: [], entries: new Map() };
    }).finally(mode === "production" ? stopBundler : undefined);

    const bundles = await Promise.all(bundled.files.map(({ url, contents }) => {
      return createStaticFile(url, contents, true);
    }));
    const entry = (name: string) => bundled.entries.get(name) ?? { url: "", imports: [] };
    const boot = entry(BOOT_ENTRY);
    return {
      routes,
      islands: islands.map((island) => ({ ...island, ...entry(island.name) })),
      files: [...staticFiles, ...bundles],
      client: { boot: boot.url, bootImports: boot.imports, signals: entry(SIGNALS_ENTRY).url },
    };
  }

  /**
   * Imports the modules of a build. Lazy routes are imported on their first request. With `onError`, all are imported
   * now; a module that fails to import is reported and replaced by an empty component.
   */
  async load(build: Build, onError?: (error: unknown) => void): Promise<Snapshot> {
    const { routes, islands, files, client } = build;
    const importModule = async ({ path }: SourceModule) => {
      try {
        return await import(pathToFileURL(path).href);
      } catch (error) {
        if (onError === undefined) throw error;
        onError(error);
        return { default: () => null };
      }
    };
    return createSnapshot({
      root: this.config.root,
      routes: await Promise.all(routes.map(async (route) => {
        const isLazy = route.isLazy && onError === undefined;
        const module = isLazy ? () => importModule(route) : await importModule(route);
        return { id: route.name, module };
      })),
      islands: await Promise.all(islands.map(async (island) => {
        return { ...island, module: await importModule(island) };
      })),
      files,
      client,
    });
  }

  async #crawl(): Promise<{ routes: SourceModule[]; islands: SourceModule[] }> {
    const { routeDir, islandDir, ignore } = this.config;
    const isSource = (path: string) => !ignore.some((pattern) => pattern.test(path));
    const islandPaths = await listFiles(islandDir, isSource);
    const routes: SourceModule[] = [];
    for (const path of await listFiles(routeDir, isSource)) {
      if (!SOURCE_FILE.test(path)) continue;
      const hidden = HIDDEN_GROUP.exec(path)?.[1];
      if (hidden === "_islands") islandPaths.push(path);
      if (hidden !== undefined) continue;
      const url = new URL("http://localhost/");
      url.pathname = relative(routeDir, path).replaceAll("\\", "/");
      const id = url.pathname.replace(SOURCE_FILE, "").replaceAll("%5B", "[").replaceAll(
        "%5D",
        "]",
      );
      pathToPattern(id);
      // A route with an override has its pattern inside the module, so it must be imported at once.
      const hasOverride = (await Deno.readTextFile(path)).includes("routeOverride");
      routes.push({ name: id, path, isLazy: routeFileKind(id) === "route" && !hasOverride });
    }
    const names = new Set<string>();
    const islands = islandPaths.filter((path) => SOURCE_FILE.test(path)).map((path) => {
      const plain = basename(path, extname(path)).replace(/[^\w$]+/g, "_").replace(/^(?=\d)/, "_");
      let name = plain;
      for (let i = 1; names.has(name); i++) name = `${plain}_${i}`;
      names.add(name);
      return { name, path, isLazy: false };
    });
    return { routes, islands };
  }
}

function toPath(path: string, root: string): string {
  if (path.startsWith("file://")) return fileURLToPath(path);
  return isAbsolute(path) ? path : resolve(root, path);
}
