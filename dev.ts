/** Development server with live reload; with the argument `build`, writes `_fresh/` for production. */
import { tailwind } from "@fresh/plugin-tailwind";
import { Builder } from "fresh/dev";
import { loadConfig, readEnvironment } from "./lib/config/mod.ts";

const builder = new Builder();
tailwind(builder);

if (Deno.args.includes("build")) {
  await builder.build();
} else {
  const { host, port } = loadConfig(readEnvironment());
  await builder.listen(() => import("./main.ts"), { hostname: host, port });
}
