/**
 * The commands of `deno task`: each parses its arguments and calls one room. This door has what the development server,
 * `dev.ts`, shares with them.
 */
export { exitWith } from "./exit.ts";
export { requireFreeAddress } from "./listen.ts";
export { exitWithUsage } from "./usage.ts";
