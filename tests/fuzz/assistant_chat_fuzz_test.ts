import assert from "node:assert/strict";
import fc from "fast-check";
import { startApp } from "../helpers/app.ts";

/** Number of requests; 20,000 for the full test. */
const RUNS = Number(Deno.env.get("ASSISTANT_FUZZ_RUNS") ?? 150);

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 5000 }),
  fc.string(),
  fc.constant("How quiet is it?"),
);
/** Bodies that are mostly accepted, so that the turn behind the parser is tested as well. */
const valid = fc.record({
  message: fc.oneof(fc.constant("How quiet is it?"), fc.string({ minLength: 1, maxLength: 300 })),
  threadId: fc.constantFrom(null, "a-b_1"),
  context: fc.record({
    history: fc.array(
      fc.record({ role: fc.constantFrom("user", "assistant"), content: fc.string() }),
      { maxLength: 30 },
    ),
  }),
  journey: fc.anything(),
}, { requiredKeys: ["message"] }).map((value) => {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify({ message: value.message });
  }
});
const body = fc.oneof(
  valid,
  fc.json(),
  fc.string(),
  fc.record({
    message: fc.oneof(text, fc.anything()),
    threadId: fc.oneof(fc.string(), fc.anything()),
    context: fc.oneof(
      fc.anything(),
      fc.record({
        history: fc.array(
          fc.record({ role: fc.constantFrom("user", "assistant", "system"), content: text }),
          { maxLength: 30 },
        ),
      }),
    ),
    journey: fc.anything(),
  }, { requiredKeys: [] }).map((value) => {
    try {
      return JSON.stringify(value) ?? "";
    } catch {
      return "{";
    }
  }),
);

Deno.test("no body makes POST /api/assistant/chat answer 5xx, and each stream ends exactly once (§4.5, §7)", async () => {
  await using app = await startApp();
  let ended = 0;
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (sent, streams) => {
      const response = await app.request(`/api/assistant/chat${streams ? "" : "?stream=0"}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: sent,
      });
      const answer = await response.text();
      assert.ok(response.status < 500, `${response.status} ${sent.slice(0, 200)}`);
      if (response.status === 200 && streams) {
        assert.equal(answer.match(/"type":"(?:done|handoff|error)"/g)?.length, 1);
        ended++;
      }
    }),
    { numRuns: RUNS },
  );
  assert.ok(ended > 0, "some bodies are accepted");
});
