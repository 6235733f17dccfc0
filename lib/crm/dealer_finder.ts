/** The page where buyers find a dealer. */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { webAddress } from "../text/mod.ts";
import { readCrmSettingsInTime } from "./settings.ts";

/**
 * Returns the address of the dealer finder that staff have saved, which `recommendation_repfinder` sends to the CRM too
 * (spec §2.7). Returns null without one, and when the settings cannot be read in time. Never rejects.
 */
export async function readDealerFinder(db: Kysely<Database>): Promise<string | null> {
  return webAddress((await readCrmSettingsInTime(db))?.repfinder_url ?? null);
}
