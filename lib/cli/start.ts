/** `deno task start`: serves the bundle of the last build, or the sources themselves while a new build is made. */
import { currentBundle } from "./build.ts";

const { start } = await import(
  (currentBundle() ?? new URL("./serve_sources.ts", import.meta.url)).href
);
await start();
