/** Random requests, and a check of the responses: no 5xx, no hang, and the error body of the API. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ErrorBody } from "@/lib/http/mod.ts";
import type { TestApp } from "../helpers/app.ts";
import { CONSENTING, REFUSING } from "../helpers/session.ts";

/** Number of requests to each endpoint. A larger `FUZZ_RUNS`, such as 20000, sends these and more. */
export const RUNS = Number(Deno.env.get("FUZZ_RUNS") ?? 1_000);
const AT_ONCE = 50;
/** A fixed seed, so that every run sends the same requests. */
const SEED = 1;
/** Time limit of a group of concurrent requests, far above what it takes. */
const HANG_MS = 180_000;

/** Short texts: random, identifiers and hostile ones. */
export const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/),
  fc.constantFrom("ada@example.com", "+1 555 0100", "<script>", "__proto__", "\0", "a".repeat(101)),
);
/** Any JSON value that may be a field of a body. */
export const leaf = fc.oneof(
  text,
  fc.array(text, { maxLength: 8 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("2026-05-04T09:00:00Z", "2026-13-01T00:00:00Z", Number.MAX_VALUE, null),
);
/** Bodies: JSON of the given shape and of any shape, truncated or deeply nested JSON, and other bytes. */
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

/** Texts of the characters that a header can contain. */
const headerText = fc.string({ unit: "binary", maxLength: 60 })
  .map((value) => value.replace(/[^\x20-\x7e\x80-\xff]/g, "").trim());

/** A placeholder that `bombard` replaces by the id of an existing session. */
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

/** A request without its method and path. */
export interface Sent {
  readonly headers: Record<string, string>;
  readonly query: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Values of a query or a form. */
export const texts = fc.oneof(
  text,
  fc.array(text, { maxLength: 12 }).map((ids) => ids.join(",")),
  fc.nat(9_000).map((length) => "a,".repeat(length / 2)),
);

/** Sends all requests, checks each response, and returns the number of responses by status. */
export async function bombard(
  app: TestApp,
  [method, path]: [string, string],
  requests: readonly Sent[],
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let live = "A".repeat(22);
  async function one({ headers, query, body }: Sent): Promise<void> {
    const given: Record<string, string> = {
      ...headers,
      cookie: headers.cookie?.replace(LIVE, live) ?? "",
    };
    // The development bypass does not apply to a request from a proxy (§5).
    if (path.startsWith("/admin")) delete given["x-forwarded-for"];
    const response = await app.request(path + query, {
      method,
      headers: given,
      ...body === undefined ? {} : { body },
    });
    const answer = await response.text();
    const about = () => `${response.status} for ${JSON.stringify({ given, query, body, answer })}`;
    assert.ok(response.status < 500, about());
    if (response.status >= 400 && path.startsWith("/api/")) {
      assert.ok(ErrorBody.safeParse(JSON.parse(answer)).success, about());
    }
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

/** Returns requests with bodies around the given shape; null for requests without bodies. */
export function withBodies(shape: fc.Arbitrary<unknown> | null, runs = RUNS): Sent[] {
  return sample(fc.record({ headers, query, ...shape ? { body: bodies(shape) } : {} }), runs);
}

/** Returns requests whose query has some of these parameters, which may be repeated, and others. */
export function withQueries(parameters: readonly string[], runs: number = RUNS): Sent[] {
  const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...parameters), text), texts), {
    maxLength: 5,
  });
  const queries = pairs.map((given) => `?${new URLSearchParams(given)}`);
  const request = fc.record({ headers, query: fc.oneof({ weight: 9, arbitrary: queries }, query) });
  return sample(request, runs);
}

interface FormOptions {
  readonly runs?: number;
  /** The values of the fields. */
  readonly values?: fc.Arbitrary<string>;
  readonly maxFields?: number;
}

/** Returns requests with forms of some of these fields, mostly as a browser encodes them. */
export function withForms(
  fields: readonly string[],
  { runs = RUNS, values = texts, maxFields = 8 }: FormOptions = {},
): Sent[] {
  const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...fields), text), values), {
    maxLength: maxFields,
  });
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant("application/x-www-form-urlencoded") },
    headerText,
  );
  return sample(
    fc.record({
      headers: fc.tuple(headers, type).map(([given, type]) => ({ ...given, "content-type": type })),
      query,
      body: fc.oneof(
        { weight: 9, arbitrary: pairs.map((given) => new URLSearchParams(given).toString()) },
        fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
      ),
    }),
    runs,
  );
}

function sample(requests: fc.Arbitrary<Sent>, numRuns = RUNS): Sent[] {
  return fc.sample(requests, { numRuns, seed: SEED });
}
