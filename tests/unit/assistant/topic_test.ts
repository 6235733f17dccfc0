/** The properties that questions ask a figure of (spec §4.5, composition per turn). */
import assert from "node:assert/strict";
import {
  measuredIn,
  refersToSystem,
  searchedText,
  statesFigure,
  topicIn,
  topicOf,
} from "@/lib/assistant/topic.ts";

Deno.test("measuredIn() finds the property that a question asks a figure of, however it asks (§4.5)", () => {
  for (
    const [question, property] of [
      ["How heavy is it?", "heavy"],
      ["How much does it weigh?", "weigh"],
      ["What is the maximum height?", "height"],
      ["What’s its weight?", "weight"],
      ["Which of the two is quieter?", "quieter"],
      ["How do both compare in height?", "height"],
      ["Is it heavy?", null],
      ["How much heavy rain does it stand?", "rain"],
      ["What is a threshold?", null],
      ["Is it waterproof?", "waterproof"],
      ["Does it rattle in the wind?", null],
      ["Which takes more wind?", "wind"],
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

Deno.test("topicOf() and searchedText() leave out what announces a question, and chat spellings (§4.5)", () => {
  for (
    const question of [
      "Quick question: is it burglar proof? Thx",
      "hiya, silly question roughly: is it burglar proof",
      "wot, is it burglar proof?",
    ]
  ) assert.deepEqual(topicOf(question, []).map(({ word }) => word), ["burglar", "proof"], question);
  assert.equal(searchedText("Quick question: is it safe?", []).trim(), ": is it safe?");
  assert.equal(searchedText("How quick is it?", []), "How quick is it?");
  assert.equal(searchedText("Is there a short one?", []), "Is there a short one?");
});

Deno.test("topicOf() takes “rated” and “resistant” for no subject of their own (§4.5)", () => {
  for (const question of ["Is it hurricane rated?", "Is it hurricane resistant?"]) {
    assert.deepEqual(topicOf(question, []).map(({ word }) => word), ["hurricane"], question);
  }
});

Deno.test("topicOf() takes any verb of who installs for “installs”, which documents have words for (§4.5)", () => {
  const verb = (question: string) => topicOf(question, []).map(({ word }) => word);
  for (
    const question of ["Who fits it?", "Who will fit it?", "who can hang it?", "Who mounts it?"]
  ) {
    assert.deepEqual(verb(question), ["installs"], question);
  }
  assert.deepEqual(verb("Will it fit?"), ["fit"]);
  assert.deepEqual(verb("Which weighs less?"), ["weighs"]);
});

Deno.test("searchedText() has words of the trade for phrases of buyers (§4.5)", () => {
  for (
    const [question, searched] of [
      ["How long does it take?", "how long is the lead time?"],
      ["When can I have it?", "how long is the lead time of it?"],
      ["Where do the panels go when it is open?", "Where do the panels stack when it is open?"],
      ["How much room does it need?", "how much stacking space does it need?"],
      ["What ceiling height is possible?", "What tall height is possible?"],
      ["What happens in a power cut?", "What happens in a power failure?"],
      ["Can somebody break in?", "Can somebody burglary in?"],
      [
        "How hard is it to break in through the lock?",
        "How hard is it to burglary in through the lock?",
      ],
    ] as const
  ) assert.equal(searchedText(question, []), searched, question);
  for (
    const question of [
      "How long does it take to install?",
      "How fast can I have it open?",
      "When can I get a quote?",
      "Where does the water go?",
      "Where do panels go wrong?",
      "Where does the wall go on the plan?",
      "How much room do I need above it?",
      "How much space would be left for a wheelchair?",
      "Where do you live?",
      "How much room noise gets through?",
      "What is the cable made of?",
      "Does it break in cold weather?",
      "Is there a thermal break in the frame?",
      "Who can fit through it?",
    ]
  ) assert.equal(searchedText(question, []), question);
});

Deno.test("topicIn() tells the opening in a wall from what opens (§4.5)", () => {
  const isIn = (question: string, text: string) => topicIn(topicOf(question, []), text).length > 0;
  assert.ok(isIn("How large may the opening be?", "Openings of 5 to 40 feet."));
  assert.ok(!isIn("What opening?", "Nearly the whole catalog is open up to 96 inches."));
  assert.ok(isIn("Is opening it easy?", "It opens with one hand."));
});

Deno.test("topicIn() tells things from what is done (§4.5)", () => {
  const topic = topicOf("What drawings do you need?", []);
  assert.ok(topicIn(topic, "From approved drawings to delivery").length > 0);
  assert.equal(topicIn(topic, "Draw your own conclusion.").length, 0);
});

Deno.test("topicOf() takes no word that documents use near a property for the property (§4.5)", () => {
  const isIn = (question: string, text: string) => topicIn(topicOf(question, []), text).length > 0;
  for (
    const [question, answers, says] of [
      ["Can I paint it?", "A coat of lacquer.", "A surface track is flat."],
      ["What does the ceiling need?", "The ceiling carries it.", "It is 120 inches tall."],
      ["Can it be uneven?", "It must be level.", "It rests on the floor."],
      ["Is it stuck?", "When panels are stuck, call us.", "Rollers turn."],
      ["Is there an exit?", "An emergency exit.", "A door."],
    ] as const
  ) {
    assert.ok(isIn(question, answers), question);
    assert.ok(!isIn(question, says), question);
  }
});

Deno.test("refersToSystem() takes “the” after a verb and “is there” for the system in view (§4.5)", () => {
  for (
    const question of [
      "How big can the opening be?",
      "Where do the panels go?",
      "What is the lead time?",
      "Is there a door?",
      "Which woods can I choose?",
    ]
  ) assert.ok(refersToSystem(question), question);
  for (const question of ["Who opens walls?", "Can I choose a day?", "What are the differences?"]) {
    assert.ok(!refersToSystem(question), question);
  }
});

Deno.test("topicOf() finds the property, and what else is asked about, in Dutch, Portuguese and Polish (§4.5)", () => {
  for (
    const [question, topic] of [
      ["Hoe zwaar is een paneel?", ["zwaar"]],
      ["Hoe hoog is de Eiffeltoren?", ["hoog", "eiffeltoren"]],
      ["Qual é o peso de um painel?", ["peso"]],
      ["Qual é o peso da Lua?", ["peso", "lua"]],
      ["Ile waży jeden panel?", ["wazy"]],
      ["Ile waży słoń?", ["wazy", "słon"]],
      ["Darf ich die Wand selbst einbauen?", ["selbst", "einbauen"]],
      ["Which breed of dog is loud?", ["breed", "dog", "loud"]],
    ] as const
  ) assert.deepEqual(topicOf(question, []).map(({ word }) => word), topic, question);
});
