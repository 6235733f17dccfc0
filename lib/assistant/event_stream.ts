/** Server-sent events, one JSON object a line (spec §6.1). */
import type { TurnOutcome } from "./outcome.ts";
import type { ChatEvent, Reply } from "./schema.ts";

/** How often a comment says that the answer is on its way. */
export const HEARTBEAT_MS = 2_000;
/** About how much of an answer one delta holds, in characters. */
const DELTA_LENGTH = 48;

/** Headers that keep what stands between from holding events back, or from keeping them. */
export const STREAM_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-store, no-transform",
  "x-accel-buffering": "no",
};

/** What an outcome is told in, in order: an answer's citations, its deltas, its end; or a hand-off alone. */
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

/** The reply of an answer, with its spans for whoever asked for them. */
export function replyOf(
  { reply, spans }: TurnOutcome & { kind: "answer" },
  withSpans: boolean,
): Reply {
  return withSpans ? { ...reply, spans: [...spans] } : reply;
}

/** Cuts a text between words; put together again it is the same. */
export function* segmentsOf(text: string): Iterable<string> {
  let from = 0;
  while (from < text.length) {
    const blank = text.indexOf(" ", from + DELTA_LENGTH);
    const to = blank < 0 ? text.length : blank + 1;
    yield text.slice(from, to);
    from = to;
  }
}

/** What a stream is made of. */
export interface StreamOptions {
  /** The events, each when it is known; never throws. */
  readonly events: AsyncIterable<ChatEvent>;
  /** Told when the client has left before the end. */
  readonly onLeave: (reason: unknown) => void;
  readonly heartbeatMs?: number;
}

/**
 * Makes a body of events, as fast as its reader takes them: nothing is made that nobody has asked for. While the next
 * event is not known yet, a comment every `heartbeatMs` keeps the connection alive; the first one is sent at once.
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
