/** Overrides: values that staff entered over a CMS value (spec §2.3). */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

/** A system and its number of overrides. */
export interface OverriddenSystem {
  readonly systemId: string;
  readonly name: string;
  readonly count: number;
}

/**
 * Returns the systems that have overrides: manual values where the CMS also has one. Retired systems are included only
 * when `retired` is true.
 */
export async function overriddenSystems(
  db: Kysely<Database>,
  { retired = false }: { retired?: boolean } = {},
): Promise<OverriddenSystem[]> {
  const rows = await db.selectFrom("attribute_values as cell")
    .innerJoin("systems as system", "system.id", "cell.system_id")
    .select(["system.id", "system.name", (eb) => eb.fn.countAll<string>().as("count")])
    .where("cell.source", "=", "manual")
    .where("cell.cms_raw", "is not", null)
    .$if(!retired, (query) => query.where("system.retired_at", "is", null))
    .groupBy(["system.id", "system.name"])
    .orderBy("system.name")
    .execute();
  return rows.map(({ id, name, count }) => ({ systemId: id, name, count: Number(count) }));
}
