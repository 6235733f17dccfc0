/** Answers a question that was sent as a form. */
import {
  asked,
  type ChatTurn,
  historyOf,
  stopped,
  transcriptWithin,
  turnsOf,
} from "@/lib/assistant/browser.ts";
import {
  type ChatPlace,
  CLIENT_GONE,
  type FormEntry,
  FormHistory,
  openChat,
  prepareSession,
  runTurn,
} from "@/lib/assistant/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import { AppError, takeShare, toErrorBody } from "@/lib/http/mod.ts";
import { isNestedWithin } from "@/lib/text/mod.ts";

/** The content of a question form. */
export interface Question {
  readonly message: string;
  readonly history: readonly FormEntry[];
  readonly place: ChatPlace;
}

/** The conversation after a question, with the status and headers of the response. */
export interface Asked {
  readonly turns: readonly ChatTurn[];
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The request with the cookie of the session that the question was asked in. */
  readonly request: Request;
}

/**
 * Parses the conversation in a hidden field: as much as pages put there, because the page shows all of it again. Throws an
 * `invalid` {@linkcode AppError} for any other content.
 */
export function readHistory(text: string | null): FormEntry[] {
  const given = text ?? "[]";
  try {
    return transcriptWithin(FormHistory.parse(isNestedWithin(given, 4) ? JSON.parse(given) : null));
  } catch (cause) {
    throw new AppError("invalid", "Cannot read the form: the conversation in it is not valid", {
      cause,
    });
  }
}

/** Asks the assistant. A failed turn becomes part of the conversation, so that no earlier turn is lost. */
export async function ask(
  ctx: Ctx,
  { message, history, place }: Question,
): Promise<Asked> {
  const { services } = ctx.state;
  const before = turnsOf(history);
  const turn = asked(message, before);
  let { req: request } = ctx;
  const headers: [string, string][] = [];
  try {
    const { rateLimiter: limiter, config: { trustProxy } } = services;
    await takeShare({ limiter, trustProxy }, "chat", ctx);
    const opened = await openChat(services, ctx.req, place);
    const prepared = await prepareSession(services, ctx.req, opened, place.track);
    request = prepared.request;
    if (prepared.setCookie !== null) headers.push(["set-cookie", prepared.setCookie]);
    const outcome = await runTurn(services, {
      request,
      message,
      history: historyOf(before),
      threadId: null,
      page: place.stage,
      shown: place.systemIds,
      signal: ctx.req.signal,
    });
    const common = { ...turn, state: "done", answer: outcome.reply.text } as const;
    const answered: ChatTurn = outcome.kind === "handoff"
      ? { ...common, reason: outcome.reason }
      : {
        ...common,
        grounded: outcome.reply.grounded,
        citations: outcome.citations,
        spans: outcome.spans,
      };
    return {
      turns: [...before, answered],
      status: 200,
      headers,
      request,
    };
  } catch (error) {
    // The client has disconnected, which is not a failure.
    if (ctx.req.signal.aborted) {
      return { turns: [...before, stopped(turn)], status: CLIENT_GONE, headers, request };
    }
    if (!(error instanceof AppError)) throw error;
    const { error: failure } = toErrorBody(error);
    const isLimited = error.headers["retry-after"] !== undefined;
    return {
      turns: [...before, { ...turn, state: "failed", failure }],
      status: isLimited ? 429 : 200,
      headers: [...headers, ...Object.entries(error.headers)],
      request,
    };
  }
}
