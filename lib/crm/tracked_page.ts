/** Decides whether a page gets the CRM's tracking script (spec §4.11b). */
import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import { readConsent } from "../consent/mod.ts";
import type { Database } from "../db/mod.ts";
import { readCrmSettingsInTime } from "./settings.ts";
import { type Tracking, trackingOf } from "./tracking.ts";

/**
 * Returns how a page is tracked. Returns null without marketing consent, outside of the conditions of spec §4.11b, and
 * when the settings cannot be read in time. Reads no settings without consent.
 */
export async function readTracking(
  { db, config }: { readonly db: Kysely<Database>; readonly config: Config },
  { headers }: Pick<Request, "headers">,
  pathname: string,
): Promise<Tracking | null> {
  if (!readConsent(headers.get("cookie"), config.cmp).marketing) return null;
  return trackingOf(await readCrmSettingsInTime(db), { pathname, host: config.tracking.host });
}
