import assert from "node:assert/strict";
import { eventsOfSession } from "@/lib/analytics/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import {
  emptyPayload,
  eraseSession,
  planSession,
  readSession,
  recordSessionEvents,
  type Session,
  type SessionContent,
  updateSession,
} from "@/lib/session/mod.ts";
import { amendSession } from "@/lib/session/lifecycle.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import {
  aSessionBench,
  aVisitor,
  CONSENTING,
  failingLists,
  readBefore,
  REFUSING,
  type SessionBench,
  type Visitor,
} from "@/tests/helpers/session.ts";

const content = (recommendation: string, track: string | null = "home"): SessionContent => ({
  payload: { ...emptyPayload(), recommendation },
  track,
});

/** Saves a session as a browser does, and returns it with the attributes of its cookie. */
async function save(
  { services }: SessionBench,
  visitor: Visitor,
  saved = content("first"),
): Promise<Session & { attributes: string[] }> {
  const outcome = await updateSession(services, visitor.request(), () => saved);
  assert.ok(outcome.ok);
  const [, ...attributes] = visitor.take(outcome.setCookie).split("; ");
  assert.equal(visitor.sessionId, outcome.session.id);
  return { ...outcome.session, attributes };
}

async function read({ services }: SessionBench, visitor: Visitor): Promise<Session | null> {
  return await readSession(services, visitor.request());
}

async function keysOf(kv: Deno.Kv): Promise<Deno.KvKey[]> {
  return await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key);
}

const DAY_MS = 86_400_000;

Deno.test("the lifetime of a session depends on its visitor's consent (§3.4, design §7)", async () => {
  await using bench = await aSessionBench();
  const { pass } = bench;

  const refusing = aVisitor(REFUSING);
  const brief = await save(bench, refusing);
  assert.deepEqual(brief.attributes, ["Path=/", "HttpOnly", "SameSite=Lax"]);
  assert.deepEqual(brief.record.consent, { measurement: false, marketing: false });

  const consenting = aVisitor(CONSENTING);
  const long = await save(bench, consenting);
  assert.deepEqual(long.attributes, ["Path=/", "Max-Age=2592000", "HttpOnly", "SameSite=Lax"]);
  assert.deepEqual(long.record.consent, { measurement: true, marketing: false });

  for (const [consent, days] of [[REFUSING, 1], [CONSENTING, 30]] as const) {
    const planned = planSession(bench.services, aVisitor(consent).request(), content("heron"));
    await planned.store();
    const { value } = await bench.kv.get<Session["record"]>(["sessions", planned.id]);
    assert.equal(value && value.expiresAt - value.createdAt, days * 86_400_000, "planned");
  }

  pass({ hours: 24, ms: -1 });
  assert.deepEqual((await read(bench, refusing))?.record, brief.record);
  pass({ ms: 1 });
  assert.equal(await read(bench, refusing), null, "gone after 24 hours");
  assert.ok(
    (await bench.kv.get(["sessions", brief.id])).value,
    "the store still has the expired record",
  );
  pass({ days: 29, ms: -1 });
  assert.deepEqual((await read(bench, consenting))?.record, long.record);
  pass({ ms: 1 });
  assert.equal(await read(bench, consenting), null, "gone after SESSION_TTL_DAYS");
});

Deno.test("SESSION_TTL_DAYS sets how long a consented session lives (§8)", async () => {
  await using bench = await aSessionBench({ environment: { SESSION_TTL_DAYS: "3" } });
  const visitor = aVisitor(CONSENTING);
  const { attributes, record } = await save(bench, visitor);
  assert.ok(attributes.includes("Max-Age=259200"));
  assert.equal(record.expiresAt - record.createdAt, 3 * DAY_MS);
});

Deno.test("no write prolongs a session, and its cookie expires with it (design §7)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor(CONSENTING);
  const { id, record } = await save(bench, visitor);
  bench.pass({ days: 20 });
  const later = await save(bench, visitor, content("second"));
  assert.equal(later.id, id);
  assert.equal(later.record.expiresAt, record.expiresAt);
  assert.equal(later.record.updatedAt, record.updatedAt + 20 * DAY_MS);
  assert.ok(later.attributes.includes("Max-Age=864000"));

  bench.pass({ days: -30 });
  const { record: { createdAt, expiresAt } } = await save(bench, visitor, content("third"));
  assert.equal(expiresAt - createdAt, 30 * DAY_MS);
  assert.equal(createdAt, record.createdAt - 10 * DAY_MS, "it began while the clock was ahead");
});

Deno.test("an expired session is never continued (§3.4)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor();
  const old = await save(bench, visitor);
  bench.pass({ hours: 24 });
  const seen: unknown[] = [];
  const outcome = await updateSession(bench.services, visitor.request(), (current) => {
    seen.push(current);
    return content("second");
  });
  assert.ok(outcome.ok);
  assert.deepEqual(seen, [null]);
  assert.notEqual(outcome.session.id, old.id);
});

Deno.test("updateSession() applies the consent of its request (§5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor(REFUSING);
  const { id, record } = await save(bench, visitor);

  visitor.consent = CONSENTING;
  const given = await save(bench, visitor);
  assert.equal(given.id, id);
  assert.equal(given.record.expiresAt, record.createdAt + 30 * DAY_MS);
  assert.ok(given.attributes.includes("Max-Age=2592000"));

  bench.pass({ hours: 23 });
  visitor.consent = REFUSING;
  assert.deepEqual((await read(bench, visitor))?.record.consent.measurement, true);
  const taken = await save(bench, visitor);
  assert.equal(taken.id, id);
  assert.equal(taken.record.expiresAt, record.createdAt + DAY_MS);
  assert.ok(!taken.attributes.some((attribute) => attribute.startsWith("Max-Age")));
  assert.deepEqual(await keysOf(bench.kv), [
    ["sessions", id],
    ["sessions_by_expiry", taken.record.expiresAt, id],
  ]);
});

eachEngine(
  "withdrawing consent removes a session older than 24 hours, with its children (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const visitor = aVisitor(CONSENTING);
    const { id } = await save(bench, visitor);
    await bench.kv.set(["assistant_transcripts", id, 1], "said");
    bench.pass({ days: 2 });
    visitor.consent = REFUSING;
    const fresh = await save(bench, visitor, content("second"));
    assert.notEqual(fresh.id, id);
    assert.equal(fresh.record.payload.recommendation, "second");
    assert.deepEqual(await keysOf(bench.kv), [
      ["sessions", fresh.id],
      ["sessions_by_expiry", fresh.record.expiresAt, fresh.id],
    ]);
  },
);

Deno.test("a session of exactly 24 hours whose consent is withdrawn is over (§3.4, §5)", async () => {
  await using bench = await aSessionBench();
  const [early, late] = [aVisitor(CONSENTING), aVisitor(CONSENTING)];
  const [kept, over] = [await save(bench, early), await save(bench, late)];
  early.consent = late.consent = REFUSING;
  bench.pass({ hours: 24, ms: -1 });
  assert.equal((await save(bench, early, content("second"))).id, kept.id);
  bench.pass({ ms: 1 });
  assert.notEqual((await save(bench, late, content("second"))).id, over.id);
});

Deno.test("amendSession() removes a session older than 24 hours whose consent is withdrawn, and starts none (§5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor(CONSENTING);
  await save(bench, visitor);
  bench.pass({ days: 2 });
  visitor.consent = REFUSING;
  await amendSession(bench.services, visitor.request(), () => content("second"));
  assert.deepEqual(await keysOf(bench.kv), []);
});

Deno.test("a session that begins in place of one older than 24 hours has nothing of it (§5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor(CONSENTING);
  await save(bench, visitor, content("first"));
  bench.pass({ days: 2 });
  visitor.consent = REFUSING;
  const outcome = await updateSession(
    bench.services,
    visitor.request(),
    (current) => current ?? content("second"),
  );
  assert.ok(outcome.ok);
  assert.equal(outcome.session.record.payload.recommendation, "second");
});

eachEngine(
  "withdrawing consent deletes transcripts and the references of events, and keeps the session (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const visitor = aVisitor(CONSENTING);
    const { id } = await save(bench, visitor);
    const { kv, services } = bench;
    const events = { events: [{ kind: "restarted" as const }] };
    assert.equal(await recordSessionEvents(services, visitor.request(), events), 1);
    for (const name of ["assistant_transcripts", "assistant_unanswered", "assistant_feedback"]) {
      for (const child of ["1", "2"]) await kv.set([name, id, child], "said");
    }
    bench.pass({ hours: 1 });
    await save(bench, visitor, content("second"));
    assert.equal((await keysOf(kv)).length, 8, "with consent everything stays");
    assert.equal((await eventsOfSession(database.db, id)).length, 1);

    visitor.consent = REFUSING;
    const { record } = await save(bench, visitor, content("second"));
    assert.deepEqual(await keysOf(kv), [
      ["assistant_feedback", id, "1"],
      ["assistant_feedback", id, "2"],
      ["sessions", id],
      ["sessions_by_expiry", record.expiresAt, id],
    ]);
    assert.deepEqual(await eventsOfSession(database.db, id), []);

    const late = aVisitor(REFUSING);
    const { id: lateId } = await save(bench, late);
    late.consent = CONSENTING;
    assert.equal(await recordSessionEvents(services, late.request(), events), 1);
    assert.equal((await eventsOfSession(database.db, lateId)).length, 1);
    late.consent = REFUSING;
    await save(bench, late, content("second"));
    assert.deepEqual(await eventsOfSession(database.db, lateId), [], "consent first given here");
  },
);

Deno.test("a withdrawal of consent whose deletions failed deletes at the next save (§5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor(CONSENTING);
  const { id } = await save(bench, visitor);
  const { kv, services } = bench;
  await kv.set(["assistant_transcripts", id, 1], "said");

  visitor.consent = REFUSING;
  const failing = { ...services, kv: failingLists(kv) };
  const failed = await updateSession(failing, visitor.request(), () => content("first"));
  assert.equal(failed.ok, false);
  assert.equal((await kv.get(["assistant_transcripts", id, 1])).value, "said");

  await save(bench, visitor);
  assert.equal((await kv.get(["assistant_transcripts", id, 1])).value, null);
});

eachEngine(
  "events that are stored after their session was erased, or its consent withdrawn, do not refer to it (§5)",
  async (database) => {
    await using bench = await aSessionBench({ database });
    const { kv, services } = bench;
    const withdraw = (visitor: Visitor) => {
      visitor.consent = REFUSING;
      return save(bench, visitor, content("second"));
    };
    const erase = ({ sessionId }: Visitor) => eraseSession(services, sessionId ?? "");
    for (const meanwhile of [erase, withdraw]) {
      const visitor = aVisitor(CONSENTING);
      const { id } = await save(bench, visitor);
      const request = visitor.request();
      const slow = { ...services, kv: readBefore(kv, () => meanwhile(visitor)) };
      const events = { events: [{ kind: "restarted" as const }] };
      assert.equal(await recordSessionEvents(slow, request, events), 1);
      assert.deepEqual(await eventsOfSession(database.db, id), [], meanwhile.name);
    }
  },
);

const STRANGE: [what: string, sessionId: string][] = [
  ["malformed", "../../../../../etc/passwd"],
  ["empty", ""],
  ["unknown", "AAAAAAAAAAAAAAAAAAAAAA"],
  ["too long", "A".repeat(5_000)],
];

Deno.test("a cookie that names no session starts a new one (design §7)", async () => {
  await using bench = await aSessionBench();
  const owner = aVisitor();
  const owned = await save(bench, owner);
  for (const [what, sessionId] of STRANGE) {
    const visitor = aVisitor();
    visitor.sessionId = sessionId;
    assert.equal(await read(bench, visitor), null, what);
    const { id } = await save(bench, visitor, content("theirs"));
    assert.notEqual(id, sessionId, `an ${what} id is not adopted`);
    assert.notEqual(id, owned.id, what);
  }
  assert.deepEqual((await read(bench, owner))?.record, owned.record);
});

Deno.test("a record of another shape is not a session, and is not changed (design §5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor();
  visitor.sessionId = "AAAAAAAAAAAAAAAAAAAAAA";
  const key = ["sessions", visitor.sessionId];
  const record = { email: "someone@example.org", expiresAt: Infinity };
  await bench.kv.set(key, record);
  assert.equal(await read(bench, visitor), null);
  const { id } = await save(bench, visitor);
  assert.notEqual(id, key[1]);
  assert.deepEqual((await bench.kv.get(key)).value, record);
});

Deno.test("concurrent writes leave one of them whole, never a mixture (§2.5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor();
  await save(bench, visitor);
  const whole = (name: string): SessionContent => ({
    payload: {
      recommendation: name,
      alternatives: [name],
      systems_viewed: [name],
      completed_at: null,
      answers: { [name]: name },
    },
    track: name,
  });
  const outcomes = await Promise.all(
    Array.from(
      { length: 40 },
      (_, n) => updateSession(bench.services, visitor.request(), () => whole(`w${n}`)),
    ),
  );
  assert.ok(outcomes.every(({ ok }) => ok));
  const session = await read(bench, visitor);
  assert.deepEqual(
    { payload: session?.record.payload, track: session?.record.track },
    whole(session?.record.track ?? ""),
  );
  assert.equal((await keysOf(bench.kv)).length, 2);
});

Deno.test("100 concurrent writes of one session all succeed, and the last one stays (§3.4)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor();
  await save(bench, visitor);
  const outcomes = await Promise.all(
    Array.from(
      { length: 100 },
      (_, n) => updateSession(bench.services, visitor.request(), () => content(`w${n}`)),
    ),
  );
  assert.equal(outcomes.filter(({ ok }) => !ok).length, 0);
  assert.deepEqual((await read(bench, visitor))?.record.payload, content("w99").payload);
});

Deno.test("concurrent changes are each applied to the result of the one before (§2.5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor();
  await save(bench, visitor, content("start"));
  await Promise.all(
    Array.from(
      { length: 20 },
      (_, n) =>
        updateSession(bench.services, visitor.request(), (current) => ({
          payload: {
            ...emptyPayload(),
            systems_viewed: [...current?.payload.systems_viewed ?? [], `s${n}`],
          },
          track: null,
        })),
    ),
  );
  const session = await read(bench, visitor);
  const all = Array.from({ length: 20 }, (_, n) => `s${n}`);
  assert.deepEqual(session?.record.payload.systems_viewed.toSorted(), all.toSorted());
});

Deno.test("concurrent writes with different consent leave no stale index entry (design §5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor();
  await save(bench, visitor);
  const other = { ...visitor, consent: CONSENTING };
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      updateSession(
        bench.services,
        (n % 2 ? visitor : other).request(),
        () => content(`w${n}`),
      )),
  );
  const session = await read(bench, visitor);
  assert.deepEqual(await keysOf(bench.kv), [
    ["sessions", session?.id],
    ["sessions_by_expiry", session?.record.expiresAt, session?.id],
  ]);
});

Deno.test("updateSession() writes nothing when nothing changes (design §5)", async () => {
  await using bench = await aSessionBench();
  const visitor = aVisitor();
  const { id } = await save(bench, visitor);
  const { versionstamp } = await bench.kv.get(["sessions", id]);
  bench.pass({ hours: 1 });
  const again = await save(bench, visitor);
  assert.equal((await bench.kv.get(["sessions", id])).versionstamp, versionstamp);
  assert.equal(again.record.updatedAt, again.record.createdAt);
  for (const changed of [content("second"), content("second", null)]) {
    const before = (await bench.kv.get(["sessions", id])).versionstamp;
    await save(bench, visitor, changed);
    assert.notEqual((await bench.kv.get(["sessions", id])).versionstamp, before);
  }
});

/** Opens the same store as another process would. */
async function elsewhere(bench: SessionBench): Promise<SessionBench> {
  const kv = await openKv(bench.kvPath);
  const dispose = () => Promise.resolve(kv.close());
  return { ...bench, kv, services: { ...bench.services, kv }, [Symbol.asyncDispose]: dispose };
}

Deno.test("a change is applied to what another process wrote last (§2.5)", async () => {
  await using bench = await aSessionBench();
  await using other = await elsewhere(bench);
  const visitor = aVisitor();
  const view = (system: string) => (current: SessionContent | null): SessionContent => ({
    payload: {
      ...emptyPayload(),
      systems_viewed: [...current?.payload.systems_viewed ?? [], system],
    },
    track: null,
  });
  await save(bench, visitor, view("a")(null));
  await updateSession(other.services, visitor.request(), view("b"));
  await updateSession(bench.services, visitor.request(), view("c"));
  await updateSession(other.services, visitor.request(), view("d"));
  const session = await read(bench, visitor);
  assert.deepEqual(session?.record.payload.systems_viewed, ["a", "b", "c", "d"]);
});

Deno.test("a session that another process removed is stored anew (§3.4)", async () => {
  await using bench = await aSessionBench();
  await using other = await elsewhere(bench);
  const visitor = aVisitor();
  const { id } = await save(bench, visitor);
  await eraseSession(other.services, id);
  const again = await save(bench, visitor);
  assert.notEqual(again.id, id);
  assert.deepEqual((await read(other, visitor))?.record, again.record);
});

Deno.test("a session that another process extended is not treated as expired (§5)", async () => {
  await using bench = await aSessionBench();
  await using other = await elsewhere(bench);
  const visitor = aVisitor(REFUSING);
  const { id } = await save(bench, visitor);
  visitor.consent = CONSENTING;
  await save(other, visitor, content("second"));
  bench.pass({ days: 2 });
  assert.equal((await save(bench, visitor, content("third"))).id, id);
});

Deno.test("more sessions than a process caches are all stored (design §5)", async () => {
  await using bench = await aSessionBench();
  const visitors = Array.from({ length: 1_100 }, () => aVisitor());
  for (const name of ["first", "second"]) {
    for (let from = 0; from < visitors.length; from += 100) {
      const group = visitors.slice(from, from + 100);
      await Promise.all(group.map((visitor) => save(bench, visitor, content(name))));
    }
  }
  for (const visitor of visitors) {
    assert.equal((await read(bench, visitor))?.record.payload.recommendation, "second");
  }
  assert.equal((await keysOf(bench.kv)).length, 2 * visitors.length);
});

const SECURE: [baseUrl: string | undefined, url: string, secure: boolean][] = [
  [undefined, "http://localhost/", false],
  [undefined, "https://shop.example/", true],
  ["https://shop.example", "http://10.0.0.7/", true],
  ["http://shop.example", "http://10.0.0.7/", false],
];

Deno.test("the cookie is Secure when visitors use https (design §7)", async () => {
  for (const [baseUrl, url, secure] of SECURE) {
    await using bench = await aSessionBench({ environment: baseUrl ? { BASE_URL: baseUrl } : {} });
    const outcome = await updateSession(bench.services, new Request(url), () => content("a"));
    assert.ok(outcome.ok);
    assert.equal(outcome.setCookie.includes("; Secure"), secure, `${baseUrl} ${url}`);
  }
});
