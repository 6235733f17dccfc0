/** Texts and digests of rows that both the database and this process make, so that few bytes tell whether rows are as expected. */
import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

/** A row as a text: what `json_build_array` writes. */
export function rowText(values: readonly (string | number | boolean | null)[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}

/** A digest of texts of rows; null for none, as an aggregate gives it. */
export function digestOfRows(texts: readonly string[]): string | null {
  if (texts.length === 0) return null;
  return createHash("sha256").update(texts.join(" ")).digest("hex");
}

/** An aggregate that gives the same digest in the database, in an order. */
export function sqlDigestOfRows(
  values: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`encode(sha256(convert_to(
    string_agg(json_build_array(${values})::text, ' ' order by ${order} collate "C"), 'UTF8')), 'hex')`;
}
