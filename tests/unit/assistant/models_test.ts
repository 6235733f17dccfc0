import assert from "node:assert/strict";
import { type ChatEvent, turnHash } from "@/lib/assistant/mod.ts";
import { acceptsEvents } from "@/lib/assistant/accepts.ts";
import { askModel } from "@/lib/assistant/ask_model.ts";
import { eventStream, segmentsOf } from "@/lib/assistant/event_stream.ts";
import { type ChatModel, ModelFailure } from "@/lib/assistant/model/chat_model.ts";
import { priceOf } from "@/lib/assistant/model/prices.ts";
import { promptMessages } from "@/lib/assistant/model/prompt.ts";
import { createStub } from "@/lib/assistant/model/stub.ts";
import { openTransport } from "@/lib/assistant/model/transport.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { startKeptAlive } from "@/tests/helpers/kept_alive.ts";
import { CITATION, REQUEST } from "@/tests/helpers/model_request.ts";
import { until } from "@/tests/helpers/until.ts";

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
  const envelope = { selection: ["Buyer context:", "- Stage: x"], answers: ["- Width: y"] };
  const messages = promptMessages({ ...REQUEST, history, envelope });
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user"]);
  assert.equal(messages[0]?.content, "One.\n\nTwo.");
  assert.match(
    messages[2]?.content ?? "",
    /^Buyer context:\n- Stage: x\n- Width: y\n[^]*\[1\] Heron folding wall: Sizes\nA panel[^]*Question: How heavy\?$/,
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

/** Asks a model that gives a fixed answer about the passages of a request. */
async function askFixed(text: string, request = REQUEST) {
  const unused = Object.create(null);
  const reply = () => Promise.resolve({ text, model: "m", stop: "end" as const, usage: null });
  const services = {
    assistant: { ...unused, model: { id: "m", mostTokens: () => null, reply } },
    catalog: { ...unused, current: () => ({ catalog: { systems: [] } }) },
    background: unused,
    config: loadConfig({ ASSISTANT_STRICT_GROUNDING: "false" }),
    db: unused,
    now: () => new Date(),
  };
  return await askModel(services, request, new AbortController().signal);
}

Deno.test("askModel() keeps the reservation of a failed call until its cost is booked, also when the stub answers (§4.5)", async () => {
  const unused = Object.create(null);
  const usage = { inputTokens: 100, outputTokens: 10 };
  const booking = Promise.withResolvers<void>();
  let released = 0;
  const model: ChatModel = {
    id: "m",
    mostTokens: () => usage,
    reply: (_, __, meter = () => {}) => {
      meter(usage);
      return Promise.reject(new ModelFailure("upstream", { passing: true, status: null }));
    },
  };
  const services = {
    assistant: {
      ...unused,
      model,
      stub: createStub({ temperature: 0 }),
      reserve: () => Promise.resolve(() => void released++),
    },
    catalog: { ...unused, current: () => ({ catalog: { systems: [] } }) },
    background: {
      ...unused,
      run: (_: string, work: () => Promise<void>) => {
        booking.promise.then(work).catch(() => {});
        return true;
      },
    },
    config: loadConfig({}),
    db: unused,
    now: () => new Date(),
  };
  const { kind } = await askModel(services, REQUEST, new AbortController().signal);
  assert.notEqual(kind, "budget");
  assert.equal(released, 0);
  booking.resolve();
  await until("the release", () => released > 0);
});

Deno.test("askModel() hands off what no passage supports, also if it is not strict, and a refusal with curly quotes (§4.5)", async () => {
  const kindOf = async (text: string) => (await askFixed(text)).kind;
  assert.equal(await kindOf("A panel weighs 75 pounds."), "grounded");
  assert.equal(await kindOf("It is made of recycled bottles from the sea."), "ungrounded");
  assert.equal(await kindOf("“I don’t have material that answers that.”"), "no_grounding");
});

Deno.test("askModel() names no source for a sentence that announces a quotation, which has one (§4.5)", async () => {
  const announcement = "“Heron folding wall”, “Sizes and panels” says:";
  const quotation = "A panel weighs 75 pounds.";
  const about = { ...CITATION, key: "heron:0", text: "The Heron folding wall: sizes and panels." };
  const passages = [about, CITATION];
  const asked = await askFixed(`${announcement}\n\n${quotation}`, { ...REQUEST, passages });
  assert.ok(asked.kind === "grounded");
  assert.deepEqual(asked.spans.map(({ start, key }) => [start, key]), [
    [announcement.length + 2, CITATION.key],
  ]);
  const alone = await askFixed("Sizes and panels of the Heron folding wall:", {
    ...REQUEST,
    passages,
  });
  assert.ok(alone.kind === "grounded");
  assert.equal(alone.spans.length, 1, "nothing follows");
});
