/** The wire shapes of the hand-off to a person (spec §4.6, design §7). */
import { z } from "zod";
import { CitedPassage } from "../corpus/mod.ts";
import { Transcript, TranscriptEntry } from "./schema.ts";

/** The body of `POST /api/assistant/handoff`. */
export const HandoffBody = z.object({
  transcript: Transcript.describe(
    "The conversation so far, oldest first; of more than 80,000 characters or 400 entries, the latest count",
  ),
  reason: z.string().max(100).nullish()
    .describe("Why the buyer is handed over; an unknown reason counts as the buyer’s own wish"),
}).meta({ id: "HandoffBody" });
/** A parsed body of `POST /api/assistant/handoff`. */
export type HandoffBody = z.infer<typeof HandoffBody>;

/** The context for the advisor, and the address where the buyer reaches one (spec §4.6). */
export const HandoffPayload = z.strictObject({
  kind: z.enum(["advisor", "dealer-finder"])
    .describe("Whether an advisor can talk about a system, or the buyer needs a dealer first"),
  summary: z.string().describe("One line for the person who takes over"),
  questions: z.array(z.string()).describe("What the buyer asked, in the buyer’s words"),
  system: z.strictObject({ id: z.string(), name: z.string() }).nullable()
    .describe("The system recommended in the session"),
  contactUrl: z.string().describe("Where the buyer reaches a person"),
  disclosure: z.string().describe("Who spoke so far, and who will: for the buyer to read"),
  transcript: z.array(TranscriptEntry),
  talkingPoints: z.array(CitedPassage).max(2).describe("Quotes on the system, for the advisor"),
}).meta({ id: "HandoffPayload" });
/** The context for the advisor, and the address where the buyer reaches one (spec §4.6). */
export type HandoffPayload = z.infer<typeof HandoffPayload>;

/** The response of `POST /api/assistant/handoff`. */
export const Handoff = z.strictObject({ handoff: HandoffPayload }).meta({ id: "Handoff" });
/** The response of `POST /api/assistant/handoff`. */
export type Handoff = z.infer<typeof Handoff>;
