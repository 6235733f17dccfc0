import { unlessOutage } from "../kv/mod.ts";
import type { Services } from "./contract.ts";

type Refreshed = Pick<
  Services,
  "catalog" | "evidence" | "media" | "pages" | "privacy" | "projects"
>;

/**
 * Refreshes everything in memory that a change by staff can affect. An outage is ignored: the change is stored, and the
 * polls report the outage and read the change after it.
 *
 * @throws every other error of a load.
 */
export async function refreshAll(
  { catalog, evidence, media, pages, privacy, projects }: Refreshed,
): Promise<void> {
  const kept = [catalog, evidence, media, pages, privacy, projects];
  await Promise.all(kept.map((each) => unlessOutage<unknown>(() => each.refresh())));
}
