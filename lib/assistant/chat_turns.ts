/** The state of a conversation on its page: turns, and the reducer of their events. Pure; runs in browsers too. */
import {
  MAX_CITED_TURNS,
  MAX_HISTORY,
  MAX_MARKS,
  MAX_MESSAGE,
  transcriptWithin,
} from "./limits.ts";
import type { ChatFailure, ReadEvent } from "./read_events.ts";
import type { Citation, FormEntry, HandoffReason, HistoryEntry, ReplySpan } from "./schema.ts";

/** A question and the state of its answer so far. */
export interface ChatTurn {
  /** Unique in its conversation, and kept when a turn before it is asked again, and so moves to the end. */
  readonly id: number;
  readonly question: string;
  /** `stopped`: the buyer stopped it. `failed`: it ended without an answer, and `failure` says why. */
  readonly state: "answering" | "done" | "stopped" | "failed";
  readonly answer: string;
  readonly citations: readonly Citation[];
  /** The source of each sentence that makes a claim; null if they are unknown. */
  readonly spans: readonly ReplySpan[] | null;
  /** Whether the citations support the answer. */
  readonly grounded: boolean;
  /** The reason of a hand-off; null for an answer. */
  readonly reason: HandoffReason | null;
  readonly failure: ChatFailure | null;
  readonly vote: "up" | "down" | null;
}

/** Returns a new turn for a question after those `before` it, in the state `answering`. */
export function asked(question: string, before: readonly ChatTurn[]): ChatTurn {
  return {
    id: (before.at(-1)?.id ?? 0) + 1,
    question,
    state: "answering",
    answer: "",
    citations: [],
    spans: null,
    grounded: false,
    reason: null,
    failure: null,
    vote: null,
  };
}

/** Returns the turn after an event of its answer. A turn that has ended is returned unchanged. */
export function afterEvent(turn: ChatTurn, event: ReadEvent): ChatTurn {
  if (turn.state !== "answering") return turn;
  switch (event.type) {
    case "citations":
      return { ...turn, citations: event.citations };
    case "delta":
      return { ...turn, answer: turn.answer + event.text };
    case "done": {
      const { text, grounded, spans = null } = event.reply;
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

/** Returns the turn after the buyer stopped it. The page keeps its partial answer, but the history leaves it out. */
export function stopped(turn: ChatTurn): ChatTurn {
  return turn.state === "answering" ? { ...turn, state: "stopped" } : turn;
}

function entry(role: HistoryEntry["role"], content: string): HistoryEntry {
  return { role, content };
}

/** Returns the history for the next question: only answered turns, so that the roles alternate. */
export function historyOf(turns: readonly ChatTurn[]): HistoryEntry[] {
  return turns.filter(({ state }) => state === "done")
    .flatMap(({ question, answer }) => [entry("user", question), entry("assistant", answer)])
    .slice(-MAX_HISTORY)
    .map(({ role, content }) => entry(role, content.slice(0, MAX_MESSAGE)));
}

/**
 * Returns the transcript for the hand-off: every question, with its answer when that is complete. Of a very long
 * conversation, its latest part: see `transcriptWithin`.
 */
export function transcriptOf(turns: readonly ChatTurn[]): HistoryEntry[] {
  return formHistoryOf(turns).map(({ role, content }) => entry(role, content));
}

/**
 * Returns the conversation as a form of the page takes it along: the transcript, and for each of the latest answers which
 * passage supports which part of it.
 */
export function formHistoryOf(turns: readonly ChatTurn[]): FormEntry[] {
  const firstCited = turns.length - MAX_CITED_TURNS;
  return transcriptWithin(turns.flatMap((turn, index): FormEntry[] => {
    const { question, answer, state, spans } = turn;
    if (state !== "done") return [entry("user", question)];
    const answered = entry("assistant", answer);
    return [
      entry("user", question),
      // While the corpus cannot be read, an answer has spans without citations, and gets those back afterwards.
      spans !== null && spans.length > 0 && index >= firstCited
        ? {
          ...answered,
          sources: spans.slice(0, MAX_MARKS).map(({ start, end, key }) => [start, end, key]),
        }
        : answered,
    ];
  }));
}

/**
 * Rebuilds turns from a history, without citations or votes, and with the spans that a form took along. An unanswered
 * question counts as stopped.
 */
export function turnsOf(history: readonly FormEntry[]): ChatTurn[] {
  const turns: ChatTurn[] = [];
  for (const { role, content, sources } of history) {
    const last = turns.at(-1);
    if (role === "user") turns.push({ ...asked(content, turns), state: "stopped" });
    else if (last?.state === "stopped") {
      const spans = sources?.map(([start, end, key]) => ({ start, end, key, from: 0, to: 0 })) ??
        null;
      turns[turns.length - 1] = { ...last, state: "done", answer: content, spans };
    }
  }
  return turns;
}
