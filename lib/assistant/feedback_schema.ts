/** The wire and the stored shape of votes on answers (spec §2.11, §4.7, design §7). */
import { z } from "zod";
import { Stage } from "./schema.ts";

/** Identifies an answer without its text. */
const TurnHash = z.string().regex(/^[0-9a-fA-F]{8}$/, "Use 8 hexadecimal digits")
  .describe("FNV-1a, 32 bits, of the answer’s UTF-8 bytes, as 8 hexadecimal digits");
const Vote = z.enum(["up", "down"]);

/** The body of `POST /api/assistant/feedback`. */
export const FeedbackBody = z.object({
  turnHash: TurnHash,
  vote: Vote.describe("A later vote on the same answer replaces this one"),
  page: z.string().max(100).nullish()
    .describe("`selecting`, `results`, `comparing`, or `browsing` for anything else"),
}).meta({ id: "FeedbackBody" });
/** A parsed body of `POST /api/assistant/feedback`. */
export type FeedbackBody = z.infer<typeof FeedbackBody>;

/** The response of `POST /api/assistant/feedback`. */
export const FeedbackSaved = z.strictObject({ ok: z.literal(true) }).meta({ id: "FeedbackSaved" });
/** The response of `POST /api/assistant/feedback`. */
export type FeedbackSaved = z.infer<typeof FeedbackSaved>;

/** A vote as the key-value store holds it. Times are in milliseconds since 1970. */
export const FeedbackRecord = z.strictObject({
  vote: Vote,
  page: Stage,
  votedAt: z.int().nonnegative(),
  expiresAt: z.int().nonnegative(),
});
/** A vote as the key-value store holds it. */
export type FeedbackRecord = z.infer<typeof FeedbackRecord>;
