/** JSON text that is equal for equal values. */

/**
 * Returns JSON with sorted keys, so that equal values have equal text; `undefined` for undefined. Postgres's `jsonb`
 * keeps keys in an order of its own, so a value read back is not in the order in which it was written.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1));
  }) ?? "undefined";
}
