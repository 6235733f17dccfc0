/** Values that staff entered over those of the content system (spec §2.3). */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";

/** A system with overrides. */
export interface OverriddenSystem {
  readonly systemId: string;
  readonly name: string;
  readonly count: number;
}

/**
 * The systems that have overrides: manual values over a value that the content system gave. Retired systems
 * are among them only when asked for.
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
