/** What of the assistant runs in the browser too. */
export { turnHash } from "./turn_hash.ts";
