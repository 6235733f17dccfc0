/** Development server with live reload; with the argument `build`, writes `_fresh/` for production. */
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
  // Its helper process would keep this one alive.
  await stop();
} else {
  const { host, port } = loadConfig(readEnvironment());
  await builder.listen(() => import("./main.ts"), { hostname: host, port });
}
