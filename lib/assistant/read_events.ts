/** Reads a chat's response, streamed or single-body, as one union of events (spec §6.1). Runs in browsers too. */
import type { Citation, HandoffReason, Reply } from "./schema.ts";

/** A failure as shown to the buyer. `kind` is the kind of the wire, or `network` if there was no response. */
export interface ChatFailure {
  readonly kind: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** One event of an answer, from a stream or from a single body (spec §6.1). */
export type ReadEvent =
  | { readonly type: "citations"; readonly citations: Citation[] }
  | { readonly type: "delta"; readonly text: string }
  | { readonly type: "done"; readonly reply: Reply }
  | {
    readonly type: "handoff";
    readonly handoff: { readonly reason: HandoffReason };
    readonly reply: { readonly text: string };
  }
  | { readonly type: "error"; readonly error: ChatFailure };

/** Most characters of an unfinished line that are buffered; a longer line ends the reading. */
const MAX_LINE = 1_000_000;

const BROKEN_OFF: ReadEvent = failure(
  "upstream",
  "The answer broke off. Please ask again.",
);

function failure(kind: string, message: string): ReadEvent {
  return { type: "error", error: { kind, message, retryable: true } };
}

/** Longest silence of a stream, in milliseconds. The service sends a comment every two seconds. */
const MAX_SILENCE_MS = 30_000;

/** Settles as the work does; rejects when it takes too long. `withTimeout` needs newer browsers than the chat. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("too late")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yields the events of a response: a stream's as they arrive, or the equivalent ones of a single body. Ends with
 * exactly one `done`, `handoff` or `error`. A response that breaks off, is silent for 30 seconds or cannot be parsed ends with
 * an `upstream` error, and everything after a terminal event is ignored. Rejects only when the reading is aborted.
 */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent, void> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const events = isStream && response.body ? streamed(response.body) : whole(response);
  for await (const event of events) {
    yield event;
    if (isEnd(event)) return;
  }
  yield BROKEN_OFF;
}

/** Returns whether an event is terminal: `done`, `handoff` or `error`. */
function isEnd({ type }: ReadEvent): boolean {
  return type === "done" || type === "handoff" || type === "error";
}

/** Returns the `network` error event for a request that was rejected. */
export function unreachable(): ReadEvent {
  return failure("network", "The assistant cannot be reached. Check your connection.");
}

async function* streamed(body: ReadableStream<Uint8Array>): AsyncGenerator<ReadEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await within(MAX_SILENCE_MS, reader.read());
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = done ? "" : lines.pop() ?? "";
      for (const line of lines) {
        if (!line.startsWith("data:")) continue;
        yield eventOf(line.slice("data:".length));
      }
      if (done) return;
      if (rest.length > MAX_LINE) return;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
  } finally {
    reader.cancel().catch(() => {});
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function eventOf(json: string): ReadEvent {
  try {
    const event: ReadEvent = JSON.parse(json);
    return typeof event.type === "string" ? event : BROKEN_OFF;
  } catch {
    return BROKEN_OFF;
  }
}

async function* whole(response: Response): AsyncGenerator<ReadEvent, void> {
  let body;
  try {
    body = await within(MAX_SILENCE_MS, response.json());
  } catch (error) {
    if (isAbort(error)) throw error;
    return;
  }
  // A gateway in between has errors of its own.
  if (typeof body?.error?.message === "string") yield { type: "error", error: body.error };
  else if (body?.handoff) yield { type: "handoff", handoff: body.handoff, reply: body.reply };
  else if (body?.reply) {
    yield { type: "citations", citations: body.citations };
    yield { type: "done", reply: body.reply };
  }
}
