/** Random requests to the assistant's hand-off, feedback and page. They must cause no 5xx and no hang. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { startApp } from "../helpers/app.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { bombard, leaf, text, texts, withBodies, withForms } from "./hostile.ts";

/** Number of requests to each endpoint; 20,000 for the full test. */
const RUNS = Number(Deno.env.get("ASSISTANT_FUZZ_RUNS") ?? 500);

const entry = fc.record({
  role: fc.oneof({ weight: 9, arbitrary: fc.constantFrom("user", "assistant") }, leaf),
  content: fc.oneof({ weight: 9, arbitrary: text }, leaf, fc.constant("a".repeat(4001))),
});
const handoff = fc.record({
  transcript: fc.oneof({ weight: 9, arbitrary: fc.array(entry, { maxLength: 24 }) }, leaf),
  reason: fc.oneof(text, leaf),
}, { requiredKeys: ["transcript"] });
const feedback = fc.record({
  turnHash: fc.oneof({ weight: 9, arbitrary: fc.stringMatching(/^[0-9a-fA-F]{8}$/) }, leaf),
  vote: fc.oneof({ weight: 9, arbitrary: fc.constantFrom("up", "down") }, leaf),
  page: fc.oneof({ weight: 5, arbitrary: text }, leaf),
});

Deno.test("hand-off, feedback and /advisor withstand random requests (§4.6, §4.7, §7)", async (t) => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  for (const [name, shape] of [["handoff", handoff], ["feedback", feedback]] as const) {
    await t.step(`POST /api/assistant/${name}, ${RUNS} requests`, async () => {
      const requests = withBodies(shape, RUNS);
      const statuses = await bombard(app, ["POST", `/api/assistant/${name}`], requests);
      for (const status of [200, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
    });
  }

  await t.step(`POST /advisor, ${RUNS} requests`, async () => {
    const fields = [
      "intent",
      "message",
      "history",
      "without",
      "from",
      "systems",
      "options",
      "track",
    ];
    const history = fc.array(entry, { maxLength: 24 }).map((entries) => JSON.stringify(entries));
    const values = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("ask", "handoff", "transcript", "browsing", "[]") },
      { weight: 3, arbitrary: history },
      texts,
    );
    const requests = withForms(fields, { runs: RUNS, values, maxFields: 6 });
    const statuses = await bombard(app, ["POST", "/advisor"], requests);
    for (const status of [200, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
  });
});
