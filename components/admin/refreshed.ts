import type { CatalogSource, Snapshot } from "@/lib/catalog/mod.ts";
import { unlessOutage } from "@/lib/kv/mod.ts";

/**
 * Refreshes the catalog after a stored change whose answer depends on it, and returns it; the former one in an outage. Other
 * actions need not: the middleware of the admin area refreshes after every form.
 *
 * @throws every other error of the load.
 */
export async function refreshed(catalog: CatalogSource): Promise<Snapshot> {
  return await unlessOutage(catalog.refresh) ?? catalog.current();
}
