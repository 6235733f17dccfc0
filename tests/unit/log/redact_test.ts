import assert from "node:assert/strict";
import fc from "fast-check";
import { Secret } from "@/lib/config/mod.ts";
import { type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { LOG_FIELDS } from "@/lib/log/fields.ts";
import { createRedactor } from "@/lib/log/redact.ts";
import { getLog } from "@/lib/log/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { logged } from "@/tests/helpers/logged.ts";

const redact = createRedactor();
const HIDDEN = "[redacted]";

const NAMES = [
  ...[
    "password",
    "CRM_PASSWORD",
    "apiKey",
    "authorization",
    "set-cookie",
    "accessToken",
    "credentials",
  ],
  ...["email", "firstName", "last_name", "phone", "remoteAddress", "sessionId", "DATABASE_URL"],
  ...["params", "parameters", "query", "detail", "where", "hint", "internalQuery", "sql", "text"],
  ...["body", "url", "search", "value", "input", "__proto__", "constructor", "toString", ""],
];

for (const name of NAMES) {
  Deno.test(`a log line hides the property ${JSON.stringify(name)}, at any depth (spec §5)`, () => {
    const named = (value: unknown) => Object.fromEntries([[name, value]]);
    assert.deepEqual(
      redact({ ...named("x"), names: [named({ code: 1 })] }),
      { ...named(HIDDEN), names: [named(HIDDEN)] },
    );
  });
}

Deno.test("a log line shows only listed properties (spec §5)", () => {
  const line = { method: "GET", path: "/a", name: "purge", status: 200, code: "E1", attempt: 2 };
  assert.deepEqual(redact(line), line);
  fc.assert(fc.property(fc.string(), fc.string({ minLength: 1 }), (name, value) => {
    fc.pre(!LOG_FIELDS.some((field) => field === name));
    const printed = redact(Object.fromEntries([[name, { error: value }]]));
    assert.deepEqual(printed, Object.fromEntries([[name, HIDDEN]]));
  }));
});

const TEXTS: readonly [text: string, safe: string][] = [
  ["mail ada.b+c@mail.example.com now", `mail ${HIDDEN} now`],
  ["/leads/ada%40example.com/edit", `/leads/${HIDDEN}/edit`],
  ["/admin/users/ada%2Bb%40example.com", `/admin/users/${HIDDEN}`],
  ["to jörg.k@münchen.example, 100%ada@example.com", `to ${HIDDEN}, ${HIDDEN}`],
  ["/systems/kim@m%C3%BCnchen.example", `/systems/${HIDDEN}`],
  [`?q=${"quiet%20wall%20".repeat(40)}ada%40example.com`, `?q=${HIDDEN}`],
  ["postgres://gss:hunter2@db:5432/gss", `postgres://${HIDDEN}db:5432/gss`],
  ["sent Authorization: Basic QWNtZVxhZGE6cHc=", `sent Authorization: ${HIDDEN}`],
  ["bearer abc.def-123", HIDDEN],
  ["token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is bad", `token ${HIDDEN} is bad`],
  ["a=1; ns_session=abcDEF_123; b=2", `a=1; ${HIDDEN}; b=2`],
];

for (const [text, safe] of TEXTS) {
  Deno.test(`a log line hides the secret in ${JSON.stringify(text)} (spec §5)`, () => {
    assert.equal(redact(text), safe);
  });
}

for (const text of ["at node_modules/zod@4.6.7/index.js:3", "a basic idea", "3 @ 4", "x@y"]) {
  Deno.test(`a log line keeps the text ${JSON.stringify(text)}`, () => {
    assert.equal(redact(text), text);
  });
}

Deno.test("a log line hides configured secrets anywhere in a text, longer ones first", () => {
  const withSecrets = createRedactor(["hunter2", "hunter2-long", "a"]);
  assert.equal(
    withSecrets("say hunter2-long and hunter2 as a"),
    `say ${HIDDEN} and ${HIDDEN} as a`,
  );
});

Deno.test("an error is logged with its stack, listed fields and causes, all redacted", () => {
  const cause = new Error("no route to ada@example.com");
  const error = Object.assign(new TypeError("bad key", { cause }), { code: "E1", apiKey: "k" });
  const line = JSON.parse(JSON.stringify(redact({ error }))).error;
  assert.deepEqual(Object.keys(line).sort(), ["cause", "code", "message", "name", "stack"]);
  assert.equal(line.name, "TypeError");
  assert.equal(line.code, "E1");
  assert.match(line.stack, /redact_test/);
  assert.equal(line.cause.message, `no route to ${HIDDEN}`);
  const several = new AggregateError([error], "all failed");
  assert.match(JSON.stringify(redact({ error: several })), /"errors":\[\{"code":"E1"/);
});

Deno.test("a log line accepts values that JSON does not support", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.error = cyclic;
  const values = [
    7n,
    new Date(0),
    new Headers({ cookie: "a=b", accept: "*/*" }),
    new Map([["status", 1], ["ada", 2]]),
    new Set([1]),
    new Secret("x"),
    () => 1,
    null,
  ];
  assert.deepEqual(JSON.parse(JSON.stringify(redact(values))), [
    "7",
    "1970-01-01T00:00:00.000Z",
    { accept: HIDDEN, cookie: HIDDEN },
    { status: 1, ada: HIDDEN },
    [1],
    HIDDEN,
    "[function]",
    null,
  ]);
  assert.match(JSON.stringify(redact(cyclic)), /\[deep\]/);
});

/** Statements that fail on a value, each in a different way. */
const FAILING: readonly [
  subject: string,
  run: (db: Kysely<Database>, value: string) => Promise<unknown>,
][] = [
  ["a value of a wrong type", (db, value) => sql`select ${value}::uuid`.execute(db)],
  ["a value that is not JSON", (db, value) => sql`select ${value}::jsonb`.execute(db)],
  [
    "a value that is not a query",
    (db, value) => sql`select to_tsquery(${`${value} (`})`.execute(db),
  ],
  ["a duplicate value", async (db, value) => {
    const row = { email: value, role: "editor" } as const;
    await db.insertInto("admin_users").values([row, row]).execute();
  }],
  [
    "a value that a check refuses",
    (db, value) =>
      sql`insert into admin_users (email, role) values (${value}, ${value})`.execute(db),
  ],
  [
    "a value that a function raises",
    (db, value) =>
      sql`${sql.raw(`do $$ begin raise exception 'said ${value}'; end $$`)}`.execute(db),
  ],
  ["an unknown column and a value", (db, value) => sql`select nothing, ${value}`.execute(db)],
];

eachEngine(
  "the log of a database error contains no value of its statement (spec §5)",
  async ({ db }) => {
    const value = "quokka-hunter2";
    for (const [subject, run] of FAILING) {
      const error = await run(db, value).then(() => null, (error: unknown) => error);
      assert.ok(error !== null, subject);
      const lines = await logged(() => {
        getLog("db").error("cannot answer", { error });
        getLog("db").error("cannot answer", { error: new Error("outer", { cause: error }) });
        return Promise.resolve();
      });
      for (const line of lines) {
        assert.doesNotMatch(line, /quokka/, subject);
        assert.match(line, /"code":"[0-9A-Z]{5}"/, subject);
      }
    }
  },
);

Deno.test("a redacted value never contains an e-mail address, whatever surrounds it", () => {
  fc.assert(fc.property(fc.emailAddress(), fc.string(), fc.string(), (email, before, after) => {
    const printed = JSON.stringify(redact({ names: [`${before} ${email} ${after}`] }));
    const [local = "", domain = ""] = email.split("@");
    assert.ok(!printed.includes(`${local}@${domain}`) || !/^[\w.+'-]+$/.test(local), printed);
  }));
});
