/** The properties that questions ask a figure of (spec §4.5, composition per turn). */
import assert from "node:assert/strict";
import { measuredIn, statesFigure } from "@/lib/assistant/topic.ts";

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

Deno.test("statesFigure() takes no other figure for that of a property in the title (§4.5)", () => {
  const states = (heading: string, text: string) =>
    statesFigure(
      { title: "Heron acoustic partition", heading, text },
      "Heron",
      measuredIn("How quiet is it?", ["Heron"]),
    );
  assert.ok(!states("Sizes", "Panels are 36 inches wide."));
  assert.ok(states("Performance", "Sound insulation is STC 51."));
  assert.ok(states("Sound insulation", "Heron: 51"));
});
