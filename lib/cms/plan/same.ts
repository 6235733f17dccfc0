/** Comparing what is stored with what the CMS says. Pure. */
import { createHash } from "node:crypto";

/** Whether two JSON values say the same; a missing member is the same as none, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** A digest of a JSON value. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("base64url").slice(0, 27);
}

/** JSON with sorted members, so that equal values have equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1));
  }) ?? "undefined";
}
