import assert from "node:assert/strict";
import { checkGrounding } from "@/lib/assistant/mod.ts";
import { asRead } from "@/lib/assistant/grounding/as_read.ts";
import { figuresOf, sameFigure } from "@/lib/assistant/grounding/figures.ts";
import { splitSentences } from "@/lib/assistant/grounding/sentences.ts";

const PASSAGE = {
  key: "heron:1",
  title: "Heron Thermal folding wall",
  text:
    "A panel weighs 75 pounds. The opening starts at 4 feet, and the sill is flush with the floor. " +
    "It does not keep out driven rain from the front.",
};
const ENVELOPE =
  "Buyer context:\n- Recommended system: Heron Thermal (heron-thermal)\n- Width: up to 24 feet";
const STRICT = { strict: true };

function isGrounded(text: string, options = STRICT): boolean {
  return checkGrounding({ text, passages: [PASSAGE], envelope: ENVELOPE }, options).grounded;
}

Deno.test("checkGrounding() accepts claims of a passage or of the buyer's context (§4.5)", () => {
  for (
    const text of [
      "A panel weighs 75 pounds.",
      "The opening of Heron Thermal starts at 48 inches.",
      "It does not keep out driven rain from the front.",
      "Yes.",
      "The recommended system is Heron Thermal.",
      "- A panel weighs 75 pounds.\n- The sill is flush with the floor.",
    ]
  ) assert.ok(isGrounded(text), text);
});

Deno.test("checkGrounding() blocks an answer with one unsupported sentence (§4.5)", () => {
  const { grounded, score, sentences } = checkGrounding({
    text: "A panel weighs 75 pounds. It is made of recycled bottles from the sea.",
    passages: [PASSAGE],
    envelope: null,
  });
  assert.equal(grounded, false);
  assert.equal(sentences.length, 2);
  assert.equal(score, sentences[1]?.score);
  assert.deepEqual(sentences[0]?.missing, []);
  assert.ok(sentences[1]?.missing.includes("recycled"));
  assert.equal(
    PASSAGE.text.slice(sentences[0]?.from, sentences[0]?.to),
    "A panel weighs 75 pounds.",
  );
});

Deno.test("checkGrounding() reads US as a country, not as a pronoun, unless all is in capitals (§4.5)", () => {
  assert.ok(!isGrounded("The Heron wall is made in the US."));
  assert.ok(isGrounded("A PANEL WEIGHS 75 POUNDS. ASK US."));
});

Deno.test("checkGrounding() requires figures, negations and names of one passage, if it is strict (§4.5)", () => {
  for (
    const text of [
      "A panel weighs 76 pounds.",
      "A panel weighs 75 kilograms.",
      "The sill is not flush with the floor.",
      "It does keep out driven rain from the front.",
      "The opening of Estuary Thermal starts at 4 feet.",
    ]
  ) {
    assert.ok(!isGrounded(text), text);
    assert.ok(isGrounded(text, { strict: false }), text);
  }
});

Deno.test("checkGrounding() blocks a figure that belongs to another row of a table (§4.5)", () => {
  const table = {
    key: "loads:2",
    title: "Loads",
    text:
      "| System | Weight |\n| --- | --- |\n| Quarry Panel | 340 pounds |\n| Quarry Steel | 520 pounds |",
  };
  const check = (text: string) =>
    checkGrounding({ text, passages: [table], envelope: null }, STRICT).grounded;
  for (
    const text of [
      "Quarry Steel has a weight of 520 pounds.",
      "Quarry Steel has a weight of 520 pounds, and Quarry Panel one of 340 pounds.",
      "Quarry Panel and Quarry Steel have a weight of 340 and 520 pounds.",
    ]
  ) assert.ok(check(text), text);
  for (
    const text of [
      "Quarry Steel has a weight of 340 pounds.",
      "Quarry Steel has a weight of 340 pounds, and Quarry Panel one of 520 pounds.",
    ]
  ) assert.ok(!check(text), text);
});

Deno.test("checkGrounding() blocks a figure that belongs to another thing, in any order of words (§4.5)", () => {
  const passage = {
    key: "bay:1",
    title: "Ascent Bay",
    text:
      "Bays are 48 to 240 inches wide and up to 168 inches tall. It takes 7 to 9 weeks to make and is warranted for 8 years. " +
      "Ratings of Quarry Steel and Quarry Glass are STC 56 and STC 52.",
  };
  const check = (text: string) =>
    checkGrounding({ text, passages: [passage], envelope: null }, STRICT).grounded;
  for (
    const text of [
      "Up to 168 inches tall, bays are 48 to 240 inches wide.",
      "Bays are between 48 and 240 inches wide.",
      "It is warranted for 8 years and takes 7 to 9 weeks to make.",
      "The rating of Quarry Steel is STC 56, and that of Quarry Glass STC 52.",
    ]
  ) assert.ok(check(text), text);
  for (
    const text of [
      "Bays are 48 to 168 inches wide and up to 240 inches tall.",
      "Bays are 240 to 48 inches wide and up to 168 inches tall.",
      "Up to 240 inches tall, bays are 48 to 168 inches wide.",
      "It takes 8 to 9 weeks to make and is warranted for 7 years.",
    ]
  ) assert.ok(!check(text), text);
  const leaf = {
    key: "leaf:1",
    text: "Leaves reach 288 inches in height, at 36 to 50 inches wide.",
  };
  const isSaid = (text: string) =>
    checkGrounding({ text, passages: [leaf], envelope: null }, STRICT).grounded;
  assert.ok(isSaid("Leaves are up to 288 inches tall."));
  assert.ok(!isSaid("Leaves are up to 50 inches tall."), "a width");
});

Deno.test("checkGrounding() blocks a claim without material, and is deterministic (§4.5)", () => {
  const input = { text: "A panel weighs 75 pounds.", passages: [], envelope: null };
  assert.deepEqual([checkGrounding(input).grounded, checkGrounding(input).score], [false, 0]);
  const full = { ...input, passages: [PASSAGE] };
  assert.deepEqual(checkGrounding(full), checkGrounding(structuredClone(full)));
});

Deno.test("checkGrounding() blocks a figure in another unit, of another sign or in other digits (§4.5)", () => {
  const passage = {
    ...PASSAGE,
    text: "A panel weighs 45 kg/m² and is 100 mm thick. It works from -5 °C to 40 °C.",
  };
  const check = (text: string) =>
    checkGrounding({ text, passages: [passage], envelope: null }, STRICT).grounded;
  for (
    const text of ["A panel weighs 45 kg per square metre.", "It works from 23 °F to 104 °F."]
  ) assert.ok(check(text), text);
  for (
    const text of [
      "A panel weighs 45 kg.",
      "A panel weighs 45 dB.",
      "It works from 5 °C to 40 °C.",
      "A panel is ２００ mm thick.",
    ]
  ) assert.ok(!check(text), text);
});

Deno.test("checkGrounding() reads a figure in any digits, and in brackets (§4.5)", () => {
  for (
    const figure of ["[76]", "⁷⁶", "₇₆", "⑦⑥", "৭৬", "๗๖", "7⁶", "[5]", "⅞⅕", "75⅕"]
  ) assert.ok(!isGrounded(`A panel weighs ${figure} pounds.`), figure);
  for (
    const text of [
      "A panel weighs 75 pounds [2].",
      "A panel [1] weighs 75 pounds [1] [2].",
      "A panel weighs ⁷⁵ pounds.",
    ]
  ) assert.ok(isGrounded(text), text);
});

Deno.test("checkGrounding() reads a sentence that goes on in the next line as one (§4.5)", () => {
  assert.ok(!isGrounded("It is made\nof recycled bottles\nfrom the\nsea."));
  assert.ok(isGrounded("A panel weighs\n75 pounds. The sill is\nflush with\nthe floor."));
  const list = "Sizes\n- starts at 4 feet\n- a flush sill";
  assert.ok(isGrounded(list), "the items of a list are sentences of their own");
});

const FINCH = {
  key: "finch:1",
  title: "Finch accordion",
  text: "Finch is fire rated for 60 minutes. A panel weighs 120 pounds.",
};
const UNRATED = {
  key: "heron:2",
  title: "Heron Thermal folding wall",
  text:
    "The wall reaches STC 50 in the laboratory. It is not fire rated. A panel weighs 75 pounds. The warranty lasts 10 years.",
};

function isGroundedOf(text: string): boolean {
  const systems = ["Finch", "Heron Thermal"];
  return checkGrounding({ text, passages: [UNRATED, FINCH], systems }).grounded;
}

Deno.test("checkGrounding() blocks what another system's passage says, wherever the name stands (§4.5)", () => {
  for (
    const text of [
      "Finch weighs 75 pounds.",
      "Finch reaches STC 50 in the laboratory.",
      "Heron Thermal is fire rated.",
      "Heron Thermal:\n- a panel weighs 120 pounds",
      "**Heron Thermal**\n\n- The warranty lasts 10 years.\n- It is fire rated for 60 minutes.",
      "1. Finch\n2. The warranty lasts 10 years.",
    ]
  ) assert.ok(!isGroundedOf(text), text);
  for (
    const text of [
      "Finch is fire rated for 60 minutes.",
      "Heron Thermal is not fire rated.",
      "The wall reaches STC 50.",
      "Finch:\n- a panel weighs 120 pounds\nHeron Thermal:\n- a panel weighs 75 pounds",
      "Heron Thermal\n- A panel weighs 75 pounds.\n\nFinch is fire rated for 60 minutes.",
    ]
  ) assert.ok(isGroundedOf(text), text);
});

Deno.test("checkGrounding() blocks more and less than a figure of the passage (§4.5)", () => {
  for (
    const text of [
      "The warranty lasts over 10 years.",
      "The warranty lasts more than 10 years.",
      "The warranty lasts less than 10 years.",
      "The warranty lasts 10 decades.",
      "A panel weighs 75 tons.",
      "A panel weighs 75k pounds.",
      "A panel weighs 75 thousand pounds.",
      "A panel weighs 75 per cent.",
    ]
  ) assert.ok(!isGroundedOf(text), text);
  assert.ok(isGroundedOf("The warranty lasts at least 10 years."));
});

Deno.test("asRead() returns an answer as a buyer reads it (§4.5)", () => {
  const cases: [answer: string, read: string][] = [
    ["It does n\u200bot fold, and is n\u00adot wide.", "It does not fold, and is not wide."],
    ["\u202e57\u202c pounds", "57 pounds"],
    ["A 𝐩𝐚𝐧𝐞𝐥 of 𝟕𝟓 ｐｏｕｎｄｓ", "A panel of 75 pounds"],
    ["It is n\u043et \u0421lear; N\u041eT", "It is not \u0421lear; NOT".replace("\u0421", "C")],
    ["Стена из стекла, 50 μm, Ωm", "Стена из стекла, 50 μm, Ωm"],
    ["Işık, café, naïve, 4 m², ½ in", "Işık, café, naïve, 4 m², ½ in"],
  ];
  for (const [answer, read] of cases) assert.equal(asRead(answer), read);
});

Deno.test("checkGrounding() blocks a negation that belongs to another clause (§4.5)", () => {
  const passage = {
    ...PASSAGE,
    text: "The wall is moved by hand and does not need a floor track. Fire resistance: none.",
  };
  const check = (text: string) =>
    checkGrounding({ text, passages: [passage], envelope: null }, STRICT).grounded;
  for (
    const text of [
      "The wall does not need a floor track.",
      "The wall is moved by hand and needs no floor track.",
      "It has no fire resistance.",
    ]
  ) assert.ok(check(text), text);
  for (
    const text of [
      "The wall is moved by hand and needs a floor track.",
      "The wall is not moved by hand.",
      "It is false that the wall is moved by hand.",
      "The wall fails to be moved by hand.",
    ]
  ) assert.ok(!check(text), text);
});

Deno.test("checkGrounding() lets an answer name its source, whose title or heading has a negation (§4.5)", () => {
  const passage = {
    ...PASSAGE,
    title: "Floors without a threshold",
    heading: "Not included",
    text:
      "The floor stays level from room to room. A motor and its wiring are ordered on their own.",
  };
  const check = (text: string, over: Partial<typeof passage> = {}) =>
    checkGrounding({ text, passages: [{ ...passage, ...over }], envelope: null }, STRICT).grounded;
  for (
    const text of [
      "From “Floors without a threshold”, Not included:\n\nThe floor stays level from room to room.",
      "According to “Floors without a threshold”, the floor stays level from room to room.",
    ]
  ) assert.ok(check(text), text);
  const answer = "“Why not?”, Not included says:\n\nThe floor stays level from room to room.";
  assert.ok(check(answer, { title: "Why not?" }));
  for (
    const text of [
      "From “Floors without a threshold”: the floor does not stay level from room to room.",
      "The floor is not included.",
      "A motor and its wiring are not ordered.",
    ]
  ) assert.ok(!check(text), text);
  assert.ok(!check("There is no level floor.", { heading: "Level floor" }));
});

Deno.test("checkGrounding() blocks a maximum for a minimum, and another count (§4.5)", () => {
  const passage = {
    ...PASSAGE,
    text:
      "A leaf is at most 1,200 mm wide and at least 45 mm thick. Up to 3 leaves stack at a side.",
  };
  const check = (text: string) =>
    checkGrounding({ text, passages: [passage], envelope: null }, STRICT).grounded;
  for (
    const text of [
      "A leaf is up to 1.2 m in width.",
      "A leaf is no more than 1,200 mm wide.",
      "- width of a leaf: 1,200 mm",
      "Up to three leaves stack at a side.",
      "The two sides differ, and 3 leaves stack at a side.",
    ]
  ) assert.ok(check(text), text);
  for (
    const text of [
      "A leaf is at least 1,200 mm wide.",
      "A leaf is at most 45 mm thick.",
      "Up to two leaves stack at a side.",
    ]
  ) assert.ok(!check(text), text);
});

Deno.test("checkGrounding() blocks a sentence of figures alone, even if the material has it (§4.5)", () => {
  const text = Array.from({ length: 5_000 }, (_, at) => at % 10).join(" ");
  const { grounded, sentences } = checkGrounding(
    { text, passages: [{ ...PASSAGE, text }] },
    STRICT,
  );
  assert.equal(grounded, false);
  assert.equal(sentences[0]?.missing.length, 20);
});

Deno.test("figuresOf() reads a word with a small digit as a word, and 10⁵ as one figure (§4.5)", () => {
  assert.deepEqual(figuresOf("CO₂ sensors are included, as is H₂O."), []);
  const written = (text: string) => figuresOf(text).map(({ written }) => written);
  assert.deepEqual(written("A load of 10⁵ N"), [105]);
  assert.deepEqual(written("2⅕ inches, ⁷⁵ pounds and 10 m³"), [2.2, 75, 10]);
});

Deno.test("figuresOf() finds no figure in a word that objects have as a property (§4.5)", () => {
  for (const text of ["The constructor 5 hired", "two constructor", "5 ° constructor", "valueOf"]) {
    assert.deepEqual(
      figuresOf(text).map(({ value }) => value),
      text.includes("5") ? [5] : [],
      text,
    );
  }
  const passage = {
    ...PASSAGE,
    text: "In 2019 a constructor 2 miles away won the award for the wall.",
  };
  const text = "A constructor 2 miles away won the award for the wall.";
  assert.ok(checkGrounding({ text, passages: [passage] }).grounded);
});

Deno.test("sameFigure() compares figures by value, across units and notations (§4.5)", () => {
  const same: [string, string, boolean][] = [
    ["1.2 m", "1200 mm", true],
    ["12 per cent", "12 %", true],
    ["12 per cent", "12 mm", false],
    ["2 tons", "4000 pounds", true],
    ["2k", "2,000", true],
    ["3 million", "3e6", true],
    ["half an inch", "1/2 inch", true],
    ["three quarters of an inch", "0.75 in", true],
    ["1 1/2 inches", "1.5 inch", true],
    ["4 feet", "48 inches", true],
    ["2 weeks", "14 days", true],
    ["STC 51", "STC 51", true],
    ["STC 51", "51", true],
    ["45 dB", "45 kg", false],
    ["45 dB", "46 dB", false],
    ["120 inches", "121 inches", false],
    ["$5", "5 euros", false],
    ["45 kg/m²", "45 kg per square metre", true],
    ["45 kg/m2", "45 kg for each square metre", true],
    ["45 kg/m²", "9.2 lb/ft²", true],
    ["69 pounds per square foot", "69 psf", true],
    ["45 kg/m²", "45 kg", false],
    ["45 kg/m²", "45 kg/m", false],
    ["0.1 m/s", "100 mm/s", true],
    ["0.1 m/s", "0.1 km/h", false],
    ["36 km/h", "10 m/s", true],
    ["60 mph", "60 miles per hour", true],
    ["250 N", "0.25 kN", true],
    ["250 N", "250 kN", false],
    ["1.5 l/s", "1.5 l/min", false],
    ["1.3 W/m²K", "1.3 kW/m²K", false],
    ["1.3 W/m²K", "1.3 W/m2K", true],
    ["$900 per square metre", "$900 per square foot", false],
    ["$9 to $15 per foot", "$9 a foot", true],
    ["-5 °C", "5 °C", false],
    ["-5 °C", "minus 5 °C", true],
    ["−5 °C", "23 °F", true],
    ["40 °C", "104 degrees Fahrenheit", true],
    ["40 °C", "40 °F", false],
    ["4,2 m", "4.2 m", true],
    ["4,2 m", "42 m", false],
    ["0,125 m", "125 m", false],
    ["1,200 mm", "1.2 m", true],
    ["1\u202f200 mm", "1200 mm", true],
    ["２００ mm", "200 mm", true],
    ["٢٠٠ mm", "200 mm", true],
  ];
  for (const [a, b, isSame] of same) {
    const [one, other] = [figuresOf(a)[0], figuresOf(b)[0]];
    assert.ok(one && other, `${a} ${b}`);
    assert.equal(sameFigure(one, other), isSame, `${a} ${b}`);
  }
  for (const range of ["18 to 32 inches", "18-32 inches", "18 – 32 inches"]) {
    const [from, to] = figuresOf(range);
    assert.deepEqual([from?.dimension, to?.dimension], ["length", "length"], range);
    assert.ok(from && to && from.value > 0 && to.value > from.value, range);
  }
});

Deno.test("splitSentences() handles abbreviations, decimals, lists and headings (§4.5)", () => {
  const cases: [text: string, sentences: string[]][] = [
    ["It reaches approx. 45 dB. Good.", ["It reaches approx. 45 dB.", "Good."]],
    ["A gap of 4.5 mm is fine.", ["A gap of 4.5 mm is fine."]],
    ["# Sizes\n- 18 inches\n- 32 inches", ["Sizes", "18 inches", "32 inches"]],
    ["He said “Stop.” Then it stopped!", ["He said “Stop.”", "Then it stopped!"]],
    ["  \n ", []],
  ];
  for (const [text, sentences] of cases) {
    assert.deepEqual(
      splitSentences(text).map(({ start, end }) => text.slice(start, end)),
      sentences,
    );
  }
});
