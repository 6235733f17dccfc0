/** Development server with live reload. With the argument `build`, writes the production build to `_fresh/`. */
import { tailwind } from "@fresh/plugin-tailwind";
import { stop } from "esbuild";
import { Builder } from "fresh/dev";
import { loadConfig, readEnvironment } from "./lib/config/mod.ts";
import { bundleScripts } from "./scripts/bundle.ts";

const builder = new Builder();
tailwind(builder);
bundleScripts(builder);

if (Deno.args.includes("build")) {
  await builder.build();
  // Stop esbuild's helper process, which would otherwise keep this one running.
  await stop();
} else {
  const { host, port } = loadConfig(readEnvironment());
  await builder.listen(() => import("./main.ts"), { hostname: host, port });
}
