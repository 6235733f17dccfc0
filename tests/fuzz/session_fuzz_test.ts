/**
 * Whatever a client sends to the session endpoints: no failure of ours, no hang, and nothing stored
 * but what the sanitizer lets through.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { EVENT_KINDS } from "../../lib/analytics/mod.ts";
import { ErrorBody } from "../../lib/http/mod.ts";
import { emptyPayload, isIdentifier, sanitizePayload } from "../../lib/session/mod.ts";
import { SessionRecord } from "../../lib/session/schema.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { CONSENT_ENVIRONMENT, CONSENTING, REFUSING } from "../helpers/session.ts";

/** Requests to each endpoint. */
const RUNS = 20_000;
const AT_ONCE = 50;
/** Far longer than any group of requests takes. */
const HANG_MS = 30_000;

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/),
  fc.constantFrom("ada@example.com", "+1 555 0100", "<script>", "__proto__", "\0", "a".repeat(101)),
);
const leaf = fc.oneof(
  text,
  fc.array(text, { maxLength: 8 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("2026-05-04T09:00:00Z", "2026-13-01T00:00:00Z", Number.MAX_VALUE, null),
);
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

/** Bodies as bytes: JSON of the right shape, of any shape, broken off, nested deep, and no JSON. */
function bodies(shape: fc.Arbitrary<unknown>): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const json = shape.map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 2, arbitrary: fc.json() },
    fc.tuple(json, fc.nat(200)).map(([whole, length]) => whole.slice(0, length)),
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
    fc.nat(20_000).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
    fc.nat(6_000).map((depth) => '{"answer:a":'.repeat(depth) + "1" + "}".repeat(depth)),
    fc.nat(3_000).map((count) => JSON.stringify({ alternatives: Array(count).fill("sys-a") })),
    fc.nat(70_000).map((length) => JSON.stringify({ recommendation: "x".repeat(length) })),
  );
}

/** What a header may carry at all; the rest never reaches a server. */
const headerText = fc.string({ unit: "binary", maxLength: 60 })
  .map((value) => value.replace(/[^\x20-\x7e\x80-\xff]/g, "").trim());

/** A live session's id is put in for this word. */
const LIVE = "LIVE";
const cookie = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("", `ns_session=${LIVE}`, CONSENTING, REFUSING) },
  { weight: 4, arbitrary: fc.constant(`ns_session=${LIVE}; ${CONSENTING}`) },
  fc.stringMatching(/^[A-Za-z0-9_-]{20,24}$/).map((id) => `ns_session=${id}`),
  headerText.map((value) => `ns_session=${value}`),
  headerText.map((value) => `${CONSENTING}; _cmp_cs-77=${value}`),
  headerText,
);
const headers = fc.record({
  cookie,
  "content-type": fc.oneof(
    { weight: 20, arbitrary: fc.constant("application/json") },
    fc.constantFrom("text/plain", "application/json; charset=utf-16", "multipart/form-data", ""),
    headerText,
  ),
  origin: fc.oneof(
    { weight: 20, arbitrary: fc.constant("http://localhost") },
    headerText,
  ),
  "x-request-id": headerText,
  "x-forwarded-for": headerText,
  "accept-language": headerText,
}, { requiredKeys: ["cookie", "content-type"] });

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("", "?track=home") },
  text.map((track) => `?track=${encodeURIComponent(track)}`),
  fc.string({ maxLength: 20 }).map((raw) => `?${raw}`),
);

interface Sent {
  readonly headers: Record<string, string>;
  readonly query: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends every request and checks each answer. Gives how many were answered with each status. */
async function bombard(
  app: TestApp,
  [method, path]: [string, string],
  requests: readonly Sent[],
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let live = "A".repeat(22);
  async function one({ headers, query, body }: Sent): Promise<void> {
    const given = { ...headers, cookie: headers.cookie?.replace(LIVE, live) ?? "" };
    const response = await app.request(path + query, {
      method,
      headers: given,
      ...body === undefined ? {} : { body },
    });
    const answer = await response.text();
    const told = () => `${response.status} for ${JSON.stringify({ given, query, body, answer })}`;
    assert.ok(response.status < 500, told());
    if (response.status >= 400) assert.ok(ErrorBody.safeParse(JSON.parse(answer)).success, told());
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    live = /^ns_session=([^;]*)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? live;
  }
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    const group = requests.slice(from, from + AT_ONCE);
    await inTime(Promise.all(group.map(one)));
  }
  return statuses;
}

async function inTime(answers: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("A request hangs")), HANG_MS);
  await Promise.race([answers, promise]).finally(() => clearTimeout(timer));
}

function generate(body: fc.Arbitrary<unknown> | null): Sent[] {
  const arbitrary = fc.record({ headers, query, ...body ? { body: bodies(body) } : {} });
  const seed = Math.floor(Math.random() * 2 ** 31);
  return fc.sample(arbitrary, { numRuns: RUNS, seed });
}

Deno.test("the session endpoints bear whatever is sent to them (§2.5, §7)", async (t) => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const { kv, db } = app.services;

  await t.step(`PUT /api/session, ${RUNS} requests`, async () => {
    const statuses = await bombard(app, ["PUT", "/api/session"], generate(session));
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
    const statuses = await bombard(app, ["POST", "/api/session/events"], generate(events));
    for (const status of [202, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
    const rows = await db.selectFrom("analytics_events").select(["kind", "ref", "track"]).execute();
    assert.ok(rows.length > RUNS / 100, `${rows.length} events were stored`);
    const kinds = new Set<string>(EVENT_KINDS);
    for (const { kind, ref, track } of rows) {
      assert.ok(kinds.has(kind) && [ref, track].every((id) => id === null || isIdentifier(id)));
    }
  });

  await t.step(`GET /api/session/recognition, ${RUNS} requests`, async () => {
    const statuses = await bombard(app, ["GET", "/api/session/recognition"], generate(null));
    assert.ok(statuses.get(200));
  });
});
