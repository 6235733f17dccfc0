/** The kinds of answers that questions ask for (spec §4.5, model selection). */
import assert from "node:assert/strict";
import { wantedAnswer } from "@/lib/assistant/answer_kind.ts";

function gives(question: string, text: string, heading: string | null = null): boolean {
  return wantedAnswer(question, ["Heron"], []).isGivenBy({ title: "Heron wall", heading, text });
}

Deno.test("wantedAnswer() wants an answer of the kind that is asked for, beside the thing in question (§4.5)", () => {
  for (
    const [question, answers, says] of [
      ["What is the cable made of?", "Its cables are stainless steel.", "Check the cables yearly."],
      ["How thick is the pane?", "A pane is half an inch thick.", "Panes are 30 inches wide."],
      [
        "How thick are the panels?",
        "Four-inch panels roll away.",
        "Panels roll. A bolt has 4 inches.",
      ],
      ["How wide is the channel in the floor?", "The channel is 3 inches.", "Drain the channel."],
      ["How big is the plate?", "A plate of 4 by 4 inches.", "Plates are screwed down."],
      ["How often are the seals checked?", "Check the seals every year.", "Seals are checked."],
      ["How long does the drive last?", "A drive lasts 20 years.", "A drive is 20 inches long."],
      ["How long is the lever?", "The lever is 9 inches long.", "The lever turns."],
      ["How loud is the motor?", "The motor makes a sound of 50 dB.", "It has STC 40."],
      ["How heavy is the screen?", "The screen weighs 9 pounds.", "The screen has a groove."],
      ["Who makes the lock?", "The lock is made by Smith.", "Try the lock."],
      [
        "What finish does the plate have?",
        "The finish of the plate is matt.",
        "The plate is screwed.",
      ],
      ["What is the diameter of the drum?", "The drum is 9 inches.", "A drum turns."],
      [
        "What is the maximum height?",
        "Heron is up to 90 inches tall.",
        "Laminate to shoulder height.",
      ],
      ["What about its price?", "Heron costs $90.", "Pass doors are worth their price."],
      ["And the price: Heron?", "Heron costs $90.", "Pass doors are worth their price."],
      ["What glass is used?", "It has triple glazing.", "Ordinary glass fails in a fire."],
      ["What glass do you use?", "Half-inch tempered panels hang.", "The glass is cleaned."],
      ["What is it made of?", "Two steel skins.", "It folds."],
      ["How big can the opening be?", "Openings of 5 to 40 feet.", "It is open to 96 inches."],
      ["What is the smallest opening?", "Openings begin at 5 feet.", "The opening is small."],
      ["How much power does the drive use?", "The drive needs 500 watts.", "A drive needs power."],
      [
        "How long does installation take?",
        "An installer hangs it in a day.",
        "Installers hang it.",
      ],
      [
        "How many panes does it have?",
        "It has three panes.",
        "Where two panes meet you see a line.",
      ],
      ["ballpark price for 20 feet?", "It costs $90 a foot.", "Bass is the costly part."],
      ["How many times can I open it?", "Open it a thousand times.", "Panes slide one at a time."],
      ["Where can I buy a spare roller?", "Dealers have rollers.", "Rollers turn."],
      ["Where can I find out how heavy Heron is?", "It weighs 90 pounds.", "See our showroom."],
      ["Is there a maximum lead time?", "Lead time is 5 to 7 weeks.", "Lead times are 5 feet."],
      ["Is there a minimum opening?", "Openings begin at 5 feet.", "The opening is small."],
      [
        "Is there a minimum order?",
        "The least order is 90 square feet.",
        "Fire is held back for 30 minutes when it is ordered with a core.",
      ],
      [
        "How many panels do I need?",
        "Three panels close it.",
        "Panels are 18 to 34 inches wide.",
      ],
      ["How many weeks does it take?", "It takes 8 to 10 weeks.", "It takes a few weeks."],
      ["What is the price of the lock?", "The lock costs $90.", "The price of the lock is low."],
    ] as const
  ) {
    assert.ok(gives(question, answers), question);
    assert.ok(!gives(question, says), question);
  }
});

Deno.test("wantedAnswer() finds the thing in the heading, and not far away in a sentence (§4.5)", () => {
  assert.ok(gives("How heavy is one panel?", "Heron: 95 pounds", "Weight of one panel"));
  assert.ok(
    !gives(
      "What is the blind made of?",
      "Two panes of glass stand six inches apart in every panel, with room between them for a blind.",
    ),
  );
  assert.ok(
    !gives("How deep is the groove of the screen?", "The screen shows 3 inches."),
    "half of the words, without the thing",
  );
});

Deno.test("wantedAnswer() takes no answer from a sentence about another system alone (§4.5)", () => {
  const { isGivenBy } = wantedAnswer("How big can the opening be?", ["Heron"], ["Vane", "Ibis"]);
  const isGiven = (text: string) => isGivenBy({ title: "Walls", heading: null, text });
  assert.ok(!isGiven("Heron folds. For a 10-foot opening Vane is enough."));
  assert.ok(isGiven("Vane is small. Openings of 5 to 24 feet are closed."));
  assert.ok(isGiven("For a 10-foot opening, Heron is cheaper than Vane."));
});

Deno.test("wantedAnswer() finds the glass of a system only beside its name (§4.5)", () => {
  const { isGivenBy } = wantedAnswer("What glass is used?", ["Heron"], []);
  const isGiven = (text: string, title = "Outside walls") =>
    isGivenBy({ title, heading: null, text });
  assert.ok(isGiven("Heron: STC 40 with double glazing"));
  assert.ok(isGiven("At best with triple glass.", "Heron wall"));
  assert.ok(!isGiven("Where impact glass is not demanded, Heron is enough."));
});

Deno.test("wantedAnswer() is content with any passage for a question of no kind (§4.5)", () => {
  for (const question of ["Can it be curved?", "Where does it fold to?", ""]) {
    const wanted = wantedAnswer(question, ["Heron"], []);
    assert.ok(!wanted.isOfThing, question);
    assert.ok(gives(question, "A wall."), question);
  }
  const { isOfThing } = wantedAnswer("How high is it?", ["Heron"], []);
  assert.ok(!isOfThing, "it is about the whole system");
});

Deno.test("wantedAnswer() reads a word whose normal form is longer than a regular expression can be (§4.5)", () => {
  // U+FDFA becomes eighteen letters.
  const question = `What is ${"\ufdfa".repeat(3_900)}?`;
  assert.equal(wantedAnswer(question, ["Heron"], []).isOfThing, false);
});

Deno.test("wantedAnswer() takes how quiet a wall or a room is for the rating of the whole (§4.5)", () => {
  for (
    const question of [
      "How quiet is the wall when it is locked?",
      "How loud is the next room?",
      "How quiet is the other side?",
    ]
  ) assert.ok(gives(question, "It has STC 40."), question);
});
