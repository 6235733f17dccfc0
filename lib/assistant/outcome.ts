/** The outcome of one turn, before it is written to a body or a stream (spec §3.5). */
import type { Citation, HandoffReason, HandoffReply, Reply, ReplySpan } from "./schema.ts";

/** An outcome that is not an error: an answer or a hand-off. */
export type TurnOutcome =
  | {
    readonly kind: "answer";
    readonly reply: Omit<Reply, "spans">;
    readonly citations: readonly Citation[];
    /** The citation that supports each sentence; sent only with `?spans=1`. */
    readonly spans: readonly ReplySpan[];
  }
  | {
    readonly kind: "handoff";
    readonly reason: HandoffReason;
    readonly reply: HandoffReply;
  };
