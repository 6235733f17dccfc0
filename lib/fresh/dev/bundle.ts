/** Bundles the islands for the browser with esbuild; shared code goes into shared chunks. */
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

export interface BundleOptions {
  readonly root: string;
  /** Island modules by entry name. */
  readonly islands: ReadonlyMap<string, string>;
  readonly assetHashes: ReadonlyMap<string, string>;
  readonly target: string | string[];
  readonly minify: boolean;
}

/** A script that a page can load, and the chunks it imports. */
export interface Entry {
  readonly url: string;
  readonly imports: readonly string[];
}

export interface Bundle {
  readonly files: { readonly url: string; readonly contents: Uint8Array<ArrayBuffer> }[];
  readonly entries: ReadonlyMap<string, Entry>;
}

/** URL prefix of all bundles. Their names carry content hashes. */
const BUNDLE_PREFIX = "/_fresh/js/";

export const BOOT_ENTRY = "fresh-boot";
export const SIGNALS_ENTRY = "fresh-signals";

/**
 * Bundles the islands, the boot script and the signals library.
 *
 * @throws esbuild's `BuildFailure`.
 */
export async function bundle(options: BundleOptions): Promise<Bundle> {
  const { root, islands, target, minify } = options;
  const outdir = join(root, "_fresh-bundle");
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: {
      [BOOT_ENTRY]: fileURLToPath(new URL("../client/boot.ts", import.meta.url)),
      [SIGNALS_ENTRY]: "@preact/signals",
      ...Object.fromEntries(islands),
    },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir,
    entryNames: "[name]-[hash]",
    chunkNames: "chunk-[hash]",
    target,
    minify,
    write: false,
    metafile: true,
    logLevel: "silent",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { "process.env.NODE_ENV": minify ? '"production"' : '"development"' },
    treeShaking: true,
    plugins: [importMap(await readImportMap(root)), assetHashModule(options.assetHashes)],
  });

  const toUrl = (path: string) => BUNDLE_PREFIX + basename(path);
  const outputs = Object.entries(result.metafile.outputs);
  const entries = new Map<string, Entry>();
  for (const [path, { entryPoint }] of outputs) {
    if (entryPoint === undefined) continue;
    const name = basename(path).replace(/-[^-]*$/, "");
    const imports = collectImports(path, result.metafile.outputs);
    entries.set(name, { url: toUrl(path), imports: imports.map(toUrl) });
  }
  const files = result.outputFiles.map(({ path, contents }) => {
    return { url: toUrl(path), contents: new Uint8Array(contents) };
  });
  return { files, entries };
}

/** Stops esbuild's helper process, which would otherwise keep the build command running. */
export async function stopBundler(): Promise<void> {
  await esbuild.stop();
}

function collectImports(path: string, outputs: esbuild.Metafile["outputs"]): string[] {
  const found = new Set<string>();
  const visit = (from: string) => {
    for (const { path: imported, kind } of outputs[from]?.imports ?? []) {
      if (kind !== "import-statement" || found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(path);
  return [...found];
}

interface ImportMap {
  /** Folder that relative entries and packages are resolved from. */
  readonly base: string;
  readonly imports: ReadonlyMap<string, string>;
}

/**
 * Reads the import map of the nearest `deno.json` above `dir`, or of the one above this module when the app has none.
 */
async function readImportMap(dir: string): Promise<ImportMap> {
  try {
    const config = JSON.parse(await Deno.readTextFile(join(dir, "deno.json")));
    return { base: dir, imports: new Map(Object.entries(config.imports ?? {})) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const isTop = dir === dirname(dir);
    return await readImportMap(isTop ? fileURLToPath(new URL(".", import.meta.url)) : dirname(dir));
  }
}

/** Maps a specifier by its own entry, or by that of a folder, whose name ends with a slash. */
function mapped(imports: ImportMap["imports"], specifier: string): string {
  const folder = [...imports.keys()].find((name) =>
    name.endsWith("/") && specifier.startsWith(name)
  );
  return imports.get(specifier) ??
    (folder === undefined ? specifier : `${imports.get(folder)}${specifier.slice(folder.length)}`);
}

/** Resolves names with the import map: local files by path, npm packages in `node_modules`. */
function importMap({ base, imports }: ImportMap): esbuild.Plugin {
  return {
    name: "import-map",
    setup(build) {
      build.onResolve({ filter: /^(?:npm:|[^./])/ }, async (args) => {
        if (args.pluginData === "resolved" || args.path.startsWith("/")) return null;
        const target = mapped(imports, args.path);
        if (target.startsWith(".")) {
          const path = resolve(base, target);
          return imports.has(args.path) ? { path, sideEffects: false } : { path };
        }
        const name = target.replace(/^npm:\/?/, "").replace(/^(@?[^@]+)@[^/]*/, "$1");
        const { kind, importer } = args;
        const resolveDir = args.resolveDir.includes("node_modules") ? args.resolveDir : base;
        return await build.resolve(name, { kind, importer, resolveDir, pluginData: "resolved" });
      });
    },
  };
}

/** Fills `asset_hashes.ts` for the browser. Tree shaking drops it from islands that do not use `asset()`. */
function assetHashModule(hashes: ReadonlyMap<string, string>): esbuild.Plugin {
  return {
    name: "asset-hashes",
    setup(build) {
      build.onLoad({ filter: /[\\/]asset_hashes\.ts$/ }, () => ({
        contents: `export const hashes = /* @__PURE__ */ new Map(${JSON.stringify([...hashes])});`,
        loader: "js",
      }));
    },
  };
}
