import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { associate } from "@/lib/crm/association.ts";
import { leadsOfContact } from "@/lib/crm/leads_of_contact.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { DAY_MS } from "@/lib/timing/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { aCatalog } from "@/tests/helpers/factories.ts";

anyDatabase(
  "leadsOfContact() looks at no lead of another contact that the queue still has (§4.9)",
  async ({ db }) => {
    using kv = await Deno.openKv(":memory:");
    const at = Date.UTC(2026, 4, 4, 10);
    const snapshot = compileSnapshot(aCatalog());
    const services = {
      kv,
      db,
      catalog: { current: () => snapshot },
      now: () => new Date(at),
      config: { syncQueue: { retentionDays: 30 } },
    };
    /** Stores a lead of some days ago, whose row the queue has unless it was purged. */
    async function lead(days: number, contactId: string): Promise<void> {
      const id = `${contactId}-${days}`.padStart(22, "0");
      const time = at - days * DAY_MS;
      const record = {
        payload: emptyPayload(),
        track: null,
        consent: { measurement: true, marketing: false },
        createdAt: time,
        updatedAt: time,
        expiresAt: at + DAY_MS,
      };
      await kv.set(["sessions", id], record);
      const moment = { kv, now: () => new Date(time) };
      assert.ok((await associate(moment, { sessionId: id, source: "form", contactId })).ok);
      if (days > 30) return;
      await db.insertInto("crm_sync_queue").values({
        id: crypto.randomUUID(),
        status: "done",
        session_id: id,
        email: null,
        first_name: null,
        last_name: null,
        payload: null,
        track: null,
        next_attempt_at: null,
        contact_id: contactId,
        created_at: new Date(time),
        finished_at: new Date(time),
      }).execute();
    }
    for (const days of [3, 1, 40]) await lead(days, "1207");
    for (let other = 1; other <= 40; other++) await lead(other % 29 + 0.5, `${other}`);
    let listed = 0;
    const { list } = kv;
    kv.list = ((...args: Parameters<typeof list>) => {
      const entries = list.apply(kv, args);
      const { next } = entries;
      return Object.assign(entries, { next: () => (listed++, next.call(entries)) });
    }) as typeof list;
    const days = (await leadsOfContact(services, "1207"))
      .map((found) => (at - found.at.getTime()) / DAY_MS);
    assert.deepEqual(days, [1, 3, 40]);
    assert.ok(listed < 10, `${listed} entries were listed`);
    assert.deepEqual(await leadsOfContact(services, "99"), []);
  },
);
