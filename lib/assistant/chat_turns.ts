/** A conversation as its page shows it: turns, and what each event makes of the last. Pure; runs in browsers too. */
import type { ChatFailure, ReadEvent } from "./read_events.ts";
import type { Citation, HandoffReason, HistoryEntry, ReplySpan } from "./schema.ts";

/** A question, and what has come of it so far. */
export interface ChatTurn {
  readonly question: string;
  /** `stopped` by the buyer; `failed` without an answer, and `failure` says why. */
  readonly state: "answering" | "done" | "stopped" | "failed";
  readonly answer: string;
  readonly citations: readonly Citation[];
  readonly spans: readonly ReplySpan[];
  /** Whether the answer rests on the citations. */
  readonly grounded: boolean;
  /** Why a person should take over; null for an answer. */
  readonly reason: HandoffReason | null;
  readonly failure: ChatFailure | null;
  readonly vote: "up" | "down" | null;
}

/** A turn that has just been asked. */
export function asked(question: string): ChatTurn {
  return {
    question,
    state: "answering",
    answer: "",
    citations: [],
    spans: [],
    grounded: false,
    reason: null,
    failure: null,
    vote: null,
  };
}

/** A turn after an event of its answer. What has ended stays as it is. */
export function afterEvent(turn: ChatTurn, event: ReadEvent): ChatTurn {
  if (turn.state !== "answering") return turn;
  switch (event.type) {
    case "citations":
      return { ...turn, citations: event.citations };
    case "delta":
      return { ...turn, answer: turn.answer + event.text };
    case "done": {
      const { text, grounded, spans = [] } = event.reply;
      return { ...turn, state: "done", answer: text, grounded, spans };
    }
    case "handoff":
      return {
        ...turn,
        state: "done",
        answer: event.reply.text,
        citations: [],
        reason: event.handoff.reason,
      };
    case "error":
      return { ...turn, state: "failed", answer: "", citations: [], failure: event.error };
    default:
      return turn;
  }
}

/** A turn that the buyer has stopped: what was shown of it stays, and counts as no answer. */
export function stopped(turn: ChatTurn): ChatTurn {
  return turn.state === "answering" ? { ...turn, state: "stopped" } : turn;
}

/** Entries of a history, and characters of an entry, that the service takes (design §7). */
const MAX_ENTRIES = 20;
const MAX_LENGTH = 4000;

function entry(role: HistoryEntry["role"], text: string): HistoryEntry {
  return { role, content: text.slice(0, MAX_LENGTH) };
}

/** What was said, for the next question: answered turns alone, so that roles alternate. */
export function historyOf(turns: readonly ChatTurn[]): HistoryEntry[] {
  return turns.filter(({ state }) => state === "done")
    .flatMap(({ question, answer }) => [entry("user", question), entry("assistant", answer)])
    .slice(-MAX_ENTRIES);
}

/** What was said, for a person who takes over: every question, answered or not. */
export function transcriptOf(turns: readonly ChatTurn[]): HistoryEntry[] {
  return turns.flatMap(({ question, answer, state }) => [
    entry("user", question),
    ...(state === "done" ? [entry("assistant", answer)] : []),
  ]).slice(-MAX_ENTRIES);
}

/** The turns that a history tells of, without what it does not hold. */
export function turnsOf(history: readonly HistoryEntry[]): ChatTurn[] {
  const turns: ChatTurn[] = [];
  for (const { role, content } of history) {
    const last = turns.at(-1);
    if (role === "user") turns.push({ ...asked(content), state: "stopped" });
    else if (last?.state === "stopped") {
      turns[turns.length - 1] = { ...last, state: "done", answer: content };
    }
  }
  return turns;
}
