import { type RawBuilder, sql } from "kysely";

/** What an update writes to `retired_at`: a record that is retired already keeps its moment. */
export function retiredAt({ retired }: { readonly retired: boolean }): RawBuilder<Date> | null {
  return retired ? sql<Date>`coalesce(retired_at, now())` : null;
}
