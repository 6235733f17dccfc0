/**
 * A double of the model provider: its messages API over real HTTP, with and without streaming, and with every fault.
 */
import { type RawRequest, serveEach, write } from "./wire.ts";

/** The faults of a response; a number is the status of an error. */
export const MODEL_FAULTS = [
  "none",
  400,
  401,
  403,
  404,
  408,
  413,
  429,
  500,
  529,
  "html",
  "error event",
  "truncated event",
  "no end",
  "endless",
  "slow first byte",
  "stall",
  "reset",
  "reset in answer",
  "redirect",
  "refusal",
  "empty",
  "tool call",
  "token limit",
  "no text in an event",
] as const;
/** One of {@linkcode MODEL_FAULTS}. */
export type ModelFault = typeof MODEL_FAULTS[number];

/** A request as it arrived. */
interface ModelCall {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  /** Resolves when the client closes its connection, or the response is completely sent. */
  readonly closed: Promise<"client" | "answered">;
}

/** The double; disposing it closes its connections. */
export interface ModelDouble extends AsyncDisposable {
  readonly url: string;
  /** Every request, in order. */
  readonly calls: ModelCall[];
  /** Number of pieces of text sent so far, in all streamed responses. */
  pieces: number;
  /** The fault of all further responses. */
  fault: ModelFault;
  /** Returns the text of a response, given the body of the request. */
  answer: (body: Record<string, unknown>) => string;
  /** Pause between two events in milliseconds, and characters per event. */
  pace: { readonly pauseMs: number; readonly length: number };
  /** Token counts reported in responses. */
  usage: { readonly input: number; readonly output: number };
}

/** Returns the first passage of the reference material, as a model that follows its instructions would quote it. */
export function quoteFirst(body: Record<string, unknown>): string {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const last: unknown = messages.at(-1)?.content;
  const text = typeof last === "string" ? last : "";
  const [, quoted = ""] = /\n\[1\][^\n]*\n([^]*?)(?:\n\n\[2\]|\n\nQuestion: )/.exec(`\n${text}`) ??
    [];
  return quoted.trim();
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  529: "overloaded_error",
};
const ENCODER = new TextEncoder();
/** The text of provider errors. Tests search for it in places where it must not appear. */
export const PROVIDER_WORDS = "provider-secret-words";

/** Starts the double on `port`; default a free port. */
export function startModel(port = 0): ModelDouble {
  const listener = Deno.listen({ port, hostname: "127.0.0.1" });
  const double: ModelDouble = {
    url: `http://127.0.0.1:${listener.addr.port}`,
    calls: [],
    pieces: 0,
    fault: "none",
    answer: quoteFirst,
    pace: { pauseMs: 0, length: 40 },
    usage: { input: 1200, output: 80 },
    [Symbol.asyncDispose]: () => close(),
  };
  const close = serveEach(listener, (connection, request) => serve(connection, double, request));
  return double;
}

async function serve(
  connection: Deno.Conn,
  double: ModelDouble,
  { path, headers, body: text }: RawRequest,
): Promise<void> {
  const body = Object(JSON.parse(text || "{}"));
  const { promise: closed, resolve } = Promise.withResolvers<"client" | "answered">();
  double.calls.push({ path, headers, body, closed });
  const gone = watch(connection, () => resolve("client"));
  try {
    await answer(connection, double, body, gone);
  } catch {
    resolve("client");
  }
  resolve("answered");
}

/** Returns a signal for the end of the connection. It keeps reading, because only a read notices the end. */
function watch(connection: Deno.Conn, onClose: () => void): AbortSignal {
  const gone = new AbortController();
  (async () => {
    while (await connection.read(new Uint8Array(1024)) !== null);
  })().catch(() => {}).finally(() => {
    onClose();
    gone.abort();
  });
  return gone.signal;
}

async function answer(
  connection: Deno.Conn,
  double: ModelDouble,
  body: Record<string, unknown>,
  gone: AbortSignal,
): Promise<void> {
  const { fault } = double;
  const send = (text: string) => write(connection, ENCODER.encode(text));
  if (typeof fault === "number") {
    const error = { type: "error", error: { type: ERROR_TYPES[fault], message: PROVIDER_WORDS } };
    return await send(plain(fault, "application/json", JSON.stringify(error)));
  }
  if (fault === "html") return await send(plain(200, "text/html", `<h1>${PROVIDER_WORDS}</h1>`));
  if (fault === "redirect") {
    return await send(
      `HTTP/1.1 302 Found\r\nlocation: ${double.url}/other\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
  }
  if (fault === "reset") return;
  if (fault === "slow first byte") return await until(gone);
  const message = messageOf(double, body);
  if (body.stream !== true) {
    const text = JSON.stringify(message);
    const cut = fault === "truncated event" || fault === "no end" || fault === "reset in answer";
    await send(plain(200, "application/json", cut ? text.slice(0, -20) : text, text.length));
    if (fault === "stall" || fault === "endless") await until(gone);
    return;
  }
  await send("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n");
  await stream({ double, message, send, gone });
}

interface Streaming {
  readonly double: ModelDouble;
  readonly message: ReturnType<typeof messageOf>;
  readonly send: (text: string) => Promise<void>;
  readonly gone: AbortSignal;
}

async function stream({ double, message, send, gone }: Streaming): Promise<void> {
  const { fault, pace } = double;
  const event = (type: string, data: object) =>
    send(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const { content, stop_reason, usage, ...head } = message;
  await event("message_start", {
    message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
  });
  if (fault === "stall") return await until(gone);
  if (fault === "error event") {
    return await event("error", { error: { type: "overloaded_error", message: PROVIDER_WORDS } });
  }
  if (fault === "reset in answer") return;
  for (const [index, block] of content.entries()) {
    await event("content_block_start", {
      index,
      content_block: block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} },
    });
    const text = block.type === "text" ? block.text : "";
    for (let at = 0; at < text.length || fault === "endless"; at += pace.length) {
      const piece = text.length === 0
        ? "on and on. "
        : text.slice(at % text.length, at % text.length + pace.length);
      await event("content_block_delta", { index, delta: { type: "text_delta", text: piece } });
      double.pieces++;
      if (pace.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pace.pauseMs));
      if (gone.aborted) return;
    }
    if (fault === "no text in an event") {
      await event("content_block_delta", { index, delta: { type: "text_delta" } });
    }
    await event("content_block_stop", { index });
  }
  if (fault === "no end") return;
  if (fault === "truncated event") {
    return await send('event: message_delta\ndata: {"type":"message_del');
  }
  await event("message_delta", {
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  });
  await event("message_stop", {});
}

function plain(
  status: number,
  type: string,
  body: string,
  length = ENCODER.encode(body).length,
): string {
  return `HTTP/1.1 ${status} Status\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`;
}

function until(gone: AbortSignal): Promise<void> {
  if (gone.aborted) return Promise.resolve();
  return new Promise((resolve) => gone.addEventListener("abort", () => resolve(), { once: true }));
}

type Block = { type: "text"; text: string } | {
  type: "tool_use";
  id: string;
  name: string;
  input: object;
};

function messageOf(double: ModelDouble, body: Record<string, unknown>) {
  const { fault, usage } = double;
  const content: Block[] = fault === "tool call"
    ? [{ type: "tool_use", id: "toolu_1", name: "unasked", input: {} }]
    : fault === "empty"
    ? []
    : [{ type: "text", text: double.answer(body) }];
  const stops: Partial<Record<ModelFault, string>> = {
    "tool call": "tool_use",
    refusal: "refusal",
    "token limit": "max_tokens",
  };
  return {
    id: "msg_double",
    type: "message",
    role: "assistant",
    model: String(body.model),
    content,
    stop_reason: stops[fault] ?? "end_turn",
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  };
}
