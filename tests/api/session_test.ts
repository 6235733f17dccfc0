import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { ErrorBody } from "@/lib/http/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { EventsRecorded, Recognition, SessionSaved } from "@/lib/session/mod.ts";
import { eachApp, startApp, type TestApp } from "../helpers/app.ts";
import { eachEngineUnopened } from "../helpers/db.ts";
import { logged } from "../helpers/logged.ts";
import {
  aVisitor,
  CONSENT_ENVIRONMENT,
  CONSENTING,
  REFUSING,
  type Visitor,
} from "../helpers/session.ts";

const JSON_TYPE = { "content-type": "application/json" };

interface Sent {
  visitor?: Visitor;
  query?: string;
  headers?: Record<string, string>;
}

/** Sends a body the way a visitor's browser does: a string as it is, anything else as JSON. */
async function send(
  { request }: TestApp,
  [method, path]: ["PUT" | "POST", string],
  body: unknown,
  { visitor = aVisitor(), headers = JSON_TYPE }: Sent = {},
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { headers: sent } = visitor.request(path, { headers });
  const response = await request(path, { method, headers: sent, body: text });
  const setCookie = response.headers.get("set-cookie");
  if (setCookie !== null) visitor.take(setCookie);
  return response;
}

const put = (app: TestApp, body: unknown, { query = "", ...sent }: Sent = {}) =>
  send(app, ["PUT", `/api/session${query}`], body, sent);
const report = (app: TestApp, body: unknown, sent?: Sent) =>
  send(app, ["POST", "/api/session/events"], body, sent);

async function refused(response: Response, status: number, kind: string): Promise<void> {
  assert.equal(response.status, status);
  assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
  assert.equal(ErrorBody.parse(await response.json()).error.kind, kind);
}

async function recordsOf({ services }: TestApp): Promise<unknown[]> {
  return await Array.fromAsync(services.kv.list({ prefix: ["sessions"] }), ({ value }) => value);
}

eachApp("PUT /api/session (§4.3)", async (app, step) => {
  const visitor = aVisitor();

  await step("starts a session, and answers with the stored values (design §7)", async () => {
    const response = await put(app, {
      recommendation: "sys-a",
      alternatives: ["sys-b", "not an id"],
      systems_viewed: ["sys-a"],
      completed_at: "2026-05-04T11:00:00+02:00",
      "answer:room": "large",
      "answer:use": ["office", "event"],
      email: "ada@example.com",
    }, { visitor, query: "?track=home" });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(
      response.headers.get("set-cookie") ?? "",
      /^ns_session=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { ok, session, expiresAt } = SessionSaved.parse(await response.json());
    assert.deepEqual({ ok, session }, {
      ok: true,
      session: {
        recommendation: "sys-a",
        alternatives: ["sys-b"],
        systems_viewed: ["sys-a"],
        completed_at: "2026-05-04T09:00:00.000Z",
        answers: { room: "large", use: ["office", "event"] },
      },
    });
    const lifeMs = Date.parse(expiresAt) - Date.now();
    assert.ok(lifeMs > 86_300_000 && lifeMs <= 86_400_000);
  });

  await step("replaces the whole session of the same visitor", async () => {
    const id = visitor.sessionId;
    const response = await put(app, { recommendation: "sys-b" }, { visitor });
    const { session } = SessionSaved.parse(await response.json());
    assert.equal(visitor.sessionId, id);
    assert.deepEqual([session.recommendation, session.systems_viewed, session.answers], [
      "sys-b",
      [],
      {},
    ]);
    assert.equal((await recordsOf(app)).length, 1);
  });

  await step(
    "replaces only the answers if the body contains nothing else (design §7)",
    async () => {
      const rest = {
        recommendation: "sys-b",
        alternatives: ["sys-c"],
        systems_viewed: ["sys-b", "sys-d"],
        completed_at: "2026-05-04T09:00:00.000Z",
      };
      const save = async (body: Record<string, unknown>) => {
        await put(app, { ...rest, "answer:room": "large", "answer:use": "event" }, { visitor });
        const response = await put(app, body, { visitor });
        return SessionSaved.parse(await response.json()).session;
      };
      assert.deepEqual(await save({ "answer:room": ["small"] }), {
        ...rest,
        answers: { room: ["small"] },
      });
      assert.deepEqual(await save({ "answer:room": "not an id" }), { ...rest, answers: {} });
      const nothing = {
        recommendation: null,
        alternatives: [],
        systems_viewed: [],
        completed_at: null,
        answers: {},
      };
      assert.deepEqual(await save({}), nothing);
      assert.deepEqual(await save({ email: "ada@example.com" }), nothing);
      assert.deepEqual(await save({ "answer:room": "small", systems_viewed: ["sys-a"] }), {
        ...nothing,
        systems_viewed: ["sys-a"],
        answers: { room: "small" },
      });
    },
  );

  await step("stores a track only if it is an identifier (§2.5)", async () => {
    for (const [query, track] of [["?track=home", "home"], ["?track=a%20b", null], ["", null]]) {
      await put(app, {}, { visitor, query: query ?? "" });
      assert.equal(Object((await recordsOf(app))[0]).track, track);
    }
  });

  for (const body of ["null", "[]", '"text"', "7", "true"]) {
    await step(`rejects ${body} with 400 and starts no session (§2.5)`, async () => {
      const stranger = aVisitor();
      await refused(await put(app, body, { visitor: stranger }), 400, "invalid");
      assert.equal(stranger.sessionId, null);
    });
  }

  for (const body of ["", "{", "{'a':1}", '{"a":1}}']) {
    await step(`rejects the broken body ${JSON.stringify(body)} with 400`, async () => {
      await refused(await put(app, body), 400, "invalid");
    });
  }

  await step("rejects more than 64 KiB with 413", async () => {
    await refused(await put(app, { filler: "x".repeat(65_536) }), 413, "too_large");
  });

  for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json", ""]) {
    await step(`rejects the content type "${type}"`, async () => {
      const response = await put(app, {}, { headers: { "content-type": type } });
      assert.ok([403, 415].includes(response.status));
      await response.body?.cancel();
    });
  }

  await step("starts a session with answers alone", async () => {
    const stranger = await put(app, { "answer:room": "small" });
    const { session } = SessionSaved.parse(await stranger.json());
    assert.deepEqual([session.recommendation, session.answers], [null, { room: "small" }]);
  });

  await step("an invalid or unknown session id gets a new session (design §7)", async () => {
    await put(app, { recommendation: "mine" }, { visitor });
    for (const sessionId of ["", "..", "A".repeat(22), visitor.sessionId?.toLowerCase() ?? ""]) {
      const other = aVisitor();
      other.sessionId = sessionId;
      await put(app, { recommendation: "theirs" }, { visitor: other });
      assert.notEqual(other.sessionId, sessionId);
    }
    const owned = await app.services.kv.get(["sessions", visitor.sessionId ?? ""]);
    assert.equal(Object(owned.value).payload.recommendation, "mine");
  });
});

eachEngineUnopened("POST /api/session/events (§4.3, §6.2)", async (engine, t) => {
  await using app = await startApp({ engine, environment: { ...CONSENT_ENVIRONMENT } });
  const rows = () =>
    app.services.db.selectFrom("analytics_events")
      .select(["kind", "ref", "track", "session_ref"]).orderBy("id").execute();
  const events = [{ kind: "step_viewed", ref: "room" }, { kind: "answer_selected", ref: "large" }];

  await t.step("stores nothing without measurement consent (§5)", async () => {
    for (const consent of ["", "_cmp_cs-77={", "_cmp_cs-77-granular=%7B%7D"]) {
      const response = await report(app, { events }, { visitor: aVisitor(consent) });
      assert.equal(response.status, 202);
      assert.deepEqual(await response.json(), { ok: true, recorded: 0 });
    }
    assert.deepEqual(await rows(), []);
  });

  await t.step("stores the events of a consenting visitor without starting a session", async () => {
    const visitor = aVisitor(CONSENTING);
    const response = await report(app, { events }, { visitor });
    assert.equal(response.status, 202);
    assert.deepEqual(EventsRecorded.parse(await response.json()), { ok: true, recorded: 2 });
    assert.equal(visitor.sessionId, null);
    assert.deepEqual(
      await rows(),
      events.map((event) => ({
        ...event,
        track: null,
        session_ref: null,
      })),
    );
  });

  await t.step("stores the session's track and a digest of its id", async () => {
    const visitor = aVisitor(CONSENTING);
    await put(app, {}, { visitor, query: "?track=home" });
    await report(app, { events: [{ kind: "restarted" }] }, { visitor });
    const last = (await rows()).at(-1);
    assert.equal(last?.track, "home");
    assert.match(last?.session_ref ?? "", /^[\w-]{22}$/);
    assert.notEqual(last?.session_ref, visitor.sessionId);
  });

  await t.step(
    "of a visitor who consents, the first question counts for the visit and its track (§4.9, §5)",
    async () => {
      const see = async (path: string, visitor: Visitor) => {
        const response = await app.request(path, { headers: visitor.request().headers });
        assert.equal(response.status, 200, path);
        await response.body?.cancel();
        return response.headers.get("set-cookie");
      };
      const visitor = aVisitor(CONSENTING);
      assert.equal(await see("/select", visitor), null, "asks for the kind of project alone");
      visitor.take(await see("/select?track=home", visitor));
      await report(app, { events: [{ kind: "step_viewed", ref: "place" }] }, { visitor });
      const seen = (await rows()).at(-1);
      assert.equal(await see("/select?track=workplace", visitor), null, "once");
      await put(app, { "answer:place": "porch" }, { visitor, query: "?track=home" });
      await report(app, { events: [{ kind: "answer_selected", ref: "porch" }] }, { visitor });
      const answered = (await rows()).at(-1);
      assert.deepEqual([seen?.track, answered?.track], ["home", "home"]);
      assert.match(seen?.session_ref ?? "", /^[\w-]{22}$/);
      assert.equal(seen?.session_ref, answered?.session_ref);
      await report(app, { events: [{ kind: "step_viewed", ref: "place" }], track: "workplace" }, {
        visitor,
      });
      assert.equal((await rows()).at(-1)?.track, "workplace", "that of the page that reports it");
      for (const consent of [REFUSING, ""]) {
        assert.equal(await see("/select?track=home", aVisitor(consent)), null);
      }
      const { headers } = aVisitor(CONSENTING).request();
      for (
        const ahead of [
          { method: "HEAD", headers },
          { headers: { ...Object.fromEntries(headers), "sec-purpose": "prefetch;prerender" } },
        ]
      ) {
        const response = await app.request("/select?track=home", ahead);
        await response.body?.cancel();
        assert.deepEqual([response.status, response.headers.get("set-cookie")], [200, null]);
      }
    },
  );

  for (
    const body of [
      {},
      { events: [] },
      { events: [{ kind: "clicked" }] },
      { events: [{ kind: "restarted", ref: "ada@example.com" }] },
      { events: Array(51).fill({ kind: "restarted" }) },
      [],
      null,
    ]
  ) {
    const what = JSON.stringify(body).slice(0, 60);
    await t.step(`rejects ${what} with 400, with and without consent (design §7)`, async () => {
      const before = (await rows()).length;
      for (const visitor of [aVisitor(CONSENTING), aVisitor()]) {
        await refused(await report(app, body, { visitor }), 400, "invalid");
      }
      assert.equal((await rows()).length, before);
    });
  }
});

Deno.test("a session that begins with a page counts as a write of its address (design §7)", async () => {
  const environment = { ...CONSENT_ENVIRONMENT, RATE_LIMIT_WRITES: "1" };
  await using app = await startApp({ environment });
  const begins: boolean[] = [];
  for (let visit = 0; visit < 3; visit++) {
    const { headers } = aVisitor(CONSENTING).request();
    const response = await app.request("/select?track=home", { headers });
    assert.equal(response.status, 200);
    begins.push(response.headers.has("set-cookie"));
    await response.body?.cancel();
  }
  assert.deepEqual(begins, [true, false, false]);
  assert.equal((await recordsOf(app)).length, 1);
});

eachEngineUnopened(
  "events that cannot be stored answer a retryable 503 (§6.2)",
  async (engine) => {
    await using app = await startApp({ engine, environment: { ...CONSENT_ENVIRONMENT } });
    await app.services.db.schema.dropTable("analytics_events").execute();
    const events = [{ kind: "restarted" }];
    const lines = await logged(async () => {
      for (let sent = 0; sent < 3; sent++) {
        const response = await report(app, { events }, { visitor: aVisitor(CONSENTING) });
        assert.equal(response.status, 503);
        const { error } = ErrorBody.parse(await response.json());
        assert.deepEqual([error.kind, error.retryable], ["unavailable", true]);
      }
    });
    const causes = lines.filter((line) => line.includes("analytics_events"));
    assert.equal(causes.length, 1, "the log has the cause once");
  },
);

eachApp(
  "GET /api/session/recognition does not recognise a visitor without a session (§4.3)",
  async (app) => {
    const response = await app.request("/api/session/recognition");
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.deepEqual(Recognition.parse(await response.json()), {
      recognised: false,
      firstName: null,
    });
  },
);

/** Asserts that pages and reads work, and that writes answer 503, while sessions cannot be stored. */
async function withoutSessions(app: TestApp): Promise<void> {
  const headers = { cookie: `ns_session=${"A".repeat(22)}` };
  for (const path of ["/", "/select", "/results", "/api/recommendation", "/api/systems"]) {
    const response = await app.request(path, { headers });
    assert.equal(response.status, 200, path);
    await response.body?.cancel();
  }
  const response = await put(app, { recommendation: "sys-a" });
  await refused(response, 503, "unavailable");
  assert.equal(response.headers.get("set-cookie"), null);
  assert.equal(response.headers.get("cache-control"), "no-store");
}

eachEngineUnopened(
  "buyer pages save what they show in the session (§1.3, §2.5)",
  async (engine, t) => {
    await using app = await startApp({ engine });
    const snapshot = app.services.catalog.current();
    const [first, second] = snapshot.systems.map(({ id }) => id);
    const visitor = aVisitor();
    const show = async (path: string, by = visitor) => {
      const response = await app.request(path, { headers: by.request().headers });
      await response.body?.cancel();
      assert.equal(response.status, 200, path);
      assert.equal(response.headers.get("set-cookie"), null, path);
      await app.services.background.idle();
    };
    const payload = async () => {
      const { value } = await app.services.kv.get(["sessions", visitor.sessionId ?? ""]);
      return Object(Object(value).payload);
    };
    const options = askedFactors(snapshot, null).map((factor) => factor.options[0]?.id ?? "");

    await t.step("nothing is saved for a visitor without a session (§3.4)", async () => {
      for (const path of [`/results?options=${options}`, `/systems/${first}`, "/compare"]) {
        await show(path, aVisitor());
      }
      assert.deepEqual(await recordsOf(app), []);
    });

    await t.step("the viewed and compared systems are saved", async () => {
      await put(app, { "answer:room": "large" }, { visitor });
      await show(`/systems/${second}`);
      assert.deepEqual((await payload()).systems_viewed, [second]);
      await show(`/compare?systems=${first},${second}`);
      assert.deepEqual((await payload()).systems_viewed.toSorted(), [first, second].toSorted());
    });

    await t.step(
      "the pick and its alternatives are saved, and the time when every question is answered",
      async () => {
        await show("/results");
        assert.equal((await payload()).completed_at, null);
        for (const given of [options.slice(0, 2), options]) {
          await show(`/results?options=${given}`);
          const answer = await app.request(`/api/recommendation?options=${given}`);
          const { recommended, alternatives } = await answer.json();
          const kept = await payload();
          assert.equal(kept.recommendation, recommended?.systemId ?? null);
          assert.deepEqual(
            kept.alternatives,
            alternatives.map(({ systemId }: { systemId: string }) => systemId),
          );
          assert.equal(kept.completed_at !== null, given === options);
          assert.deepEqual(kept.answers, { room: "large" });
        }
      },
    );
  },
);

Deno.test("while the store fails, pages work and writes answer 503 (§5)", async () => {
  const kv: Deno.Kv = new Proxy(Object.create(null), {
    get: () => () => {
      throw new TypeError("the disk is on fire");
    },
  });
  await using app = await startApp({ overrides: { kv } });
  await withoutSessions(app);
});

Deno.test("while the store is locked, pages work and writes answer 503 (§5)", async () => {
  const folder = await Deno.makeTempDir({ prefix: "gss-test-" });
  const path = `${folder}/kv.sqlite3`;
  await using app = await startApp({ environment: { DENO_KV_PATH: path } });
  await app.services.kv.set(["made"], true);
  using other = new DatabaseSync(path);
  other.exec("BEGIN EXCLUSIVE");
  await withoutSessions(app);
  other.exec("ROLLBACK");
  assert.equal((await put(app, {})).status, 200, "writes work again once it is unlocked");
  await Deno.remove(folder, { recursive: true });
});
