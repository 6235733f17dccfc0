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
      ["We have a dog. Is it loud and is it safe?", [
        "We have a dog. Is it loud?",
        "We have a dog. is it safe?",
      ]],
    ] as const
  ) assert.deepEqual(partsOf(message), parts, message);
  assert.deepEqual(partsOf("Is it a, is it b, is it c, is it d and is it e?"), [
    "Is it a?",
    "is it b?",
    "is it c? is it d? is it e?",
  ]);
});

Deno.test("partsOf() leaves a message with one question as it is (§4.5)", () => {
  for (
    const message of [
      "Does it keep wind and rain out?",
      "Is it available in oak and walnut?",
      "When it rains, does it leak?",
      "What is the difference between rain tightness and wind load?",
      "How do I measure the width and height of the opening?",
      "I know that it is heavy.  How loud is it?",
      "We want to split a hall. It must be quiet.",
      "",
      "and ".repeat(1000),
    ]
  ) assert.deepEqual(partsOf(message), [message]);
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
    });
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
  assert.deepEqual(questions("Really? How heavy is it?"), ["How heavy is it?"]);
});
