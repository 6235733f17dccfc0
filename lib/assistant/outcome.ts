/** What one turn comes to, before it is written to a body or a stream (spec §3.5). */
import type { Citation, HandoffReason, HandoffReply, Reply, ReplySpan } from "./schema.ts";

/** A turn's end that is no error. */
export type TurnOutcome =
  | {
    readonly kind: "answer";
    readonly reply: Omit<Reply, "spans">;
    readonly citations: readonly Citation[];
    /** What carries each sentence of the reply, for whoever asks for it. */
    readonly spans: readonly ReplySpan[];
  }
  | {
    readonly kind: "handoff";
    readonly reason: HandoffReason;
    readonly reply: HandoffReply;
  };
