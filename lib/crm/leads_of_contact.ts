/** Finds the leads of one contact (spec §4.9). */
import { DAY_MS } from "@/lib/timing/mod.ts";
import { findAssociations } from "./association.ts";
import { findLead, type LeadServices, type ListedLead, matchingLeads } from "./leads.ts";

/** Most leads of a contact that are found. */
const MOST = 10;

/**
 * Returns the leads of a contact, the latest first, at most ten. The rows of the queue name the sessions of recent leads;
 * only leads older than these rows are kept are looked at one by one.
 *
 * @throws {SessionStoreError} when the store does not answer.
 */
export async function leadsOfContact(
  services: LeadServices & {
    readonly config: { readonly syncQueue: { readonly retentionDays: number } };
  },
  contactId: string,
): Promise<ListedLead[]> {
  const { db, kv, now, config } = services;
  const rows = await db.selectFrom("crm_sync_queue").select("session_id")
    .where("contact_id", "=", contactId).where("session_id", "is not", null)
    .orderBy("created_at", "desc").limit(MOST).execute();
  const keys = new Set<string>();
  for (const { session_id } of rows) {
    const [tie] = await findAssociations(kv, session_id ?? "");
    if (tie?.source === "form") keys.add(`${tie.associatedAt.getTime()}-${tie.contactId}`);
  }
  const found: ListedLead[] = [];
  for (const key of keys) {
    const lead = await findLead(services, key);
    if (lead?.contactId === contactId) found.push(lead);
  }
  const until = new Date(now().getTime() - config.syncQueue.retentionDays * DAY_MS);
  for await (const lead of matchingLeads(services, { contactId, until })) {
    if (found.length >= MOST) break;
    if (!keys.has(lead.key)) found.push(lead);
  }
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}
