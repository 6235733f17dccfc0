/**
 * Runs one turn in the order of spec §4.5 to one of the outcomes of spec §3.5. Everything before the model call is a
 * step of its own, so that a stream begins only once the model is to be called.
 */
import { readConsent } from "../consent/mod.ts";
import type { RetrievedPassage } from "../corpus/mod.ts";
import { AppError } from "../http/mod.ts";
import { getLog } from "../log/mod.ts";
import { evidencePhrases } from "../selection/mod.ts";
import { emptyPayload, noteConsent, readSession } from "../session/mod.ts";
import { askModel, type Draft } from "./ask_model.ts";
import { inSpan } from "../telemetry/mod.ts";
import { toCitation } from "./citation.ts";
import type { AskedPart } from "./model/chat_model.ts";
import { envelopeOf, type Journey, journeyOf, systemsAsked, systemsShown } from "./journey.ts";
import type { TurnOutcome } from "./outcome.ts";
import { countTurn, type TurnEnd } from "./outcomes.ts";
import { questionsOf } from "./parts.ts";
import { mergeQuestions } from "./merge_passages.ts";
import { limitTurn, raceSignal } from "./race.ts";
import { retrieveForTurn } from "./retrieval.ts";
import type { Citation, HandoffReason, HistoryEntry, Stage } from "./schema.ts";
import { courtesyOf } from "./scope/courtesy.ts";
import { isIdentityQuestion } from "./scope/identity.ts";
import { isPersonRequest } from "./scope/person.ts";
import { isPrivacyQuestion } from "./scope/privacy.ts";
import { privacyTextFor } from "./scope/privacy_texts.ts";
import { COURTESY_TEXTS, HANDOFF_TEXTS, IDENTITY_TEXT, PERSON_TEXT } from "./scope/refusals.ts";
import { latestOf, screenMessage, withoutRefused } from "./scope/screen.ts";
import type { AssistantServices } from "./services.ts";
import { keepTranscript, keepUnanswered } from "./transcripts.ts";

/** The services that a turn needs. */
export type TurnServices = Pick<
  AssistantServices,
  | "assistant"
  | "background"
  | "catalog"
  | "config"
  | "countQuotes"
  | "createRetriever"
  | "db"
  | "evidence"
  | "kv"
  | "now"
>;

/** A question with its request, history and page hints. */
export interface TurnInput {
  /** Its cookies name the session and state the consent. */
  readonly request: Request;
  readonly message: string;
  /** Earlier messages, oldest first. */
  readonly history: readonly HistoryEntry[];
  /** Null means the session's own id. Any other id brings no selection context (design §7). */
  readonly threadId: string | null;
  readonly page: Stage;
  /** Ids of the systems that the page shows. Those that are in view are what "it" refers to. */
  readonly shown?: readonly string[];
}

/** A turn before its model call: already over, or open with its passages retrieved. */
export type PreparedTurn =
  | { readonly kind: "over"; readonly outcome: TurnOutcome }
  | {
    readonly kind: "open";
    /** Calls the model and applies the grounding guard. Throws as {@linkcode runTurn} does. */
    readonly answer: (signal: AbortSignal) => Promise<TurnOutcome>;
  };

const log = getLog("assistant");

/**
 * Runs a whole turn (spec §4.5), within `ASSISTANT_PRESTREAM_TIMEOUT_MS`. `input.signal` aborts it when the client
 * disconnects.
 *
 * @throws {AppError} only `timeout`, `rate_limited` or `upstream` (spec §7). Throws the signal's reason when aborted.
 */
export async function runTurn(
  services: TurnServices,
  input: TurnInput & { readonly signal: AbortSignal },
): Promise<TurnOutcome> {
  using limit = limitTurn(services.config.assistant.prestreamTimeoutMs);
  const signal = AbortSignal.any([input.signal, limit.signal]);
  const prepared = await prepareTurn(services, { ...input, signal });
  return prepared.kind === "over" ? prepared.outcome : await prepared.answer(signal);
}

/** Runs the stages before the model call: scope guard, spend gate and retrieval. Throws as {@linkcode runTurn} does. */
export async function prepareTurn(
  services: TurnServices,
  input: TurnInput & { readonly signal: AbortSignal },
): Promise<PreparedTurn> {
  try {
    return await raceSignal(prepare(services, input), input.signal);
  } catch (error) {
    throw toTurnError(services, error, input.signal);
  }
}

async function prepare(services: TurnServices, input: TurnInput): Promise<PreparedTurn> {
  const { message } = input;
  const history = withoutRefused(latestOf(input.history));
  const attack = screenMessage(message, history);
  if (attack !== null) return over(services, handoff(attack.kind));
  if (isPersonRequest(message)) return over(services, constant(services, PERSON_TEXT), "person");
  if (isPrivacyQuestion(message)) {
    return over(services, constant(services, privacyTextFor(message)), "privacy");
  }
  if (isIdentityQuestion(message)) {
    return over(services, constant(services, IDENTITY_TEXT), "identity");
  }
  const courtesy = courtesyOf(message);
  if (courtesy !== null) {
    return over(services, constant(services, COURTESY_TEXTS[courtesy]), "courtesy");
  }
  if (await services.assistant.isOverBudget()) return over(services, handoff("budget"));

  const session = await readSession(services, input.request);
  await noteConsent(services, input.request, session);
  const owned = session !== null && (input.threadId === null || input.threadId === session.id);
  const snapshot = services.catalog.current();
  const payload = owned ? session.record.payload : emptyPayload();
  const journey = journeyOf(snapshot, payload, input.page);
  // The queries of a turn share words, so they share one retriever.
  const retrieve = services.createRetriever();
  const asked = questionsOf(snapshot, message, {
    history,
    shown: {
      systems: systemsShown(journey, input.shown),
      isComparison: journey.stage === "comparing",
    },
  });
  const questions = asked.questions.map(({ question, place }) => {
    const about = systemsAsked(snapshot, journey, { ...input, message: question });
    const others = snapshot.systems.filter(({ id }) => !about.some((system) => system.id === id))
      .map(({ name }) => name);
    return { question, place, about, others };
  });
  const foundEach = await retrieveForTurn(
    (query) => inSpan("retrieval", () => retrieve(query)),
    { questions, journey, phrases: evidencePhrases(snapshot, journey.optionIds) },
  );
  const found = mergeQuestions(foundEach);
  const citations = found.map((passage) => toCitation(services, passage));
  const turn = {
    services,
    input,
    history,
    journey,
    parts: questions.map(({ question, place, about, others }, at) => ({
      question,
      place,
      about: about.map(({ name }) => name),
      others,
      passages: (foundEach[at] ?? []).flatMap(({ key }) =>
        citations.find((citation) => citation.key === key) ?? []
      ),
    })),
    leftOut: asked.leftOut,
    found,
    citations,
    sessionId: owned ? session.id : null,
  };
  if (citations.length === 0) {
    const outcome = handoff("no_grounding");
    keep(turn, { outcome, draft: null });
    return over(services, outcome);
  }
  return { kind: "open", answer: (signal) => answer(turn, signal) };
}

/** A turn with its retrieved passages. */
interface OpenTurn {
  readonly services: TurnServices;
  readonly input: TurnInput;
  readonly history: readonly HistoryEntry[];
  readonly journey: Journey;
  /** The questions of the message. */
  readonly parts: readonly AskedPart[];
  readonly leftOut: number;
  readonly found: readonly RetrievedPassage[];
  /** The passages found, as citations. */
  readonly citations: readonly Citation[];
  /** The session to store the turn with; null if the thread is not the session's own. */
  readonly sessionId: string | null;
}

async function answer(turn: OpenTurn, signal: AbortSignal): Promise<TurnOutcome> {
  const { services, input, history, journey, parts, leftOut, citations } = turn;
  try {
    const asked = await askModel(services, {
      question: input.message,
      parts,
      leftOut,
      history,
      passages: citations,
      envelope: envelopeOf(journey),
    }, signal);
    signal.throwIfAborted();
    const outcome: TurnOutcome = asked.kind === "grounded"
      ? { kind: "answer", reply: asked.reply, citations, spans: asked.spans }
      : handoff(asked.kind);
    if (outcome.kind === "answer") services.countQuotes(quotedIn(outcome, turn.found));
    keep(turn, { outcome, draft: "draft" in asked ? asked.draft : null });
    count(services, outcome.kind === "answer" ? "grounded" : outcome.reason);
    return outcome;
  } catch (error) {
    throw toTurnError(services, error, signal);
  }
}

/** Returns the passages that an answer quotes: those that support a sentence of it. */
function quotedIn(
  { spans }: TurnOutcome & { kind: "answer" },
  found: readonly RetrievedPassage[],
): RetrievedPassage[] {
  return found.filter((passage) => spans.some(({ key }) => key === passage.key));
}

function handoff(reason: HandoffReason): TurnOutcome & { kind: "handoff" } {
  return { kind: "handoff", reason, reply: { text: HANDOFF_TEXTS[reason], grounded: false } };
}

/** Returns a constant answer, without a model call or a hand-off. */
function constant({ assistant }: TurnServices, text: string): TurnOutcome {
  const reply = { text, model: assistant.stub.id, grounded: false };
  return { kind: "answer", reply, citations: [], spans: [] };
}

function over(services: TurnServices, outcome: TurnOutcome, end?: TurnEnd): PreparedTurn {
  count(services, end ?? (outcome.kind === "answer" ? "grounded" : outcome.reason));
  return { kind: "over", outcome };
}

function count({ background, db, now }: TurnServices, end: TurnEnd): void {
  const at = now();
  background.run("count a turn", () => countTurn(db, end, at));
}

/** Stores the turn in the background if its visitor consents to measurement (spec §4.5, item 9). */
function keep(
  { services, input, citations, sessionId }: Omit<
    OpenTurn,
    "found" | "history" | "journey" | "leftOut" | "parts"
  >,
  { outcome, draft }: { readonly outcome: TurnOutcome; readonly draft: Draft | null },
): void {
  const { measurement } = readConsent(input.request.headers.get("cookie"), services.config.cmp);
  if (!measurement || sessionId === null) return;
  const common = {
    at: services.now().getTime(),
    page: input.page,
    question: input.message,
    passages: citations.map(({ key }) => key),
  };
  services.background.run("keep a transcript", async () => {
    if (outcome.kind === "answer") {
      const { text, model } = outcome.reply;
      await keepTranscript(services, sessionId, { ...common, answer: text, model });
    } else if (outcome.reason === "no_grounding" || outcome.reason === "ungrounded") {
      await keepUnanswered(services, sessionId, {
        ...common,
        reason: outcome.reason,
        draft: draft?.text ?? null,
        model: draft?.model ?? null,
        sentences: (draft?.sentences ?? []).map(({ start, end, score, key, missing }) => ({
          start,
          end,
          score,
          key,
          missing: [...missing],
        })),
      });
    }
  });
}

/** Returns the error to throw: one of the chat's kinds (spec §7), or the signal's reason if the client disconnected. */
function toTurnError(services: TurnServices, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted && !(signal.reason instanceof AppError)) return signal.reason;
  const typed = [error, signal.reason].find((each) => each instanceof AppError);
  if (typed === undefined) log.error("cannot answer a question", { error });
  const failure = typed ?? new AppError("upstream", "The assistant cannot answer at the moment");
  if (
    failure.kind === "timeout" || failure.kind === "rate_limited" || failure.kind === "upstream"
  ) {
    count(services, failure.kind);
  }
  return failure;
}
