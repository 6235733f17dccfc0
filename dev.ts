/** Development server with live reload. With the argument `build`, writes the production build to `_fresh/`. */
import { tailwind } from "@fresh/plugin-tailwind";
import { stop } from "esbuild";
import { Builder } from "fresh/dev";
import { exitWith, exitWithUsage, requireFreeAddress } from "./lib/cli/mod.ts";
import { loadConfig, readEnvironment } from "./lib/config/mod.ts";
import { keepFilesPrivate } from "./lib/db/mod.ts";
import { bundleScripts } from "./scripts/bundle.ts";

const builder = new Builder();
tailwind(builder);
bundleScripts(builder);

const [what, ...rest] = Deno.args;
if (rest.length > 0 || (what !== undefined && what !== "build")) {
  await exitWithUsage("PORT=8000 HOST=127.0.0.1 deno task dev");
}
if (what === "build") {
  await builder.build();
  // Stop esbuild's helper process, which would otherwise keep this one running.
  await stop();
} else {
  try {
    keepFilesPrivate();
    const { host, port } = loadConfig(readEnvironment());
    const address = { hostname: host, port };
    requireFreeAddress(address);
    await builder.listen(() => import("./main.ts"), address);
  } catch (error) {
    await exitWith(error);
  }
}
