/** Which leads a retry by staff has left alone, and why (spec §2.9). */
import assert from "node:assert/strict";
import { countUntried } from "@/lib/crm/mod.ts";
import { claimRow, releaseRow } from "@/lib/crm/queue.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";

eachEngine(
  "countUntried() tells the leads that another run is sending, or whose address it is sending (§2.9)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { db } = bench;
    const people = { Ada: "a@build.test", Al: "A@build.test", Bo: "b@build.test" };
    for (const [firstName, email] of Object.entries(people)) {
      await bench.crm.submit(aLead({ email, firstName }));
      bench.pass(MINUTE);
    }
    const [sent, same, other] = await bench.rows();
    assert.ok(sent && same && other);
    const count = (selection: Parameters<typeof countUntried>[1]["selection"]) =>
      countUntried(db, { selection, now: bench.now() });
    assert.deepEqual(await count("all"), { open: 3, busy: 0 });

    const token = crypto.randomUUID();
    const claim = { token, now: bench.now(), leaseMs: MINUTE, which: "all", id: sent.id } as const;
    assert.equal((await claimRow(db, claim))?.id, sent.id);
    assert.deepEqual(await count("all"), { open: 3, busy: 2 });
    assert.deepEqual(await count({ ids: [same.id, other.id] }), { open: 2, busy: 1 });
    assert.deepEqual(await count({ ids: [other.id] }), { open: 1, busy: 0 });
    assert.deepEqual(await count({ ids: [] }), { open: 0, busy: 0 });

    await db.updateTable("crm_sync_queue").set({ status: "abandoned", next_attempt_at: null })
      .where("id", "=", same.id).execute();
    assert.deepEqual(await count("abandoned"), { open: 1, busy: 1 });
    await releaseRow(db, { id: sent.id, token }, {});
    assert.deepEqual(await count("abandoned"), { open: 1, busy: 0 });
    await db.deleteFrom("crm_sync_queue").where("id", "=", other.id).execute();
    assert.deepEqual(await count({ ids: [other.id] }), { open: 0, busy: 0 });

    assert.equal((await claimRow(db, { ...claim, token: crypto.randomUUID() }))?.id, sent.id);
    bench.pass(2 * MINUTE);
    assert.deepEqual(await count("all"), { open: 1, busy: 0 }, "the claim has expired");
  },
);
