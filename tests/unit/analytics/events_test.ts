import assert from "node:assert/strict";
import { sql } from "kysely";
import {
  EVENT_KINDS,
  EventReport,
  eventsOfSession,
  forgetSessions,
  recordEvents,
} from "@/lib/analytics/mod.ts";
import { MAX_OF_SESSION } from "@/lib/analytics/store.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const NOW = new Date("2026-05-04T09:00:00.000Z");
const SESSION = "abcdefghijklmnopqrstuv";
const CONTEXT = { now: NOW, track: "home", sessionId: SESSION };

async function stored({ db }: Pick<DatabaseHandle, "db">) {
  return await db.selectFrom("analytics_events")
    .select(["kind", "ref", "track", "session_ref", "at"]).orderBy("id").execute();
}

eachEngine("recordEvents() stores the reported events in order (§6.2)", async (database) => {
  const events = EVENT_KINDS.map((kind) => ({ kind }));
  assert.equal(await recordEvents(database.db, events, CONTEXT), EVENT_KINDS.length);
  const rows = await stored(database);
  assert.deepEqual(rows.map(({ kind }) => kind), EVENT_KINDS);
  assert.ok(rows.every(({ at }) => at.getTime() === NOW.getTime()));
  assert.equal(await recordEvents(database.db, [], CONTEXT), 0);
});

eachEngine("recordEvents() stores only a digest of the session's id (§5)", async (database) => {
  const events = [{ kind: "system_viewed" as const, ref: "sys-a" }];
  await recordEvents(database.db, events, CONTEXT);
  await recordEvents(database.db, events, CONTEXT);
  await recordEvents(database.db, events, { ...CONTEXT, sessionId: `${SESSION.slice(1)}w` });
  await recordEvents(database.db, events, { ...CONTEXT, sessionId: null, track: null });
  const [first, second, other, none] = await stored(database);
  assert.equal(first?.session_ref, second?.session_ref);
  assert.notEqual(first?.session_ref, other?.session_ref);
  assert.ok(!JSON.stringify(first).includes(SESSION));
  assert.deepEqual([first?.ref, first?.track], ["sys-a", "home"]);
  assert.deepEqual([none?.session_ref, none?.track], [null, null]);
});

eachEngine(
  "recordEvents() keeps the reference of a session to 5,000 events, so that its page stays readable (§5)",
  async (database) => {
    await recordEvents(database.db, [{ kind: "restarted" }], CONTEXT);
    await sql`
    insert into analytics_events (kind, session_ref, at)
    select kind, session_ref, at from analytics_events, generate_series(1, ${MAX_OF_SESSION - 2})
  `.execute(database.db);
    const seen = { kind: "system_viewed" as const, ref: "sys-a" };
    const other = { ...CONTEXT, sessionId: `${SESSION.slice(1)}w` };
    assert.equal(await recordEvents(database.db, [seen], CONTEXT), 1);
    assert.equal(await recordEvents(database.db, [seen, seen], CONTEXT), 2);
    assert.equal(await recordEvents(database.db, [seen], other), 1);
    const [last, ...beyond] = (await stored(database)).slice(-4);
    assert.notEqual(last?.session_ref, null);
    assert.deepEqual(beyond.map(({ session_ref }) => session_ref !== null), [false, false, true]);
    assert.equal((await eventsOfSession(database.db, SESSION)).length, MAX_OF_SESSION);
  },
);

const TIMES: [what: string, at: string | undefined, stored: string][] = [
  ["none", undefined, "2026-05-04T09:00:00.000Z"],
  ["a moment ago", "2026-05-04T08:59:00Z", "2026-05-04T08:59:00.000Z"],
  ["a moment ago in another zone", "2026-05-04T10:59:00+02:00", "2026-05-04T08:59:00.000Z"],
  ["in the future", "2026-05-04T09:00:01Z", "2026-05-04T09:00:00.000Z"],
  ["over a day ago", "2026-05-03T09:00:00Z", "2026-05-04T09:00:00.000Z"],
  ["centuries ago", "0001-01-01T00:00:00Z", "2026-05-04T09:00:00.000Z"],
];

eachEngine(
  "recordEvents() uses the client's time of an event if it is plausible (design §7)",
  async (database) => {
    for (const [, at] of TIMES) {
      await recordEvents(database.db, [{ kind: "restarted", ...at ? { at } : {} }], CONTEXT);
    }
    const rows = await stored(database);
    const times = TIMES.map(([, , time]) => time);
    assert.deepEqual(rows.map(({ at }) => at.toISOString()), times);
    const own = await eventsOfSession(database.db, SESSION);
    assert.deepEqual(own.map(({ at }) => at.toISOString()), times.toSorted(), "oldest first");
  },
);

eachEngine(
  "forgetSessions() removes the session from events, and keeps the events (§3.4)",
  async (database) => {
    const [kept = "", gone = ""] = [SESSION, `${SESSION.slice(1)}w`];
    for (const sessionId of [kept, gone, gone]) {
      await recordEvents(database.db, [{ kind: "restarted" }], { ...CONTEXT, sessionId });
    }
    await forgetSessions(database.db, []);
    await forgetSessions(database.db, [gone, "never heard of"]);
    await forgetSessions(database.db, [gone]);
    const rows = await stored(database);
    assert.deepEqual(rows.map(({ session_ref }) => session_ref === null), [false, true, true]);
  },
);

eachEngine("the events table rejects free text (§5)", async (database) => {
  const { db } = database;
  const row = { kind: "restarted", ref: null, track: null, session_ref: null, at: NOW };
  for (
    const bad of [
      { kind: "Ring me at +1 555 0100" },
      { kind: "x".repeat(41) },
      { ref: "ada@example.com" },
      { ref: "" },
      { ref: "x".repeat(101) },
      { track: "two words" },
      { session_ref: "short" },
    ]
  ) {
    await assert.rejects(
      db.insertInto("analytics_events").values({ ...row, ...bad }).execute(),
      /check constraint/,
      JSON.stringify(bad),
    );
  }
  const { rows } = await sql<{ columns: string }>`
    select string_agg(column_name, ' ' order by ordinal_position) as columns
    from information_schema.columns where table_name = 'analytics_events'`.execute(db);
  assert.equal(rows[0]?.columns, "id kind ref track session_ref at created_at");
});

const REPORTS: [what: string, report: unknown, valid: boolean][] = [
  ["one event", { events: [{ kind: "restarted" }] }, true],
  ["fifty events", { events: Array(50).fill({ kind: "restarted", ref: "a" }) }, true],
  ["an event with an unknown field", {
    events: [{ kind: "restarted", note: "ring me" }],
  }, true],
  ["no event", { events: [] }, false],
  ["fifty-one events", { events: Array(51).fill({ kind: "restarted" }) }, false],
  ["an unknown kind", { events: [{ kind: "restarted" }, { kind: "clicked" }] }, false],
  ["a kind named like a property of every object", { events: [{ kind: "constructor" }] }, false],
  ["a ref that is not an identifier", { events: [{ kind: "restarted", ref: "a b" }] }, false],
  ["an invalid time", { events: [{ kind: "restarted", at: "now" }] }, false],
  ["a track", { events: [{ kind: "restarted" }], track: "home" }, true],
  ["the default track", { events: [{ kind: "restarted" }], track: null }, true],
  ["a track that is no identifier", { events: [{ kind: "restarted" }], track: "../x" }, false],
  ["a very long track", { events: [{ kind: "restarted" }], track: "a".repeat(101) }, false],
  ["several tracks", { events: [{ kind: "restarted" }], track: ["home"] }, false],
  ["no list", { events: { 0: { kind: "restarted" } } }, false],
  ["nothing", null, false],
];

for (const [what, report, valid] of REPORTS) {
  Deno.test(`EventReport ${valid ? "accepts" : "refuses"} ${what} (design §7)`, () => {
    const parsed = EventReport.safeParse(report);
    assert.equal(parsed.success, valid);
    if (parsed.success) assert.ok(!JSON.stringify(parsed.data).includes("ring me"));
  });
}
