/**
 * Digests of rows that the database and this process compute in the same way, to compare rows without fetching them.
 */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

/** Returns a row as the text that Postgres' `json_build_array` produces. */
export function rowText(values: readonly (string | number | boolean | null)[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

/** Returns the SHA-256 in hex of row texts, joined by spaces; null for no rows, like an SQL aggregate. */
export function digestOfRows(texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  return createHash("sha256").update(texts.join(" ")).digest("hex");
}

/**
 * Returns the SQL aggregate that computes the digest of {@linkcode digestOfRows} in the database, in the given order.
 */
export function sqlDigestOfRows(
  values: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`encode(sha256(convert_to(
    string_agg(json_build_array(${values})::text, ' ' order by ${order} collate "C"), 'UTF8')), 'hex')`;
}
