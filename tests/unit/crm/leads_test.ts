/** The list of leads beyond those that it counts (spec §2.10, §4.9). */
import assert from "node:assert/strict";
import { listLeads } from "@/lib/crm/lead_page.ts";
import type { ListedLead } from "@/lib/crm/leads.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { aCatalog } from "@/tests/helpers/factories.ts";

/** More leads than are counted. */
const LEADS = 5_030;
/** The places of the leads with a track: among the latest, and beyond the first 5,000. */
const RARE = [10, 4_000];
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
          track: RARE.includes(place) ? "rare" : null,
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
  assert.deepEqual([first.total, first.among], [5_000, 5_000]);
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

  let read = 0;
  const { getMany } = kv;
  kv.getMany = ((...args: Parameters<typeof getMany>) => {
    read += args[0].filter(([name]) => name === "sessions").length;
    return getMany.apply(kv, args);
  }) as typeof getMany;
  for (const arrange of [null, (leads: readonly ListedLead[]) => leads]) {
    read = 0;
    const latest = await listLeads(services, { track: "rare" }, { limit: 50, arrange });
    assert.equal(read, 5_000, "sessions that were read");
    assert.deepEqual(latest.leads.map(({ contactId }) => contactId), ["4001"]);
    assert.deepEqual([latest.total, latest.among], [1, 5_000]);
    if (arrange !== null || latest.next === null) continue;
    const rest = await listLeads(services, { track: "rare" }, { ...page, after: latest.next });
    assert.deepEqual(rest.leads.map(({ contactId }) => contactId), ["11"]);
    assert.deepEqual([rest.next, rest.total, rest.among], [null, 1, 5_000]);
  }
});
