import { sql } from "kysely";
import assert from "node:assert/strict";
import { findDoomedLeads, leadsOfSession, MOST_SHOWN_LEADS } from "@/lib/crm/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const LEADS = 4_300;

eachEngine(
  "findDoomedLeads() finds every lead before a moment, page by page, and those of the sessions (§5)",
  async ({ db }) => {
    await sql`
      insert into crm_sync_queue
        (id, status, session_id, email, next_attempt_at, created_at)
      select gen_random_uuid(), 'queued', 'session-' || n, 'ada@walls.test', now(),
        timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${LEADS}::int) as n`.execute(db);
    const rows = await db.selectFrom("crm_sync_queue").select(["id", "created_at", "session_id"])
      .orderBy("id").execute();
    const now = new Date("2026-06-01T00:00:00Z");
    const sessionIds = [1, 700, 2_100, 4_001, LEADS].map((n) => `session-${n}`);
    const minutes = [0, 1, 2, 701, 2_001, 4_001, LEADS, LEADS + 1];
    for (const minute of minutes) {
      const before = new Date(Date.UTC(2026, 0, 1, 0, minute));
      const expected = rows.filter((row) =>
        row.created_at < before || sessionIds.includes(row.session_id ?? "")
      );
      await db.transaction().execute(async (trx) => {
        const found = await findDoomedLeads(trx, { sessionIds, before }, { now, lock: true });
        assert.deepEqual(found.map(({ id }) => id), expected.map(({ id }) => id), `${minute}`);
      });
    }
    const all = await findDoomedLeads(db, { sessionIds: [], before: now }, { now });
    assert.equal(all.length, LEADS);
    assert.deepEqual(await findDoomedLeads(db, { sessionIds: [] }, { now }), []);
  },
);

eachEngine(
  "a visit with more leads than anybody sends is shown some of them, and all are erased (§5)",
  async ({ db }) => {
    const sent = MOST_SHOWN_LEADS + 5;
    await sql`
      insert into crm_sync_queue
        (id, status, session_id, email, next_attempt_at, created_at)
      select gen_random_uuid(), 'queued', case when n <= ${sent} then 'many' else 'few' end,
        'ada@walls.test', now(), timestamptz '2026-01-01' + n * interval '1 minute'
      from generate_series(1, ${sent + 3}::int) as n`.execute(db);
    const shown = await leadsOfSession(db, "many");
    assert.equal(shown.length, MOST_SHOWN_LEADS);
    const times = shown.map(({ created_at }) => created_at.getTime());
    assert.deepEqual(times, times.toSorted((a, b) => a - b), "oldest first");
    assert.equal((await leadsOfSession(db, "few")).length, 3);
    const now = new Date("2026-06-01T00:00:00Z");
    assert.equal((await findDoomedLeads(db, { sessionIds: ["many"] }, { now })).length, sent);
  },
);
