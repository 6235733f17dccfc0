/** Deterministic CMS ids for the demo's records. */
import { createHash } from "node:crypto";

/** Returns a uuid in the format of version 4 that is derived from a name. */
export function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  const variant = (parseInt(hex[16] ?? "0", 16) & 3 | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
