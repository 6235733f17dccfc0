import assert from "node:assert/strict";
import { createRunner } from "@/lib/jobs/mod.ts";
import { getLog } from "@/lib/log/mod.ts";
import {
  emptyPayload,
  readSession,
  rememberResult,
  rememberViewed,
  saveProgress,
  type SessionPayload,
  updateSession,
} from "@/lib/session/mod.ts";
import { aSessionBench, aVisitor, CONSENTING, REFUSING } from "@/tests/helpers/session.ts";

const ANSWERS = { room: ["large"] };
const RESULT = {
  recommendation: "a",
  alternatives: ["b", "c"],
  track: "home",
  complete: false,
  fits: () => true,
};

/** Opens a bench with a runner, and a visitor who has answered a question. */
async function aBench(consent?: string) {
  const bench = await aSessionBench();
  const { kv, now } = bench.services;
  const background = createRunner({ kv, log: getLog("jobs"), now });
  const services = { ...bench.services, background };
  const visitor = aVisitor(consent);
  visitor.take(
    await saveProgress(services, visitor.request(), { track: "home", answers: ANSWERS }),
  );
  return {
    ...bench,
    services,
    visitor,
    async payload(): Promise<SessionPayload | undefined> {
      await background.idle();
      return (await readSession(services, visitor.request()))?.record.payload;
    },
    async version(): Promise<string | null> {
      await background.idle();
      return (await kv.get(["sessions", visitor.sessionId ?? ""])).versionstamp;
    },
    async [Symbol.asyncDispose]() {
      await background.stop();
      await bench[Symbol.asyncDispose]();
    },
  };
}

Deno.test("rememberResult() stores the shown result, and keeps the answers (§1.3, §2.5)", async () => {
  await using bench = await aBench();
  rememberResult(bench.services, bench.visitor.request(), RESULT);
  assert.deepEqual(await bench.payload(), {
    ...emptyPayload(),
    recommendation: "a",
    alternatives: ["b", "c"],
    answers: ANSWERS,
  });
  const session = await readSession(bench.services, bench.visitor.request());
  assert.equal(session?.record.track, "home");

  rememberResult(bench.services, bench.visitor.request(), {
    ...RESULT,
    recommendation: null,
    alternatives: [],
  });
  assert.deepEqual(await bench.payload(), { ...emptyPayload(), answers: ANSWERS });
});

Deno.test("rememberResult() stores no result of other answers than the session's (§2.5)", async () => {
  await using bench = await aBench();
  rememberResult(bench.services, bench.visitor.request(), RESULT);
  const before = await bench.payload();
  const asked: unknown[] = [];
  rememberResult(bench.services, bench.visitor.request(), {
    recommendation: "z",
    alternatives: ["y"],
    track: "home",
    complete: true,
    fits(answers) {
      asked.push(answers);
      return false;
    },
  });
  assert.deepEqual(await bench.payload(), before);
  assert.deepEqual(asked[0], { track: "home", optionIds: ["large"] });
});

Deno.test("rememberResult() stores the time of the first complete result (§2.5)", async () => {
  await using bench = await aBench();
  const show = async (complete: boolean) => {
    rememberResult(bench.services, bench.visitor.request(), { ...RESULT, complete });
    return (await bench.payload())?.completed_at;
  };
  assert.equal(await show(false), null);
  const first = bench.services.now().toISOString();
  assert.equal(await show(true), first);
  bench.pass({ hours: 1 });
  assert.equal(await show(true), first);
  assert.equal(await show(false), first);
});

Deno.test("rememberViewed() stores each system once, and the latest 50 (§2.5)", async () => {
  await using bench = await aBench();
  const view = (...ids: string[]) => rememberViewed(bench.services, bench.visitor.request(), ids);
  view("a");
  assert.deepEqual((await bench.payload())?.systems_viewed, ["a"]);
  view("b", "a", "no id");
  assert.deepEqual((await bench.payload())?.systems_viewed, ["a", "b"]);
  const many = Array.from({ length: 49 }, (_, index) => `s${index}`);
  view(...many);
  assert.deepEqual((await bench.payload())?.systems_viewed, ["b", ...many]);
});

Deno.test("showing the same result and systems again writes nothing (design §5)", async () => {
  await using bench = await aBench();
  const show = () => {
    rememberResult(bench.services, bench.visitor.request(), { ...RESULT, complete: true });
    rememberViewed(bench.services, bench.visitor.request(), ["a", "b"]);
  };
  show();
  const written = await bench.version();
  bench.pass({ hours: 1 });
  show();
  assert.equal(await bench.version(), written);
});

Deno.test("viewing pages starts no session, even with consent (§3.4, §5)", async () => {
  await using bench = await aBench();
  const before = await Array.fromAsync(bench.kv.list({ prefix: [] }), ({ key }) => key);
  const stranger = aVisitor(CONSENTING);
  for (const sessionId of [null, "A".repeat(22), "..", ""]) {
    stranger.sessionId = sessionId;
    rememberResult(bench.services, stranger.request(), RESULT);
    rememberViewed(bench.services, stranger.request(), ["a"]);
  }
  await bench.services.background.idle();
  const after = await Array.fromAsync(bench.kv.list({ prefix: [] }), ({ key }) => key);
  assert.deepEqual(after, before);
});

Deno.test("viewing a page removes a session whose consent was withdrawn (§5)", async () => {
  await using bench = await aBench(CONSENTING);
  bench.pass({ days: 2 });
  bench.visitor.consent = REFUSING;
  rememberViewed(bench.services, bench.visitor.request(), ["a"]);
  assert.equal(await bench.payload(), undefined);
  assert.equal(await bench.version(), null);
});

Deno.test("viewing a page does not prolong a session (§3.4)", async () => {
  await using bench = await aBench();
  bench.pass({ hours: 23 });
  rememberViewed(bench.services, bench.visitor.request(), ["a"]);
  assert.deepEqual((await bench.payload())?.systems_viewed, ["a"]);
  bench.pass({ hours: 1 });
  assert.equal(await bench.payload(), undefined);
});

Deno.test("concurrent results and views are all stored", async () => {
  await using bench = await aBench();
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  for (const id of ids) rememberViewed(bench.services, bench.visitor.request(), [id]);
  rememberResult(bench.services, bench.visitor.request(), RESULT);
  const payload = await bench.payload();
  assert.equal(payload?.recommendation, "a");
  assert.deepEqual(payload?.systems_viewed.toSorted(), ids.toSorted());
});

Deno.test("what a page has shown does not replace what the visitor saves after it (§2.5)", async () => {
  await using bench = await aBench();
  const { services, visitor } = bench;
  const busy = Promise.withResolvers<void>();
  for (let lane = 0; lane < 8; lane++) services.background.run("busy", () => busy.promise);
  rememberResult(services, visitor.request(), RESULT);
  const payload = { ...emptyPayload(), recommendation: "newer" };
  await updateSession(services, visitor.request(), () => ({ payload, track: "home" }));
  busy.resolve();
  assert.equal((await bench.payload())?.recommendation, "newer");
});

Deno.test("rememberResult() does not throw when the store is closed", async () => {
  const bench = await aBench();
  bench.kv.close();
  assert.doesNotThrow(() => rememberResult(bench.services, bench.visitor.request(), RESULT));
  await bench.services.background.idle();
  await bench.services.background.stop();
});
