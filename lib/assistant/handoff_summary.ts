/** Summarises a conversation in one line for the advisor (spec §4.6). Pure. */
import { isVisible, withoutDirections } from "../http/mod.ts";
import type { HistoryEntry } from "./schema.ts";

/** Most characters of the quoted question. */
const MAX_QUOTED = 140;

/** The inputs of the summary. */
interface SummaryParts {
  /** The recommended system; null when there is none. */
  readonly systemName: string | null;
  /** Names of the viewed systems, last viewed first. */
  readonly viewed: readonly string[];
  /** The buyer's answers as "Factor: choice", in asking order. */
  readonly answers: readonly string[];
  readonly questions: readonly string[];
}

/** Most answers in the summary, equal to the journey envelope's limit (spec §2.11). */
const MAX_ANSWERS = 8;
/** Most viewed systems in the summary; only used when no system is recommended. */
const MAX_VIEWED = 3;

/** Returns the user's messages of a transcript in order, trimmed, without empty ones and duplicates. */
export function questionsIn(transcript: readonly HistoryEntry[]): string[] {
  const said = transcript.filter(({ role }) => role === "user")
    .map(({ content }) => content.trim()).filter(isVisible);
  return [...new Set(said)];
}

/** Returns one line with the recommended or viewed systems, the buyer's answers and their last question (spec §4.6). */
export function summarizeHandoff(
  { systemName, viewed, answers, questions }: SummaryParts,
): string {
  const named = answers.slice(0, MAX_ANSWERS).map(inOneLine);
  const seen = systemName === null ? viewed.slice(0, MAX_VIEWED).map(inOneLine) : [];
  return [
    systemName === null
      ? "No system is recommended yet."
      : `Recommended: ${inOneLine(systemName)}.`,
    ...(seen.length > 0 ? [`Looked at: ${seen.join(", ")}.`] : []),
    ...(named.length > 0 ? [`Answers: ${named.join("; ")}.`] : []),
    askedInWords(questions),
  ].join(" ");
}

/** The summary of a visit in which nothing was recommended, viewed, answered or asked. */
const NOTHING_YET = summarizeHandoff({ systemName: null, viewed: [], answers: [], questions: [] });

/** Whether a summary names anything of the buyer's that is worth sending. */
export function hasContent(summary: string): boolean {
  return summary !== NOTHING_YET;
}

function askedInWords(questions: readonly string[]): string {
  const last = questions.at(-1);
  if (last === undefined) return "The assistant has not been asked anything yet.";
  const quoted = `“${shortened(inOneLine(withoutDirections(last)))}”`;
  return questions.length === 1
    ? `Asked: ${quoted}`
    : `Asked ${questions.length} questions, the last: ${quoted}`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

function shortened(text: string): string {
  if (text.length <= MAX_QUOTED) return text;
  return `${text.slice(0, MAX_QUOTED).toWellFormed().trimEnd()}…`;
}
