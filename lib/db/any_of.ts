/** Comparison with a list of texts. */
import { type RawBuilder, sql } from "kysely";

/**
 * Builds `any(…)` of some texts, for use after `=`. They are bound as one array: an `in` list would have a parameter for
 * each, which Postgres limits to 65,535, and would be another statement to plan for each length.
 */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${values}::text[])`;
}
