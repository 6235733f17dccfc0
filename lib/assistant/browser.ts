/** The part of the assistant that also runs in the browser: the chat's state, its requests and its event reader. */
export {
  afterEvent,
  asked,
  type ChatTurn,
  historyOf,
  stopped,
  transcriptOf,
  turnsOf,
} from "./chat_turns.ts";
export { copyText } from "./copy_text.ts";
export { MAX_MESSAGE } from "./limits.ts";
export { type AnswerPiece, piecesOf, sourcesOf, withReferences } from "./marks.ts";
export { type ChatFailure, type ReadEvent, readEvents, unreachable } from "./read_events.ts";
export { type Asking, saveShown, sendQuestion, sendVote, type ShownSession } from "./requests.ts";
export { type Starter, startersFor } from "./starters.ts";
export { turnHash } from "./turn_hash.ts";
export type { Citation, HandoffReason, HistoryEntry, ReplySpan, Stage } from "./schema.ts";
