/** The support that a document about one system gives to claims about another one (spec §4.5, grounding guard). */
import assert from "node:assert/strict";
import { checkGrounding } from "@/lib/assistant/mod.ts";

const STEEL = {
  key: "quarry-steel:1",
  title: "Quarry Steel acoustic partition",
  heading: "Performance",
  text:
    "Tested to STC 56, it starts high enough to survive what a real building takes away. A band and a speech can share the " +
    "evening. The assembly holds back fire for 60 minutes. Where only seminars take place, its reserve stays unused, and a " +
    "Quarry Panel at STC 51 would be the better purchase.",
};
const SYSTEMS = ["Quarry Panel", "Quarry Steel"];

function isGrounded(text: string): boolean {
  return checkGrounding({ text, passages: [STEEL], envelope: null, systems: SYSTEMS }).grounded;
}

Deno.test("checkGrounding() takes what a document says of its own system for no other one (§4.5)", () => {
  for (
    const text of [
      "With Quarry Steel a band and a speech can share the evening.",
      "Quarry Steel has a fire rating of 60 minutes.",
      "A band and a speech can share the evening.",
      "Where only seminars take place, a Quarry Panel would be the better purchase.",
      "Quarry Panel is at STC 51, and Quarry Steel is tested to STC 56.",
    ]
  ) assert.ok(isGrounded(text), text);
  for (
    const text of [
      "With Quarry Panel a band and a speech can share the evening.",
      "Quarry Panel has a fire rating of 60 minutes.",
      "Quarry Panel survives what a real building takes away at STC 51.",
    ]
  ) assert.ok(!isGrounded(text), text);
});

Deno.test("checkGrounding() reads “it” after a figure of the buyer as that figure (§4.5)", () => {
  assert.ok(isGrounded("You asked about STC 56: Quarry Steel is tested to it."));
  for (
    const text of [
      "You asked about STC 60: Quarry Steel is tested to it.",
      "You asked about STC 56: Quarry Panel is tested to it.",
      "You asked about STC 56: Quarry Steel works.",
    ]
  ) assert.ok(!isGrounded(text), text);
});
