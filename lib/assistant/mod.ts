/**
 * The chat assistant: answers a buyer's questions only from retrieved corpus passages, and hands over to a human
 * advisor when they support no answer (spec §4.5 to §4.7).
 *
 * A *turn* takes one question through five stages, in this order. The *scope guard* screens the message for attacks.
 * The *spend gate* compares today's cost with the budget. *Retrieval* finds passages. The *model* writes an answer from
 * them. The *grounding guard* blocks the answer if a substantive sentence is not supported. A stage that does not let
 * the turn pass ends it with a *hand-off* and its reason, which is not an error (spec §3.5).
 *
 * The *journey* is the buyer's selection context: the systems in view and the answers, read from their session alone.
 * The *envelope* is the journey as the text block that the model gets. *Citations* are the passages that retrieval
 * found; *spans* link each sentence of an answer to the citation that supports it.
 *
 * Invariants: a screened message never reaches the model; no text is shown before the guard has passed all of it; a
 * transcript is stored only with measurement consent and deleted with its session; a vote stores a hash, never text.
 */
export {
  ChatAnswer,
  ChatBody,
  ChatEvent,
  Citation,
  type FormEntry,
  FormHistory,
  HistoryEntry,
  MAX_BODY_BYTES,
  Stage,
  stageOf,
} from "./schema.ts";
export { checkGrounding } from "./grounding/check.ts";
export { DENIAL } from "./grounding/negation.ts";
export type { GroundingPassage } from "./grounding/passages.ts";
export { type PriorTurn, screenMessage } from "./scope/screen.ts";
export type { AttackKind } from "./scope/attack_kind.ts";
export { isIdentityQuestion } from "./scope/identity.ts";
export { isPersonRequest } from "./scope/person.ts";
export { answerChat, CLIENT_GONE } from "./answer_chat.ts";
export { type Assistant, openAssistant } from "./open.ts";
export { runTurn } from "./turn.ts";

export { countTurn } from "./outcomes.ts";
export { CHAT_PASS, spentOn } from "./spend.ts";
export { keepTranscript, keepUnanswered } from "./transcripts.ts";
export { turnHash } from "./turn_hash.ts";
export { listFeedback, saveFeedback } from "./feedback.ts";
export { FeedbackBody, FeedbackSaved } from "./feedback_schema.ts";
export { citedAgain } from "./cited_again.ts";
export { handOff } from "./handoff.ts";
export { hasContent } from "./handoff_summary.ts";
export { Handoff, HandoffBody, HandoffPayload } from "./handoff_schema.ts";
export { type ChatPlace, openChat, prepareSession, withShown } from "./open_chat.ts";
export type { EndCount, JoinedVotes, Lack, LackingTurn } from "./oversight.ts";
export { itemIdOf, type Oversight, readOversight } from "./read_oversight.ts";
