/** Request bodies over a real socket: in pieces, slowly, or not at all. */
import assert from "node:assert/strict";
import { z } from "zod";
import { type BodyLimits, expectStop, parseJson, toErrorResponse } from "@/lib/http/mod.ts";
import { serve } from "@/tests/helpers/browser.ts";

/** The time limit of bodies that never arrive. Those that arrive may take longer on a busy machine. */
const TIMEOUT_MS = 150;

function readBody(limits: BodyLimits = { timeoutMs: 60_000 }) {
  return serve(async (request) => {
    try {
      return Response.json(await parseJson(request, z.string(), limits));
    } catch (error) {
      return toErrorResponse(error);
    }
  });
}

const HEAD =
  "POST / HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: application/json\r\n";
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** Sends pieces of a request, and reads the status and the body of the answer. */
async function send(origin: string, pieces: Iterable<string>): Promise<[number, string]> {
  using connection = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(origin).port),
  });
  const encoder = new TextEncoder();
  const sending = (async () => {
    try {
      const writer = connection.writable.getWriter();
      for (const piece of pieces) await writer.write(encoder.encode(piece));
    } catch {
      // The service may close the connection before it has read everything.
    }
  })();
  let answer = "";
  const decoder = new TextDecoder();
  try {
    for await (const bytes of connection.readable) {
      answer += decoder.decode(bytes, { stream: true });
      if (/\r\n\r\n[^]*\}$/.test(answer)) break;
    }
  } catch {
    // The connection may break after the answer to an unfinished request.
  }
  await sending;
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return [Number(head.split(" ")[1]), body];
}

async function kindOf([status, body]: [number, string]): Promise<[number, string]> {
  return [status, (await JSON.parse(body)).error.kind];
}

Deno.test("parseJson() reads a chunked body without Content-Length (§8)", async () => {
  await using server = readBody();
  const pieces = [CHUNKED, chunk('"four'), chunk(" walls"), chunk('"'), "0\r\n\r\n"];
  const [status, body] = await send(server.origin, pieces);
  assert.equal(status, 200);
  assert.match(body, /four walls/);
});

Deno.test("parseJson() answers 413 to a chunked body as soon as it is too long (§8)", async () => {
  await using server = readBody();
  function* endless() {
    yield CHUNKED;
    for (let sent = 0; sent < 70; sent++) yield chunk("x".repeat(1024));
  }
  assert.deepEqual(await kindOf(await send(server.origin, endless())), [413, "too_large"]);
});

Deno.test("parseJson() answers 413 to a long Content-Length before the body arrives (§8)", async () => {
  await using server = readBody();
  const answer = await send(server.origin, [`${HEAD}Content-Length: 65537\r\n\r\n`]);
  assert.deepEqual(await kindOf(answer), [413, "too_large"]);
});

for (
  const [what, pieces] of [
    ["does not arrive", [`${HEAD}Content-Length: 10\r\n\r\n`]],
    ["stops half way", [`${HEAD}Content-Length: 10\r\n\r\n`, '"half']],
    ["is chunked and never ends", [CHUNKED, chunk('"half')]],
  ] as const
) {
  Deno.test(`parseJson() answers 408 to a body that ${what}`, async () => {
    await using server = readBody({ timeoutMs: TIMEOUT_MS });
    assert.deepEqual(await kindOf(await send(server.origin, pieces)), [408, "timeout"]);
  });
}

Deno.test("parseJson() answers 408 to a body that arrives a byte at a time", async () => {
  let late = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (!late) controller.enqueue(new Uint8Array([0x20]));
    },
    cancel() {
      late = true;
    },
  });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://test/", { method: "POST", headers, body });
  const reading = parseJson(request, z.string(), { timeoutMs: TIMEOUT_MS });
  await assert.rejects(reading, { status: 408, kind: "timeout" });
  assert.ok(late, "the body was cancelled");
});

/** Sends half a body, leaves, and returns the kind of the error that the service meets. */
async function leaveHalfWay(): Promise<string> {
  const reading = Promise.withResolvers<void>();
  const met = Promise.withResolvers<string>();
  await using server = serve(async (request) => {
    const read = parseJson(request, z.string());
    reading.resolve();
    const response = await read.then(() => new Response(), toErrorResponse);
    met.resolve(response.status === 200 ? "none" : (await response.clone().json()).error.kind);
    return response;
  });
  const port = Number(new URL(server.origin).port);
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const half = `${HEAD}Content-Length: 10\r\n\r\n"half`;
  await connection.write(new TextEncoder().encode(half));
  await reading.promise;
  connection.close();
  return await met.promise;
}

Deno.test("a client that leaves half way sent an invalid body, which is no failure of the service", async () => {
  assert.equal(await leaveHalfWay(), "invalid");
});

Deno.test("a body that is cut off while the service stops makes it unavailable", async () => {
  {
    using stop = expectStop();
    await stop.arrived;
    assert.equal(await leaveHalfWay(), "unavailable");
  }
  assert.equal(await leaveHalfWay(), "invalid", "the service does not stop after all");
});
