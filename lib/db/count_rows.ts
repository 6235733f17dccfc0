import type { SelectQueryBuilder } from "kysely";

/** Counts the rows that a query without columns finds. */
export async function countRows<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, unknown>,
): Promise<number> {
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as("count"))
    .$castTo<{ count: number }>().executeTakeFirstOrThrow();
  return count;
}
