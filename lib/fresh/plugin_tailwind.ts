/** Compiles Tailwind CSS in the stylesheets of `static/` (`@fresh/plugin-tailwind`). */
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { dirname } from "node:path";
import type { Builder } from "./dev.ts";

/** Options of the plug-in. */
export interface TailwindPluginOptions {
  /** Stylesheets that are not compiled. */
  exclude?: (string | RegExp)[];
}

/** Makes `builder` compile every `.css` file of `static/` with Tailwind; minified in production. */
export function tailwind(builder: Builder, options: TailwindPluginOptions = {}): void {
  builder.onTransformStaticFile(
    { pluginName: "tailwind", filter: /\.css$/, exclude: options.exclude },
    async ({ path, text, mode, root }) => {
      const compiler = await compile(text, { base: dirname(path), from: path, onDependency() {} });
      const project = { base: root, pattern: "**/*", negated: false };
      const ownRoot = compiler.root === "none" || compiler.root === null
        ? []
        : [{ ...compiler.root, negated: false }];
      const automatic = compiler.root === null ? [project] : ownRoot;
      const scanner = new Scanner({ sources: [...automatic, ...compiler.sources] });
      const css = compiler.build(scanner.scan());
      return { content: mode === "production" ? optimize(css, { minify: true }).code : css };
    },
  );
}
