/** Answers `POST /api/assistant/chat` with a stream of events or a single body (spec §4.5, §6.1, §7). */
import { AppError, json, toErrorBody } from "../http/mod.ts";
import { acceptsEvents } from "./accepts.ts";
import { eventsOf, eventStream, replyOf, STREAM_HEADERS } from "./event_stream.ts";
import type { TurnOutcome } from "./outcome.ts";
import { limitTurn } from "./race.ts";
import {
  type ChatAnswer,
  type ChatBody,
  ChatErrorKind,
  type ChatEvent,
  stageOf,
} from "./schema.ts";
import { type PreparedTurn, prepareTurn, type TurnInput, type TurnServices } from "./turn.ts";

/** A parsed chat body with its request. */
interface ChatRequest {
  readonly request: Request;
  readonly url: URL;
  readonly body: ChatBody;
}

/**
 * Runs one turn and returns its response: a stream of events, or a single body with `?stream=0` or when the client does
 * not accept events. A failure before the stream begins is thrown; a later one is the stream's last event, at HTTP 200.
 * A disconnected client aborts the turn; the response is then {@linkcode CLIENT_GONE}, unless the stream has begun.
 *
 * @throws {AppError} before a stream begins: `timeout` after `ASSISTANT_PRESTREAM_TIMEOUT_MS`, or `upstream`. A single
 * body can also throw `timeout` or `rate_limited` from the model.
 */
export async function answerChat(services: TurnServices, chat: ChatRequest): Promise<Response> {
  const { request, url, body } = chat;
  const disconnected = new AbortController();
  using limit = limitTurn(services.config.assistant.prestreamTimeoutMs);
  const signal = AbortSignal.any([request.signal, disconnected.signal, limit.signal]);
  const input: TurnInput = {
    request,
    message: body.message,
    history: body.context?.history ?? [],
    threadId: body.threadId ?? null,
    ...hintsOf(body.journey),
  };
  const withSpans = url.searchParams.get("spans") === "1";
  const streams = url.searchParams.get("stream") !== "0" &&
    acceptsEvents(request.headers.get("accept"));
  try {
    const turn = await prepareTurn(services, { ...input, signal });
    if (!streams) {
      const outcome = turn.kind === "over" ? turn.outcome : await turn.answer(signal);
      return json(singleBody(outcome, withSpans), { headers: { "cache-control": "no-store" } });
    }
    const events = eventsOfTurn(turn, { signal, withSpans });
    const stream = eventStream({ events, onLeave: (reason) => disconnected.abort(reason) });
    return new Response(stream, { headers: STREAM_HEADERS });
  } catch (error) {
    // The client has disconnected, so this is not a failure.
    if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE });
    throw error;
  }
}

/** The status of a response whose client has disconnected. */
export const CLIENT_GONE = 499;

/** Reads the optional journey hints (spec §4.5). Malformed parts are ignored. */
function hintsOf(journey: unknown): Pick<TurnInput, "page" | "shown"> {
  const { page, systems }: { page?: unknown; systems?: unknown } = Object(journey);
  const shown: unknown[] = Array.isArray(systems) ? systems.slice(0, MAX_SHOWN) : [];
  return { page: stageOf(page), shown: shown.filter((id) => typeof id === "string") };
}

/** Most systems of a page that are read from the hints. */
const MAX_SHOWN = 50;

function singleBody(outcome: TurnOutcome, withSpans: boolean): ChatAnswer {
  if (outcome.kind === "handoff") {
    return { handoff: { reason: outcome.reason }, reply: outcome.reply };
  }
  return { reply: replyOf(outcome, withSpans), citations: [...outcome.citations] };
}

/** Yields a turn's events and ends with exactly one terminal event, even when the turn throws (spec §4.5). */
async function* eventsOfTurn(
  turn: PreparedTurn,
  { signal, withSpans }: { readonly signal: AbortSignal; readonly withSpans: boolean },
): AsyncGenerator<ChatEvent> {
  try {
    const outcome = turn.kind === "over" ? turn.outcome : await turn.answer(signal);
    yield* eventsOf(outcome, withSpans);
  } catch (error) {
    yield errorEvent(error);
  }
}

function errorEvent(error: unknown): ChatEvent {
  const { error: { kind, message, retryable } } = toErrorBody(
    error instanceof AppError
      ? error
      : new AppError("upstream", "The assistant cannot answer at the moment"),
  );
  const known = ChatErrorKind.safeParse(kind);
  return known.success
    ? { type: "error", error: { kind: known.data, message, retryable } }
    : { type: "error", error: { kind: "upstream", message, retryable: true } };
}
