/** The stub model: its quotations, and what it says without one (spec §4.5, model selection). */
import assert from "node:assert/strict";
import { checkGrounding, type Citation } from "@/lib/assistant/mod.ts";
import { createStub } from "@/lib/assistant/model/stub.ts";
import { CITATION, REQUEST } from "@/tests/helpers/model_request.ts";

/** A request with one question about Heron. */
function requestFor(question: string, passages: readonly Citation[], about = ["Heron"]) {
  return {
    ...REQUEST,
    question,
    passages,
    parts: [{ question, place: 0, about, others: ["Vane"], passages }],
  };
}

Deno.test("createStub() quotes the top passage deterministically, and its reply is grounded (§4.5)", async () => {
  const signal = new AbortController().signal;
  for (const temperature of [0, 0.3, 2]) {
    const stub = createStub({ temperature });
    const { text, usage } = await stub.reply(REQUEST, signal);
    assert.ok(text.includes(CITATION.text));
    assert.match(text, /“Heron folding wall”, “Sizes”/);
    assert.equal(usage, null);
    assert.equal((await stub.reply(REQUEST, signal)).text, text);
    const { heading, key, provenance: { title } } = CITATION;
    assert.ok(
      checkGrounding({
        text,
        passages: [{ key, text: CITATION.text, heading, title }],
        envelope: null,
      }).grounded,
    );
  }
  assert.match(
    (await createStub({ temperature: 0 }).reply(requestFor("How heavy?", []), signal)).text,
    /no source material/,
  );
});

Deno.test("createStub() says when the top passage is not about what is asked (§4.5)", async () => {
  const answer = async (
    question: string,
    text = CITATION.text,
    provenance: Citation["provenance"] = CITATION.provenance,
  ) => {
    const request = requestFor(question, [{ ...CITATION, text, provenance }]);
    return (await createStub({ temperature: 0 }).reply(request, new AbortController().signal)).text;
  };
  assert.match(await answer("How much does a Heron panel weigh?"), /^From “Heron folding wall”/);
  assert.match(await answer("Is there a step?"), /^From /, "a sill, in the words of documents");
  assert.match(await answer("Is the florr flat?"), /^From /, "a misspelt floor");
  assert.match(await answer("How heavy is a pannel?", "Panels weigh 75 pounds."), /^From /);
  assert.match(await answer("Isn't there a step?"), /^From /);
  assert.match(await answer("How tall is it?", "Heights of our walls: to 12 ft"), /^From /);
  const other = await answer("Do you ship Heron to Canada?");
  assert.match(
    other,
    /^No source says exactly this\. An advisor can say more\. The closest is “Heron folding wall”, “Sizes”:/,
  );
  for (
    const [question, text] of [
      ["Will my cat harm it?", "All categories of walls."],
      ["What is the weather tomorrow?", "The weather sill keeps out rain."],
      ["And how much?", "A panel weighs 75 pounds."],
      ["Is Heron any good?", "A panel weighs 75 pounds."],
      ["Is Heron made in the US?", "A panel weighs 75 pounds."],
      ["What is the weight of an elephant?", "A panel has a weight of 75 pounds."],
      ["Is the frame made of hemp?", "The frame is three inches wide."],
      ["Is it quieter than brickwork?", "Its rating is STC 32."],
      ["Wie schwer ist ein Elefant?", "A panel weighs 75 pounds."],
      ["Quel est le poids de la tour Eiffel ?", "A Heron panel weighs 75 pounds."],
      ["¿Quién inventó el vidrio?", "The glass of Heron weighs 75 pounds."],
      ["Who invented glass?", "The glass is intended for Heron."],
      ["Is the weight of a panel painted?", "A panel has a weight of 75 pounds."],
      ["We renovate. Is the weight of a panel painted?", "A panel has a weight of 75 pounds."],
      ["How many bolts does a panel have?", "Bolts hold each of the four sides of a panel."],
      ["What does a panel cost?", "A panel costs nothing in floor area."],
      ["Is it cheaper than a normal wall?", "A wall of 75 pounds is normal."],
      ["Is it laminated?", "Heron is steel. Vane is laminated."],
      ["What about vanes?", "Heron stands beside Vane."],
      ["Are there any costs?", "Heron costs less on a straight run."],
      ["Was kostet ein Flügel?", "The price of Heron is low."],
    ] as const
  ) assert.match(await answer(question, text), /^No source says exactly this/, question);
  assert.match(await answer("What about Heron?"), /^From /, "only the name of a system");
  assert.match(await answer("Is it quieter than brickwork?", "STC 32, a brick less."), /^From /);
  assert.match(await answer("What about vanes?", "Heron has a vane."), /^From /);
  assert.match(await answer("How many bolts are in it?", "Four strong bolts hold it."), /^From /);
  assert.match(await answer("What does a panel cost?", "A panel costs $ 900."), /^From /);
  assert.match(await answer("Is it cheaper than a normal wall?", "A normal price."), /^From /);
  assert.match(
    await answer("Is it laminated?", "Vane is laminated. So is Heron, laminated."),
    /^From /,
  );
  assert.match(await answer("Quel est le poids d'un panneau ?"), /^From /);
  const long =
    "We renovate a ranch house with a long terrace. The neighbours complain. Is there a step?";
  assert.match(await answer(long), /^From /, "only the sentence that asks counts");
  assert.match(await answer("Wie schwer ist denn ein Flügel?"), /^From /, "another language");
  assert.match(await answer("Kostet die Lieferung etwas?"), /^No source says exactly this/);
  assert.match(await answer("Can you tell me about Heron?"), /^From /);
  assert.match(await answer("Is it good in a wheelchair?", "The sill is flush."), /^From /);
  const answerFrom = (title: string, contentType: "blog" | "pdp", question: string) =>
    answer(question, CITATION.text, { ...CITATION.provenance, title, contentType });
  assert.match(
    await answerFrom("Heron", "pdp", "How do I weigh panels?"),
    /^From /,
    "a word of the trade",
  );
  const ordered = { ...CITATION.provenance, contentType: "pdp" as const };
  const order = "Switchable glass is what people order last.";
  assert.match(await answer("How do I order?", order, ordered), /^No source says exactly this/);
  assert.match(await answer("What can I order?", order, ordered), /^From /);
  const unasked = await answerFrom("Vane Pivot", "pdp", "How heavy?");
  assert.match(unasked, /^No source says exactly this/, "the product page of another system");
  assert.match(await answerFrom("Loads", "blog", "How heavy are panels?"), /^From /);
  assert.match(
    await answerFrom("Loads", "blog", "How heavy is it?"),
    /^No source says exactly this/,
    "“it” is Heron, which the passage does not name",
  );
  for (
    const [question, text] of [
      ["How heavy are panels?", "A panel of Vane weighs 90 pounds."],
      ["How heavy are panels?", "Vane is for gardens. Its panels weigh 90 pounds."],
    ] as const
  ) {
    const said = await answer(question, text, { ...CITATION.provenance, title: "Loads" });
    assert.match(said, /^No source says exactly this/, "only another system");
  }
  for (
    const [question, text] of [
      ["How heavy are panels?", "Panels weigh 90 pounds. Vane is for gardens."],
      ["How heavy are panels?", "Vane is for gardens. Panels of Heron weigh 90 pounds."],
      ["What is a threshold?", "A threshold is the strip below Vane."],
    ] as const
  ) {
    const said = await answer(question, text, { ...CITATION.provenance, title: "Loads" });
    assert.match(said, /^From /, text);
  }
  const upkeep = "Maintenance takes an hour. Gaskets of Heron last.";
  const needs = (title: string) =>
    answer("Does it need maintenance?", upkeep, { ...CITATION.provenance, title });
  assert.match(await needs("Maintenance schedule"), /^From /, "all of it is about maintenance");
  assert.match(await needs("Seven questions"), /^No source says exactly this/);
  const { heading, key, provenance: { title } } = CITATION;
  const passages = [{ key, text: CITATION.text, heading, title }];
  assert.ok(checkGrounding({ text: other, passages, envelope: null }).grounded);
});

Deno.test("createStub() quotes only the sentences with the words of a question that no source answers (§4.5)", async () => {
  const others = "Panels fold to the side and stay in view. ".repeat(6);
  const near = "The terrace in front of it may be paved. Bring the paving up to the sill.";
  const reply = async (text: string) => {
    const request = requestFor("Is the paving of a terrace heated?", [{ ...CITATION, text }]);
    return await createStub({ temperature: 0 }).reply(request, new AbortController().signal);
  };
  const { text } = await reply(`${others}${near} ${others}`);
  const [said = "", quoted = ""] = text.split("\n\n");
  assert.match(said, /^No source says exactly this/);
  assert.ok(quoted.startsWith(near), quoted);
  assert.ok(quoted.length <= 300, `${quoted.length}`);
  assert.match(quoted, /\.$/, "whole sentences");
  const long = `The terrace is ${"paved and ".repeat(40)}level.`;
  assert.ok((await reply(`${others}${long}`)).text.endsWith(long), "a longer sentence is whole");
});

Deno.test("createStub() answers which of several systems has most with a figure (§4.5)", async () => {
  const answer = async (question: string, text: string) => {
    const provenance = { ...CITATION.provenance, title: "Finishes" };
    const passages = [{ ...CITATION, heading: null, text, provenance }];
    const request = requestFor(question, passages, ["Heron", "Vane"]);
    return (await createStub({ temperature: 0 }).reply(request, new AbortController().signal)).text;
  };
  const finish = "Heron and Vane have laminate to shoulder height.";
  assert.match(await answer("Which one can be tallest?", finish), /^No source says exactly this/);
  assert.match(await answer("Which one can be tallest?", "Heron is 9 feet tall."), /^From /);
  const price = "Heron has a lower price than Vane.";
  assert.match(await answer("Which one is cheaper?", price), /^From /, "a price needs no figure");
});

Deno.test("createStub() cuts a sentence of more than 700 characters between words and characters (§4.5)", async () => {
  const quotationOf = async (text: string) => {
    const stub = createStub({ temperature: 0 });
    const request = requestFor("How heavy?", [{ ...CITATION, text }]);
    const reply = await stub.reply(request, new AbortController().signal);
    return reply.text.split("\n\n")[1] ?? "";
  };
  const figures = `${"quiet panels ".repeat(53)}weighs: 1200 pounds ${"and more ".repeat(30)}`;
  assert.match(await quotationOf(figures), /^quiet panels .* weighs:$/);
  const unbroken = await quotationOf(`x${"😀".repeat(500)}`);
  assert.equal(unbroken, `x${"😀".repeat(349)}`);
  assert.equal(await quotationOf("a".repeat(700)), "a".repeat(700));
});

Deno.test("createStub() quotes of a table the rows of the systems that the question is about (§4.5)", async () => {
  const table = ["Heron: 8 weeks", "Vane: 9 weeks", "Pleat: 2 weeks"].join("\n");
  const quotationFor = async (question: string, about = ["Heron"], text = table) => {
    const request = requestFor(question, [{ ...CITATION, text }], about);
    const reply = await createStub({ temperature: 0 }).reply(request, new AbortController().signal);
    return reply.text.split("\n\n")[1];
  };
  assert.equal(await quotationFor("Is Pleat faster than Vane?"), "Vane: 9 weeks\nPleat: 2 weeks");
  assert.equal(await quotationFor("How fast is it?"), "Heron: 8 weeks");
  assert.equal(await quotationFor("How fast is it?", []), table);
  const byKind = ["Folding: Example Heron; in a packet", "Lifting: Example Vane; overhead"];
  assert.equal(
    await quotationFor("How fast is it?", ["Vane"], byKind.join("\n")),
    "Lifting: Example Vane; overhead",
  );
  const prose = "Rule: a wall is light.\nNobody hangs Vane from a grid.";
  assert.equal(await quotationFor("How fast is it?", ["Vane"], prose), prose);
});

Deno.test("createStub() quotes a passage for each question, and says of which it has none (§4.5)", async () => {
  const passageOf = (key: string, heading: string, text: string) => ({
    ...CITATION,
    key,
    heading,
    text,
  });
  const weight = passageOf("heron:1", "Sizes", "A panel weighs 75 pounds and is 90 inches tall.");
  const fire = passageOf("heron:2", "Performance", "It is fire rated for 30 minutes.");
  const answer = async (
    ...asked: readonly (readonly [string, (Citation | undefined)?, number?])[]
  ) => {
    const parts = asked.map(([question, passage, place], at) => ({
      question,
      place: place ?? at,
      about: ["Heron"],
      others: ["Vane"],
      passages: passage ? [passage] : [],
    }));
    const passages = parts.flatMap(({ passages }) => passages);
    const request = { ...REQUEST, parts, passages };
    const { text } = await createStub({ temperature: 0 }).reply(
      request,
      new AbortController().signal,
    );
    const material = passages.map(({ key, text, heading, provenance: { title } }) => ({
      key,
      text,
      heading,
      title,
    }));
    assert.ok(checkGrounding({ text, passages: material, envelope: null }).grounded, text);
    return text.split("\n\n");
  };
  const [from, first, again, second] = await answer(["How heavy is it?", weight], [
    "Is it fire rated?",
    fire,
  ]);
  assert.match(`${from} ${again}`, /^From .*“Sizes”: From .*“Performance”:$/);
  assert.deepEqual([first, second], [weight.text, fire.text]);
  assert.deepEqual(
    (await answer(["How heavy is it?", weight], ["Does it play chess?", fire])).slice(1),
    [weight.text, "As for the second, no source says just this."],
  );
  assert.match(
    (await answer(["Does fire make it sing loudly?", fire], ["How heavy is it?", weight]))[0] ??
      "",
    /^As for the first, no source says just this\. The closest is .*“Performance”\.$/,
  );
  assert.deepEqual(
    (await answer(["How heavy is it?", weight], ["Is it fire rated?"])).slice(1),
    [weight.text, "As for the second, no source says just this."],
    "a question without any passage",
  );
  assert.deepEqual(
    (await answer(["How heavy is it?", weight], ["Is it fire rated?", undefined, 2])).at(-1),
    "As for the third, no source says just this.",
    "after a question that asked nothing",
  );
  assert.deepEqual(
    (await answer(["Is it fire rated?"], ["How heavy is it?", weight])).toSpliced(1, 1),
    ["As for the first, no source says just this.", weight.text],
  );
  const once = await answer(["How heavy is it?", weight], ["How tall is it?", fire]);
  assert.deepEqual(once.slice(1), [weight.text], "the first quotation answers both");
  const neither = await answer(["Does it play chess?", weight], ["Does it sing?", fire]);
  assert.match(neither[0] ?? "", /^No source says exactly this\. .*The closest is/);
  assert.deepEqual(neither.slice(1), [
    weight.text,
    "As for the second, no source says just this.",
  ]);
});

Deno.test("createStub() says which questions it could not take up, in sentences that pass the guard (§4.5)", async () => {
  const { key, text: quoted, heading, provenance: { title } } = CITATION;
  for (
    const [leftOut, says] of [
      [0, quoted],
      [1, "I could not take up the seventh. Please ask again."],
      [2, "I could not take up the seventh and those after it. Please ask again."],
    ] as const
  ) {
    const signal = new AbortController().signal;
    const { text } = await createStub({ temperature: 0 }).reply({ ...REQUEST, leftOut }, signal);
    assert.equal(text.split("\n\n").at(-1), says);
    const passages = [{ key, text: quoted, heading, title }];
    assert.ok(checkGrounding({ text, passages, envelope: null }).grounded, text);
  }
});

Deno.test("createStub() quotes a passage for each system that a question compares (§4.5)", async () => {
  const passages = ["Heron", "Vane", "Arc"].map((name, at) => ({
    ...CITATION,
    key: `${name}:1`,
    text: `The warranty of ${name} covers ${at + 3} years.`,
    provenance: { ...CITATION.provenance, title: `${name} wall` },
  }));
  const answerTo = async (question: string) => {
    const request = requestFor(question, passages, ["Heron", "Arc"]);
    const { text } = await createStub({ temperature: 0 })
      .reply(request, new AbortController().signal);
    const material = passages.map(({ provenance: { title }, ...rest }) => ({ ...rest, title }));
    assert.ok(checkGrounding({ text, passages: material, envelope: null }).grounded, text);
    return text;
  };
  assert.equal(
    await answerTo("Which has the better warranty?"),
    "From “Heron wall”, “Sizes”:\n\nThe warranty of Heron covers 3 years.\n\n" +
      "From “Arc wall”, “Sizes”:\n\nThe warranty of Arc covers 5 years.",
  );
  assert.equal(
    await answerTo("What is the warranty?"),
    "From “Heron wall”, “Sizes”:\n\nThe warranty of Heron covers 3 years.",
  );
});
