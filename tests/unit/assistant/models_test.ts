import assert from "node:assert/strict";
import { type ChatEvent, checkGrounding, type Citation, turnHash } from "@/lib/assistant/mod.ts";
import { acceptsEvents } from "@/lib/assistant/accepts.ts";
import { askModel } from "@/lib/assistant/ask_model.ts";
import { eventStream, segmentsOf } from "@/lib/assistant/event_stream.ts";
import { priceOf } from "@/lib/assistant/model/prices.ts";
import { promptMessages } from "@/lib/assistant/model/prompt.ts";
import { createStub } from "@/lib/assistant/model/stub.ts";
import { openTransport } from "@/lib/assistant/model/transport.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { startKeptAlive } from "@/tests/helpers/kept_alive.ts";

const CITATION: Citation = {
  key: "heron:1",
  text: "A panel weighs 75 pounds. The sill is flush with the floor.",
  heading: "Sizes",
  provenance: {
    itemId: "heron",
    title: "Heron folding wall",
    contentType: "blog",
    sourceUrl: null,
    version: "1",
    fetchedAt: "2026-01-01T00:00:00.000Z",
  },
};
const REQUEST = {
  question: "How heavy?",
  history: [],
  passages: [CITATION],
  about: ["Heron"],
  envelope: null,
};

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
    (await createStub({ temperature: 0 }).reply({ ...REQUEST, passages: [] }, signal)).text,
    /no source material/,
  );
});

Deno.test("createStub() says when the top passage is not about what is asked (§4.5)", async () => {
  const answer = async (
    question: string,
    text = CITATION.text,
    provenance: Citation["provenance"] = CITATION.provenance,
  ) => {
    const passages = [{ ...CITATION, text, provenance }];
    const request = { ...REQUEST, question, passages };
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
    /^No source says exactly this\. The closest is “Heron folding wall”, “Sizes”:/,
  );
  for (
    const [question, text] of [
      ["Will my cat harm it?", "All categories of walls."],
      ["What is the weather tomorrow?", "The weather sill keeps out rain."],
      ["And how much?", "A panel weighs 75 pounds."],
      ["What is the weight of an elephant?", "A panel has a weight of 75 pounds."],
      ["Is the frame made of hemp?", "The frame is three inches wide."],
      ["Is it quieter than brickwork?", "Its rating is STC 32."],
    ] as const
  ) assert.match(await answer(question, text), /^No source says exactly this/, question);
  assert.match(await answer("What about Heron?"), /^From /, "only the name of a system");
  assert.match(await answer("Is it quieter than brickwork?", "STC 32, a brick less."), /^From /);
  const long =
    "We renovate a ranch house with a long terrace. The neighbours complain. Is there a step?";
  assert.match(await answer(long), /^From /, "only the sentence that asks counts");
  assert.match(await answer("Wie schwer ist denn ein Flügel?"), /^From /, "another language");
  assert.match(await answer("Kostet die Lieferung etwas?"), /^No source says exactly this/);
  assert.match(await answer("Is it good in a wheelchair?", "The sill is flush."), /^From /);
  const answerFrom = (title: string, contentType: "blog" | "pdp", question: string) =>
    answer(question, CITATION.text, { ...CITATION.provenance, title, contentType });
  const unasked = await answerFrom("Vane Pivot", "pdp", "How heavy?");
  assert.match(unasked, /^No source says exactly this/, "the product page of another system");
  assert.match(await answerFrom("Loads", "blog", "How heavy are panels?"), /^From /);
  assert.match(
    await answerFrom("Loads", "blog", "How heavy is it?"),
    /^No source says exactly this/,
    "“it” is Heron, which the passage does not name",
  );
  const { heading, key, provenance: { title } } = CITATION;
  const passages = [{ key, text: CITATION.text, heading, title }];
  assert.ok(checkGrounding({ text: other, passages, envelope: null }).grounded);
});

Deno.test("createStub() cuts a sentence of more than 700 characters between words and characters (§4.5)", async () => {
  const quotationOf = async (text: string) => {
    const stub = createStub({ temperature: 0 });
    const passages = [{ ...CITATION, text }];
    const reply = await stub.reply({ ...REQUEST, passages }, new AbortController().signal);
    return reply.text.split("\n\n")[1] ?? "";
  };
  const figures = `${"quiet panels ".repeat(53)}weighs: 1200 pounds ${"and more ".repeat(30)}`;
  assert.match(await quotationOf(figures), /^quiet panels .* weighs:$/);
  const unbroken = await quotationOf(`x${"😀".repeat(500)}`);
  assert.equal(unbroken, `x${"😀".repeat(349)}`);
  assert.equal(await quotationOf("a".repeat(700)), "a".repeat(700));
});

Deno.test("createStub() quotes of a table the rows of the systems that the question is about (§4.5)", async () => {
  const text = ["Heron: 8 weeks", "Vane: 9 weeks", "Pleat: 2 weeks"].join("\n");
  const quotationFor = async (question: string, about = ["Heron"]) => {
    const request = { ...REQUEST, question, about, passages: [{ ...CITATION, text }] };
    const reply = await createStub({ temperature: 0 }).reply(request, new AbortController().signal);
    return reply.text.split("\n\n")[1];
  };
  assert.equal(await quotationFor("Is Pleat faster than Vane?"), "Vane: 9 weeks\nPleat: 2 weeks");
  assert.equal(await quotationFor("How fast is it?"), "Heron: 8 weeks");
  assert.equal(await quotationFor("How fast is it?", []), text);
});

Deno.test("openTransport() does not repeat a request whose connection ends without a response (§4.5)", async () => {
  await using server = startKeptAlive();
  using transport = openTransport();
  for (let tried = 1; tried <= 5; tried++) {
    const response = await transport.fetch(server.origin, { method: "POST", body: "{}" });
    await response.body?.cancel();
    assert.equal(server.seen, tried);
  }
});

Deno.test("priceOf() uses the longest prefix of the id, and the highest price for an unknown id (§4.5)", () => {
  const million = { inputTokens: 1_000_000, outputTokens: 1_000_000 };
  assert.equal(priceOf("claude-opus-4-5-20251101", million), 30);
  assert.equal(priceOf("claude-opus-4-20250514", million), 90);
  assert.equal(priceOf("claude-unheard-of", million), 90);
});

Deno.test("promptMessages() alternates roles, starts with the buyer, and ends with numbered material (§4.5)", () => {
  const history = [
    { role: "assistant", content: "Hello." },
    { role: "user", content: "One." },
    { role: "user", content: "Two." },
    { role: "assistant", content: "Three." },
  ] as const;
  const messages = promptMessages({ ...REQUEST, history, envelope: "Buyer context:\n- Stage: x" });
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user"]);
  assert.equal(messages[0]?.content, "One.\n\nTwo.");
  assert.match(
    messages[2]?.content ?? "",
    /^Buyer context:[^]*\[1\] Heron folding wall: Sizes\nA panel[^]*Question: How heavy\?$/,
  );
});

Deno.test("promptMessages() replaces lone surrogates, which the provider rejects (§4.5)", () => {
  const half = "How quiet is it? \ud83d";
  const history = [{ role: "user", content: half }, {
    role: "assistant",
    content: "\udc4d",
  }] as const;
  const messages = promptMessages({ ...REQUEST, question: half, history });
  assert.equal(messages.length, 3);
  for (const { content } of messages) assert.ok(content.isWellFormed(), content);
});

Deno.test("turnHash() is FNV-1a over UTF-8 (§4.7)", () => {
  assert.equal(turnHash(""), "811c9dc5");
  assert.equal(turnHash("a"), "e40c292c");
  assert.equal(turnHash("foobar"), "bf9cf968");
});

Deno.test("segmentsOf() returns segments that joined are the text (§6.1)", () => {
  for (const text of ["", "x", "word ".repeat(100), "a".repeat(1000), "é ñ ".repeat(80)]) {
    assert.equal([...segmentsOf(text)].join(""), text);
  }
});

Deno.test("acceptsEvents() reads the Accept header by the rules of HTTP (§4.5)", () => {
  for (const accept of [null, "", "*/*", "text/*", "application/json, text/event-stream"]) {
    assert.ok(acceptsEvents(accept), `${accept}`);
  }
  for (const accept of ["application/json", "text/html", "text/event-stream;q=0", "*/*;q=0"]) {
    assert.ok(!acceptsEvents(accept), accept);
  }
});

Deno.test("eventStream() pulls events only when read, sends keep-alives, and reports a disconnect (§6.1)", async () => {
  const produced: number[] = [];
  const gate = Promise.withResolvers<void>();
  let left: unknown = null;
  async function* events(): AsyncGenerator<ChatEvent> {
    await gate.promise;
    for (let n = 0; n < 100; n++) {
      produced.push(n);
      yield { type: "delta", text: `${n}` };
    }
  }
  const reader = eventStream({
    events: events(),
    onLeave: (reason) => left = reason,
    heartbeatMs: 1,
  }).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  assert.equal(await read(), ": working\n\n");
  assert.equal(await read(), ": working\n\n");
  gate.resolve();
  let next = await read();
  while (next.startsWith(":")) next = await read();
  assert.equal(next, 'data: {"type":"delta","text":"0"}\n\n');
  assert.ok(produced.length <= 2);
  await reader.cancel("gone");
  assert.equal(left, "gone");
});

Deno.test("askModel() hands off what no passage supports, also if it is not strict, and a refusal with curly quotes (§4.5)", async () => {
  const unused = Object.create(null);
  const kindOf = async (text: string) => {
    const reply = () => Promise.resolve({ text, model: "m", stop: "end" as const, usage: null });
    const services = {
      assistant: { ...unused, model: { id: "m", reply } },
      background: unused,
      config: loadConfig({ ASSISTANT_STRICT_GROUNDING: "false" }),
      db: unused,
      now: () => new Date(),
    };
    return (await askModel(services, REQUEST, new AbortController().signal)).kind;
  };
  assert.equal(await kindOf("A panel weighs 75 pounds."), "grounded");
  assert.equal(await kindOf("It is made of recycled bottles from the sea."), "ungrounded");
  assert.equal(await kindOf("“I don’t have material that answers that.”"), "no_grounding");
});
