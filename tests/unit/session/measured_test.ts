import assert from "node:assert/strict";
import { createRunner } from "@/lib/jobs/mod.ts";
import { getLog } from "@/lib/log/mod.ts";
import { findMeasuredResults, rememberResult, saveProgress } from "@/lib/session/mod.ts";
import { aSessionBench, aVisitor, CONSENTING, REFUSING } from "@/tests/helpers/session.ts";

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
      rememberResult(services, visitor.request(), {
        recommendation: shown,
        alternatives: [],
        track: "home",
        complete,
        fits: () => true,
      });
      await background.idle();
    }
    return visitor;
  };
  await visit(CONSENTING, { room: ["large"], look: ["wood", "glass"] }, "heron");
  await visit(REFUSING, { room: ["small"] }, "estuary");
  await visit(CONSENTING, { room: ["unfinished"] }, "none");
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
    rememberResult({ ...services, background }, visitor.request(), {
      recommendation: "heron",
      alternatives: [],
      track: null,
      complete: false,
      fits: () => true,
    });
  }
  await background.idle();
  const found = await findMeasuredResults(services.kv, services.now(), 100);
  assert.equal(new Set(found.map(({ optionIds }) => optionIds[0])).size, 58);
  await background.stop();
});
