import assert from "node:assert/strict";
import fc from "fast-check";
import { type ReadEvent, readEvents } from "@/lib/assistant/browser.ts";

const REPLY = { text: "It is quiet.", model: "stub-chat-v1", grounded: true };
const EVENTS: readonly ReadEvent[] = [
  { type: "citations", citations: [] },
  { type: "delta", text: "It is" },
  { type: "delta", text: " quiet." },
  { type: "done", reply: REPLY },
];

const toStream = (events: readonly unknown[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

/** Builds a streamed response that arrives in chunks, split at these byte offsets. */
function streamed(text: string, cuts: readonly number[] = []): Response {
  const bytes = new TextEncoder().encode(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const chunks = [...ends, bytes.length].map((end, at) => bytes.slice(ends[at - 1] ?? 0, end));
  return new Response(ReadableStream.from(chunks), {
    headers: { "content-type": "text/event-stream; charset=utf-8" },
  });
}

const read = (response: Response) => Array.fromAsync(readEvents(response));
const BROKEN_OFF = {
  kind: "upstream",
  message: "The answer broke off. Please ask again.",
  retryable: true,
};

Deno.test("readEvents() yields the events of a stream that is split at any bytes (§6.1)", async () => {
  const text = `: hello\n\n${toStream(EVENTS.slice(0, 2))}: still there\r\n\r\n${
    toStream(EVENTS.slice(2, 3)).replaceAll("\n", "\r\n")
  }${toStream(EVENTS.slice(3)).trimEnd()}\r`;
  assert.deepEqual(await read(streamed(text)), EVENTS);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
      assert.deepEqual(await read(streamed(text, cuts)), EVENTS);
    }),
    { numRuns: 100 },
  );
});

Deno.test("readEvents() decodes characters that are split between two chunks", async () => {
  const text = toStream([{ type: "delta", text: "naïve 😀" }, EVENTS[3]]);
  for (let cut = 1; cut < 60; cut++) {
    const [delta] = await read(streamed(text, [cut]));
    assert.deepEqual(delta, { type: "delta", text: "naïve 😀" });
  }
});

for (
  const [what, text] of [
    ["nothing", ""],
    ["heartbeats alone", ": …\n\n: …\n\n"],
    ["events without an end", toStream(EVENTS.slice(0, 3))],
    ["a line that is not JSON", "data: {\n\n"],
    ["an event without a type", 'data: {"text":"a"}\n\n'],
    ["HTML", "<!doctype html><p>Bad gateway</p>"],
  ]
) {
  Deno.test(`readEvents() ends a stream of ${what} with one retryable error (§6.1)`, async () => {
    const events = await read(streamed(text ?? ""));
    assert.deepEqual(events.at(-1), { type: "error", error: BROKEN_OFF });
    assert.equal(events.filter(({ type }) => type === "error").length, 1);
  });
}

Deno.test("readEvents() reads a stream whose lines end with CR, and one whose last line does not end (§6.1)", async () => {
  assert.deepEqual(await read(streamed(toStream(EVENTS).replaceAll("\n", "\r"))), EVENTS);
  assert.deepEqual(await read(streamed(toStream(EVENTS).trimEnd())), EVENTS);
});

Deno.test("readEvents() buffers no line without end (§6.1)", async () => {
  let pieces = 0;
  const long = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(new Uint8Array(100_000).fill(120));
      if (++pieces === 40) controller.close();
    },
  });
  const headers = { "content-type": "text/event-stream" };
  assert.deepEqual(await read(new Response(long, { headers })), [
    { type: "error", error: BROKEN_OFF },
  ]);
  assert.ok(pieces < 20, `${pieces} pieces`);
});

Deno.test("readEvents() ends a stream that is silent for 30 seconds, and closes its connection (§6.1)", async () => {
  const { setTimeout: real } = globalThis;
  using _ = { [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout: real }) };
  const waits: number[] = [];
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms: number) => waits.push(ms) && real(run, 10),
  });
  for (const type of ["text/event-stream", "application/json"]) {
    let closed = false;
    const parts = [": working\n\n", ...EVENTS.slice(0, 2).map((event) => toStream([event]))];
    const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) return new Promise(() => {});
        controller.enqueue(new TextEncoder().encode(part));
      },
      cancel: () => void (closed = true),
    });
    const events = await read(new Response(silent, { headers: { "content-type": type } }));
    assert.deepEqual(events.at(-1), { type: "error", error: BROKEN_OFF });
    if (type === "application/json") assert.equal(waits.length, 5, "one for a whole body");
    else assert.deepEqual([events.length, closed, waits.length], [3, true, 4], "one for each read");
  }
  assert.deepEqual([...new Set(waits)], [30_000]);
});

Deno.test("readEvents() ignores events after the terminal one (§6.1)", async () => {
  const error = { type: "error", error: BROKEN_OFF };
  assert.deepEqual(await read(streamed(toStream([EVENTS[3], error, EVENTS[3]]))), [EVENTS[3]]);
});

Deno.test("readEvents() yields the same events for a single body (§4.5, §6.1)", async () => {
  const citations: never[] = [];
  assert.deepEqual(await read(Response.json({ reply: REPLY, citations })), [
    { type: "citations", citations },
    { type: "done", reply: REPLY },
  ]);
  const handoff = { handoff: { reason: "budget" }, reply: { text: "Not today.", grounded: false } };
  assert.deepEqual(await read(Response.json(handoff)), [{ type: "handoff", ...handoff }]);
  const error = { kind: "rate_limited", message: "Too many", retryable: true };
  assert.deepEqual(await read(Response.json({ error }, { status: 429 })), [{
    type: "error",
    error,
  }]);
  const bodies = ["", "{", "null", "[]", "<p>Bad gateway</p>", '{"error":"Bad gateway"}'];
  for (const body of bodies) {
    assert.deepEqual(await read(new Response(body)), [{ type: "error", error: BROKEN_OFF }]);
  }
});

for (const type of ["text/event-stream", "application/json"]) {
  Deno.test(`readEvents() of ${type} rejects when it is aborted, and yields no error event`, async () => {
    const stop = new AbortController();
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(toStream(EVENTS.slice(0, 2))));
        stop.signal.addEventListener("abort", () => controller.error(stop.signal.reason));
      },
    });
    const response = new Response(endless, { headers: { "content-type": type } });
    const isStream = type === "text/event-stream";
    if (!isStream) setTimeout(() => stop.abort());
    const seen: string[] = [];
    await assert.rejects(async () => {
      for await (const { type } of readEvents(response)) {
        seen.push(type);
        if (type === "delta") stop.abort();
      }
    }, { name: "AbortError" });
    assert.deepEqual(seen, isStream ? ["citations", "delta"] : []);
  });
}
