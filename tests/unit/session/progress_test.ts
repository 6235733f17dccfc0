import assert from "node:assert/strict";
import {
  clearProgress,
  emptyPayload,
  readProgress,
  readSession,
  saveProgress,
  updateSession,
} from "@/lib/session/mod.ts";
import { aSessionBench, aVisitor } from "@/tests/helpers/session.ts";

const ANSWERS = { room: ["large"], use: ["office", "event"] };

Deno.test("readProgress() returns the saved progress of the same visitor (design §10)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  assert.equal(await readProgress(services, visitor.request()), null);

  visitor.take(
    await saveProgress(services, visitor.request(), { track: "home", answers: ANSWERS }),
  );
  assert.deepEqual(await readProgress(services, visitor.request()), {
    track: "home",
    answers: ANSWERS,
    completedAt: null,
    updatedAt: services.now(),
  });
  assert.equal(
    await readProgress(services, aVisitor().request()),
    null,
    "another visitor has no progress",
  );
});

Deno.test("readProgress() returns progress that the wizard's script saved (design §7)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  const saved = await updateSession(services, visitor.request(), () => ({
    payload: {
      ...emptyPayload(),
      answers: { room: "large", use: ["office"] },
      completed_at: "2026-05-04T08:00:00.000Z",
    },
    track: null,
  }));
  assert.ok(saved.ok);
  visitor.take(saved.setCookie);
  assert.deepEqual(await readProgress(services, visitor.request()), {
    track: null,
    answers: { room: ["large"], use: ["office"] },
    completedAt: "2026-05-04T08:00:00.000Z",
    updatedAt: services.now(),
  });
});

Deno.test("saveProgress() stores only identifiers (§2.5)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  visitor.take(
    await saveProgress(services, visitor.request(), {
      track: "no slug",
      answers: { ...ANSWERS, "no id": ["a"], email: ["a@b.example"], more: ["fine", "not fine"] },
    }),
  );
  const progress = await readProgress(services, visitor.request());
  assert.equal(progress?.track, null);
  assert.deepEqual(progress?.answers, { ...ANSWERS, more: ["fine"] });
});

Deno.test("saveProgress() removes a result that belongs to other answers or another track (design §7)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  const outcome = {
    recommendation: "a",
    alternatives: ["b"],
    systems_viewed: ["a", "c"],
    completed_at: "2026-05-04T08:00:00.000Z",
  };
  const saved = await updateSession(services, visitor.request(), () => ({
    payload: { ...outcome, answers: { room: "large" } },
    track: "home",
  }));
  assert.ok(saved.ok);
  visitor.take(saved.setCookie);
  const payload = async () => (await readSession(services, visitor.request()))?.record.payload;

  await saveProgress(services, visitor.request(), {
    track: "home",
    answers: { room: ["large"] },
  });
  assert.deepEqual(
    await payload(),
    { ...outcome, answers: { room: "large" } },
    "the same answers keep the result",
  );

  await saveProgress(services, visitor.request(), {
    track: "home",
    answers: { room: ["small"] },
  });
  assert.deepEqual(await payload(), {
    ...emptyPayload(),
    systems_viewed: ["a", "c"],
    answers: { room: ["small"] },
  });

  await updateSession(
    services,
    visitor.request(),
    () => ({ track: "work", payload: { ...outcome, answers: { room: "large" } } }),
  );
  await saveProgress(services, visitor.request(), { track: "home", answers: { room: ["large"] } });
  assert.equal((await payload())?.recommendation, null, "it belongs to another track");
});

Deno.test("clearProgress() clears the payload and track, and keeps the session (§3.4)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  assert.equal(await clearProgress(services, visitor.request()), null, "there is nothing to clear");
  visitor.take(
    await saveProgress(services, visitor.request(), { track: "home", answers: ANSWERS }),
  );
  const id = visitor.sessionId;
  visitor.take(await clearProgress(services, visitor.request()));
  assert.equal(visitor.sessionId, id);
  assert.equal(await readProgress(services, visitor.request()), null);
  const session = await readSession(services, visitor.request());
  assert.deepEqual(session?.record.payload, emptyPayload());
  assert.equal(session?.record.track, null);
});
