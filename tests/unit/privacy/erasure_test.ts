import assert from "node:assert/strict";
import { recordEvents } from "@/lib/analytics/mod.ts";
import { storeLead } from "@/lib/crm/accept.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { beginErasure } from "@/lib/privacy/erasure/ledger.ts";
import {
  type Choice,
  finishErasures,
  isEmptyPlan,
  orderErasure,
  readPlan,
  readRetention,
} from "@/lib/privacy/mod.ts";
import { emptyPayload, SessionStoreError } from "@/lib/session/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import {
  everything,
  leaveEverywhere,
  LEFT,
  tracesOf,
  type Traveller,
  watched,
  withParts,
} from "@/tests/helpers/erasure.ts";
import { aSessionBench } from "@/tests/helpers/session.ts";

const BY = { staff: { email: "editor@example.com" }, requestId: "request-1" };
const NEVER = new AbortController().signal;

function ofSession({ id }: Traveller): Choice {
  return { kind: "session", sessionId: id };
}

async function audited({ db }: Pick<DatabaseHandle, "db">) {
  return await db.selectFrom("audit_log")
    .select(["actor", "action", "entity_type", "entity_id", "before", "after", "request_id"])
    .orderBy("seq").execute();
}

function countsOf(counts: readonly { name: string; count: number }[]) {
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
}

eachEngine("an erased session leaves no trace in any table or key (§5)", async (database) => {
  await using bench = await aSessionBench({ database });
  const services = withParts(bench.services);
  const going = await leaveEverywhere(services);
  bench.pass({ ms: 1_000 });
  const staying = await leaveEverywhere(services);
  const others = (await tracesOf(services, staying)).length;
  const plan = await readPlan(services, ofSession(going));
  assert.deepEqual(countsOf(plan.counts), LEFT);

  const outcome = await orderErasure(services, {
    choice: plan.choice,
    planHash: plan.hash,
    by: BY,
  });
  assert.equal(outcome.kind, "begun");
  await finishErasures(services, NEVER);
  assert.deepEqual(await tracesOf(services, going), []);
  assert.equal((await tracesOf(services, staying)).length, others);
  assert.equal((await everything(services)).some((line) => line.includes("erasure")), false);

  const events = await database.db.selectFrom("analytics_events").select("session_ref")
    .orderBy("id").execute();
  assert.deepEqual(events.slice(0, 2).map((event) => event.session_ref), [null, null]);
  assert.notEqual(events[2]?.session_ref, null);
  assert.deepEqual(await audited(database), [{
    actor: "editor@example.com",
    action: "erase",
    entity_type: "session",
    entity_id: null,
    before: null,
    after: {
      chosen_by: "session",
      before: null,
      plan_hash: plan.hash,
      erased: { ...LEFT, crm_recent_leads: 3 },
    },
    request_id: "request-1",
  }]);
  const { choice, hash: planHash, counts } = await readPlan(services, ofSession(going));
  assert.ok(isEmptyPlan({ counts }));
  const again = await orderErasure(services, { choice, planHash, by: BY });
  assert.deepEqual(again, { kind: "empty" });
});

eachEngine("the plan's hash changes with anything that it counts (§5)", async (database) => {
  await using bench = await aSessionBench({ database });
  const services = withParts(bench.services);
  const { kv, db } = services;
  const traveller = await leaveEverywhere(services);
  const choice = ofSession(traveller);
  const { hash } = await readPlan(services, choice);
  assert.equal(
    (await readPlan(services, choice)).hash,
    hash,
    "reading the plan again returns the same hash",
  );
  const changes: [string, () => Promise<unknown>][] = [
    ["a changed record", async () => {
      const { key, value } = await kv.get(["sessions", traveller.id]);
      await kv.set(key, value);
    }],
    ["a new child", () => kv.set(["assistant_transcripts", traveller.id, 9], {})],
    ["a changed child", () => kv.set(["assistant_transcripts", traveller.id, 9], { a: 1 })],
    ["a deleted child", () => kv.delete(["assistant_transcripts", traveller.id, 9])],
    ["a new event", () =>
      recordEvents(db, [{ kind: "restarted" }], {
        now: services.now(),
        track: null,
        sessionId: traveller.id,
      })],
    [
      "an earlier event that lost its session",
      () =>
        db.updateTable("analytics_events").set({ session_ref: null })
          .where("id", "=", ({ selectFrom }) =>
            selectFrom("analytics_events").select(({ fn }) =>
              fn.min("id").as("id")
            )).execute(),
    ],
    ["a changed lead", () =>
      db.updateTable("crm_sync_queue").set({ attempts: 1 })
        .where("email", "=", traveller.email).execute()],
  ];
  let last = hash;
  for (const [what, change] of changes) {
    await change();
    const { hash: next } = await readPlan(services, choice);
    assert.notEqual(next, last, what);
    const refused = await orderErasure(services, { choice, planHash: last, by: BY });
    assert.equal(refused.kind, "stale", what);
    assert.equal(refused.kind === "stale" && refused.plan.hash, next, what);
    last = next;
  }
  const plan = await readPlan(services, choice);
  await db.updateTable("crm_sync_queue").set({ attempts: 2 })
    .where("email", "=", traveller.email).execute();
  const late = await beginErasure(services, plan, { by: BY });
  assert.deepEqual(late, { kind: "stale" }, "a lead changed after the plan was read");
  assert.deepEqual(await db.selectFrom("erasures").selectAll().execute(), []);
  assert.deepEqual(await audited(database), []);
});

eachEngine("data that a backup restored can be erased again (§5)", async (database) => {
  await using bench = await aSessionBench({ database });
  const services = withParts(bench.services);
  const { id } = await leaveEverywhere(services);
  const { choice, hash: planHash } = await readPlan(services, { kind: "session", sessionId: id });
  // The receipt of the first erasure. Only the key-value store was restored, so the database still has it.
  await database.db.insertInto("audit_log").values({
    actor: BY.staff.email,
    action: "erase",
    entity_type: "session",
    after: { plan_hash: planHash },
  }).execute();
  const order = () => orderErasure(services, { choice, planHash, by: BY });
  assert.equal((await order()).kind, "begun");
  assert.equal((await order()).kind, "repeated", "the erasure is under way");
  await finishErasures(services, NEVER);
  assert.equal((await order()).kind, "repeated", "the erasure is done");
});

anyDatabase(
  "staff can order what a visitor's own erasure has not finished, and get a receipt (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const sessionId = "visitor-00000000000000";
    await services.kv.set(["sessions", sessionId], "an older shape");
    const plan = await readPlan(services, { kind: "session", sessionId });
    assert.equal((await beginErasure(services, plan, { by: null })).kind, "begun");
    const order = { choice: plan.choice, planHash: plan.hash, by: BY };
    assert.equal((await orderErasure(services, order)).kind, "begun");
    await finishErasures(services, NEVER);
    assert.deepEqual((await audited(database)).map(({ actor }) => actor), [BY.staff.email]);
  },
);

eachEngine(
  "erasing a contact erases all its sessions and leads (§2.8)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const { db } = services;
    const own = await leaveEverywhere(services);
    const byLead = await leaveEverywhere(services);
    const joined = await leaveEverywhere(services);
    const other = await leaveEverywhere(services);
    const others = await tracesOf(services, other);
    // A lead of the contact, sent by a session that is associated with another contact.
    await db.updateTable("crm_sync_queue").set({ contact_id: own.contactId })
      .where("email", "=", byLead.email).execute();
    // A session that repeated that lead, and waits for its association.
    await db.updateTable("crm_joined_sessions")
      .set(({ selectFrom }) => ({
        lead_id: selectFrom("crm_sync_queue").select("id").where("email", "=", byLead.email),
      }))
      .where("session_id", "=", joined.id).execute();
    const choice = { kind: "contact", contactId: own.contactId } as const;
    const plan = await readPlan(services, choice);
    assert.equal(countsOf(plan.counts).sessions, 3);
    assert.equal(
      countsOf(plan.counts).crm_sync_queue,
      8,
      "leads that other sessions sent too are included",
    );
    await orderErasure(services, { choice, planHash: plan.hash, by: BY });
    await finishErasures(services, NEVER);
    assert.deepEqual(await tracesOf(services, own), []);
    assert.deepEqual(await tracesOf(services, byLead), []);
    assert.deepEqual(await tracesOf(services, joined), []);
    assert.deepEqual(await tracesOf(services, other), others);
  },
);

eachEngine(
  "erasing all data before a day includes sessions without a readable record (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const { kv } = services;
    const old = await leaveEverywhere(services);
    const expired = await leaveEverywhere(services);
    await kv.delete(["sessions", expired.id]);
    const unreadable = "unreadable-000000000000";
    await kv.set(["sessions", unreadable], "an older shape");
    bench.pass({ days: 40 });
    const young = await leaveEverywhere(services);
    const kept = await tracesOf(services, young);
    const day = services.now().toISOString().slice(0, 10);
    const choice = { kind: "date", before: day } as const;
    const plan = await readPlan(services, choice);
    assert.equal(countsOf(plan.counts).sessions, 3);
    await orderErasure(services, { choice, planHash: plan.hash, by: BY });
    // The process stops when it has noted how far it came; the next one does not know which sessions had a record.
    const stopping = new AbortController();
    const stopped = watched(services, (write) => {
      if (write === "UpdateQueryNode") stopping.abort();
    });
    await finishErasures(stopped, stopping.signal);
    assert.deepEqual(await audited(database), []);
    await finishErasures(services, NEVER);
    assert.deepEqual(await tracesOf(services, old), []);
    assert.deepEqual(await tracesOf(services, expired), []);
    assert.deepEqual(await tracesOf(services, young), kept);
    const [entry] = await audited(database);
    const receipt: { before?: string; erased?: Record<string, number> } = Object(entry?.after);
    assert.equal(receipt.before, day);
    assert.equal(receipt.erased?.sessions, 3);
  },
);

eachEngine(
  "the erasure of a session whose record is gone takes its index entry too (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const going = await leaveEverywhere(services);
    await services.kv.delete(["sessions", going.id]);
    const before = await readPlan(services, ofSession(going));
    await services.kv.set(["sessions_by_expiry", services.now().getTime(), going.id], null);
    const { choice, hash: planHash } = await readPlan(services, ofSession(going));
    assert.notEqual(planHash, before.hash, "the plan counts index entries");
    await orderErasure(services, { choice, planHash, by: BY });
    await finishErasures(services, NEVER);
    assert.deepEqual(await tracesOf(services, going), []);
  },
);

eachEngine(
  "an erasure does not begin while one of its leads is claimed",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const traveller = await leaveEverywhere(services);
    const until = new Date(services.now().getTime() + 60_000);
    await services.db.updateTable("crm_sync_queue")
      .set({ claimed_until: until, claim_token: crypto.randomUUID() })
      .where("email", "=", traveller.email).execute();
    const choice = ofSession(traveller);
    const { hash } = await readPlan(services, choice);
    assert.equal(
      (await orderErasure(services, { choice, planHash: hash, by: BY })).kind,
      "in_hand",
    );
    assert.notDeepEqual(await tracesOf(services, traveller), []);
    bench.pass({ ms: 60_000 });
    const begun = await orderErasure(services, { choice, planHash: hash, by: BY });
    assert.equal(begun.kind, "begun");
  },
);

anyDatabase(
  "an erasure of more sessions than one statement takes is whole (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const { kv, db, now } = services;
    const at = now().getTime();
    const ids = Array.from({ length: 510 }, (_, number) => `bulk-${number}`.padEnd(22, "x"));
    for (let from = 0; from < ids.length; from += 100) {
      const writes = kv.atomic();
      for (const id of ids.slice(from, from + 100)) {
        writes.set(["sessions", id], { createdAt: at, expiresAt: at + 1 })
          .set(["sessions_by_expiry", at + 1, id], null);
      }
      await writes.commit();
    }
    for (const sessionId of ids) {
      await recordEvents(db, [{ kind: "restarted" }], { now: now(), track: null, sessionId });
    }
    bench.pass({ days: 1 });
    const choice = { kind: "date", before: now().toISOString().slice(0, 10) } as const;
    // A lead of a later day, which is erased because its session is.
    const last = ids.toSorted().at(-1) ?? "";
    const lead = { sessionId: last, cameWith: last, email: "pat@bulk-lead.test", firstName: "Pat" };
    await storeLead(db, { ...lead, lastName: null, payload: emptyPayload(), track: null }, now());
    const { hash, counts } = await readPlan(services, choice);
    const { sessions, analytics_events, crm_sync_queue } = countsOf(counts);
    assert.deepEqual([sessions, analytics_events, crm_sync_queue], [ids.length, ids.length, 1]);
    await orderErasure(services, { choice, planHash: hash, by: BY });
    await finishErasures(services, NEVER);
    assert.deepEqual((await everything(services)).filter((line) => line.includes("bulk-")), []);
    const [entry] = await audited(database);
    const { erased } = Object(entry?.after);
    assert.deepEqual([erased.sessions, erased.analytics_events], [ids.length, ids.length]);
  },
);

anyDatabase(
  "what a session leaves after its erasure has begun is erased and counted too (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const { db, now } = services;
    const traveller = await leaveEverywhere(services);
    const { id, email } = traveller;
    const choice = ofSession(traveller);
    const { hash } = await readPlan(services, choice);
    const begun = await orderErasure(services, { choice, planHash: hash, by: BY });
    assert.equal(begun.kind, "begun");
    const late = { sessionId: id, cameWith: id, email: `late-${email}`, firstName: "Pat" };
    await storeLead(db, { ...late, lastName: null, payload: emptyPayload(), track: null }, now());
    await recordEvents(db, [{ kind: "restarted" }], { now: now(), track: null, sessionId: id });
    await finishErasures(services, NEVER);
    assert.deepEqual(await tracesOf(services, traveller), []);
    const [entry] = await audited(database);
    const { erased } = Object(entry?.after);
    assert.deepEqual(
      [erased.crm_sync_queue, erased.analytics_events],
      [LEFT.crm_sync_queue + 1, LEFT.analytics_events + 1],
    );
  },
);

anyDatabase(
  "readRetention() counts what will have expired at the next purges (§3.4)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    const { kv, db, config } = services;
    const { id, email } = await leaveEverywhere(services);
    const { sessions: { at, due }, leads } = await readRetention(services);
    assert.deepEqual(due, { count: 0, children: 0, more: false });
    await kv.set(["sessions_by_expiry", at.getTime(), id], null);
    await kv.set(["sessions_by_expiry", at.getTime() + 1, "later"], null);
    const finishedAt = leads.at.getTime() - config.syncQueue.retentionDays * 86_400_000 - 1;
    await db.updateTable("crm_sync_queue")
      .set({ status: "abandoned", finished_at: new Date(finishedAt) })
      .where("email", "=", email).execute();
    const next = await readRetention(services);
    assert.equal(next.sessions.due?.count, 1);
    assert.ok((next.sessions.due?.children ?? 0) > 0);
    assert.deepEqual(next.leads, { at: leads.at, done: 0, abandoned: 1 });
  },
);

class Crash extends Error {}

anyDatabase(
  "an erasure that crashes before any write has no effect or is finished later (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const services = withParts(bench.services);
    let finished = false;
    for (let endBefore = 0; !finished; endBefore++) {
      const traveller = await leaveEverywhere(services);
      const choice = ofSession(traveller);
      const { hash } = await readPlan(services, choice);
      const entries = (await audited(database)).length;
      const before = (await tracesOf(services, traveller)).length;
      let writes = 0;
      const crashing = watched(services, () => {
        if (writes++ >= endBefore) throw new Crash();
      });
      try {
        await orderErasure(crashing, { choice, planHash: hash, by: BY });
        await finishErasures(crashing, NEVER);
        finished = true;
      } catch (error) {
        const cause = error instanceof SessionStoreError ? error.cause : error;
        assert.ok(cause instanceof Crash, String(cause));
      }
      // The lease of the crashed run expires.
      bench.pass({ ms: 60_000 });
      const isUnderWay =
        (await services.db.selectFrom("erasures").selectAll().execute()).length > 0;
      await finishErasures(services, NEVER);
      const after = await tracesOf(services, traveller);
      const story = `ended before write ${endBefore}`;
      const written = (await audited(database)).slice(entries);
      if (after.length === 0) {
        assert.equal(written.length, 1, story);
        const { erased } = Object(written[0]?.after);
        assert.deepEqual(erased, { ...LEFT, crm_recent_leads: 3 }, story);
      } else {
        assert.equal(isUnderWay, false, story);
        assert.equal(written.length, 0, story);
        assert.equal(after.length, before, story);
        assert.equal((await readPlan(services, choice)).hash, hash, story);
      }
    }
    const rest = (await everything(services)).filter((line) => line.includes("erasure"));
    assert.deepEqual(rest, []);
  },
);
