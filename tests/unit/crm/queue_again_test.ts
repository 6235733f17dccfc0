import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { eraseLeads, findDoomedLeads, leadsOfSession, listAssociations } from "@/lib/crm/mod.ts";
import { purgeQueue, retryLeads } from "@/lib/crm/jobs.ts";
import { storeLead } from "@/lib/crm/accept.ts";
import { beginForm, claimRow, failRow, finishRow, releaseRow } from "@/lib/crm/queue.ts";
import { type Database, openDatabase, transact } from "@/lib/db/mod.ts";
import { LIMITS } from "@/lib/db/server/limits.ts";
import { createPool } from "@/lib/db/server/pool.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { emptyPayload, planSession } from "@/lib/session/mod.ts";
import { eachEngine, migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";
import { until } from "@/tests/helpers/until.ts";

const SESSION = "AAAAAAAAAAAAAAAAAAAAAA";

eachEngine(
  "only the process that holds the claim of a lead writes to it, and marks its form once (§3.1, §4.4)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { db } = bench;
    await bench.crm.submit(aLead());
    const claimOf = async (token: string) =>
      await claimRow(db, { token, now: bench.now(), leaseMs: MINUTE, which: "all" });
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const row = await claimOf(first);
    assert.ok(row);
    assert.equal(await claimOf(second), null);
    bench.pass(MINUTE);
    assert.equal((await claimOf(second))?.id, row.id);
    const before = await bench.rows();
    const late = { id: row.id, token: first };
    const outcome = { changes: { list_step: "done" } as const, now: bench.now() };
    const failure = { step: "list", reason: "network", status: null } as const;
    await releaseRow(db, late, outcome.changes);
    assert.equal(await beginForm(db, late, outcome.changes), false);
    assert.equal(await finishRow(db, late, outcome), false);
    const failed = await failRow(db, { ...late, attempts: 0 }, { failure, ...outcome });
    assert.deepEqual(failed, { kind: "lost" });
    assert.deepEqual(await bench.rows(), before);
    const held = { id: row.id, token: second };
    assert.equal(await beginForm(db, held, {}), true);
    assert.equal(await beginForm(db, held, {}), false);
    // An embedded database has one process, so the next one releases what the last one claimed.
    await using _next = await openLeads(database, { connected: false });
    const claims = (await bench.rows()).map(({ claim_token }) => claim_token);
    assert.deepEqual(claims, [database.engine === "embedded" ? null : second]);
  },
);

eachEngine(
  "an abandoned lead is retried only when staff name it (§3.1, §4.9)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    double.fail({ fault: "503 html" });
    await crm.submit(aLead());
    await bench.settle();
    for (let attempt = 1; attempt < 5; attempt++) await crm.process({ which: "all" });
    const by = { staff: { email: "ed@vendor.test" }, requestId: "r-1" };
    const [lead] = await bench.rows();
    assert.ok(lead);
    assert.deepEqual([lead.status, lead.attempts], ["abandoned", 5]);
    assert.equal((await retryLeads({ db, crm }, by, "all")).processed, 0);
    assert.equal(await crm.submit(aLead()), "accepted", "it joins no lead that was given up");
    assert.equal(await crm.submit(aLead()), "repeated");
    await bench.settle();
    await db.deleteFrom("crm_sync_queue").where("id", "!=", lead.id).execute();

    const failed = await retryLeads({ db, crm }, by, { ids: [lead.id] });
    assert.deepEqual([failed.processed, failed.abandoned], [1, 1]);
    const [unchanged] = await bench.rows();
    assert.deepEqual([unchanged?.status, unchanged?.attempts, unchanged?.next_attempt_at], [
      "abandoned",
      5,
      null,
    ]);
    double.mend();
    const retried = await retryLeads({ db, crm }, by, { ids: [lead.id] });
    assert.deepEqual(retried, { processed: 1, done: 1, failed: 0, abandoned: 0, waiting: 0 });
    const [row] = await bench.rows();
    assert.deepEqual([row?.status, row?.email], ["done", null]);
    assert.equal(double.records.contactsOf(aLead().email).length, 1);
    assert.equal((await retryLeads({ db, crm }, by, { ids: [lead.id] })).processed, 0);
  },
);

eachEngine(
  "staff retry all abandoned leads in one run, and none that waits (§3.1, §4.9)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    const by = { staff: { email: "ed@vendor.test" }, requestId: "r-1" };
    double.fail({ fault: "503 html" });
    const addresses = Array.from({ length: 12 }, (_, nth) => `late-${nth}@build.test`);
    for (const email of addresses) await crm.submit(aLead({ email }));
    await bench.settle();
    for (let attempt = 1; attempt < 5; attempt++) await crm.process({ which: "all" });
    await crm.submit(aLead({ email: "waits@build.test" }));
    await bench.settle();

    const failed = await retryLeads({ db, crm }, by, "abandoned");
    assert.deepEqual(failed, { processed: 12, done: 0, failed: 0, abandoned: 12, waiting: 1 });
    double.mend();
    const retried = await retryLeads({ db, crm }, by, "abandoned");
    assert.deepEqual(retried, { processed: 12, done: 12, failed: 0, abandoned: 0, waiting: 1 });
    const rows = await bench.rows();
    assert.deepEqual(
      rows.filter(({ status }) => status !== "done").map((
        { email, attempts },
      ) => [email, attempts]),
      [["waits@build.test", 1]],
    );
    for (const email of addresses) assert.equal(double.records.contactsOf(email).length, 1);
    assert.equal((await retryLeads({ db, crm }, by, "abandoned")).processed, 0);
  },
);

onServerOnly(
  "a run attempts each lead once, however late its connections open (§3.1)",
  async () => {
    await using location = await migratedLocation("server");
    await using database = await openDatabase(location);
    const pool = createPool({ url: location.url ?? "", name: "late", max: 10, limits: LIMITS });
    let opened = 0;
    const late: PostgresPool = {
      ...pool,
      async connect() {
        const isLate = opened > 0 && opened < 4;
        opened++;
        if (isLate) await new Promise((resolve) => setTimeout(resolve, 200));
        return await pool.connect();
      },
    };
    await using db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: late }) });
    await using bench = await openLeads({ ...database, db });
    bench.double.fail({ fault: "503 html" });
    await bench.crm.submit(aLead());
    await bench.settle();
    opened = 0;
    assert.equal((await bench.crm.process({ which: "all" })).processed, 1);
    assert.deepEqual((await bench.rows()).map(({ attempts }) => attempts), [2]);
  },
);

eachEngine(
  "times set by a clock a year ahead neither delay a lead nor make it a repetition (§3.1)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    const YEAR = 365 * 24 * 60 * MINUTE;
    await bench.session(SESSION, {}, 400);
    bench.pass(YEAR);
    double.fail({ fault: "503 html" });
    await crm.submit(aLead({ sessionId: SESSION }));
    await bench.settle();
    // The process ended while it had claimed the row.
    await db.updateTable("crm_sync_queue")
      .set({ claim_token: crypto.randomUUID(), claimed_until: bench.now() }).execute();
    bench.pass(-YEAR);
    double.mend();
    const doomed = await findDoomedLeads(db, { sessionIds: [SESSION] }, { now: bench.now() });
    assert.deepEqual(doomed.map(({ inHand }) => inHand), [false], "an erasure ignores the claim");
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
  "erasing a lead deletes the digests of its submissions, and of no other lead (§2.9)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { crm, db } = bench;
    const [first, second] = ["A", "B"].map((letter) => letter.repeat(22));
    assert.ok(first && second);
    const click = (sessionId: string) =>
      crm.submit(aLead({ sessionId, cameWith: null }), () => bench.session(sessionId));
    const busy = Promise.withResolvers<void>();
    for (let lane = 0; lane < 8; lane++) bench.background.run("busy", () => busy.promise);
    assert.equal(await click(first), "accepted");
    assert.ok(
      await bench.kv.get(["sessions", first]).then(({ value }) => value),
      "stored at once (§4.4)",
    );
    busy.resolve();
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
  "a lead is associated with a planned session once that is stored, however late (§3.2, §4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, db, double, kv, now } = bench;
    const content = { payload: emptyPayload(), track: null };
    const services = { kv, db, now, config: loadConfig({ DATA_DIR: "/nowhere" }) };
    const planned = planSession(services, new Request("http://selector.test/"), content);
    const late = Promise.withResolvers<void>();
    await crm.submit(
      aLead({ sessionId: planned.id, cameWith: null }),
      () => late.promise.then(planned.store),
    );
    await until("the contact", () => double.asked("createContact").length === 1);
    // Longer than a page waits for the session.
    await delay(1_200);
    late.resolve();
    await bench.settle();
    const listed = await Array.fromAsync(listAssociations(kv, { source: "form" }));
    assert.deepEqual(listed.map(({ sessionId }) => sessionId), [planned.id]);
  },
);

eachEngine(
  "a lead without its first session is erased and listed with the session that joined it (§2.9)",
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
      "a contact's erasure also takes leads that another session sent",
    );

    // The previous release does not pass a lead to the joined session when its own session expires.
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
  "a buyer with a quote in the address who submits again stays one contact (§4.10)",
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

    // The search of this CRM does not find the contact.
    double.fail({ fault: "204", route: "findContacts" });
    assert.deepEqual(await submit("o'NEIL@build.test"), upTo409);
    const failed = (await bench.rows()).find(({ status }) => status === "queued");
    assert.deepEqual([failed?.last_reason, failed?.last_status], ["http", 409]);
    assert.equal(
      records.contactsOf("oneil@build.test")[0]?.values.size,
      0,
      "the contact with a similar address is unchanged",
    );
  },
);

eachEngine(
  "a lead that is delivered after a later one of its contact leaves the later values (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    await bench.map("recommendation", "100202");
    const submit = async (recommendation: string) => {
      await crm.submit(aLead({ payload: { ...emptyPayload(), recommendation } }));
      await bench.settle();
      bench.pass(4 * MINUTE);
    };
    double.fail({ fault: "503 html" });
    await submit("sys-a");
    double.mend();
    await submit("sys-b");
    assert.equal((await crm.process({ which: "due" })).done, 1);
    const [contact, ...others] = double.records.contacts.values();
    assert.equal(contact?.values.get("100202"), "sys-b");
    assert.equal(others.length, 0);

    const ahead = new Date(bench.now().getTime() + 365 * 24 * 60 * MINUTE);
    await db.updateTable("crm_sync_queue").set({ created_at: ahead }).execute();
    bench.pass(10 * MINUTE);
    await submit("sys-a");
    assert.equal(contact?.values.get("100202"), "sys-a", "a lead of a wrong clock is not later");
  },
);

eachEngine(
  "of leads of one contact that are delivered in one run, the latest has the last word (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.map("recommendation", "100202");
    double.fail({ fault: "503 html" });
    for (
      const [recommendation, email] of [["sys-a", "pat@build.test"], ["sys-b", "PAT@build.test"]]
    ) {
      const payload = { ...emptyPayload(), recommendation: recommendation ?? null };
      await crm.submit(aLead({ email: email ?? "", payload }));
      await bench.settle();
      bench.pass(4 * MINUTE);
    }
    double.mend();
    const second = Promise.withResolvers<void>();
    double.onRequest = async ({ route, body }) => {
      if (route !== "updateContact") return;
      // The update of the earlier lead takes long, so that the one of the later lead could overtake it.
      if (!JSON.stringify(body).includes("sys-a")) return second.resolve();
      const timer = setTimeout(second.resolve, 300);
      await second.promise;
      clearTimeout(timer);
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    assert.equal((await crm.process({ which: "all" })).done, 2);
    assert.equal(contact.values.get("100202"), "sys-b");
  },
);

eachEngine(
  "a lead leaves the values of a later one that another process is sending (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, db, double } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.map("recommendation", "100202");
    const withPick = (email: string, recommendation: string) =>
      aLead({ email, payload: { ...emptyPayload(), recommendation } });
    double.fail({ fault: "503 html" });
    await crm.submit(withPick("pat@build.test", "sys-a"));
    await bench.settle();
    double.mend();
    bench.pass(5 * MINUTE);
    await storeLead(db, withPick("PAT@build.test", "sys-b"), bench.now());
    const claimed_until = new Date(bench.now().getTime() + MINUTE);
    await db.updateTable("crm_sync_queue")
      .set({ claim_token: crypto.randomUUID(), claimed_until })
      .where("email", "=", "PAT@build.test").execute();
    // The other process has just updated the contact, and has yet to store that.
    contact.values.set("100202", "sys-b");
    assert.equal((await crm.process({ which: "due" })).processed, 0);
    const [, later] = await bench.rows();
    const held = { id: later?.id ?? "", token: later?.claim_token ?? "" };
    const changes = { contact_step: "done", contact_id: contact.id } as const;
    assert.ok(await finishRow(db, held, { changes, now: bench.now() }));
    assert.equal((await crm.process({ which: "due" })).done, 1);
    assert.equal(contact.values.get("100202"), "sys-b");
  },
);

eachEngine(
  "a contact keeps the values of a lead whose later one is given up (§3.1, §4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.map("recommendation", "100202");
    for (const recommendation of ["sys-a", "sys-b"]) {
      const payload = { ...emptyPayload(), recommendation };
      await storeLead(db, aLead({ email: "pat@build.test", payload }), bench.now());
      bench.pass(MINUTE);
    }
    const [earlier, later] = await bench.rows();
    assert.equal((await crm.process({ which: "all", id: earlier?.id ?? "" })).done, 1);
    double.fail({ fault: "503 html" });
    for (let attempt = 1; attempt <= 5; attempt++) await crm.process({ which: "all" });
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["done", "abandoned"]);
    assert.equal(contact.values.get("100202"), "sys-a");
    double.mend();
    const ids = [later?.id ?? ""];
    const by = { staff: { email: "ed@vendor.test" }, requestId: "r-1" };
    await retryLeads({ db, crm }, by, { ids });
    assert.equal(contact.values.get("100202"), "sys-b");
  },
);

eachEngine(
  "a run of all leads attempts each once, also several of one address (§6.2)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    for (const [index, name] of ["pat", "kim", "pat"].entries()) {
      const lead = aLead({ email: `${name}@build.test`, firstName: `${index}` });
      await storeLead(db, lead, bench.now());
      await db.updateTable("crm_sync_queue").set({
        id: `00000000-0000-4000-8000-00000000000${index}`,
      })
        .where("first_name", "=", `${index}`).execute();
    }
    double.delayMs = 300;
    double.fail({ fault: "503 html" });
    assert.equal((await crm.process({ which: "all" })).failed, 3);
    assert.deepEqual((await bench.rows()).map(({ attempts }) => attempts), [1, 1, 1]);
  },
);

eachEngine(
  "several processes never claim two leads of one address at once (§3.1)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { db } = bench;
    for (let lead = 0; lead < 12; lead++) {
      const email = `${lead % 2 === 0 ? "pat" : "PAT"}-${lead % 3}@build.test`;
      await storeLead(db, aLead({ email, firstName: `${lead}` }), bench.now());
    }
    const claim = () =>
      claimRow(db, {
        token: crypto.randomUUID(),
        now: bench.now(),
        leaseMs: MINUTE,
        which: "due",
      });
    for (let round = 0; round < 4; round++) {
      const claimed = (await Promise.all(Array.from({ length: 8 }, claim))).filter((row) => row);
      const addresses = claimed.map((row) => row?.email?.toLowerCase()).sort();
      assert.deepEqual(addresses, [0, 1, 2].map((each) => `pat-${each}@build.test`));
      for (const row of claimed) {
        const held = { id: row?.id ?? "", token: row?.claim_token ?? "" };
        assert.ok(await finishRow(db, held, { changes: {}, now: bench.now() }));
      }
    }
    assert.equal(await claim(), null);
  },
);

for (const withdrawn of ["findContacts", "getContact", "createContact"] as const) {
  eachEngine(
    `nothing more of a lead reaches the CRM once it is withdrawn during its ${withdrawn} (§5)`,
    async (database) => {
      await using bench = await openLeads(database);
      const { crm, double, db } = bench;
      double.records.addList("31");
      double.records.addForm("55", "Lead", [
        { id: "901", name: "E-mail", htmlName: "emailAddress" },
      ]);
      await bench.set({ contact_list_id: "31", form_name: "55" });
      await bench.map("recommendation", "100202");
      if (withdrawn === "getContact") double.records.addContact(aLead().email);
      double.onRequest = async ({ route }) => {
        if (route !== withdrawn) return;
        const ids = (await bench.rows()).map(({ id }) => id);
        await transact(db, (trx) => eraseLeads(trx, ids));
      };
      await crm.submit(aLead({ payload: { ...emptyPayload(), recommendation: "sys-a" } }));
      await bench.settle();
      const written = double.journal.filter(({ method }) => method !== "GET");
      assert.deepEqual(
        written.map(({ route }) => route),
        withdrawn === "createContact" ? ["createContact"] : [],
      );
      assert.deepEqual(await bench.rows(), []);
    },
  );
}
