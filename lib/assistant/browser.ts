/** The part of the assistant that also runs in the browser: the chat's state, its requests and its event reader. */
export { languageOf } from "./answer_language.ts";
export {
  afterEvent,
  asked,
  type ChatTurn,
  formHistoryOf,
  historyOf,
  stopped,
  transcriptOf,
  turnsOf,
} from "./chat_turns.ts";
export { copyText } from "./copy_text.ts";
export { areForgotten, forgetTurns, keepTurns, keptTurns } from "./kept_turns.ts";
export { MAX_MESSAGE, transcriptWithin } from "./limits.ts";
export { piecesOf, sourcesOf, withReferences } from "./marks.ts";
export { type ReadEvent, readEvents, unreachable } from "./read_events.ts";
export { saveShown, sendQuestion, sendVote } from "./requests.ts";
export { type Starter, startersFor } from "./starters.ts";
export { turnHash } from "./turn_hash.ts";
export type { Citation, FormEntry, Stage } from "./schema.ts";
