import assert from "node:assert/strict";
import { createRunner } from "@/lib/jobs/mod.ts";
import { getLog } from "@/lib/log/mod.ts";
import { findMeasuredResults, rememberResult, saveProgress } from "@/lib/session/mod.ts";
import {
  aSessionBench,
  aVisitor,
  CONSENTING,
  REFUSING,
  type Visitor,
} from "@/tests/helpers/session.ts";

const RESULT = {
  recommendation: "heron",
  alternatives: [],
  track: null,
  complete: false,
  fits: () => true,
};

Deno.test("findMeasuredResults() returns results with measurement consent, and nothing that identifies visitors (§2.5, §5)", async () => {
  await using bench = await aSessionBench();
  const { kv, now } = bench.services;
  const background = createRunner({ kv, log: getLog("jobs"), now });
  const services = { ...bench.services, background };
  const visit = async (
    consent: string,
    answers: Record<string, string[]>,
    shown: string | null | "none",
  ) => {
    const visitor = aVisitor(consent);
    visitor.take(
      await saveProgress(services, visitor.request(), { track: "home", answers }),
    );
    if (shown !== "none") {
      const complete = shown === null;
      const result = { ...RESULT, recommendation: shown, track: "home", complete };
      rememberResult(services, visitor.request(), result);
      await background.idle();
    }
    return visitor;
  };
  await visit(CONSENTING, { room: ["large"], look: ["wood", "glass"] }, "heron");
  await visit(REFUSING, { room: ["small"] }, "estuary");
  await visit(CONSENTING, { room: ["unfinished"] }, "none");
  await visit(CONSENTING, {}, "finch");
  await visit(CONSENTING, { room: ["tiny"] }, null);
  const changed = await visit(CONSENTING, { room: ["huge"] }, "heron");
  await saveProgress(services, changed.request(), { track: "home", answers: { room: ["large"] } });

  const found = await findMeasuredResults(kv, now(), 10);
  assert.deepEqual(
    found.map(({ optionIds, systemId, track }) => ({ optionIds, systemId, track }))
      .toSorted((a, b) => b.optionIds.length - a.optionIds.length),
    [
      { optionIds: ["large", "wood", "glass"], systemId: "heron", track: "home" },
      { optionIds: ["tiny"], systemId: null, track: "home" },
    ],
  );
  for (const one of found) {
    assert.deepEqual(Object.keys(one).sort(), ["at", "optionIds", "systemId", "track"]);
  }
  assert.equal((await findMeasuredResults(kv, now(), 1)).length, 1);
  assert.deepEqual(
    await findMeasuredResults(kv, new Date(now().getTime() + 400 * 86_400_000), 10),
    [],
    "expired sessions are left out",
  );
  await background.stop();
});

Deno.test("findMeasuredResults() skips sessions without a result, over several batches (§2.5)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const background = createRunner({ kv: services.kv, log: getLog("jobs"), now: services.now });
  for (let number = 0; number < 230; number++) {
    const visitor = aVisitor(CONSENTING);
    const answers = { room: [`option-${number}`] };
    visitor.take(await saveProgress(services, visitor.request(), { track: null, answers }));
    if (number % 4 > 0) continue;
    rememberResult({ ...services, background }, visitor.request(), RESULT);
  }
  await background.idle();
  const found = await findMeasuredResults(services.kv, services.now(), 100);
  assert.equal(new Set(found.map(({ optionIds }) => optionIds[0])).size, 58);
  await background.stop();
});

Deno.test("findMeasuredResults() reads ten sessions for each wanted result at most, and no more once it has enough (§5)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const background = createRunner({ kv: services.kv, log: getLog("jobs"), now: services.now });
  /** Starts sessions one after another. */
  const start = async (count: number, sawResult: boolean) => {
    for (let number = 0; number < count; number++) {
      bench.pass({ ms: 1 });
      const visitor = aVisitor(CONSENTING);
      const answers = { room: ["large"] };
      visitor.take(await saveProgress(services, visitor.request(), { track: null, answers }));
      if (!sawResult) continue;
      rememberResult({ ...services, background }, visitor.request(), RESULT);
      await background.idle();
    }
  };
  /** How many results are found, and how many batches of sessions are read for them. */
  const found = async (limit: number) => {
    let batches = 0;
    const kv = new Proxy(services.kv, {
      get(target, name) {
        if (name === "list") batches++;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    return [(await findMeasuredResults(kv, services.now(), limit)).length, batches];
  };
  await start(1, true);
  await start(149, false);
  assert.deepEqual(await found(10), [0, 1], "the oldest of 150 sessions is not read");
  await start(20, true);
  assert.deepEqual(await found(20), [20, 1]);
  assert.deepEqual(await found(21), [21, 2]);
  await background.stop();
});

Deno.test("findMeasuredResults() returns the session first that was written last, with that time (§5)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const background = createRunner({ kv: services.kv, log: getLog("jobs"), now: services.now });
  const show = async (visitor: Visitor, room: string) => {
    bench.pass({ hours: 1 });
    const answers = { room: [room] };
    visitor.take(await saveProgress(services, visitor.request(), { track: null, answers }));
    rememberResult({ ...services, background }, visitor.request(), RESULT);
    await background.idle();
    return services.now();
  };
  const [again, once] = [aVisitor(CONSENTING), aVisitor(CONSENTING)];
  await show(again, "small");
  const earlier = await show(once, "large");
  const later = await show(again, "tiny");
  bench.pass({ hours: 1 });
  const found = await findMeasuredResults(services.kv, services.now(), 10);
  assert.deepEqual(found.map(({ optionIds, at }) => [optionIds, at]), [
    [["tiny"], later],
    [["large"], earlier],
  ]);
  await background.stop();
});
