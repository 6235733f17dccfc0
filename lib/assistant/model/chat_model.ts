/** What writes an answer: one interface, whoever is behind it (spec §4.5, model selection). */
import type { Citation, HistoryEntry } from "../schema.ts";

/** What an answer is asked for with. */
export interface ModelRequest {
  readonly question: string;
  /** What was said before, as the client tells it. */
  readonly history: readonly HistoryEntry[];
  /** The material, best first; never empty in a turn. */
  readonly passages: readonly Citation[];
  /** What is known of the buyer's way; null where nothing is. */
  readonly envelope: string | null;
}

/** What a model wrote. */
export interface ModelReply {
  readonly text: string;
  /** Whichever model wrote it. */
  readonly model: string;
  /** `length`: it was cut off at the token limit. `refusal`: its provider would not answer. */
  readonly stop: "end" | "length" | "refusal";
  /** What it took; null where nothing has to be paid. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

/** Writes answers. */
export interface ChatModel {
  readonly id: string;
  /**
   * Answers once; nothing is asked twice.
   *
   * @throws {ModelFailure} whatever goes wrong; the signal's own reason when it was aborted.
   */
  reply(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

/** Kinds of failures, as the chat's errors are called (spec §7). */
export type ModelFailureKind = "timeout" | "rate_limited" | "upstream";

/** A model did not answer. Says nothing of what its provider said. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";

  /** `passing`: another model may answer in its place; else the configuration has to be mended. */
  constructor(
    readonly kind: ModelFailureKind,
    readonly details: { readonly passing: boolean; readonly status: number | null },
  ) {
    super(`The model did not answer: ${kind}`);
  }
}
