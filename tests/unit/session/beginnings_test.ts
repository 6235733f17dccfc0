import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { emptyPayload, planSession, updateSession, whenStored } from "@/lib/session/mod.ts";
import { announce, beginning } from "@/lib/session/beginnings.ts";
import { aSessionBench, aVisitor } from "@/tests/helpers/session.ts";
import { delayed } from "@/tests/helpers/timers.ts";

Deno.test("a visitor whose cookie was sent before the session was stored keeps that session (§2.5, §4.4)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  const payload = { ...emptyPayload(), recommendation: "heron" };
  // The request waits for a second at most, and a busy machine may store the session later.
  using _ = delayed((ms) => ms === 1_000 ? 60_000 : ms);
  const planned = planSession(services, visitor.request(), { payload, track: "home" });
  visitor.take(planned.setCookie);
  const next = updateSession(services, visitor.request(), (current) => ({
    payload: { ...(current?.payload ?? emptyPayload()), systems_viewed: ["finch"] },
    track: current?.track ?? null,
  }));
  await delay(50);
  await planned.store();
  const saved = await next;
  assert.ok(saved.ok);
  assert.equal(saved.session.id, planned.id);
  const { record } = saved.session;
  assert.deepEqual([record.payload.recommendation, record.track], ["heron", "home"]);
});

Deno.test("a session that was promised and never stored keeps its visitor waiting for a second at most (§2.5)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  const content = { payload: emptyPayload(), track: null };
  visitor.take(planSession(services, visitor.request(), content).setCookie);
  const promised = visitor.sessionId;
  const saved = await updateSession(services, visitor.request(), () => content);
  assert.ok(saved.ok && saved.session.id !== promised);
});

Deno.test("whenStored() resolves once a planned session is stored or dropped, and at once for any other", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const plan = () =>
    planSession(services, aVisitor().request(), { payload: emptyPayload(), track: null });
  for (const end of ["store", "drop"] as const) {
    const planned = plan();
    let isOver = false;
    const waiting = whenStored(services.kv, planned.id).then(() => isOver = true);
    await delay(0);
    assert.equal(isOver, false);
    await planned[end]();
    await waiting;
  }
  await whenStored(services.kv, "A".repeat(22));
});

Deno.test("of more than a thousand planned sessions the oldest is no longer waited for (§8)", async () => {
  await using bench = await aSessionBench();
  const { kv } = bench.services;
  const plan = (number: number) => announce(kv, `planned-${number}`);
  const ends = Array.from({ length: 1_000 }, (_, number) => plan(number));
  const first = beginning(kv, "planned-0");
  assert.notEqual(first, undefined);
  ends.push(plan(1_000));
  assert.equal(beginning(kv, "planned-0"), undefined);
  const second = beginning(kv, "planned-1");
  assert.notEqual(second, undefined);
  for (const end of ends) end();
  await Promise.all([first, second]);
  assert.equal(beginning(kv, "planned-1"), undefined, "it is stored");
});
