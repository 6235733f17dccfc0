import assert from "node:assert/strict";
import { FeedbackSaved, listFeedback, turnHash } from "@/lib/assistant/mod.ts";
import { ErrorBody } from "@/lib/http/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { eraseSession } from "@/lib/session/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { aVisitor, type Visitor } from "../helpers/session.ts";

async function vote(app: TestApp, body: unknown, visitor: Visitor): Promise<Response> {
  const { headers } = visitor.request("/", { headers: { "content-type": "application/json" } });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const path = "/api/assistant/feedback";
  const response = await app.request(path, { method: "POST", headers, body: text });
  const setCookie = response.headers.get("set-cookie");
  if (setCookie !== null) visitor.take(setCookie);
  return response;
}

async function accepted(response: Response): Promise<void> {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(FeedbackSaved.parse(await response.json()), { ok: true });
}

const kept = async (app: TestApp) => (await listFeedback(app.services, { limit: 1_000 })).votes;

Deno.test("POST /api/assistant/feedback (§4.7, design §7)", async (t) => {
  await using app = await startApp({ environment: { SEED: "none" } });
  const visitor = aVisitor();
  const hash = turnHash("The wall reaches STC 54.");

  await t.step("starts a session for a visitor without one", async () => {
    await accepted(await vote(app, { turnHash: hash, vote: "up", page: "results" }, visitor));
    assert.match(visitor.sessionId ?? "", /^[\w-]{22}$/);
    const session = await app.services.kv.get(["sessions", visitor.sessionId ?? ""]);
    assert.notEqual(session.versionstamp, null);
    const [{ votedAt: _, expiresAt, ...stored } = assert.fail("nothing is kept")] = await kept(app);
    assert.deepEqual(stored, {
      sessionId: visitor.sessionId,
      turnHash: hash,
      vote: "up",
      page: "results",
    });
    assert.equal(expiresAt, Object(session.value).expiresAt);
  });

  await t.step(
    "keeps the last vote on an answer, ignoring the case of its hash",
    async () => {
      const own = { turnHash: hash.toUpperCase(), vote: "down", page: "results" };
      await accepted(await vote(app, own, visitor));
      assert.deepEqual((await kept(app)).map(({ vote }) => vote), ["down"]);
      await accepted(await vote(app, { ...own, turnHash: "00000000", vote: "up" }, visitor));
      assert.equal((await kept(app)).length, 2);
    },
  );

  await t.step("does not change the session", async () => {
    const { value } = await app.services.kv.get(["sessions", visitor.sessionId ?? ""]);
    assert.equal(Object(value).payload.recommendation, null);
    assert.equal((await Array.fromAsync(app.services.kv.list({ prefix: ["sessions"] }))).length, 1);
  });

  await t.step(
    "stores an unknown or missing page as browsing",
    async () => {
      const stranger = aVisitor();
      for (const page of ["ada@example.com", null, undefined]) {
        await accepted(await vote(app, { turnHash: "0badcafe", vote: "up", page }, stranger));
        const own = (await kept(app)).find(({ turnHash }) => turnHash === "0badcafe");
        assert.equal(own?.page, "browsing");
      }
    },
  );

  for (
    const body of [
      "{",
      "null",
      {},
      { turnHash: hash },
      { turnHash: "1234567", vote: "up", page: "results" },
      { turnHash: "12345678x", vote: "up", page: "results" },
      { turnHash: "zzzzzzzz", vote: "up", page: "results" },
      { turnHash: hash, vote: "sideways", page: "results" },
      { turnHash: hash, vote: "up", page: "a".repeat(101) },
      { turnHash: 12345678, vote: "up", page: "results" },
    ]
  ) {
    await t.step(`refuses ${JSON.stringify(body).slice(0, 60)} with 400`, async () => {
      const before = (await kept(app)).length;
      const stranger = aVisitor();
      const response = await vote(app, body, stranger);
      assert.equal(response.status, 400);
      assert.equal(ErrorBody.parse(await response.json()).error.kind, "invalid");
      assert.equal((await kept(app)).length, before);
      assert.equal(stranger.sessionId, null);
    });
  }

  await t.step("keeps the 200 latest votes of a session", async () => {
    const eager = aVisitor();
    const hashOf = (at: number) => at.toString(16).padStart(8, "0");
    // The last vote changes one of the others, and so evicts none.
    for (const at of [...Array(203).keys(), 202]) {
      const body = { turnHash: hashOf(at), vote: "up", page: "results" };
      await accepted(await vote(app, body, eager));
    }
    const own = (await kept(app)).filter(({ sessionId }) => sessionId === eager.sessionId);
    assert.equal(own.length, 200);
    const hashes = new Set(own.map(({ turnHash }) => turnHash));
    assert.deepEqual([200, 201, 202].filter((at) => !hashes.has(hashOf(at))), []);
  });

  await t.step("deletes votes with their session (§2.11)", async () => {
    await eraseSession(app.services, visitor.sessionId ?? "");
    const left = (await kept(app)).filter(({ sessionId }) => sessionId === visitor.sessionId);
    assert.deepEqual(left, []);
  });

  await t.step("concurrent votes on one answer leave one vote", async () => {
    const pair = aVisitor();
    await accepted(await vote(app, { turnHash: hash, vote: "up", page: "results" }, pair));
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const own = { turnHash: hash, vote: at % 2 ? "up" : "down", page: "results" };
        await accepted(await vote(app, own, pair));
      }),
    );
    const own = (await kept(app)).filter(({ sessionId }) => sessionId === pair.sessionId);
    assert.equal(own.length, 1);
  });
});

Deno.test("feedback has a rate limit of its own, and answers 503 while the store is unavailable (§4.7, §7)", async () => {
  const kv = await openKv(":memory:");
  await using app = await startApp({
    environment: { SEED: "none", RATE_LIMIT_FEEDBACK: "2" },
    overrides: { kv },
  });
  const body = { turnHash: "0badcafe", vote: "up", page: "results" };
  const visitor = aVisitor();
  await accepted(await vote(app, body, visitor));
  kv.close();
  const away = await vote(app, body, visitor);
  assert.equal(away.status, 503);
  assert.equal(ErrorBody.parse(await away.json()).error.retryable, true);
  assert.equal((await vote(app, body, visitor)).status, 429);
});
