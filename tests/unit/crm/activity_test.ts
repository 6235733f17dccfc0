import assert from "node:assert/strict";
import { sql } from "kysely";
import { associate, CRM_SESSION_PARTS } from "@/lib/crm/mod.ts";
import { dueActivity, noteDue, syncActivity } from "@/lib/crm/activity.ts";
import { createCrmClient } from "@/lib/crm/client/rest.ts";
import { debounced } from "@/lib/crm/debounce.ts";
import { keepMetadata } from "@/lib/crm/metadata.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { emptyPayload, saveProgress, updateSession } from "@/lib/session/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";
import { aLead, type LeadBench, openLeads } from "@/tests/helpers/leads.ts";
import { until } from "@/tests/helpers/until.ts";

const SESSION = "AAAAAAAAAAAAAAAAAAAAAA";

Deno.test("debounced() runs once after a quiet period, and during constant calls after the maximum wait (§4.11a)", async () => {
  const ran: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls = debounced((key) => {
    ran.push(key);
    if (ran.includes("busy") && ran.includes("quiet")) resolve();
  }, { quietMs: 60, atMostMs: 150 });
  calls.call("quiet");
  calls.call("quiet");
  const busy = setInterval(() => calls.call("busy"), 5);
  await promise;
  clearInterval(busy);
  assert.equal(ran.filter((key) => key === "quiet").length, 1);
  calls.call("left");
  assert.ok(calls.stop().includes("left"));
});

eachEngine(
  "the activity of an associated visitor is synced to the contact, once per change (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double, kv, db, now } = bench;
    const contact = double.records.addContact("pat@build.test", { firstName: "Pat" });
    await bench.map("answer:gone", "100201");
    await bench.map("recommendation", "100202");
    await bench.session(SESSION, { recommendation: "sys-a" });
    const request = new Request("http://localhost/", {
      headers: { cookie: `ns_session=${SESSION}` },
    });
    const services = {
      kv,
      db,
      now,
      config: loadConfig({ DATA_DIR: "/nowhere" }),
      onSessionWritten: crm.noteActivity,
      sessionParts: CRM_SESSION_PARTS,
    };
    const wait = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await bench.settle();
    };

    crm.noteActivity(SESSION);
    await wait();
    assert.equal(double.journal.length, 0, "a session without a contact is not synced");

    await associate(bench, { sessionId: SESSION, source: "form", contactId: contact.id });
    await saveProgress(services, request, { track: null, answers: { gone: ["mid"] } });
    await saveProgress(services, request, { track: null, answers: { gone: ["mid"] } });
    await wait();
    // The demo's factors are not in this catalog, so the answer is a stale mapping.
    assert.deepEqual(Object.fromEntries(contact.values), {});
    const payload = { ...emptyPayload(), recommendation: "sys-b" };
    await updateSession(services, request, () => ({ payload, track: null }));
    await wait();
    assert.deepEqual(Object.fromEntries(contact.values), { "100202": "sys-b" });
    assert.equal(double.asked("updateContact").length, 1);
    crm.noteActivity(SESSION);
    await wait();
    assert.equal(double.asked("updateContact").length, 1, "nothing has changed");

    double.fail({ fault: "503 html" });
    await bench.session(SESSION, { recommendation: "sys-a" });
    crm.noteActivity(SESSION);
    await wait();
    double.mend();
    await crm.processActivity(new AbortController().signal);
    assert.deepEqual(Object.fromEntries(contact.values), { "100202": "sys-a" });
    assert.equal(contact.root.get("firstName"), "Pat");

    double.fail({ fault: "503 html", route: "updateContact", applied: true });
    await bench.session(SESSION, { recommendation: "sys-b" });
    crm.noteActivity(SESSION);
    await wait();
    assert.equal(contact.values.get("100202"), "sys-b", "although the CRM said otherwise");
    double.mend();
    await bench.session(SESSION, { recommendation: "sys-a" });
    await crm.processActivity(new AbortController().signal);
    assert.equal(contact.values.get("100202"), "sys-a", "the buyer went back meanwhile");

    const other = double.records.addContact("kim@build.test");
    await associate(bench, { sessionId: SESSION, source: "form", contactId: other.id });
    crm.noteActivity(SESSION);
    await wait();
    assert.equal(other.values.get("100202"), "sys-a", "another contact has none of them");
  },
);

type Bench = Awaited<ReturnType<typeof openLeads>>;

/** Ties a session that consents to marketing to a new contact, by the visitor cookie, and returns the contact. */
async function tieByCookie(bench: Bench) {
  const contact = bench.double.records.addContact("pat@build.test");
  await bench.map("recommendation", "100202");
  await bench.session(SESSION, { recommendation: "sys-a" });
  await associate(bench, { sessionId: SESSION, source: "cookie", contactId: contact.id });
  return contact;
}

/** Withdraws the session's consent to marketing, and returns the record before. */
async function withdrawMarketing(kv: Deno.Kv): Promise<unknown> {
  const { value } = await kv.get<Record<string, unknown>>(["sessions", SESSION]);
  const consent = { measurement: true, marketing: false };
  await kv.set(["sessions", SESSION], { ...value, consent });
  return value;
}

eachEngine(
  "a visitor known by cookie is synced only with consent to marketing (§4.11a, §5)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double, kv } = bench;
    const contact = await tieByCookie(bench);
    const consenting = await withdrawMarketing(kv);
    crm.noteActivity(SESSION);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await bench.settle();
    assert.equal(double.journal.length, 0);

    await kv.set(["sessions", SESSION], consenting);
    crm.noteActivity(SESSION);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await bench.settle();
    assert.equal(contact.values.get("100202"), "sys-a");
  },
);

eachEngine(
  "a sync that lands after consent to marketing was withdrawn leaves nothing at the session (§4.11a, §5)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double, kv } = bench;
    await tieByCookie(bench);
    double.onRequest = async ({ route }) => {
      if (route === "updateContact") await withdrawMarketing(kv);
    };
    crm.noteActivity(SESSION);
    await until("the contact is updated", () => double.asked("updateContact").length === 1);
    await bench.settle();
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["crm_activity"] })), []);
  },
);

eachEngine(
  "activity and leads that wait for a slow CRM do not delay other background work (§4.11a, §7)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1, timeoutMs: 60_000 });
    const { crm, double, kv, background } = bench;
    await bench.map("recommendation", "100201");
    const ids = Array.from({ length: 9 }, (_, n) => `${n}`.repeat(22));
    const held = Promise.withResolvers<void>();
    const all = Promise.withResolvers<void>();
    double.onRequest = () => {
      if (double.journal.length === 8) all.resolve();
      return held.promise;
    };
    for (const sessionId of ids) {
      const { id: contactId } = double.records.addContact(`b${sessionId}@build.test`);
      await bench.session(sessionId, { recommendation: "sys-a" });
      await associate(bench, { sessionId, source: "form", contactId });
      crm.noteActivity(sessionId);
    }
    await crm.submit(aLead());
    await all.promise;
    const ran = Promise.withResolvers<void>();
    background.run("what a buyer waits for", () => ran.resolve());
    await ran.promise;
    assert.deepEqual(
      await Array.fromAsync(dueActivity(kv)),
      [],
      "no sync has failed, because none has a response",
    );
    held.resolve();
    await bench.settle();
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["done"]);
  },
);

eachEngine(
  "a contact that cannot be updated does not delay the activity of others (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double: { records }, kv } = bench;
    await bench.map("recommendation", "100202");
    const contacts = ["A", "B", "C"].map((letter) =>
      // The client refuses the record of the first, because its name is too long.
      records.addContact(
        `${letter}@build.test`,
        letter === "A" ? { firstName: "x".repeat(2001) } : {},
      )
    );
    for (const [index, { id: contactId }] of contacts.entries()) {
      const sessionId = "ABC".charAt(index).repeat(22);
      await bench.session(sessionId, { recommendation: "sys-a" });
      await associate(bench, { sessionId, source: "form", contactId });
      await noteDue(bench, sessionId);
    }
    await crm.processActivity(new AbortController().signal);
    assert.deepEqual(contacts.map(({ values }) => values.get("100202")), [
      undefined,
      "sys-a",
      "sys-a",
    ]);
    assert.deepEqual(
      await Array.fromAsync(dueActivity(kv)),
      ["A".repeat(22)],
      "it stays due",
    );
  },
);

/** Stores sessions whose activity is due, one for each letter. The contacts of the small letters cannot be updated. */
async function storeDue(bench: LeadBench, letters: string): Promise<void> {
  await bench.map("recommendation", "100202");
  for (const letter of letters) {
    const firstName = letter === letter.toLowerCase() ? "x".repeat(2001) : "Dee";
    const { id: contactId } = bench.double.records.addContact(`${letter}@build.test`, {
      firstName,
    });
    const sessionId = letter.toUpperCase().repeat(22);
    await bench.session(sessionId, { recommendation: "sys-a" });
    await associate(bench, { sessionId, source: "form", contactId });
    await noteDue(bench, sessionId);
  }
}

/** Returns the letters of the sessions whose activity is due. */
async function dueLetters({ kv }: LeadBench): Promise<string> {
  return (await Array.fromAsync(dueActivity(kv))).map(([letter]) => letter).join("");
}

eachEngine(
  "three contacts that cannot be updated delay the activity of others by one run (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double: { records } } = bench;
    await storeDue(bench, "abcD");
    const { signal } = new AbortController();
    await crm.processActivity(signal);
    assert.equal(await dueLetters(bench), "ABCD");
    await crm.processActivity(signal);
    assert.equal(await dueLetters(bench), "ABC");
    records.contacts.values().forEach(({ root }) => root.set("firstName", "Pat"));
    await crm.processActivity(signal);
    assert.equal(await dueLetters(bench), "", "the next run starts with the first again");
  },
);

anyDatabase(
  "contacts that cannot be updated, but not three in a row, delay no others (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    await storeDue(bench, "abCdE");
    await bench.crm.processActivity(new AbortController().signal);
    assert.equal(await dueLetters(bench), "ABD");
  },
);

eachEngine(
  "a CRM that is down is not requested for every due session (§4.11a, §7)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double, kv } = bench;
    await bench.map("recommendation", "100202");
    for (let number = 0; number < 10; number++) {
      const sessionId = `${number}`.repeat(22);
      const { id: contactId } = double.records.addContact(`b${number}@build.test`);
      await bench.session(sessionId, { recommendation: "sys-a" });
      await associate(bench, { sessionId, source: "form", contactId });
      await noteDue(bench, sessionId);
    }
    double.fail({ fault: "503 html" });
    await crm.processActivity(new AbortController().signal);
    assert.ok(double.journal.length < 5, `it received ${double.journal.length} requests`);
    assert.equal((await Array.fromAsync(dueActivity(kv))).length, 10);
  },
);

eachEngine(
  "activity during the wait of a lead is synced to the contact with the lead (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double } = bench;
    await bench.map("recommendation", "100202");
    await bench.session(SESSION, { recommendation: "sys-a" });
    double.fail({ fault: "503 html" });
    const payload = { ...emptyPayload(), recommendation: "sys-a" };
    await crm.submit(aLead({ sessionId: SESSION, payload }));
    await bench.settle();

    await bench.session(SESSION, { recommendation: "sys-b" });
    const settled = () =>
      new Promise((resolve) => setTimeout(resolve, 50)).then(() => bench.settle());
    crm.noteActivity(SESSION);
    await settled();
    double.mend();
    assert.equal((await crm.process({ which: "all" })).done, 1);
    await settled();
    const [contact] = double.records.contacts.values();
    assert.equal(contact?.values.get("100202"), "sys-b");
  },
);

eachEngine(
  "activity that waits when the process stops is due for the next one (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 60_000 });
    const { crm, kv, double } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.session(SESSION);
    await associate(bench, { sessionId: SESSION, source: "form", contactId: contact.id });
    crm.noteActivity(SESSION);
    await crm.close();
    assert.deepEqual(await Array.fromAsync(dueActivity(kv)), [SESSION]);
  },
);

eachEngine(
  "activity that waits for other syncs when the process stops is due for the next one (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1, timeoutMs: 60_000 });
    const { crm, double, kv, background } = bench;
    await bench.map("recommendation", "100202");
    const held = Promise.withResolvers<void>();
    double.onRequest = () => held.promise;
    const ids = Array.from({ length: 9 }, (_, n) => `${n}`.repeat(22));
    for (const [index, sessionId] of ids.entries()) {
      const { id: contactId } = double.records.addContact(`b${sessionId}@build.test`);
      await bench.session(sessionId, { recommendation: "sys-a" });
      await associate(bench, { sessionId, source: "form", contactId });
      crm.noteActivity(sessionId);
      // The runner runs eight at a time, so the last one waits.
      const asked = () => double.journal.length === Math.min(index + 1, 8);
      await until("the CRM is asked", asked);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    // A stop waits half a second for the syncs that it aborts to note this themselves, so it comes second here.
    await crm.close();
    const noted = await Array.fromAsync(dueActivity(kv));
    await background.stop(0);
    held.resolve();
    await bench.settle();
    assert.deepEqual(noted, ids);
    assert.deepEqual(await Array.fromAsync(dueActivity(kv)), ids);
  },
);

eachEngine(
  "an update that lands after a later one does not leave its older values at the contact (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.map("recommendation", "100202");
    await bench.session(SESSION, { recommendation: "sys-a" });
    await associate(bench, { sessionId: SESSION, source: "form", contactId: contact.id });
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = Promise.withResolvers<void>();
    double.onRequest = async ({ route }) => {
      if (route !== "updateContact") return;
      const { length } = double.asked("updateContact");
      if (length === 2) second.resolve();
      if (length !== 1) return;
      first.resolve();
      await held.promise;
    };
    crm.noteActivity(SESSION);
    await first.promise;
    await bench.session(SESSION, { recommendation: "sys-b" });
    crm.noteActivity(SESSION);
    await second.promise;
    held.resolve();
    await bench.settle();
    assert.equal(contact.values.get("100202"), "sys-b");
  },
);

anyDatabase(
  "an update whose response comes after that of an older one which landed later is sent again (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database);
    const { double, kv, db, now } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.map("recommendation", "100202");
    await bench.session(SESSION, { recommendation: "sys-a" });
    await associate(bench, { sessionId: SESSION, source: "form", contactId: contact.id });
    const { crm: connection } = loadConfig({ DATA_DIR: "/nowhere", ...double.environment });
    assert.ok(connection);
    const client = createCrmClient({ ...connection, timeoutMs: 10_000 });
    const [landing, response] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const catalog = compileSnapshot(aCatalog({ systems: [aSystem("sys-a"), aSystem("sys-b")] }));
    const services = { kv, db, now, catalog: { current: () => catalog } };
    const sync = (held: Promise<void> | undefined) => {
      const updateContact: typeof client.updateContact = async (...given) => {
        const result = await client.updateContact(...given);
        await held;
        return result;
      };
      const connected = {
        client: { ...client, updateContact },
        metadata: keepMetadata(client, now),
      };
      const signal = AbortSignal.timeout(20_000);
      return syncActivity(services, connected, { sessionId: SESSION, signal });
    };
    double.onRequest = ({ route }) => {
      if (route === "updateContact" && double.asked(route).length === 1) return landing.promise;
    };

    const older = sync(undefined);
    await until("the older is under way", () => double.asked("updateContact").length === 1);
    await bench.session(SESSION, { recommendation: "sys-b" });
    const newer = sync(response.promise);
    await until("the newer has landed", () => contact.values.get("100202") === "sys-b");
    landing.resolve();
    assert.equal(await older, "synced");
    response.resolve();
    assert.equal(await newer, "synced");
    assert.equal(contact.values.get("100202"), "sys-a");

    assert.equal(await sync(undefined), "synced");
    assert.equal(contact.values.get("100202"), "sys-b");
    assert.equal(await sync(undefined), "same");
  },
);

eachEngine(
  "activity during an outage of the database, or beyond what may wait, stays due (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double, kv, db } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.map("recommendation", "100202");
    await bench.session(SESSION, { recommendation: "sys-a" });
    await associate(bench, { sessionId: SESSION, source: "form", contactId: contact.id });
    const isDue = async () => (await Array.fromAsync(dueActivity(kv))).includes(SESSION);
    await sql`alter table crm_settings rename to crm_settings_away`.execute(db);
    try {
      crm.noteActivity(SESSION);
      await until("the activity is due", isDue);
    } finally {
      await sql`alter table crm_settings_away rename to crm_settings`.execute(db);
    }
    await crm.processActivity(new AbortController().signal);
    assert.equal(contact.values.get("100202"), "sys-a");
    assert.equal(await isDue(), false);

    await bench.session(SESSION, { recommendation: "sys-b" });
    await bench.background.stop(0);
    crm.noteActivity(SESSION);
    await until("the activity is due", isDue);
  },
);

eachEngine(
  "activity during an outage of the key-value store is synced once that is over (§4.11a)",
  async (database) => {
    await using bench = await openLeads(database, { quietMs: 1 });
    const { crm, double, kv } = bench;
    const contact = double.records.addContact("pat@build.test");
    await bench.map("recommendation", "100202");
    await bench.session(SESSION, { recommendation: "sys-a" });
    await associate(bench, { sessionId: SESSION, source: "form", contactId: contact.id });
    let refused = 0;
    Object.assign(kv, { get: () => Promise.reject(new Error(`refused ${++refused}`)) });
    crm.noteActivity(SESSION);
    await until("the store is asked", () => refused > 4);
    Reflect.deleteProperty(kv, "get");
    await until("the contact is updated", () => contact.values.get("100202") === "sys-a");
    await bench.settle();
  },
);
