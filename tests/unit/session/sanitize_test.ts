import assert from "node:assert/strict";
import { serialize } from "node:v8";
import fc from "fast-check";
import {
  emptyPayload,
  MAX_ANSWERS,
  MAX_OPTIONS,
  MAX_SYSTEMS,
  sanitizePayload,
  SessionPayload,
} from "@/lib/session/mod.ts";

const IDENTIFIER = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;
const EMPTY = emptyPayload();
/** Largest value that the key-value store accepts. */
const MAX_VALUE_BYTES = 65_536;

const ids = (count: number, prefix = "id") =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

const NO_OBJECTS: [what: string, value: unknown][] = [
  ["null", null],
  ["undefined", undefined],
  ["a text", "answer:room"],
  ["a number", 7],
  ["true", true],
  ["an array", [{ recommendation: "a" }]],
  ["an empty array", []],
  ["a function", () => ({})],
  ["a proxy that throws", new Proxy({}, { ownKeys: throwing, getOwnPropertyDescriptor: throwing })],
  ["a revoked proxy", revoked()],
];

function throwing(): never {
  throw new Error("Cannot be read");
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

for (const [what, value] of NO_OBJECTS) {
  Deno.test(`sanitizePayload() rejects ${what} (§2.5)`, () => {
    assert.equal(sanitizePayload(value), null);
  });
}

const KEPT: [what: string, value: object, kept: Partial<SessionPayload>][] = [
  ["nothing of an empty object", {}, {}],
  [
    "every key of the spec",
    {
      recommendation: "a",
      alternatives: ["b", "c"],
      systems_viewed: ["a", "d"],
      completed_at: "2026-05-04T09:00:00.000Z",
      "answer:room": "large",
      "answer:use": ["office", "event"],
    },
    {
      recommendation: "a",
      alternatives: ["b", "c"],
      systems_viewed: ["a", "d"],
      completed_at: "2026-05-04T09:00:00.000Z",
      answers: { room: "large", use: ["office", "event"] },
    },
  ],
  ["no unknown key", { email: "someone", name: "a", answers: { room: "a" }, answer: "a" }, {}],
  ["no address", { recommendation: "a@b.example", "answer:x": "a@b.example" }, {}],
  ["no free text", { recommendation: "a b", alternatives: ["ü", "", "a\n", " a", "a."] }, {}],
  ["no identifier of 101 characters", { recommendation: "a".repeat(101) }, {}],
  ["an identifier of 100", { recommendation: "a".repeat(100) }, {
    recommendation: "a".repeat(100),
  }],
  [
    "the distinct identifiers of a mixed list",
    { alternatives: ["a", 1, null, ["b"], { id: "c" }, "-d", "a", "e"] },
    { alternatives: ["a", "e"] },
  ],
  ["no list that is a text", { alternatives: "abc", systems_viewed: { 0: "a", length: 1 } }, {}],
  ["no recommendation in a list", { recommendation: ["a"] }, {}],
  ["no wrapped text", { recommendation: Object("a") }, {}],
  ["no answer without an option", { "answer:room": [], "answer:use": null, "answer:x": [1] }, {}],
  [
    "no answer to a factor without an id",
    { "answer:": "a", "answer:a b": "a", "answer:_": "a" },
    {},
  ],
  ["a time in another zone, in UTC", { completed_at: "2026-05-04T11:00:00+02:00" }, {
    completed_at: "2026-05-04T09:00:00.000Z",
  }],
  ["no date without a time", { completed_at: "2026-05-04" }, {}],
  ["no time without a zone", { completed_at: "2026-05-04T11:00:00" }, {}],
  ["no day that does not exist", { completed_at: "2026-02-30T11:00:00Z" }, {}],
  ["no time before the year 0", { completed_at: "0000-01-01T00:00:00+23:00" }, {}],
  ["no time after the year 9999", { completed_at: "9999-12-31T23:59:59-23:00" }, {}],
  ["no words as a time", { completed_at: "yesterday" }, {}],
  ["no long fraction of a second", { completed_at: `2026-05-04T11:00:00.${"1".repeat(99)}Z` }, {}],
  ["no number as a time", { completed_at: 1_777_777_777_777 }, {}],
  [
    "answers named like a property of every object",
    { "answer:constructor": "a", "answer:toString": "b", "answer:hasOwnProperty": "c" },
    {
      answers: Object.fromEntries([
        ["constructor", "a"],
        ["toString", "b"],
        ["hasOwnProperty", "c"],
      ]),
    },
  ],
  ["nothing inherited", Object.create({ recommendation: "a", "answer:x": "b" }), {}],
  [
    "no prototype key",
    JSON.parse('{"__proto__":{"recommendation":"a"},"answer:__proto__":"a"}'),
    {},
  ],
  ["nothing of a date", new Date(), {}],
];

for (const [what, value, kept] of KEPT) {
  Deno.test(`sanitizePayload() keeps ${what} (§2.5)`, () => {
    assert.deepEqual(sanitizePayload(value), { ...EMPTY, ...kept });
  });
}

Deno.test("sanitizePayload() runs no getter (§2.5)", () => {
  const value = {
    get recommendation() {
      return throwing();
    },
    get "answer:room"() {
      return throwing();
    },
    alternatives: Object.defineProperty(["a", "b"], "0", { get: throwing }),
  };
  assert.deepEqual(sanitizePayload(value), { ...EMPTY, alternatives: ["b"] });
});

Deno.test("sanitizePayload() keeps the first 100 answers (§2.5)", () => {
  const answers = Object.fromEntries(ids(150, "answer:f").map((key) => [key, "yes"]));
  const kept = Object.keys(sanitizePayload(answers)?.answers ?? {});
  assert.deepEqual(kept, ids(MAX_ANSWERS, "f"));
});

Deno.test("sanitizePayload() keeps 100 answers of several options each (§2.5)", () => {
  const answers = ids(MAX_ANSWERS, "f").map((id) => [id, ["a", "b", "c"]]);
  const body = answers.map(([id, options]) => [`answer:${id}`, options]);
  assert.deepEqual(sanitizePayload(Object.fromEntries(body))?.answers, Object.fromEntries(answers));
});

Deno.test("sanitizePayload() keeps 300 options in all answers together (§2.5)", () => {
  const kept = sanitizePayload({
    "answer:a": ids(160),
    "answer:b": ids(160),
    "answer:c": "one-too-many",
  });
  assert.deepEqual(kept?.answers, { a: ids(160), b: ids(MAX_OPTIONS - 160) });
});

Deno.test("sanitizePayload() keeps 50 systems in each field (§2.5)", () => {
  const kept = sanitizePayload({
    systems_viewed: [...ids(3, "a"), ...ids(60, "v")],
    alternatives: ids(60, "a"),
    recommendation: "r",
  });
  assert.equal(kept?.recommendation, "r");
  assert.deepEqual(kept?.alternatives, ids(MAX_SYSTEMS, "a"));
  assert.deepEqual(kept?.systems_viewed, [...ids(3, "a"), ...ids(MAX_SYSTEMS - 3, "v")]);
});

Deno.test("sanitizePayload() keeps the first 50 systems of one list (§2.5)", () => {
  assert.deepEqual(sanitizePayload({ systems_viewed: ids(80) })?.systems_viewed, ids(50));
});

Deno.test("the largest payload fits into one value of the store (design §5)", () => {
  const long = (index: number) => `${index}-`.padEnd(100, "x");
  const all = Array.from({ length: 200 }, (_, index) => long(index));
  const kept = sanitizePayload({
    recommendation: long(999),
    alternatives: all,
    systems_viewed: all,
    completed_at: "2026-05-04T09:00:00.000Z",
    ...Object.fromEntries(all.map((id, index) => [`answer:${id}`, all.slice(index, index + 3)])),
  });
  assert.equal(Object.values(kept?.answers ?? {}).flat().length, MAX_OPTIONS);
  assert.ok(serialize(kept).byteLength < MAX_VALUE_BYTES * 0.9);
});

Deno.test("sanitizePayload() does not read huge, deep and cyclic input whole (§2.5)", () => {
  let deep: unknown = "a";
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const huge = new Array(2 ** 32 - 1);
  const endless: unknown[] = [];
  endless.push(endless);
  assert.deepEqual(
    sanitizePayload({
      recommendation: deep,
      alternatives: huge,
      systems_viewed: deep,
      completed_at: "x".repeat(10_000_000),
      "answer:deep": deep,
      "answer:huge": huge,
      "answer:endless": endless,
      [`answer:${"x".repeat(10_000_000)}`]: "a",
    }),
    EMPTY,
  );
});

/** Any texts, and often identifiers or texts that are nearly identifiers. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.stringMatching(IDENTIFIER),
  fc.stringMatching(IDENTIFIER).map((id) => `${id}\n`),
  fc.constantFrom("__proto__", "constructor", "a@b.example", "", "\0", "a".repeat(101)),
);
const anything = fc.oneof(text, fc.array(text), fc.anything({ withNullPrototype: true }));
const payload = fc.oneof(
  fc.dictionary(
    fc.oneof(
      fc.constantFrom("recommendation", "alternatives", "systems_viewed", "completed_at"),
      text.map((factor) => `answer:${factor}`),
      text,
    ),
    anything,
  ),
  fc.anything(),
);

Deno.test("sanitizePayload() returns only identifiers as texts, for any input (§2.5)", () => {
  fc.assert(
    fc.property(payload, (value) => {
      const kept = sanitizePayload(value);
      if (kept === null) return;
      const { completed_at, ...rest } = kept;
      const keys = new Set(["recommendation", "alternatives", "systems_viewed", "answers"]);
      for (const text of textsOf(rest)) assert.ok(keys.has(text) || IDENTIFIER.test(text), text);
      if (completed_at !== null) assert.equal(new Date(completed_at).toISOString(), completed_at);
      assert.ok(SessionPayload.safeParse(kept).success);
    }),
    { numRuns: 3_000 },
  );
});

Deno.test("sanitizePayload() is idempotent (§2.5)", () => {
  fc.assert(fc.property(payload, (value) => {
    const once = sanitizePayload(value);
    if (once === null) return;
    const { answers, ...rest } = once;
    const prefixed = Object.entries(answers).map(([id, answer]) => [`answer:${id}`, answer]);
    assert.deepEqual(sanitizePayload({ ...rest, ...Object.fromEntries(prefixed) }), once);
  }));
});

/** Returns every text in a value, keys included. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return [
    ...Array.isArray(value) ? [] : Object.keys(value),
    ...Object.values(value).flatMap(textsOf),
  ];
}
