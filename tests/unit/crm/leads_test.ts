/** The list of leads beyond those that it counts (spec §2.10, §4.9). */
import assert from "node:assert/strict";
import { type ListedLead, listLeads } from "@/lib/crm/leads.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { aCatalog } from "@/tests/helpers/factories.ts";

/** More leads than are counted. */
const LEADS = 5_030;
const HOUR_MS = 3_600_000;

anyDatabase("pages go on after the leads that are counted (§4.9)", async ({ db }) => {
  using kv = await Deno.openKv(":memory:");
  const at = Date.UTC(2026, 4, 4, 10);
  const now = () => new Date(at + LEADS);
  for (let from = 0; from < LEADS; from += 200) {
    const writes = kv.atomic();
    for (let place = from; place < Math.min(LEADS, from + 200); place++) {
      const id = `session-${place}`;
      const associated_at = at + place;
      writes
        .set(["sessions", id], {
          payload: emptyPayload(),
          track: null,
          consent: { measurement: false, marketing: false },
          createdAt: at,
          updatedAt: at,
          expiresAt: at + HOUR_MS,
        })
        .set(["crm_session_contacts", id, "form"], { contact_id: `${place + 1}`, associated_at })
        .set(["crm_contacts_by_time", "form", associated_at, id], null);
    }
    await writes.commit();
  }
  const snapshot = compileSnapshot(aCatalog());
  const services = { kv, db, catalog: { current: () => snapshot }, now };
  const page = { limit: 50, arrange: null };
  const first = await listLeads(services, {}, page);
  assert.deepEqual([first.total, first.hasMore], [5_000, true]);
  assert.equal(first.leads[0]?.contactId, `${LEADS}`);

  const found: ListedLead[] = [];
  let next: string | null = `${at + 70}-71`;
  while (next !== null) {
    const { leads, next: after } = await listLeads(services, {}, { ...page, after: next });
    found.push(...leads);
    next = after;
  }
  const contacts = Array.from({ length: 70 }, (_, place) => `${70 - place}`);
  assert.deepEqual(found.map(({ contactId }) => contactId), contacts);
});
