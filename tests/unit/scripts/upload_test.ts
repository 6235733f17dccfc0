import assert from "node:assert/strict";
import { describeAltText } from "@/routes/admin/(_sections)/media/alt_text.ts";
import {
  descriptionFailure,
  failureOf,
  formatProgress,
  parseAnswer,
} from "@/scripts/upload/state.ts";

Deno.test("formatProgress() counts the finished files by outcome (§4.8)", () => {
  assert.equal(formatProgress(["waiting", "sending", "reading"]), "0 of 3 done.");
  assert.equal(
    formatProgress(["stored", "stored", "duplicate", "refused", "failed", "cancelled", "waiting"]),
    "6 of 7 done, 2 added, 1 already there, 1 not added, 1 failed, 1 cancelled.",
  );
});

Deno.test("parseAnswer() returns an empty object for a response that is not a JSON object", () => {
  assert.deepEqual(["", "null", "<!doctype html>"].map(parseAnswer), [{}, {}, {}]);
  assert.deepEqual(parseAnswer('{"saved":1}'), { saved: 1 });
});

Deno.test("failureOf() classifies temporary failures as failed and others as refused (§4.8)", () => {
  const retry = { state: "failed", message: "The service failed to answer." };
  assert.deepEqual(failureOf(503, {}), retry);
  assert.deepEqual(failureOf(0, {}), retry);
  assert.deepEqual(failureOf(422, { error: { message: "It is a GIF." } }), {
    state: "refused",
    message: "It is a GIF.",
  });
  assert.deepEqual(failureOf(429, { error: { message: "Too many.", retryable: true } }), {
    state: "failed",
    message: "Too many.",
  });
  assert.deepEqual(failureOf(400, {}), { state: "refused", message: "It was refused." });
  const error = { message: "The request carries no valid identity", retryable: false };
  const { state, message } = failureOf(401, { error });
  assert.equal(state, "failed");
  assert.match(message, /no longer signed in/);
});

Deno.test("descriptionFailure() calls a picture gone only when the service says so (§4.8)", () => {
  const failure = (status: number, body: string) => descriptionFailure(status, parseAnswer(body));
  assert.equal(failure(200, '{"saved":1}'), null);
  assert.match(failure(200, '{"saved":0}') ?? "", /the picture is gone/);
  assert.equal(failure(400, '{"error":{"message":"Use at most 500"}}'), "Use at most 500");
  assert.match(failure(401, '{"error":{"message":"No identity"}}') ?? "", /no longer signed in/);
  for (const page of [200, 502]) {
    assert.match(failure(page, "<!doctype html>") ?? "", /could not be saved/, `${page}`);
  }
});

Deno.test("describeAltText() says when an alternative text is too long (§4.8)", () => {
  assert.equal(describeAltText(0), "None yet; aim for up to 150 characters.");
  assert.equal(describeAltText(150), "150 of 150 characters.");
  assert.equal(describeAltText(151), "151 of 150 characters: long to listen to.");
});
