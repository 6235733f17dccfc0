import assert from "node:assert/strict";
import { describeAltText } from "@/scripts/media/alt_text.ts";
import { failureOf, formatProgress, parseAnswer } from "@/scripts/upload/state.ts";

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
});

Deno.test("describeAltText() says when an alternative text is too long (§4.8)", () => {
  assert.equal(describeAltText(0, 125), "None yet; aim for up to 125 characters.");
  assert.equal(describeAltText(125, 125), "125 of 125 characters.");
  assert.equal(describeAltText(126, 125), "126 of 125 characters: long to listen to.");
});
