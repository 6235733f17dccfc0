/** The interface of the models that write answers: the provider's and the stub (spec §4.5, model selection). */
import type { Envelope } from "../journey.ts";
import type { Citation, HistoryEntry } from "../schema.ts";

/** One of the questions of a message. */
export interface AskedPart {
  /** The question with what it leaves out and an earlier one says: "and how heavy: Heron Lite?" */
  readonly question: string;
  /** Its place among the questions of the message, from 0. */
  readonly place: number;
  /** Names of the systems that it is about: those that it names, or those that "it" refers to. */
  readonly about: readonly string[];
  /** Names of all other systems. */
  readonly others: readonly string[];
  /** Its passages, best first. */
  readonly passages: readonly Citation[];
}

/** The input of a model call. */
export interface ModelRequest {
  readonly question: string;
  /** The questions of the message that are taken up, at least one. */
  readonly parts: readonly AskedPart[];
  /** The number of its later questions, which are not. */
  readonly leftOut: number;
  /** Earlier messages as sent by the client, oldest first. */
  readonly history: readonly HistoryEntry[];
  /** The reference material: the passages of all parts, best first. Never empty in a turn. */
  readonly passages: readonly Citation[];
  /** The journey envelope ("Buyer context:" block); null when nothing is recommended. */
  readonly envelope: Envelope | null;
}

/** The tokens of a model call. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Called with the tokens of a call so far, each time that they change; with null for a call that costs nothing. They are
 * estimates until the provider states them.
 */
export type Meter = (usage: Usage | null) => void;

/** The reply of a model. */
export interface ModelReply {
  readonly text: string;
  /** Id of the model that wrote it. */
  readonly model: string;
  /** `length`: truncated at the token limit. `refusal`: the provider declined to answer. */
  readonly stop: "end" | "length" | "refusal";
  /** The tokens to pay for; null for the stub, which costs nothing. */
  readonly usage: Usage | null;
}

/** A model that writes answers. */
export interface ChatModel {
  readonly id: string;
  /** Estimates the most tokens of a call; null for the stub, which costs nothing. */
  mostTokens(request: ModelRequest): Usage | null;
  /**
   * Writes one answer. Never retries. `meter` tells what a call costs that gives no reply.
   *
   * @throws {ModelFailure} for every failure. Throws the signal's reason when it was aborted.
   */
  reply(request: ModelRequest, signal: AbortSignal, meter?: Meter): Promise<ModelReply>;
}

/** Kinds of failures, named as the chat's error kinds (spec §7). */
type ModelFailureKind = "timeout" | "rate_limited" | "upstream";

/** A failed model call. Carries nothing of the provider's own error text (spec §4.5, sanitized errors). */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";

  /** `passing`: the failure is transient, so the stub may answer instead; otherwise the configuration needs a fix. */
  constructor(
    readonly kind: ModelFailureKind,
    readonly details: { readonly passing: boolean; readonly status: number | null },
  ) {
    super(`The model did not answer: ${kind}`);
  }
}
