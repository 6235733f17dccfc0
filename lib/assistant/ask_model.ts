/** Calls the model, then applies the refusal sentinel and the grounding guard to its reply (spec §4.5, item 8). */
import { withShortLimits } from "../db/mod.ts";
import { AppError } from "../http/mod.ts";
import { getLog } from "../log/mod.ts";
import { inSpan } from "../telemetry/mod.ts";
import { limitTime } from "../timing/mod.ts";
import { asRead } from "./grounding/as_read.ts";
import { checkGrounding, type GroundingVerdict } from "./grounding/check.ts";
import { splitSentences } from "./grounding/sentences.ts";
import {
  type ChatModel,
  type Meter,
  ModelFailure,
  type ModelReply,
  type ModelRequest,
  type Usage,
} from "./model/chat_model.ts";
import { priceOf } from "./model/prices.ts";
import { REFUSAL_SENTENCE } from "./model/prompt.ts";
import { raceSignal } from "./race.ts";
import type { Reply, ReplySpan } from "./schema.ts";
import type { AssistantServices } from "./services.ts";
import { bookSpend, CHAT_PASS, CUT_OFF_PASS } from "./spend.ts";

/** The services that a model call needs. */
type AskServices = Pick<
  AssistantServices,
  "assistant" | "background" | "catalog" | "config" | "db" | "now"
>;

/** A reply that the buyer does not see, with the grounding guard's verdict on its sentences (empty for a refusal). */
export interface Draft {
  readonly text: string;
  readonly model: string;
  readonly sentences: readonly {
    readonly start: number;
    readonly end: number;
    readonly score: number;
    readonly key: string | null;
    readonly missing: readonly string[];
  }[];
}

/** A grounded answer, or the hand-off reason, with the draft that caused it if the model was called. */
export type Asked =
  | {
    readonly kind: "grounded";
    readonly reply: Omit<Reply, "spans">;
    readonly spans: readonly ReplySpan[];
  }
  | { readonly kind: "no_grounding" | "ungrounded"; readonly draft: Draft }
  | { readonly kind: "budget" };

const log = getLog("assistant");

/**
 * Calls the model once and checks its reply. After a transient failure the stub answers instead (spec §4.5, model
 * selection). The cost is booked in the background, also that of a call that was cut off: a client could otherwise spend
 * without limit by leaving early. The model is not called when the calls that others are making now may use up the budget.
 *
 * @throws {AppError} `timeout` after `ASSISTANT_TIMEOUT_MS`, or the kind of a failure that is not transient, such as
 * `upstream` for a configuration error. Throws the signal's reason when it was aborted.
 */
export async function askModel(
  services: AskServices,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Asked> {
  const { assistant, config: { assistant: { timeoutMs, strictGrounding } } } = services;
  const most = assistant.model.mostTokens(request);
  const release = most === null
    ? () => {}
    : await assistant.reserve(priceOf(assistant.model.id, most));
  if (release === null) return { kind: "budget" };
  let cost: Usage | null = null;
  const meter: Meter = (usage) => cost = usage;
  const reply = await inSpan(
    "model",
    () => replyWithin(assistant.model, { request, signal, timeoutMs, meter }),
  ).then(
    (reply) => {
      bookCost(services, { ...reply, pass: CHAT_PASS, release });
      return reply;
    },
    (error) => {
      bookCost(services, { model: assistant.model.id, usage: cost, pass: CUT_OFF_PASS, release });
      if (!(error instanceof ModelFailure) || !error.details.passing) {
        throw toClientError(error, signal);
      }
      log.warn("the stub answers in the model's place", reportOf(error, assistant.model));
      return assistant.stub.reply(request, signal);
    },
  );
  const text = textOf(reply);
  const draft = { text, model: reply.model, sentences: [] };
  if (text === "" || reply.stop === "refusal" || isRefusal(text)) {
    return { kind: "no_grounding", draft };
  }
  const verdict = checkGrounding({
    text,
    passages: request.passages.map(({ key, text, heading, provenance: { title } }) => ({
      key,
      text,
      heading,
      title,
    })),
    envelope: request.envelope,
    systems: services.catalog.current().catalog.systems.map(({ name }) => name),
  }, { strict: strictGrounding });
  if (!verdict.grounded) {
    return { kind: "ungrounded", draft: { ...draft, sentences: verdict.sentences } };
  }
  return {
    kind: "grounded",
    reply: { text, model: reply.model, grounded: true },
    spans: spansOf(verdict, text),
  };
}

interface Asking {
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly meter: Meter;
}

/** Our own timer is authoritative: a model that rejects because it was aborted counts as a timeout (spec §7). */
async function replyWithin(
  model: ChatModel,
  { request, signal, timeoutMs, meter }: Asking,
): Promise<ModelReply> {
  using limit = limitTime(
    timeoutMs,
    () => new ModelFailure("timeout", { passing: false, status: null }),
  );
  const either = AbortSignal.any([signal, limit.signal]);
  return await raceSignal(model.reply(request, either, meter), either);
}

/** Maps a failure to the client's error: its kind and a constant message, so no provider text leaks (spec §4.5). */
function toClientError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || !(error instanceof ModelFailure)) return error;
  log.error("the model did not answer", { kind: error.kind, status: error.details.status });
  return error.kind === "timeout"
    ? new AppError("timeout", "The answer took too long")
    : new AppError(error.kind, "The assistant cannot answer at the moment");
}

function reportOf({ kind, details }: ModelFailure, { id }: ChatModel): Record<string, unknown> {
  return { kind, status: details.status, model: id };
}

interface Cost extends Pick<ModelReply, "model" | "usage"> {
  readonly pass: string;
  /** Ends the reservation of the call. */
  readonly release: () => void;
}

/** Books the cost in the background, so that a failing ledger cannot fail the answer. A stub reply has no usage. */
function bookCost(
  { background, db, now }: AskServices,
  { model, usage, pass, release }: Cost,
): void {
  if (usage === null) return release();
  const at = now();
  const entry = { pass, model, ...usage, usd: priceOf(model, usage) };
  const booking = background.run(
    "book a reply",
    () => withShortLimits(() => bookSpend(db, entry, at)).finally(release),
  );
  if (!booking) release();
}

/** Returns the reply's text as buyers read it. A reply that reached the token limit loses its unfinished last sentence. */
function textOf({ text, stop }: ModelReply): string {
  const trimmed = asRead(text).trim();
  if (stop !== "length") return trimmed;
  const last = splitSentences(trimmed).findLast(({ start, end }) =>
    /[.!?…]["'”’»)\]]*$/.test(trimmed.slice(Math.max(start, end - 4), end))
  );
  return trimmed.slice(0, last?.end ?? 0);
}

function isRefusal(text: string): boolean {
  return text.replaceAll("’", "'").replace(/^["“]|["”]$/g, "") === REFUSAL_SENTENCE;
}

/**
 * Returns where each sentence of an answer is supported. A sentence that announces the next one ("The data sheet says:")
 * has the source of that one, so it gets none of its own.
 */
function spansOf({ sentences }: GroundingVerdict, answer: string): ReplySpan[] {
  return sentences.flatMap(({ start, end, key, from, to }, at) => {
    const announces = answer[end - 1] === ":" && (sentences[at + 1]?.key ?? null) !== null;
    return key === null || announces ? [] : [{ start, end, key, from, to }];
  });
}
