import { type RawBuilder, sql } from "kysely";

/** Returns the value that an update writes to `retired_at`. A record that is already retired keeps its timestamp. */
export function retiredAt({ retired }: { readonly retired: boolean }): RawBuilder<Date> | null {
  return retired ? sql<Date>`coalesce(retired_at, now())` : null;
}
