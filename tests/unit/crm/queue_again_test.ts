import assert from "node:assert/strict";
import {
  eraseLeads,
  findDoomedLeads,
  leadsOfSession,
  listAssociations,
} from "../../../lib/crm/mod.ts";
import { purgeQueue, retryLeads } from "../../../lib/crm/jobs.ts";
import { transact } from "../../../lib/db/mod.ts";
import { emptyPayload } from "../../../lib/session/mod.ts";
import { eachEngine } from "../../helpers/db.ts";
import { aLead, MINUTE, openLeads } from "../../helpers/leads.ts";

const SESSION = "AAAAAAAAAAAAAAAAAAAAAA";

eachEngine(
  "a lead that was given up is tried once more where staff name it, and never by itself (§3.1, §4.9)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    double.fail({ fault: "503 html" });
    await crm.submit(aLead());
    await bench.settle();
    for (let attempt = 1; attempt < 5; attempt++) await crm.process({ which: "all" });
    const by = { staff: { email: "ed@vendor.test" }, requestId: "r-1" };
    const [given] = await bench.rows();
    assert.ok(given);
    assert.deepEqual([given.status, given.attempts], ["abandoned", 5]);
    assert.equal((await retryLeads({ db, crm }, by, "all")).processed, 0);

    const still = await retryLeads({ db, crm }, by, { ids: [given.id] });
    assert.deepEqual([still.processed, still.abandoned], [1, 1]);
    const [again] = await bench.rows();
    assert.deepEqual([again?.status, again?.attempts, again?.next_attempt_at], [
      "abandoned",
      5,
      null,
    ]);
    double.mend();
    const mended = await retryLeads({ db, crm }, by, { ids: [given.id] });
    assert.deepEqual(mended, { processed: 1, done: 1, failed: 0, abandoned: 0, waiting: 0 });
    const [row] = await bench.rows();
    assert.deepEqual([row?.status, row?.email], ["done", null]);
    assert.equal(double.records.contactsOf(aLead().email).length, 1);
    assert.equal((await retryLeads({ db, crm }, by, { ids: [given.id] })).processed, 0);
  },
);

eachEngine(
  "what a clock that was a year ahead has set keeps no lead waiting, and repeats none (§3.1)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    const YEAR = 365 * 24 * 60 * MINUTE;
    bench.pass(YEAR);
    double.fail({ fault: "503 html" });
    await crm.submit(aLead({ sessionId: SESSION }));
    await bench.settle();
    // The process ended with the row in hand.
    await db.updateTable("crm_sync_queue")
      .set({ claim_token: crypto.randomUUID(), claimed_until: bench.now() }).execute();
    bench.pass(-YEAR);
    double.mend();
    const doomed = await findDoomedLeads(db, { sessionIds: [SESSION] }, { now: bench.now() });
    assert.deepEqual(doomed.map(({ inHand }) => inHand), [false], "an erasure waits for nobody");
    assert.equal(await crm.submit(aLead({ sessionId: SESSION })), "accepted");
    await bench.settle();
    assert.equal((await crm.process({ which: "due" })).done, 1);
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["done", "done"]);
    assert.equal(double.records.contactsOf(aLead().email).length, 1);

    await db.updateTable("crm_recent_leads").set({ taken_at: new Date(Date.now() + YEAR) })
      .execute();
    await purgeQueue({ ...bench, config: { syncQueue: { retentionDays: 30 } } });
    assert.deepEqual(await db.selectFrom("crm_recent_leads").selectAll().execute(), []);
  },
);

eachEngine(
  "an erased lead takes with it all that would know its submission again, and nothing of others (§2.9)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { crm, db } = bench;
    const [first, second] = ["A", "B"].map((letter) => letter.repeat(22));
    assert.ok(first && second);
    const click = (sessionId: string) =>
      crm.submit(aLead({ sessionId, cameWith: null }), () => bench.session(sessionId));
    assert.equal(await click(first), "accepted");
    await crm.submit(aLead({ email: "kim@build.test" }));
    bench.pass(MINUTE);
    assert.equal(await click(second), "repeated");
    await bench.settle();
    const [lead] = await findDoomedLeads(db, { sessionIds: [first, second] }, { now: bench.now() });
    assert.ok(lead);
    const erased = await transact(db, (trx) => eraseLeads(trx, [lead.id]));
    assert.deepEqual(erased, { leads: 1, submissions: 3 });
    assert.equal(await crm.submit(aLead({ email: "kim@build.test" })), "repeated");
    assert.equal(await crm.submit(aLead({ sessionId: second })), "accepted");
  },
);

eachEngine(
  "a lead that lost its first session goes with the one that has joined it, and is listed with it (§2.9)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, db, double, kv } = bench;
    double.fail({ fault: "503 html" });
    const [first, second] = ["A", "B"].map((letter) => letter.repeat(22));
    assert.ok(first && second);
    for (const sessionId of [first, second]) {
      await crm.submit(aLead({ sessionId, cameWith: null }), () => bench.session(sessionId));
    }
    await bench.settle();
    const doomed = async (choice: Parameters<typeof findDoomedLeads>[1]) =>
      (await findDoomedLeads(db, choice, { now: bench.now() })).length;
    assert.equal(await doomed({ sessionIds: [first] }), 0);
    assert.equal(await doomed({ sessionIds: [second] }), 0);
    assert.equal(
      await doomed({ sessionIds: [first], contactId: "1207" }),
      1,
      "before it has landed",
    );

    // The release before this one passes a lead to nobody when its session expires.
    await db.updateTable("crm_sync_queue").set({ session_id: null }).execute();
    assert.deepEqual((await leadsOfSession(db, second)).map((lead) => lead.is_shared), [false]);
    assert.equal(await doomed({ sessionIds: [second] }), 1);
    double.mend();
    await crm.process({ which: "all" });
    const listed = await Array.fromAsync(listAssociations(kv, { source: "form" }));
    assert.deepEqual(listed.map(({ sessionId }) => sessionId), [second]);
  },
);

eachEngine(
  "who has a quote in their address asks a second time and is one contact (§4.10)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double: { records }, double } = bench;
    await bench.map("recommendation", "100201");
    records.addContact("oneil@build.test");
    const payload = { ...emptyPayload(), recommendation: "sys-a" };
    const submit = async (email: string) => {
      const before = double.journal.length;
      await crm.submit(aLead({ email, payload }));
      await bench.settle();
      bench.pass(11 * MINUTE);
      return double.journal.slice(before).map(({ route }) => route);
    };
    assert.deepEqual(await submit("o'neil@build.test"), ["findContacts", "createContact"]);
    const upTo409 = ["findContacts", "createContact", "findContacts"];
    const update = ["getContact", "updateContact"];
    assert.deepEqual(await submit("O'Neil@build.test"), [...upTo409, ...update]);
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["done", "done"]);
    assert.equal(records.contactsOf("o'neil@build.test").length, 1);

    // A CRM whose search does not find them.
    double.fail({ fault: "204", route: "findContacts" });
    assert.deepEqual(await submit("o'NEIL@build.test"), upTo409);
    const failed = (await bench.rows()).find(({ status }) => status === "queued");
    assert.deepEqual([failed?.last_reason, failed?.last_status], ["http", 409]);
    assert.equal(records.contactsOf("oneil@build.test")[0]?.values.size, 0, "the look-alike");
  },
);
