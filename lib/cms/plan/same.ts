/** Compares and digests JSON values. Pure. */
import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/text/mod.ts";

/** Whether two JSON values are equal. The order of members does not matter, and an undefined member equals a missing one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length &&
      one.every((part, at) => isSame(part ?? null, other[at] ?? null));
  }
  return Object.keys(one).every((key) => isSame(one[key], memberOf(other, key))) &&
    Object.keys(other).every((key) => other[key] === undefined || Object.hasOwn(one, key));
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

function memberOf(members: Members, key: string): unknown {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/** Returns a digest of a JSON value. Equal values have equal digests. */
export function digestOf(value: unknown): string {
  return digestOfText(canonicalJson(value));
}

/** Returns a digest of a text: 27 characters of base64url SHA-256. */
export function digestOfText(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}
