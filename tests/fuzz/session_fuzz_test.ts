/** Random requests to the session endpoints. They must cause no 5xx and no hang, and store only sanitised values. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { EVENT_KINDS } from "@/lib/analytics/mod.ts";
import { emptyPayload, isIdentifier, sanitizePayload } from "@/lib/session/mod.ts";
import { SessionRecord } from "@/lib/session/schema.ts";
import { startApp } from "../helpers/app.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { bombard, leaf, RUNS, text, withBodies } from "./hostile.ts";

const session = fc.dictionary(
  fc.oneof(
    fc.constantFrom("recommendation", "alternatives", "systems_viewed", "completed_at", "email"),
    text.map((factor) => `answer:${factor}`),
    text,
  ),
  leaf,
  { maxKeys: 8 },
);
const events = fc.record({
  events: fc.array(
    fc.record({
      kind: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...EVENT_KINDS) }, text),
      ref: fc.oneof({ weight: 3, arbitrary: fc.stringMatching(/^[a-zA-Z0-9]{1,9}$/) }, leaf),
      at: fc.oneof(fc.date({ noInvalidDate: true }).map((date) => date.toJSON()), leaf),
    }, { requiredKeys: ["kind"] }),
    { maxLength: 3 },
  ),
});

Deno.test("the session endpoints withstand random requests, and store only sanitised values (§2.5, §7)", async (t) => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const { kv, db } = app.services;

  await t.step(`PUT /api/session, ${RUNS} requests`, async () => {
    const statuses = await bombard(app, ["PUT", "/api/session"], withBodies(session));
    for (const status of [200, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
    let count = 0;
    for await (const { value } of kv.list({ prefix: ["sessions"] }, { batchSize: 500 })) {
      const { payload: { answers, ...rest }, track } = SessionRecord.parse(value);
      const prefixed = Object.entries(answers).map(([id, answer]) => [`answer:${id}`, answer]);
      const again = sanitizePayload({ ...rest, ...Object.fromEntries(prefixed) });
      assert.deepEqual({ ...emptyPayload(), ...again }, { ...rest, answers });
      assert.ok(track === null || isIdentifier(track));
      count++;
    }
    assert.ok(count > RUNS / 20, `${count} sessions were stored`);
  });

  await t.step(`POST /api/session/events, ${RUNS} requests`, async () => {
    const statuses = await bombard(app, ["POST", "/api/session/events"], withBodies(events));
    for (const status of [202, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
    const rows = await db.selectFrom("analytics_events").select(["kind", "ref", "track"]).execute();
    assert.ok(rows.length > RUNS / 200, `${rows.length} events were stored`);
    const kinds = new Set<string>(EVENT_KINDS);
    for (const { kind, ref, track } of rows) {
      assert.ok(kinds.has(kind) && [ref, track].every((id) => id === null || isIdentifier(id)));
    }
  });

  await t.step(`GET /api/session/recognition, ${RUNS} requests`, async () => {
    const statuses = await bombard(app, ["GET", "/api/session/recognition"], withBodies(null));
    assert.ok(statuses.get(200));
  });
});
