import assert from "node:assert/strict";
import fc from "fast-check";
import { z } from "zod";
import {
  AppError,
  type BodyLimits,
  checkField,
  type ErrorKind,
  parseForm,
  parseJson,
  parseQuery,
  repeatable,
} from "@/lib/http/mod.ts";

const Contact = z.object({ email: z.email(), name: z.string().optional() });

async function refused(attempt: () => unknown, kind: ErrorKind): Promise<AppError> {
  try {
    await attempt();
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.kind, kind, error.message);
    return error;
  }
  assert.fail(`not refused as ${kind}`);
}

function post(body: BodyInit | null, type: string | null = "application/json"): Request {
  const headers = type === null ? [] : [["content-type", type] as [string, string]];
  const request = new Request("http://test/api/lead", { method: "POST", body, headers });
  if (type === null) request.headers.delete("content-type");
  return request;
}

/** Returns a request without Content-Length whose body arrives in chunks, and the number of chunks read so far. */
function streamed(pieces: readonly (string | Uint8Array<ArrayBuffer>)[]) {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[pulled++];
      if (piece === undefined) controller.close();
      else controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
    },
  }, { highWaterMark: 0 });
  return { request: post(body), pulled: () => pulled };
}

const Query = z.object({
  q: z.string().default("all"),
  limit: z.coerce.number().int().max(50).default(12),
  choice: repeatable(z.array(z.string()).default([])),
});

const QUERIES: readonly [search: string, expected: z.output<typeof Query>][] = [
  ["", { q: "all", limit: 12, choice: [] }],
  ["?q=a%20b&limit=3", { q: "a b", limit: 3, choice: [] }],
  ["?q=first&q=second", { q: "first", limit: 12, choice: [] }],
  ["?choice=a&choice=b&choice=a", { q: "all", limit: 12, choice: ["a", "b", "a"] }],
  ["?choice=a", { q: "all", limit: 12, choice: ["a"] }],
  ["?__proto__=x&constructor=y&toString=z", { q: "all", limit: 12, choice: [] }],
  ["?q=%E0%A4%A", { q: "\ufffd%A", limit: 12, choice: [] }],
];

for (const [search, expected] of QUERIES) {
  Deno.test(`parseQuery() reads ${JSON.stringify(search)}`, () => {
    assert.deepEqual(parseQuery(new URL(`http://test/${search}`), Query), expected);
  });
}

const FIELDS: readonly [form: string, name: string, schema: z.ZodType, expected: unknown][] = [
  ["name=a&name=b", "name", z.string(), { ok: true, value: "a" }],
  ["other=a", "name", z.string().default("none"), { ok: true, value: "none" }],
  ["choice=a&choice=b", "choice", Query.shape.choice, { ok: true, value: ["a", "b"] }],
  ["", "choice", Query.shape.choice, { ok: true, value: [] }],
  ["", "name", z.string("Enter a name"), { ok: false, fields: { name: "Enter a name" } }],
  ["choice=a&choice=", "choice", repeatable(z.array(z.string().min(1, "Choose one"))), {
    ok: false,
    fields: { choice: "Choose one" },
  }],
];

for (const [form, name, schema, expected] of FIELDS) {
  Deno.test(`checkField() checks ${name} in “${form}”`, () => {
    assert.deepEqual(checkField(new URLSearchParams(form), name, schema), expected);
  });
}

Deno.test("parseQuery() refuses with 400 and names the bad field (design §7)", async () => {
  const url = new URL("http://test/?limit=51");
  const error = await refused(() => parseQuery(url, Query), "invalid");
  assert.deepEqual(Object.keys(error.fields ?? {}), ["limit"]);
  assert.match(error.message, /^Cannot read the query: limit: /);
});

Deno.test("parseQuery() throws nothing but a 400 for any query", () => {
  let refusals = 0;
  const parameter = fc.tuple(
    fc.constantFrom("q=", "limit=", "choice=", "limit", ""),
    fc.string({ unit: "binary" }),
  );
  fc.assert(fc.property(fc.array(parameter), (parameters) => {
    const search = parameters.map((parts) => parts.join("")).join("&");
    try {
      parseQuery(new URL(`http://test/?${search}`), Query);
    } catch (error) {
      refusals++;
      assert.ok(error instanceof AppError && error.status === 400, String(error));
    }
  }));
  assert.ok(refusals > 0, "no query was refused");
});

Deno.test("parseJson() reads what its schema describes and drops the rest", async () => {
  const body = JSON.stringify({ email: "ada@example.com", role: "admin" });
  assert.deepEqual(await parseJson(post(body), Contact), { email: "ada@example.com" });
});

const TYPES: readonly [type: string | null, accepted: boolean][] = [
  ["application/json", true],
  ["Application/JSON; charset=UTF-8", true],
  ['application/json;charset="utf-8"', true],
  ["application/merge-patch+json", true],
  [null, false],
  ["text/plain", false],
  ["text/json-ish", false],
  ["application/x-www-form-urlencoded", false],
  ["application/json; charset=latin1", false],
  ["application/jsonx", false],
];

for (const [type, accepted] of TYPES) {
  Deno.test(`parseJson() ${accepted ? "accepts" : "answers 415 to"} the type ${type} (design §7)`, async () => {
    const request = post('{"email":"ada@example.com"}', type);
    if (accepted) await parseJson(request, Contact);
    else await refused(() => parseJson(request, Contact), "unsupported_media_type");
  });
}

Deno.test("parseJson() answers 415 to a compressed body, whatever its bytes are (design §7)", async () => {
  const sent = (coding: string) => {
    const request = post('{"email":"ada@example.com"}');
    request.headers.set("content-encoding", coding);
    return parseJson(request, Contact);
  };
  await sent("identity");
  await refused(() => sent("gzip"), "unsupported_media_type");
});

const WRONG: readonly [schema: z.ZodType, value: unknown, says: string][] = [
  [z.string(), undefined, "Required"],
  [z.enum(["up", "down"]), undefined, "Required"],
  [z.array(z.string()), "a", "Use a list"],
  [z.int(), 1.5, "Use a whole number"],
  [z.enum(["up", "down"]), "left", 'Use "up" or "down"'],
  [z.enum(["a", "b", "c"]), "d", 'Use "a", "b", or "c"'],
  [z.string().max(1), "ab", "Use at most 1 character"],
  [z.array(z.string()).min(2), ["a"], "Use at least 2 entries"],
  [z.number().max(9), 10, "Use at most 9"],
  [z.iso.datetime(), "now", "Use a date and time such as 2026-05-04T09:00:00Z"],
  [z.string().regex(/^[a-z]+$/), "1", "Use the form that this takes"],
  [z.strictObject({}), { secret: 1 }, "Leave out what this does not take"],
  [z.union([z.string(), z.number()]), true, "Use one of the forms that this takes"],
  [z.string().max(1, "Too long for us"), "ab", "Too long for us"],
];

for (const [schema, value, says] of WRONG) {
  Deno.test(`parseJson() describes an invalid value: ${says} (design §7)`, async () => {
    const reading = parseJson(post(JSON.stringify({ value })), z.object({ value: schema }));
    await assert.rejects(reading, (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(error.fields, { value: says });
      return true;
    });
  });
}

const BROKEN: readonly [what: string, body: BodyInit][] = [
  ["no body", ""],
  ["broken JSON", "{"],
  ["two values", "{}{}"],
  ["deeply nested JSON", "[".repeat(60_000)],
  ["deeply nested JSON with an escape", `${"[".repeat(30_000)}"\\u0041"${"]".repeat(30_000)}`],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
];

for (const [what, body] of BROKEN) {
  Deno.test(`parseJson() answers 400 to ${what}`, async () => {
    await refused(() => parseJson(post(body), z.unknown()), "invalid");
  });
}

Deno.test("parseJson() names each bad field once, and the body if it is not an object", async () => {
  const nested = z.object({ events: z.array(z.object({ kind: z.enum(["a"]) })), n: z.number() });
  const body = JSON.stringify({ events: [{ kind: "a" }, { kind: "b" }] });
  const error = await refused(() => parseJson(post(body), nested), "invalid");
  assert.deepEqual(Object.keys(error.fields ?? {}).sort(), ["events.1.kind", "n"]);
  const whole = await refused(() => parseJson(post("[]"), nested), "invalid");
  assert.deepEqual(whole.fields, { body: "Use an object" });
  assert.equal(whole.message, "Cannot read the body: Use an object");
});

Deno.test("parseJson() names at most 100 bad fields, to limit the size of the response", async () => {
  const numbers = z.object({ all: z.array(z.number()) });
  const body = JSON.stringify({ all: Array.from({ length: 5_000 }, () => "x") });
  const error = await refused(() => parseJson(post(body), numbers), "invalid");
  assert.equal(Object.keys(error.fields ?? {}).length, 100);
  assert.equal(error.message.split("; ").length, 3);
});

Deno.test("parseJson() answers 413 to a Content-Length over the limit without reading the body", async () => {
  const { request, pulled } = streamed(["x"]);
  request.headers.set("content-length", "65537");
  await refused(() => parseJson(request, Contact), "too_large");
  assert.equal(pulled(), 0);
});

Deno.test("parseJson() counts the received bytes and stops at the limit (413)", async () => {
  const { request, pulled } = streamed(Array.from({ length: 100 }, () => "x".repeat(10)));
  await refused(() => parseJson(request, Contact, { maxBytes: 35 }), "too_large");
  assert.equal(pulled(), 4);
});

const LIMITS: readonly [limits: BodyLimits, length: number, accepted: boolean][] = [
  [{}, 65_536, true],
  [{}, 65_537, false],
  [{ maxBytes: 10 }, 10, true],
  [{ maxBytes: 10 }, 11, false],
];

for (const [limits, length, accepted] of LIMITS) {
  const bound = limits.maxBytes ?? "65536, the default";
  Deno.test(`parseJson() ${accepted ? "accepts" : "refuses"} ${length} bytes with a limit of ${bound}`, async () => {
    const read = () => parseJson(post(`"${"x".repeat(length - 2)}"`), z.string(), limits);
    if (accepted) assert.equal((await read()).length, length - 2);
    else await refused(read, "too_large");
  });
}

Deno.test("parseJson() decodes a character that is split across two chunks", async () => {
  const bytes = new TextEncoder().encode('"ü"');
  const { request } = streamed([bytes.slice(0, 2), bytes.slice(2)]);
  assert.equal(await parseJson(request, z.string()), "ü");
});

Deno.test("parseJson() answers 400 to a body that breaks off", async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error("reset by peer")),
  });
  await refused(() => parseJson(post(body), Contact), "invalid");
});

for (const key of ["__proto__", "\\u005f_proto__"]) {
  Deno.test(`parseJson() drops the key ${key}, so it sets no prototype`, async () => {
    const body = `{"a":{"${key}":{"admin":true}},"${key}":{"admin":true}}`;
    const value = await parseJson(post(body), z.looseObject({ a: z.unknown() }));
    assert.deepEqual(value, { a: {} });
    assert.ok(!("admin" in Object.assign({}, value.a)));
  });
}

Deno.test("parseJson() takes the last of duplicate keys", async () => {
  const body = '{"email":"a@example.com","email":"b@example.com"}';
  assert.equal((await parseJson(post(body), Contact)).email, "b@example.com");
});

const FORM = "application/x-www-form-urlencoded";

Deno.test("parseForm() reads a form like a query", async () => {
  const form = post("q=a+b&limit=5&choice=x&choice=y&other=1", `${FORM}; charset=utf-8`);
  assert.deepEqual(await parseForm(form, Query), { q: "a b", limit: 5, choice: ["x", "y"] });
});

Deno.test("parseForm() refuses other types, long bodies and bad fields", async () => {
  await refused(() => parseForm(post("{}"), Query), "unsupported_media_type");
  await refused(() => parseForm(post("q=1234", FORM), Query, { maxBytes: 5 }), "too_large");
  const error = await refused(() => parseForm(post("limit=x", FORM), Query), "invalid");
  assert.deepEqual(Object.keys(error.fields ?? {}), ["limit"]);
});
