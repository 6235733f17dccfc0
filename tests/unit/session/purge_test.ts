import assert from "node:assert/strict";
import { recordEvents } from "@/lib/analytics/mod.ts";
import { migrate, openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import {
  emptyPayload,
  eraseSession,
  planSession,
  purgeSessions,
  SESSION_CHILDREN,
  type SessionChild,
  updateSession,
} from "@/lib/session/mod.ts";
import { newSessionId } from "@/lib/session/cookie.ts";
import { expiryKey, sessionKey } from "@/lib/session/store.ts";
import { eachEngine, migratedLocation } from "@/tests/helpers/db.ts";
import { killIfRunning, run } from "@/tests/helpers/process.ts";
import { aSessionBench, aVisitor, type SessionBench } from "@/tests/helpers/session.ts";

const MANY = 2_000;
const HOUR_MS = 3_600_000;

/** Stores sessions that expire `lifeMs` from now, and returns their ids. */
async function storeSessions(
  { services: { kv, now } }: SessionBench,
  count: number,
  lifeMs: number,
): Promise<string[]> {
  const at = now().getTime();
  const record = {
    payload: emptyPayload(),
    track: null,
    consent: { measurement: false, marketing: false },
    createdAt: at,
    updatedAt: at,
    expiresAt: at + lifeMs,
  };
  const ids = Array.from({ length: count }, newSessionId);
  for (let from = 0; from < count; from += 100) {
    const writes = kv.atomic();
    for (const id of ids.slice(from, from + 100)) {
      writes.set(sessionKey(id), record).set(expiryKey(record.expiresAt, id), null);
    }
    await writes.commit();
  }
  return ids;
}

async function keysOf(kv: Deno.Kv): Promise<Deno.KvKey[]> {
  return await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key);
}

async function audited(db: SessionBench["services"]["db"]) {
  return await db.selectFrom("audit_log")
    .select(["actor", "action", "entity_type", "entity_id", "before", "after"])
    .orderBy("seq").execute();
}

const entry = (counts: { sessions: number; children: number }) => ({
  actor: "service",
  action: "purge",
  entity_type: "session",
  entity_id: null,
  before: null,
  after: counts,
});

eachEngine("purgeSessions() removes expired sessions and no others (§3.4)", async (database) => {
  await using bench = await aSessionBench({ database });
  const { services, kv, pass } = bench;
  await storeSessions(bench, MANY, HOUR_MS);
  const [staying = ""] = await storeSessions(bench, 1, HOUR_MS + 1);
  pass({ ms: HOUR_MS - 1 });
  assert.deepEqual(await purgeSessions(services), { sessions: 0, children: 0, finished: true });
  assert.deepEqual(await audited(database.db), [], "a run that removes nothing is not audited");

  pass({ ms: 1 });
  assert.deepEqual(await purgeSessions(services), { sessions: MANY, children: 0, finished: true });
  assert.deepEqual(
    (await keysOf(kv)).map((key) => [key[0], key.at(-1)]),
    [["sessions", staying], ["sessions_by_expiry", staying]],
  );
  assert.deepEqual(await audited(database.db), [entry({ sessions: MANY, children: 0 })]);

  assert.deepEqual(await purgeSessions(services), { sessions: 0, children: 0, finished: true });
  assert.equal((await audited(database.db)).length, 1, "a repeated run is not audited");
});

Deno.test("purgeSessions() deletes all children of a session (§2.8, §2.11, §3.4)", async () => {
  await using bench = await aSessionBench();
  const { services, kv, pass } = bench;
  const [going = ""] = await storeSessions(bench, 1, HOUR_MS);
  const [staying = ""] = await storeSessions(bench, 1, 2 * HOUR_MS);
  for (const id of [going, staying]) {
    for (const { name } of SESSION_CHILDREN) {
      await kv.set([name, id, "one"], 1);
      await kv.set([name, id, "two"], 2);
    }
  }
  const before = await keysOf(kv);
  pass({ ms: HOUR_MS });
  const children = 2 * SESSION_CHILDREN.length;
  assert.deepEqual(await purgeSessions(services), { sessions: 1, children, finished: true });
  assert.deepEqual(await keysOf(kv), before.filter((key) => !key.includes(going)));
});

Deno.test("purgeSessions() deletes the children of other rooms, with their index entries (design §5)", async () => {
  await using bench = await aSessionBench();
  const { services, kv, pass } = bench;
  const [id = ""] = await storeSessions(bench, 1, HOUR_MS);
  await kv.set(["crm_session_contacts", id, "form"], { associatedAt: 7 });
  await kv.set(["crm_contacts_by_time", "form", 7, id], null);
  const contacts: SessionChild = {
    name: "crm_session_contacts",
    indexKeys: ({ key }) => [["crm_contacts_by_time", key[2] ?? "", 7, id]],
  };
  pass({ ms: HOUR_MS });
  // A child counts once, with any number of index entries.
  assert.deepEqual(await purgeSessions({ ...services, children: [contacts] }), {
    sessions: 1,
    children: 1,
    finished: true,
  });
  assert.deepEqual(await keysOf(kv), []);
});

Deno.test("purgeSessions() deletes more children than one operation accepts (design §5)", async () => {
  await using bench = await aSessionBench();
  const { services, kv, pass } = bench;
  const [id = ""] = await storeSessions(bench, 1, HOUR_MS);
  await Promise.all(
    Array.from({ length: 2_500 }, (_, turn) => kv.set(["assistant_transcripts", id, turn], turn)),
  );
  pass({ ms: HOUR_MS });
  const outcome = await purgeSessions(services);
  assert.deepEqual(outcome, { sessions: 1, children: 2_500, finished: true });
  assert.deepEqual(await keysOf(kv), []);
});

eachEngine(
  "purgeSessions() clears references to a session before it removes the session (§2.9, design §5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const { services, kv, pass } = bench;
    const { db } = services;
    const [going = ""] = await storeSessions(bench, 1, HOUR_MS);
    const [staying = ""] = await storeSessions(bench, 1, 2 * HOUR_MS);
    for (const sessionId of [going, staying]) {
      const context = { now: services.now(), track: null, sessionId };
      await recordEvents(db, [{ kind: "restarted" }], context);
    }
    pass({ ms: HOUR_MS });
    const failing = { ...services, references: [() => Promise.reject(new Error("no database"))] };
    await assert.rejects(purgeSessions(failing), /no database/);
    assert.ok(
      (await kv.get(["sessions", going])).value,
      "the session stays until its references are cleared",
    );
    await purgeSessions(services);
    const rows = await db.selectFrom("analytics_events").select("session_ref").orderBy("id")
      .execute();
    assert.equal(rows[0]?.session_ref, null);
    assert.notEqual(rows[1]?.session_ref, null);
  },
);

eachEngine(
  "purgeSessions() deletes a stale index entry without its session, and counts nothing (design §5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const { services, kv, pass } = bench;
    const [id = ""] = await storeSessions(bench, 1, 48 * HOUR_MS);
    await kv.set(["sessions_by_expiry", services.now().getTime() + HOUR_MS, id], null);
    await kv.set(["sessions_by_expiry", services.now().getTime() + HOUR_MS, "no record"], null);
    pass({ ms: HOUR_MS });
    assert.deepEqual(await purgeSessions(services), { sessions: 0, children: 0, finished: true });
    assert.equal((await keysOf(kv)).length, 2);
    assert.ok((await kv.get(["sessions", id])).value);
    assert.deepEqual(await audited(database.db), []);
  },
);

Deno.test("the store keeps an expired session for the purge, which counts and audits it (§3.4)", async () => {
  await using bench = await aSessionBench();
  const { services, kv } = bench;
  const lives: number[] = [];
  const atomic = kv.atomic.bind(kv);
  Object.assign(kv, {
    atomic() {
      const operation = atomic();
      const set = operation.set.bind(operation);
      return Object.assign(operation, {
        set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }) {
          if (key[0] === "sessions") lives.push(options?.expireIn ?? Infinity);
          return set(key, value, options);
        },
      });
    },
  });
  const content = () => ({ payload: emptyPayload(), track: null });
  assert.ok((await updateSession(services, aVisitor().request(), content)).ok);
  await planSession(services, aVisitor().request(), content()).store();

  assert.equal(lives.length, 2);
  // A session lives for 24 hours. A purge runs every hour, and one may fail or be missed.
  for (const ms of lives) assert.ok(ms > 26 * HOUR_MS, `the store deletes it after ${ms} ms`);
});

Deno.test("purgeSessions() also removes records that no release can read (§3.4)", async () => {
  await using bench = await aSessionBench();
  const { services, kv } = bench;
  const at = services.now().getTime();
  await kv.set(["sessions", "a"], "an older shape");
  await kv.set(["sessions_by_expiry", at, "a"], null);
  await kv.set(["sessions", "b"], { expiresAt: at - 1, cart: [] });
  await kv.set(["sessions_by_expiry", at, "b"], null);
  assert.equal((await purgeSessions(services)).sessions, 2);
  assert.deepEqual(await keysOf(kv), []);
});

eachEngine("an aborted purge stops, and the next one resumes (design §3)", async (database) => {
  await using bench = await aSessionBench({ database });
  const { services, kv, pass } = bench;
  await storeSessions(bench, 500, HOUR_MS);
  pass({ ms: HOUR_MS });
  const stop = new AbortController();
  let groups = 0;
  const references = [() => {
    if (++groups === 2) stop.abort();
    return Promise.resolve();
  }];
  const first = await purgeSessions({ ...services, references, signal: stop.signal });
  assert.equal(first.finished, false);
  assert.ok(first.sessions > 0 && first.sessions < 500);
  const second = await purgeSessions(services);
  assert.deepEqual(second, { sessions: 500 - first.sessions, children: 0, finished: true });
  assert.deepEqual(await audited(database.db), [
    entry({ sessions: first.sessions, children: 0 }),
    entry({ sessions: second.sessions, children: 0 }),
  ]);
  assert.deepEqual(await keysOf(kv), []);
});

eachEngine("two concurrent purges remove and count each session once (§3.4)", async (database) => {
  await using bench = await aSessionBench({ database });
  const { services, kv, pass } = bench;
  await storeSessions(bench, 400, HOUR_MS);
  pass({ ms: HOUR_MS });
  const outcomes = await Promise.all([purgeSessions(services), purgeSessions(services)]);
  assert.ok(outcomes.every(({ finished }) => finished));
  assert.equal(await countAudited(database.db), 400);
  assert.deepEqual(await keysOf(kv), []);
});

async function countAudited(db: SessionBench["services"]["db"]): Promise<number> {
  const entries = await audited(db);
  return entries.reduce((sum, { after }) => sum + Number(Object(after).sessions), 0);
}

eachEngine(
  "eraseSession() removes a session of any age, and returns whether there was one (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const { services, kv } = bench;
    const [id = ""] = await storeSessions(bench, 1, HOUR_MS);
    await kv.set(["assistant_transcripts", id, 1], "said");
    assert.equal(await eraseSession(services, id), true);
    assert.deepEqual(await keysOf(kv), []);
    assert.equal(await eraseSession(services, id), false);
  },
);

const CHILD = new URL("../../helpers/purge_child.ts", import.meta.url);
const CONFIG = new URL("../../../deno.json", import.meta.url);

/** Runs a purge in a process that is killed before its third group of sessions. */
async function purgeAndKill(location: OpenOptions, { kvPath, services }: SessionBench) {
  const place = { location, kvPath, now: services.now().getTime() };
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", CONFIG.pathname, CHILD.pathname]
      .concat(JSON.stringify(place)),
    stdout: "piped",
  }).spawn();
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    if (output.split("\n").length > 3) killIfRunning(child);
  }
  assert.equal((await child.status).signal, "SIGKILL");
}

Deno.test("a purge killed half way is finished by the next, which audits all removals (§3.4) [embedded]", async () => {
  await using location = await migratedLocation("embedded");
  const offline = await openDatabase(location);
  await using bench = await aSessionBench({ database: offline });
  const ids = await storeSessions(bench, MANY, HOUR_MS);
  for (let from = 0; from < MANY; from += 500) {
    const writes = bench.kv.atomic();
    for (const id of ids.slice(from, from + 500)) writes.set(["assistant_transcripts", id, 1], "a");
    await writes.commit();
  }
  bench.pass({ ms: HOUR_MS });
  await offline.close();

  await purgeAndKill(location, bench);
  const left = (await keysOf(bench.kv)).filter(([name]) => name === "sessions").length;
  assert.ok(left > 0 && left < MANY, `${left} of ${MANY} are left`);

  await using database = await openDatabase(location);
  await migrate(database);
  assert.deepEqual(await audited(database.db), [], "the killed run could not audit itself");
  const outcome = await purgeSessions({ ...bench.services, db: database.db });
  assert.deepEqual(outcome, { sessions: left, children: left, finished: true });
  assert.deepEqual(await keysOf(bench.kv), []);
  assert.deepEqual(await audited(database.db), [entry({ sessions: MANY, children: MANY })]);
});

Deno.test("`deno task purge` removes expired sessions and prints how many (design §9)", async () => {
  await using location = await migratedLocation("embedded");
  const database = await openDatabase(location);
  await using bench = await aSessionBench();
  await storeSessions(bench, 3, -HOUR_MS);
  await database.close();
  const env = { DATA_DIR: location.dataDir, DENO_KV_PATH: bench.kvPath, DATABASE_URL: "" };
  for (const removed of [3, 0]) {
    const { code, stdout, stderr } = await run("lib/cli/purge.ts", { env });
    assert.deepEqual({ code, stdout, stderr }, {
      code: 0,
      stdout: `removed expired sessions: ${removed}, records of theirs: 0\n`,
      stderr: "",
    });
  }
  assert.deepEqual(await keysOf(bench.kv), []);
});
