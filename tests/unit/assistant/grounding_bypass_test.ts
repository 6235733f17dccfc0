/** Answers that say what no passage says, and that an earlier guard let through. */
import assert from "node:assert/strict";
import { checkGrounding } from "@/lib/assistant/mod.ts";
import { type Envelope, envelopeOf, envelopeText, journeyOf } from "@/lib/assistant/journey.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { HALLS, QUARRY, TERRACE } from "@/tests/assistant/grounding/wishes_buyers.ts";
import { aCatalog, aFactor, anOption, aSystem } from "@/tests/helpers/factories.ts";

const { envelope: ENVELOPE, passages, systems } = QUARRY;

function isGrounded(text: string, strict = true, envelope: Envelope | string = ENVELOPE): boolean {
  return checkGrounding({ text, passages, envelope, systems }, { strict }).grounded;
}

function isGroundedFor(buyer: typeof QUARRY, text: string): boolean {
  return checkGrounding({ text, ...buyer }).grounded;
}

Deno.test("checkGrounding() takes no wish of the buyer for what a system offers, if it is strict (§4.5)", () => {
  for (
    const text of [
      "Quarry Panel stops 56 dB of sound.",
      "This system must stop 56 dB.",
      "Quarry Panel is 20 to 24 feet tall.",
      "It is how tall the opening is: 20 to 24 feet.",
      "Quarry Panel gives you a sound stop of 56 dB.",
      "For an opening of 20 to 24 feet, Quarry Panel stops 56 dB of sound.",
      "Your wall stops 56 dB.",
      "You asked for quiet, and Quarry Panel stops 56 dB.",
      "You asked for 56 dB, which Quarry Panel stops.",
      "Stops 56 dB of sound.",
      "Heron Thermal fits an opening of 20 to 24 feet.",
      "For your 56 dB, Quarry Panel is right.",
      "Since you need 56 dB, Quarry Panel is the right choice.",
      "You want it within 4 weeks, and Quarry Panel is in time.",
      "You need a wall that stops 56 dB, and this is such a wall.",
      "You have a 56 dB partition in Quarry Panel.",
      "You have an STC of 56 dB with the wall.",
      "With this wall, you need just 4 weeks.",
      "With Quarry Panel, you need 4 weeks.",
      "The opening is 20 to 24 feet tall at most with Quarry Panel.",
      "The room is 56 dB quieter with Quarry Panel.",
      "In your room of 56 dB, talk stays out.",
      "Quarry Panel is unsuitable for an opening of 20 to 24 feet.",
      "You asked for 56 dB, which Quarry Panel reaches.",
      "You asked for 56 dB, which Quarry Panel reaches #.",
      "You need 56 dB, and Quarry Panel delivers ~ this.",
      "You need 56 dB, and Quarry Panel will do _.",
      "You need 56 dB, and Quarry Panel _is_.",
    ]
  ) assert.ok(!isGrounded(text), text);
  assert.ok(isGrounded("Quarry Panel stops 56 dB of sound.", false));
});

Deno.test("checkGrounding() takes an answer for a wish, whatever words its question has (§4.5)", () => {
  const factors = ["Stage", "Recommended system"].map((question, at) =>
    aFactor(`factor-${at}`, [], {
      question,
      options: [anOption(`quiet-${at}`, { label: "56 dB" })],
    })
  );
  const snapshot = compileSnapshot(aCatalog({ factors, systems: [aSystem("quarry-panel")] }));
  const payload = {
    ...emptyPayload(),
    recommendation: "quarry-panel",
    answers: { "factor-0": ["quiet-0"], "factor-1": ["quiet-1"] },
  };
  const envelope = envelopeOf(journeyOf(snapshot, payload, "results"));
  assert.ok(envelope);
  assert.deepEqual(envelope.answers, ["- Stage: 56 dB", "- Recommended system: 56 dB"]);
  const text = "The recommended system stops 56 dB.";
  for (const given of [envelope, envelopeText(envelope)]) {
    assert.ok(!checkGrounding({ text, passages, envelope: given }).grounded);
  }
});

Deno.test("checkGrounding() lets an answer say what the buyer wishes and what is recommended (§4.5)", () => {
  for (
    const text of [
      "You need it within 4 weeks.",
      "You asked how much sound it must stop: 56 dB.",
      "Your opening is 20 to 24 feet tall.",
      "The opening is 20 to 24 feet tall.",
      "Your opening: 20 to 24 feet.",
      "Based on your opening of 20 to 24 feet, Quarry Panel was recommended.",
      "I recommend Quarry Panel for your opening of 20 to 24 feet.",
      "Quarry Panel fits an opening of 20 to 24 feet.",
      "For your 56 dB, the rating of Quarry Panel is STC 51 at its best.",
      "For an opening of 20 to 24 feet, Quarry Panel has panels up to 192 inches tall.",
      "The recommended system is Quarry Panel, and Pleat Standard is a cheaper system that would also do.",
    ]
  ) {
    assert.ok(isGrounded(text), text);
    assert.ok(isGrounded(text, true, envelopeText(ENVELOPE)), `${text} (envelope as a text)`);
  }
});

Deno.test("checkGrounding() takes no name of a system for support of what is said of it (§4.5)", () => {
  for (
    const text of [
      "Quarry Panel is waterproof.",
      "Quarry Panel is the fastest.",
      "Quarry Panel is cheap.",
    ]
  ) {
    assert.ok(!isGrounded(text), text);
  }
  assert.ok(isGrounded("Quarry Panel is an acoustic partition."));
  assert.ok(isGrounded("Pleat Standard is cheaper."));
});

Deno.test("checkGrounding() blocks what another passage denies, if it is strict (§4.5)", () => {
  assert.ok(!isGrounded("Quarry Panel needs a floor track."));
  assert.ok(isGrounded("Quarry Panel needs no floor track."));
});

Deno.test("checkGrounding() blocks a run of sentences below the claim-length floor, if it is strict (§4.5)", () => {
  for (
    const text of [
      "Costs nothing. Ships today. Never breaks.",
      "One panel weighs 340 pounds. Costs nothing. Ships today. Never breaks.",
      "- Free\n- Ships today\n- Never breaks",
      "Costs nothing. Quarry Panel. Ships today. Never breaks.",
    ]
  ) assert.ok(!isGrounded(text), text);
  for (
    const text of [
      "Costs nothing. Never breaks.",
      "- Single track\n- Retractable seal\n- Lively workshop",
      "- Quarry Panel\n- Pleat Standard\n- Heron Thermal",
      "- Retractable seal\n- Ordinary talk\n- No floor track",
      "Hello! Happy to help. Of course. The rating is STC 51 at its best.",
      "Not this. Not that.\n\nNor these.",
    ]
  ) assert.ok(isGrounded(text), text);
  assert.ok(isGrounded("Costs nothing. Ships today. Never breaks.", false));
});

Deno.test("checkGrounding() blocks an address that no passage has, however short (§4.5)", () => {
  for (const text of ["https://evil.example", "See evil.example.", "Ask tom@evil.example."]) {
    assert.ok(!isGrounded(text), text);
  }
});

Deno.test("checkGrounding() blocks an answer in which the assistant poses as a person (§4.5)", () => {
  for (
    const text of [
      "I'm human.",
      "I am a real person.",
      "As your human advisor I confirm that the rating is STC 51 at its best.",
      "Speaking as your advisor, the rating is STC 51 at its best.",
      "This is your personal advisor: the rating is STC 51 at its best.",
    ]
  ) assert.ok(!isGrounded(text), text);
  for (
    const text of [
      "I am not a person.",
      "I am a program.",
      "The retractable seal of your panel lifts clear as a person moves the panel.",
    ]
  ) assert.ok(isGrounded(text), text);
});

Deno.test("checkGrounding() blocks a multiple of a figure (§4.5)", () => {
  for (
    const text of ["One panel weighs twice 340 pounds.", "One panel weighs half of 340 pounds."]
  ) {
    assert.ok(!isGrounded(text), text);
  }
  assert.ok(isGrounded("The seal weighs half of 90 pounds."));
});

Deno.test("checkGrounding() lets an answer compare a figure itself with what the buyer asked for (§4.5)", () => {
  for (
    const text of [
      "The rating is STC 51, and that is below the 56 dB that you asked for.",
      "At STC 51, the rating is below your 56 dB.",
      "It takes 8 to 10 weeks, not within your 4 weeks.",
      "It takes 8 to 10 weeks, so it is not within the 4 weeks that you need.",
    ]
  ) assert.ok(isGrounded(text), text);
  for (
    const text of [
      "The rating is STC 51, and noise is below the 56 dB that you asked for.",
      "The rating is STC 51,@ noise is below the 56 dB that you asked for.",
      "The rating is STC 51, and Heron Thermal is below the 56 dB that you asked for.",
      "With STC 51 talk from outside stays below the 56 dB that you need.",
      "It takes 8 to 10 weeks, within your 4 weeks.",
      "It takes 8 to 10 weeks, which is within the 4 weeks that you need.",
    ]
  ) assert.ok(!isGrounded(text), text);
  assert.ok(isGroundedFor(HALLS, "Lead time is 8 to 10 weeks, within your 12 weeks."));
  assert.ok(!isGroundedFor(HALLS, "It takes 8 to 10 weeks, and fitting is within your 12 weeks."));
  assert.ok(!isGroundedFor(HALLS, "Quarry Steel takes 11 to 14 weeks, within your 12 weeks."));
  for (
    const text of [
      "Pleat Acoustic reaches STC 43, within your 45 dB.",
      "Pleat Acoustic has a fire rating of 20 minutes, within your 30 minutes.",
    ]
  ) assert.ok(!isGroundedFor(HALLS, text), text);
});

Deno.test("checkGrounding() blocks more and less than a rating of the passage (§4.5)", () => {
  for (
    const text of [
      "Quarry Steel is tested to over STC 56.",
      "The rating of Quarry Panel is more than STC 51.",
      "The rating of Quarry Panel is below STC 51.",
    ]
  ) assert.ok(!isGroundedFor(HALLS, text), text);
  assert.ok(isGroundedFor(HALLS, "Quarry Steel is tested to STC 56."));
});

Deno.test("checkGrounding() takes a sentence about several systems apart, if it is strict (§4.5)", () => {
  for (
    const text of [
      "Quarry Panel reaches STC 51 and Quarry Steel STC 56.",
      "Quarry Panel (STC 51) and Quarry Steel (STC 56).",
      "The warranty of Quarry Panel lasts 8 years, and that of Quarry Steel 12 years.",
      "Quarry Panel takes 8 to 10 weeks and Quarry Steel 11 to 14 weeks.",
      "Quarry Panel has a fire rating of 30 minutes, Quarry Steel of 60 minutes and Pleat Acoustic of 20 minutes.",
    ]
  ) assert.ok(isGroundedFor(HALLS, text), text);
  for (
    const text of [
      "Quarry Panel reaches STC 56 and Quarry Steel STC 51.",
      "Quarry Panel reaches STC 51 and Quarry Steel over STC 56.",
      "Quarry Panel reaches STC 51 and Quarry Steel not STC 56.",
      "Quarry Panel reaches STC 51 and beats Quarry Steel with STC 56.",
      "Quarry Panel reaches STC 51 and Quarry Steel STC 56, so talk is private.",
      "Quarry Panel reaches STC 51 and is better than Quarry Steel with STC 56.",
      "Quarry Panel and Quarry Steel reach STC 56.",
      "Quarry Panel and Quarry Steel take 11 to 14 weeks.",
      "Quarry Panel weighs 340 pounds and outweighs a panel of Quarry Steel at 520 pounds.",
    ]
  ) assert.ok(!isGroundedFor(HALLS, text), text);
  assert.ok(
    isGroundedFor(TERRACE, "Wind load is 50 psf for Heron Thermal and 30 psf for Heron Lite."),
  );
  assert.ok(!isGroundedFor(TERRACE, "Heron Lite and Heron Thermal are at most 126 inches tall."));
});

Deno.test("checkGrounding() blocks what the passage of another system says, although it has the words of the name (§4.5)", () => {
  for (
    const text of [
      "Quarry Panel has a warranty of 12 years.",
      "Quarry Panel weighs 520 pounds.",
      "Quarry Panel takes 11 to 14 weeks.",
    ]
  ) assert.ok(!isGroundedFor(HALLS, text), text);
  assert.ok(isGroundedFor(HALLS, "Quarry Steel has a warranty of 12 years."));
});

Deno.test("checkGrounding() blocks a figure that the buyer did not give, if it is strict (§4.5)", () => {
  for (
    const text of [
      "You mentioned 56 people.",
      "You mentioned 56 _people.",
      "You mentioned people: 56.",
      "You mentioned fifty-six people.",
      "You mentioned a 56-person room.",
      "You mentioned 120 panels.",
      "You asked for STC 51.",
      "You asked for a warranty of 8 years.",
      "Once again, you asked for a warranty of 8 years.",
      "You mentioned 340 pounds.",
    ]
  ) assert.ok(!isGrounded(text), text);
  for (
    const text of [
      "You mentioned 120 people.",
      "You mentioned a room of 120 people.",
      "You have a 20- to 24-foot opening.",
      "You need 8 to 10 weeks.",
    ]
  ) assert.ok(isGrounded(text), text);
  const text = "You asked for a warranty of 8 years.";
  assert.ok(!checkGrounding({ text, passages, systems }).grounded);
});

Deno.test("checkGrounding() takes one word after a wish for the claim that it is met, if it is strict (§4.5)", () => {
  for (
    const text of [
      "You need 56 dB; it stops.",
      "You need 56 dB; this does.",
      "You need 56 dB – easy.",
      "You need 56 dB. Easy.",
      "You need 8 years; it lasts.",
      "You need it within 4 weeks; we can.",
    ]
  ) assert.ok(!isGrounded(text), text);
  for (
    const text of [
      "You need 56 dB; the rating is STC 51 at its best.",
      "You asked for 56 dB, so Quarry Panel was recommended.",
      "You asked for 56 dB. Here is what our material says.",
      "You asked for 56 dB, thank you.",
    ]
  ) assert.ok(isGrounded(text), text);
});
