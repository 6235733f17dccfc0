/** The questions of a message (spec §4.5, composition per turn). */
import assert from "node:assert/strict";
import { partsOf, questionsOf } from "@/lib/assistant/parts.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { aCatalog, aSystem } from "@/tests/helpers/factories.ts";

Deno.test("partsOf() splits a message where a question of its own begins, in five languages (§4.5)", () => {
  for (
    const [message, parts] of [
      ["Is it acoustic, and can it be curved?", ["Is it acoustic?", "can it be curved?"]],
      ["How heavy is it? And how tall?", ["How heavy is it?", "And how tall?"]],
      ["How heavy, how tall and how wide is it?", ["How heavy?", "how tall?", "how wide is it?"]],
      ["What is the lead time. How heavy is it?", ["What is the lead time.", "How heavy is it?"]],
      ["what is the lead time. how heavy is it", ["what is the lead time?", "how heavy is it?"]],
      ["Wie schwer ist es und gibt es eine Schwelle?", [
        "Wie schwer ist es?",
        "gibt es eine Schwelle?",
      ]],
      ["Est-il lourd et quel est le prix ?", ["Est-il lourd?", "quel est le prix ?"]],
      ["¿Cuánto pesa y es resistente al fuego?", ["¿Cuánto pesa?", "es resistente al fuego?"]],
      ["Quanto pesa e qual è la garanzia?", ["Quanto pesa?", "qual è la garanzia?"]],
      ["We need the weight plus the height.", ["We need the weight?", "the height."]],
      ["What is the weight and the lead time?", ["What is the weight?", "the lead time?"]],
      ["How do they compare on weight, rain and lead time?", [
        "How do they compare on weight?",
        "rain?",
        "lead time?",
      ]],
      ["We have a dog. Is it loud and is it safe?", [
        "We have a dog. Is it loud?",
        "We have a dog. is it safe?",
      ]],
    ] as const
  ) assert.deepEqual(partsOf(message), { questions: parts, leftOut: 0 }, message);
});

Deno.test("partsOf() takes up the first six questions and counts the others (§4.5)", () => {
  const asking = (letters: string) => [...letters].map((letter) => `Is it ${letter}?`);
  assert.deepEqual(partsOf(asking("abcdef").join(" ")), {
    questions: asking("abcdef"),
    leftOut: 0,
  });
  assert.deepEqual(partsOf(asking("abcdefgh").join(" ")), {
    questions: asking("abcdef"),
    leftOut: 2,
  });
});

Deno.test("partsOf() reads a pasted specification with none of the questions after it (§4.5)", () => {
  const specification = "Panels shall be four inches thick and hinged in pairs. ".repeat(20);
  assert.deepEqual(partsOf(`${specification}Please confirm the weight and state the lead time.`), {
    questions: ["Please confirm the weight?", "state the lead time."],
    leftOut: 0,
  });
});

Deno.test("partsOf() returns a question that is clear by itself without what the message tells (§4.5)", () => {
  const { questions } = partsOf("We have a cafe by the sea.  How loud is it?");
  assert.deepEqual(questions, ["How loud is it?"]);
});

Deno.test("partsOf() leaves a message with one question as it is (§4.5)", () => {
  for (
    const message of [
      "Does it keep wind and rain out?",
      "Is it available in oak and walnut?",
      "Can I have oak, fir and walnut?",
      "How do they compare on weight and rain?",
      "When it rains, does it leak?",
      "What is the difference between rain tightness and wind load?",
      "How do I measure the width and height of the opening?",
      "Our opening is very wide. Can it span that and not be heavy?",
      "I know that it is heavy. Is it good?",
      "We want to split a hall. It must be quiet.",
      "",
      "and ".repeat(1000),
    ]
  ) assert.deepEqual(partsOf(message), { questions: [message], leftOut: 0 });
});

Deno.test("questionsOf() tells sentences apart that begin with small letters (§4.5)", () => {
  const snapshot = compileSnapshot(aCatalog({}));
  const asked = (message: string) =>
    questionsOf(snapshot, message, { history: [], shown: { systems: [], isComparison: false } })
      .questions.map(({ question }) => question);
  for (
    const [message, questions] of [
      ["is it loud? is it safe", ["is it loud?", "Is it safe?"]],
      ["we have a dog. is it safe", ["we have a dog. Is it safe"]],
      ["forget the garden, it's for the kitchen. how loud is it?", ["How loud is it?"]],
    ] as const
  ) assert.deepEqual(asked(message), questions, message);
});

Deno.test("questionsOf() completes each question by those before it, and leaves out what asks nothing (§4.5)", () => {
  const [HERON, VANE] = ["Heron", "Vane"].map((name) => ({ id: name.toLowerCase(), name }));
  const snapshot = compileSnapshot(aCatalog({
    systems: [HERON, VANE].flatMap((system) => system ? [aSystem(system.id, system)] : []),
  }));
  const questions = (message: string, earlier: readonly string[] = []) =>
    questionsOf(snapshot, message, {
      history: earlier.map((content) => ({ role: "user", content })),
      shown: { systems: HERON ? [HERON] : [], isComparison: false },
    }).questions.map(({ question }) => question);
  assert.deepEqual(questions("How heavy is Vane and how quiet is it?"), [
    "How heavy is Vane?",
    "how quiet is Vane?",
  ]);
  assert.deepEqual(questions("What is the weight and the lead time?"), [
    "What is the weight?",
    "the lead time: Heron?",
  ]);
  assert.deepEqual(questions("And Vane?", ["How heavy is Heron and how quiet is Heron?"]), [
    "How heavy is Vane?",
    "how quiet is Vane?",
  ]);
  assert.deepEqual(questions("Heron vs Vane: which is heavier and which is quieter?"), [
    "Heron vs Vane: which is heavier?",
    "which is quieter: Heron and Vane?",
  ]);
  assert.deepEqual(questions("Really? How heavy is it?"), ["How heavy is it?"]);
  for (
    const message of ["Fire rated?", "hurricane proof?", "ADA compliant?", "Is it child safe?"]
  ) {
    assert.match(questions(message)[0] ?? "", /^Is it /, message);
  }
  for (
    const message of [
      "Anything included?",
      "What is included?",
      "and laminated?",
      "Rated.",
      "Vane insulated?",
      "Seals replaceable?",
      "Permit needed?",
      "It moved?",
      "Basement?",
      "Cable?",
    ]
  ) {
    assert.doesNotMatch(questions(message)[0] ?? "", /^Is it /, message);
  }
});

Deno.test("questionsOf() keeps the place of a question after one that asks nothing, and keeps one that asks for a judgement (§4.5)", () => {
  const placed = (message: string) =>
    questionsOf(compileSnapshot(aCatalog({})), message, {
      history: [],
      shown: { systems: [], isComparison: false },
    }).questions;
  assert.deepEqual(placed("Really? How heavy is it? Right? How tall is it?"), [
    { question: "How heavy is it?", place: 1 },
    { question: "How tall is it?", place: 3 },
  ]);
  assert.deepEqual(placed("Is it good? How heavy is it?"), [
    { question: "Is it good?", place: 0 },
    { question: "How heavy is it?", place: 1 },
  ]);
});
