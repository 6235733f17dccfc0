/** Writes a turn's outcome as server-sent events, one JSON object per `data:` line (spec §6.1). */
import type { TurnOutcome } from "./outcome.ts";
import type { ChatEvent, Reply } from "./schema.ts";

/** Default interval of the keep-alive comments. */
const HEARTBEAT_MS = 2_000;
/** Minimum length of a delta, in characters; it extends to the end of the word. */
const DELTA_LENGTH = 48;

/** Response headers that stop proxies from buffering, caching or recompressing the events. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Yields the events of an outcome: citations, deltas and `done` for an answer, or one `handoff` (spec §6.1). */
export function* eventsOf(outcome: TurnOutcome, withSpans: boolean): Iterable<ChatEvent> {
  if (outcome.kind === "handoff") {
    const { reason, reply } = outcome;
    yield { type: "handoff", handoff: { reason }, reply };
    return;
  }
  yield { type: "citations", citations: [...outcome.citations] };
  for (const text of segmentsOf(outcome.reply.text)) yield { type: "delta", text };
  yield { type: "done", reply: replyOf(outcome, withSpans) };
}

/** Returns the reply of an answer, with its spans only if the client asked for them (`?spans=1`). */
export function replyOf(
  { reply, spans }: TurnOutcome & { kind: "answer" },
  withSpans: boolean,
): Reply {
  return withSpans ? { ...reply, spans: [...spans] } : reply;
}

/** Splits a text after spaces. The segments joined are the text. */
export function* segmentsOf(text: string): Iterable<string> {
  let from = 0;
  while (from < text.length) {
    const blank = text.indexOf(" ", from + DELTA_LENGTH);
    const to = blank < 0 ? text.length : blank + 1;
    yield text.slice(from, to);
    from = to;
  }
}

/** The events of a stream and its callbacks. */
interface StreamOptions {
  /** The events, each as soon as it is known. Must not throw. */
  readonly events: AsyncIterable<ChatEvent>;
  /** Called when the client disconnects before the end. */
  readonly onLeave: (reason: unknown) => void;
  readonly heartbeatMs?: number;
}

/**
 * Returns a response body that pulls one event per read, so that backpressure reaches the source. Until the next event
 * is known, a comment every `heartbeatMs` keeps the connection alive; the first comment is sent immediately.
 */
export function eventStream(
  { events, onLeave, heartbeatMs = HEARTBEAT_MS }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<ChatEvent>> | null = null;
  let beats = 0;
  return new ReadableStream({
    async pull(controller) {
      next ??= iterator.next();
      const { promise: beat, resolve } = Promise.withResolvers<null>();
      const timer = setTimeout(() => resolve(null), beats === 0 ? 0 : heartbeatMs);
      try {
        const settled = await Promise.race([next, beat]);
        beats++;
        if (settled === null) return controller.enqueue(encoder.encode(": working\n\n"));
        next = null;
        if (settled.done) return controller.close();
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(settled.value)}\n\n`));
      } finally {
        clearTimeout(timer);
      }
    },
    async cancel(reason) {
      onLeave(reason);
      await iterator.return?.();
    },
  }, { highWaterMark: 0 });
}
