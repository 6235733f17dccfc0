import assert from "node:assert/strict";
import fc from "fast-check";
import { Secret } from "../../../lib/config.ts";
import { createRedactor } from "../../../lib/log/redact.ts";

const redact = createRedactor();
const HIDDEN = "[redacted]";

const NAMES = [
  "password",
  "CRM_PASSWORD",
  "apiKey",
  "api_key",
  "authorization",
  "Authorization",
  "cookie",
  "set-cookie",
  "accessToken",
  "clientSecret",
  "credentials",
  "email",
  "e-mail",
  "emailAddress",
  "firstName",
  "last_name",
  "phone",
  "remoteAddress",
  "sessionId",
  "DATABASE_URL",
];

for (const name of NAMES) {
  Deno.test(`a log line hides the property ${name}, at any depth (spec §5)`, () => {
    assert.deepEqual(redact({ [name]: "x", a: [{ [name]: { deep: 1 } }] }), {
      [name]: HIDDEN,
      a: [{ [name]: HIDDEN }],
    });
  });
}

Deno.test("a log line keeps the names of ordinary properties", () => {
  const line = {
    method: "GET",
    path: "/a",
    name: "catalog",
    maxTokens: 512,
    keys: 3,
    passed: true,
  };
  assert.deepEqual(redact(line), line);
});

const TEXTS: readonly [text: string, safe: string][] = [
  ["mail ada.b+c@mail.example.com now", `mail ${HIDDEN} now`],
  ["/leads/ada%40example.com/edit", `/leads/${HIDDEN}/edit`],
  ["postgres://gss:hunter2@db:5432/gss", `postgres://${HIDDEN}db:5432/gss`],
  ["sent Authorization: Basic QWNtZVxhZGE6cHc=", `sent Authorization: ${HIDDEN}`],
  ["bearer abc.def-123", HIDDEN],
  ["token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is bad", `token ${HIDDEN} is bad`],
  ["a=1; ns_session=abcDEF_123; b=2", `a=1; ${HIDDEN}; b=2`],
];

for (const [text, safe] of TEXTS) {
  Deno.test(`a log line hides what is secret in ${JSON.stringify(text)} (spec §5)`, () => {
    assert.equal(redact(text), safe);
  });
}

for (const text of ["at node_modules/zod@4.6.7/index.js:3", "a basic idea", "3 @ 4", "x@y"]) {
  Deno.test(`a log line keeps the text ${JSON.stringify(text)}`, () => {
    assert.equal(redact(text), text);
  });
}

Deno.test("a log line hides configured secrets wherever they stand, longer ones first", () => {
  const withSecrets = createRedactor(["hunter2", "hunter2-long", "a"]);
  assert.equal(
    withSecrets("say hunter2-long and hunter2 as a"),
    `say ${HIDDEN} and ${HIDDEN} as a`,
  );
});

Deno.test("an error is logged with its stack, fields and causes, all redacted", () => {
  const cause = new Error("no route to ada@example.com");
  const error = Object.assign(new TypeError("bad key", { cause }), { code: "E1", apiKey: "k" });
  const line = JSON.parse(JSON.stringify(redact({ error }))).error;
  assert.equal(line.name, "TypeError");
  assert.equal(line.code, "E1");
  assert.equal(line.apiKey, HIDDEN);
  assert.match(line.stack, /redact_test/);
  assert.equal(line.cause.message, `no route to ${HIDDEN}`);
});

Deno.test("a log line takes values that JSON does not", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const line = {
    big: 7n,
    when: new Date(0),
    headers: new Headers({ cookie: "a=b", accept: "*/*" }),
    set: new Set([1]),
    secret_free: new Secret("x"),
    call: () => 1,
    cyclic,
  };
  const safe = JSON.parse(JSON.stringify(redact(line)));
  assert.equal(safe.big, "7");
  assert.equal(safe.when, "1970-01-01T00:00:00.000Z");
  assert.deepEqual(safe.headers, { accept: "*/*", cookie: HIDDEN });
  assert.deepEqual(safe.set, [1]);
  assert.equal(safe.call, "[function]");
  assert.match(JSON.stringify(safe.cyclic), /\[deep\]/);
});

Deno.test("a redacted value never holds an e-mail address, whatever surrounds it", () => {
  fc.assert(fc.property(fc.emailAddress(), fc.string(), fc.string(), (email, before, after) => {
    const printed = JSON.stringify(redact({ a: [`${before} ${email} ${after}`] }));
    const [local = "", domain = ""] = email.split("@");
    assert.ok(!printed.includes(`${local}@${domain}`) || !/^[\w.+'-]+$/.test(local), printed);
  }));
});
