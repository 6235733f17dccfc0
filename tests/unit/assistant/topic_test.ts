/** The properties that questions ask a figure of (spec §4.5, composition per turn). */
import assert from "node:assert/strict";
import { measuredIn } from "@/lib/assistant/topic.ts";

Deno.test("measuredIn() finds the property that a question asks a figure of, however it asks (§4.5)", () => {
  for (
    const [question, property] of [
      ["How heavy is it?", "heavy"],
      ["How much does it weigh?", "weigh"],
      ["What is the maximum height?", "height"],
      ["What’s its weight?", "weight"],
      ["Is it heavy?", null],
      ["What is a threshold?", null],
    ] as const
  ) {
    const words = measuredIn(question, ["Heron"]).map(({ word }) => word);
    assert.deepEqual(words, property === null ? [] : [property], question);
  }
});
