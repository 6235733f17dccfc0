import assert from "node:assert/strict";
import { HttpError } from "fresh";
import { DatabaseError } from "@/lib/db/mod.ts";
import {
  AppError,
  ErrorBody,
  type ErrorKind,
  toErrorBody,
  toErrorResponse,
} from "@/lib/http/mod.ts";

const KINDS: readonly [kind: ErrorKind, status: number, retryable: boolean][] = [
  ["invalid", 400, false],
  ["unauthenticated", 401, false],
  ["forbidden", 403, false],
  ["not_found", 404, false],
  ["method_not_allowed", 405, false],
  ["timeout", 408, true],
  ["conflict", 409, false],
  ["too_large", 413, false],
  ["unsupported_media_type", 415, false],
  ["rate_limited", 429, true],
  ["internal", 500, false],
  ["upstream", 502, true],
  ["unavailable", 503, true],
];

for (const [kind, status, retryable] of KINDS) {
  Deno.test(`an AppError of kind ${kind} answers ${status}, retryable ${retryable} (spec §7, design §7)`, async () => {
    const response = toErrorResponse(new AppError(kind));
    assert.equal(response.status, status);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(response.headers.get("cache-control"), "no-store");
    const { error } = ErrorBody.parse(await response.json());
    assert.equal(error.kind, kind);
    assert.equal(error.retryable, retryable);
    assert.ok(error.message.length > 10);
  });
}

const FRAMEWORK: readonly [status: HttpError["status"], kind: ErrorKind][] = [
  [404, "not_found"],
  [405, "method_not_allowed"],
  [403, "forbidden"],
  [410, "invalid"],
  [422, "invalid"],
  [500, "internal"],
  [504, "timeout"],
  [507, "internal"],
];

for (const [status, kind] of FRAMEWORK) {
  Deno.test(`toErrorBody() maps a framework error ${status} to ${kind}, and its status is kept`, () => {
    const error = new HttpError(status);
    assert.equal(toErrorBody(error).error.kind, kind);
    assert.equal(toErrorResponse(error).status, status);
  });
}

Deno.test("toErrorBody() shows messages of 4xx and upstream errors, and hides those of internal errors", () => {
  assert.equal(toErrorBody(new HttpError(404, "No such system")).error.message, "No such system");
  assert.doesNotMatch(toErrorBody(new HttpError(500, "db-7 is down")).error.message, /db-7/);
  assert.match(toErrorBody(new AppError("upstream", "The CRM is down")).error.message, /CRM/);
  assert.doesNotMatch(toErrorBody(new AppError("internal", "db-7 is down")).error.message, /db-7/);
});

Deno.test("toErrorBody() reveals nothing about an unknown thrown value", () => {
  const constant = toErrorBody(new HttpError(500));
  const thrown = [new Error("password=hunter2"), "text", null, undefined, 7, { status: 404 }];
  for (const value of thrown) assert.deepEqual(toErrorBody(value), constant);
  assert.equal(constant.error.kind, "internal");
});

Deno.test("toErrorResponse() answers 500 to an error without an error status", () => {
  for (const status of [200, 302, 600, NaN]) {
    assert.equal(toErrorResponse(Object.assign(new HttpError(500), { status })).status, 500);
  }
});

Deno.test("the response to an AppError has its fields and headers (design §7)", async () => {
  const response = toErrorResponse(
    new AppError("rate_limited", "Slow down", {
      fields: { email: "is not an address" },
      headers: { "retry-after": "7" },
    }),
  );
  assert.equal(response.headers.get("retry-after"), "7");
  assert.deepEqual(await response.json(), {
    error: {
      kind: "rate_limited",
      message: "Slow down",
      retryable: true,
      fields: { email: "is not an address" },
    },
  });
});

Deno.test("every 503 says when to come back, whether the outage was thrown or answered (design §7)", () => {
  const seconds = (error: unknown) => toErrorResponse(error).headers.get("retry-after");
  assert.equal(seconds(new DatabaseError("unavailable", "Cannot use the database")), "5");
  assert.equal(seconds(new AppError("unavailable")), "5");
  assert.equal(seconds(new HttpError(503)), "5");
  assert.equal(
    seconds(new AppError("unavailable", "Later", { headers: { "retry-after": "2" } })),
    "2",
  );
  assert.equal(seconds(new AppError("upstream")), null);
  assert.equal(seconds(new AppError("internal")), null);
});

Deno.test("an AppError is an HttpError of the framework, and keeps its cause", () => {
  const cause = new Error("reset by peer");
  const error = new AppError("upstream", "The CRM is down", { cause });
  assert.ok(error instanceof HttpError);
  assert.equal(error.status, 502);
  assert.equal(error.name, "AppError");
  assert.equal(error.cause, cause);
});
