/** Whether the page of a request is tracked. */
import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import { readConsent } from "../consent/mod.ts";
import type { Database } from "../db/mod.ts";
import { readCrmSettings } from "./settings.ts";
import { type Tracking, trackingOf } from "./tracking.ts";

/** Buyers never wait longer for a database that does not answer. */
const WITHIN_MS = 500;

/**
 * How the page of a request is tracked; null where it is not: without consent to marketing, outside of the conditions
 * of spec §4.11b, and while the settings cannot be read. Nobody who does not consent costs a read.
 */
export async function readTracking(
  { db, config }: { readonly db: Kysely<Database>; readonly config: Config },
  { headers }: Pick<Request, "headers">,
  pathname: string,
): Promise<Tracking | null> {
  if (!readConsent(headers.get("cookie"), config.cmp).marketing) return null;
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), WITHIN_MS);
  try {
    const settings = await Promise.race([readCrmSettings(db).catch(() => null), late]);
    return trackingOf(settings, { pathname, host: config.tracking.host });
  } finally {
    clearTimeout(timer);
  }
}
