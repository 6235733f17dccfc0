/**
 * Bundles the page scripts: a file in `static/` gives each its URL and imports its TypeScript module from `scripts/`.
 */
import * as esbuild from "esbuild";
import { fileURLToPath } from "node:url";
import type { Builder } from "fresh/dev";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Makes `builder` bundle every script of `static/` with esbuild. */
export function bundleScripts(builder: Builder): void {
  builder.onTransformStaticFile(
    { pluginName: "scripts", filter: /[\\/]static[\\/][a-z_]+\.js$/ },
    async ({ path, mode, target }) => {
      const { outputFiles } = await esbuild.build({
        entryPoints: [path],
        bundle: true,
        format: "iife",
        platform: "browser",
        minify: mode === "production",
        charset: "utf8",
        target,
        alias: { "@": ROOT },
        write: false,
        logLevel: "silent",
      });
      return { content: outputFiles[0]?.text ?? "" };
    },
  );
}
