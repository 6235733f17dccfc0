/**
 * The assistant: says only what the material says, and hands over to a person where it says nothing (spec §4.5).
 *
 * A *turn* takes a question through the scope guard, the spend gate, retrieval, the model and the grounding guard,
 * in this order. Whatever fails to pass becomes a *hand-off* with its reason, which is no error. The *envelope* is
 * what the model is told of the buyer's way, from their session alone. *Citations* are the passages that were found.
 */
export {
  ChatAnswer,
  ChatBody,
  ChatEvent,
  Citation,
  History,
  HistoryEntry,
  MAX_BODY_BYTES,
  Stage,
  stageOf,
} from "./schema.ts";
export {
  checkGrounding,
  type GroundedSentence,
  type GroundingInput,
  type GroundingVerdict,
} from "./grounding/check.ts";
export { DENIAL } from "./grounding/negation.ts";
export type { GroundingPassage } from "./grounding/passages.ts";
export { type PriorTurn, screenMessage } from "./scope/screen.ts";
export type { AttackKind } from "./scope/attack_kind.ts";
export { isIdentityQuestion } from "./scope/identity.ts";
export { answerChat, type ChatRequest, CLIENT_GONE } from "./answer_chat.ts";
export { type Assistant, openAssistant, type OpenAssistantOptions } from "./open.ts";
export type { Contact } from "./model/select.ts";
export { type PreparedTurn, runTurn, type TurnInput, type TurnServices } from "./turn.ts";

export type { AnsweredQuestion, Journey, NamedSystem } from "./journey.ts";
export { countTurn, type DayTurns, type TurnEnd } from "./outcomes.ts";
export type { TurnOutcome } from "./outcome.ts";
export { CHAT_PASS, dayOf, type DaySpend, spentOn } from "./spend.ts";
export {
  keepTranscript,
  keepUnanswered,
  type Listed,
  type TranscriptTurn,
  type UnansweredTurn,
} from "./transcripts.ts";
export { turnHash } from "./turn_hash.ts";
export { type FeedbackOutcome, type KeptVote, listFeedback, saveFeedback } from "./feedback.ts";
export { FeedbackBody, FeedbackSaved } from "./feedback_schema.ts";
export { handOff, type HandoffServices } from "./handoff.ts";
export { Handoff, HandoffBody, HandoffPayload } from "./handoff_schema.ts";
export {
  type ChatPlace,
  type OpenChat,
  openChat,
  type PreparedRequest,
  prepareSession,
  withShown,
} from "./open_chat.ts";
export type { EndCount, JoinedVotes, Lack, LackingTurn, Pace, PassageVotes } from "./oversight.ts";
export {
  itemIdOf,
  type Oversight,
  type OversightServices,
  readOversight,
} from "./read_oversight.ts";
