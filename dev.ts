/** Development server with live reload; with the argument `build`, writes `_fresh/` for production. */
import { tailwind } from "@fresh/plugin-tailwind";
import { Builder } from "fresh/dev";

const builder = new Builder();
tailwind(builder);

if (Deno.args.includes("build")) await builder.build();
else await builder.listen(() => import("./main.ts"));
