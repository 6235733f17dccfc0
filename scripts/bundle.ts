/** Bundles the scripts of pages, which stand in `static/` as addresses and in `scripts/` as TypeScript. */
import * as esbuild from "esbuild";
import type { Builder } from "fresh/dev";

/** Makes `builder` pass every script of `static/` through esbuild, with what it imports. */
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
        write: false,
        logLevel: "silent",
      });
      return { content: outputFiles[0]?.text ?? "" };
    },
  );
}
