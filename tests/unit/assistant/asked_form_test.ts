/** The forms of questions that a passage with their words may not fit (spec §4.5, model selection). */
import assert from "node:assert/strict";
import { asksForSystems, fitsForm } from "@/lib/assistant/asked_form.ts";

Deno.test("fitsForm() wants more of a passage than the words of the question (§4.5)", () => {
  const fits = (question: string, text: string) =>
    fitsForm({ question, about: ["Heron"], others: ["Vane", "Quarry"] }, {
      title: "Heron wall",
      heading: null,
      text,
    });
  for (
    const [question, answers, says] of [
      [
        "Which systems are for outside?",
        "Heron and Vane stand outside.",
        "Heron stands outside, and a gallery inside.",
      ],
      [
        "Which of your walls have a fire rating?",
        "Vane and Quarry have a fire rating.",
        "Heron has a fire rating.",
      ],
      [
        "How loud is it when it moves?",
        "While it moves, Heron makes a sound of 50 dB.",
        "Sound insulation of Heron is STC 40. It moves by hand.",
      ],
      [
        "How heavy is it with triple glazing?",
        "Heron weighs 90 pounds with triple glazing.",
        "Heron weighs 90 pounds. Triple glazing is thick.",
      ],
      ["What is a pass door?", "A pass door is a door in a panel.", "Heron has a pass door."],
      ["What does mullion mean?", "A bar between panes is called a mullion.", "Mullions are oak."],
      ["Write a poem about doors", "A poem on doors.", "Write down which doors you need."],
      ["What tools do I need?", "You need tools for the screws.", "Tools lie in the closet."],
    ] as const
  ) {
    assert.ok(fits(question, answers), `${question} ${answers}`);
    assert.ok(!fits(question, says), `${question} ${says}`);
  }
  for (
    const [question, text] of [
      ["How quiet is it when it is closed?", "Heron has STC 40."],
      ["Can you give me some information about doors?", "Doors close."],
      ["Tell me about doors", "Doors close."],
      ["Which glass do I need for privacy?", "Satin glass is private."],
      ["Does it move when it is windy?", "Heron moves."],
      ["I have some concerns about doors", "Doors close."],
      ["Is there a rule about doors?", "Doors close."],
      ["Do you have a sheet about doors?", "Doors close."],
      ["Tell me if it suits a hall about 60 feet long", "It suits spans of 70 feet."],
      ["How high is the sill with the riser?", "The sill of Heron is 1 inch, with the riser 2."],
    ] as const
  ) assert.ok(fits(question, text), question);
});

Deno.test("fitsForm() wants a figure under a condition of any system where a question asks for systems (§4.5)", () => {
  const asked = {
    question: "Which walls are quietest with triple glazing?",
    about: [],
    others: ["Heron", "Vane"],
  };
  const head = { title: "Sound", heading: null };
  const under = "Heron and Vane reach STC 40 with triple glazing.";
  assert.ok(fitsForm(asked, { ...head, text: under }));
  assert.ok(!fitsForm(asked, { ...head, text: "Heron and Vane reach STC 40 when locked." }));
});

Deno.test("asksForSystems() tells a list from a comparison and from a wall of the building (§4.5)", () => {
  assert.ok(asksForSystems("Which systems are for outside?"));
  assert.ok(asksForSystems("What models do you have?"));
  assert.ok(!asksForSystems("Which one is quieter?"));
  assert.ok(!asksForSystems("Which walls can it be fixed to?"));
  assert.ok(!asksForSystems("What is the system made of?"));
});
