/** `deno task start`: serves from the bundle of the last build, or from the sources when that is stale. */
import { currentBundle } from "./build.ts";
import { refuseArguments } from "./usage.ts";

await refuseArguments(
  "PORT=8000 HOST=127.0.0.1 deno task start\nVariables alone configure it: PORT and HOST say where to listen.",
);

const { start } = await import(
  (currentBundle() ?? new URL("./serve_sources.ts", import.meta.url)).href
);
await start();
