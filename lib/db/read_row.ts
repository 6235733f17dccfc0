import type { SelectQueryBuilder, Simplify } from "kysely";
import type { Database } from "./tables/mod.ts";

/** Reads the row that a query finds; null for none. With `lock`, locks it `for no key update`. */
export async function readRow<Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  { lock }: { readonly lock: boolean },
): Promise<Simplify<Row> | null> {
  return await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst() ?? null;
}
