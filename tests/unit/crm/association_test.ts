import assert from "node:assert/strict";
import {
  associate,
  CRM_SESSION_PARTS,
  findAssociations,
  listAssociations,
  takeLead,
} from "@/lib/crm/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { emptyPayload, eraseSession, purgeSessions, updateSession } from "@/lib/session/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";
import {
  aVisitor,
  CONSENT_ENVIRONMENT,
  CONSENTING,
  CONSENTING_TO_ALL,
  readBefore,
} from "@/tests/helpers/session.ts";

const ONE = "AAAAAAAAAAAAAAAAAAAAAA";
const TWO = "BBBBBBBBBBBBBBBBBBBBBB";

eachEngine(
  "associate() keeps one row per source, and refuses unknown sessions and invalid contact ids (§3.2)",
  async (database) => {
    await using bench = await openLeads(database);
    const { kv } = bench;
    await bench.session(ONE);
    const form = { sessionId: ONE, source: "form" as const, contactId: "1207" };
    assert.deepEqual(await associate(bench, { ...form, sessionId: TWO }), {
      ok: false,
      reason: "unknown_session",
    });
    for (const contactId of ["", "12a", "-1", "1.5", "pat@build.test", "1".repeat(21)]) {
      assert.deepEqual(await associate(bench, { ...form, contactId }), {
        ok: false,
        reason: "invalid_contact",
      });
    }
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })).then((all) => all.length), 1);
    const first = await associate(bench, form);
    assert.ok(first.ok);
    bench.pass(MINUTE);
    await associate(bench, { ...form, contactId: "1208" });
    await associate(bench, { ...form, source: "cookie", contactId: "9" });
    assert.deepEqual(
      (await findAssociations(kv, ONE)).map(({ source, contactId }) => [source, contactId]),
      [["form", "1208"], ["cookie", "9"]],
    );
    const listed = await Array.fromAsync(listAssociations(kv, { source: "form" }));
    assert.deepEqual(listed, [{
      sessionId: ONE,
      source: "form",
      contactId: "1208",
      associatedAt: bench.now(),
    }]);
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => associate(bench, { ...form, contactId: `${at}` })),
    );
    const index = await Array.fromAsync(kv.list({ prefix: ["crm_contacts_by_time", "form"] }));
    const [latest] = await findAssociations(kv, ONE);
    assert.deepEqual(
      index.map(({ value }) => value),
      [latest?.contactId],
      "concurrent calls leave one row, with all that the leads view lists",
    );
    bench.pass(24 * 60 * MINUTE);
    assert.deepEqual(await associate(bench, form), { ok: false, reason: "unknown_session" });
  },
);

eachEngine(
  "a session is associated with its latest lead, even if an earlier one is synced later (§3.2)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, kv, db } = bench;
    const contactOf = async (sessionId: string) =>
      (await findAssociations(kv, sessionId)).map(({ contactId }) => contactId);

    double.fail({ fault: "503 html" });
    await crm.submit(aLead({ sessionId: ONE, cameWith: null }), () => bench.session(ONE));
    await crm.submit(aLead({ sessionId: TWO, cameWith: null }), () => bench.session(TWO));
    await bench.settle();
    bench.pass(MINUTE);
    double.mend();
    for (const sessionId of [ONE, TWO]) {
      await crm.submit(aLead({ sessionId, email: `${sessionId}@build.test` }));
    }
    await bench.settle();
    const later = await Promise.all([ONE, TWO].map(contactOf));
    const [joined] = await db.selectFrom("crm_joined_sessions").selectAll().execute();
    assert.equal(joined?.session_id, TWO);
    assert.deepEqual((await crm.process({ which: "all" })).done, 1);
    await bench.settle();
    assert.equal(double.records.contactsOf(aLead().email).length, 1);
    assert.deepEqual(await Promise.all([ONE, TWO].map(contactOf)), later);
    assert.deepEqual(await db.selectFrom("crm_joined_sessions").selectAll().execute(), []);
    assert.equal((await Array.fromAsync(listAssociations(kv, { source: "form" }))).length, 2);
  },
);

eachEngine(
  "a session that could not be associated is associated by the next run (§3.2, §7)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, kv, db } = bench;
    await bench.session(ONE);
    for (const sessionId of [ONE, TWO]) {
      await crm.submit(aLead({ sessionId, cameWith: null }), () => Promise.resolve());
      await bench.settle();
    }
    assert.deepEqual(await findAssociations(kv, TWO), [], "the session is not stored yet");
    const waiting = await db.selectFrom("crm_joined_sessions").select("session_id").execute();
    assert.deepEqual(waiting, [{ session_id: TWO }]);
    await bench.session(TWO);
    await crm.process({ which: "due" });
    const [association] = await findAssociations(kv, TWO);
    assert.equal(association?.contactId, (await bench.rows())[0]?.contact_id);
    assert.deepEqual(await db.selectFrom("crm_joined_sessions").selectAll().execute(), []);
  },
);

eachEngine(
  "withdrawing consent to marketing deletes what the visitor cookie associated, and nothing else (§2.8, §5)",
  async (database) => {
    await using bench = await openLeads(database);
    const { kv, db, now } = bench;
    const config = loadConfig({ DATA_DIR: "/nowhere", ...CONSENT_ENVIRONMENT });
    const services = { kv, db, now, config, sessionParts: CRM_SESSION_PARTS };
    const visitor = aVisitor(CONSENTING_TO_ALL);
    const save = async () => {
      const saved = await updateSession(
        services,
        visitor.request(),
        (current) => current ?? { payload: emptyPayload(), track: null },
      );
      assert.ok(saved.ok);
      visitor.take(saved.setCookie);
      return saved.session.id;
    };
    const sessionId = await save();
    const byCookie = { sessionId, source: "cookie" as const, contactId: "1207" };
    assert.ok((await associate(bench, byCookie)).ok);
    assert.ok((await associate(bench, { ...byCookie, source: "form" })).ok);
    await kv.set(["crm_activity", sessionId, "synced"], { digest: "x" });
    await kv.set(["crm_activity", sessionId, "due"], true);

    visitor.consent = CONSENTING;
    assert.equal(await save(), sessionId);
    const keys = await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key);
    const places = keys.map((key) => key.filter((part) => typeof part === "string").join(" "));
    assert.deepEqual(places.filter((place) => place.startsWith("crm")), [
      `crm_activity ${sessionId} due`,
      `crm_contacts_by_time form ${sessionId}`,
      `crm_session_contacts ${sessionId} form`,
    ]);
    assert.deepEqual(
      await associate(bench, byCookie),
      { ok: false, reason: "no_consent" },
      "a look-up that began before ends too late",
    );
    assert.equal((await findAssociations(kv, sessionId)).length, 1);
  },
);

eachEngine(
  "a lead that is stored after its session was removed does not refer to it (§2.9, §5)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { kv, db, now, crm, background } = bench;
    await bench.session(ONE);
    const config = loadConfig({ DATA_DIR: "/nowhere" });
    const services = { kv, db, now, config, crm, background, sessionParts: CRM_SESSION_PARTS };
    const request = new Request("http://localhost/", { headers: { cookie: `ns_session=${ONE}` } });
    const slow = { ...services, kv: readBefore(kv, () => eraseSession(services, ONE)) };
    assert.ok((await takeLead(slow, request, { email: "pat@build.test" })).ok);
    await bench.settle();
    assert.deepEqual((await bench.rows()).map(({ session_id }) => session_id), [null]);

    await bench.session(TWO);
    const own = new Request("http://localhost/", { headers: { cookie: `ns_session=${TWO}` } });
    assert.ok((await takeLead(services, own, { email: "pat@site.test" })).ok);
    await bench.settle();
    assert.deepEqual((await bench.rows()).map(({ session_id }) => session_id), [null, TWO]);
  },
);

eachEngine(
  "associate() leaves nothing of a session that is removed while it runs (§2.8, §3.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { kv, db, now } = bench;
    await bench.session(ONE);
    const stores = { kv, db, sessionParts: CRM_SESSION_PARTS };
    const slow = { now, kv: readBefore(kv, () => eraseSession(stores, ONE)) };
    const tie = { sessionId: ONE, source: "form" as const, contactId: "1207" };
    assert.deepEqual(await associate(slow, tie), { ok: false, reason: "unknown_session" });
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })), []);
  },
);

Deno.test("associate() returns “unavailable” when the store does not answer (§3.2)", async () => {
  const kv = await Deno.openKv(":memory:");
  kv.close();
  const tie = { sessionId: ONE, source: "form" as const, contactId: "1" };
  assert.deepEqual(await associate({ kv, now: () => new Date() }, tie), {
    ok: false,
    reason: "unavailable",
  });
  assert.deepEqual(await findAssociations(kv, ONE), []);
});

eachEngine(
  "removing a session deletes its associations and its id in its leads (§2.8, §2.9)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { kv, db, now } = bench;
    for (const [sessionId, how] of [[ONE, "purge"], [TWO, "erase"]] as const) {
      await bench.session(sessionId);
      await bench.crm.submit(aLead({ sessionId, email: `${how}@build.test` }));
      await associate(bench, { sessionId, source: "form", contactId: "1" });
      await associate(bench, { sessionId, source: "cookie", contactId: "1" });
      await kv.set(["crm_activity", sessionId, "synced"], { digest: "x" });
      // The rows are ordered by time, so their times must differ.
      bench.pass(1);
    }
    const stores = { kv, db, sessionParts: CRM_SESSION_PARTS };
    await eraseSession(stores, TWO);
    const session = await kv.get<{ expiresAt: number }>(["sessions", ONE]);
    await kv.set(["sessions_by_expiry", session.value?.expiresAt ?? 0, ONE], null);
    bench.pass(25 * 60 * MINUTE);
    await purgeSessions({ ...stores, now });
    const left = await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key);
    assert.deepEqual(left, []);
    const rows = await bench.rows();
    assert.deepEqual(rows.map(({ session_id, email }) => [session_id, email]), [
      [null, "purge@build.test"],
      [null, "erase@build.test"],
    ]);
  },
);
