/** What an advisor reads first of a conversation (spec §4.6). Pure. */
import type { HistoryEntry } from "./schema.ts";

/** Characters of a question that the summary quotes. */
const MAX_QUOTED = 140;

/** What the summary is made of. */
export interface SummaryParts {
  /** The system recommended; null where there is none. */
  readonly systemName: string | null;
  /** Names of the systems looked at, the latest first. */
  readonly viewed: readonly string[];
  /** The buyer's answers as "Factor: choice", in asking order. */
  readonly answers: readonly string[];
  readonly questions: readonly string[];
}

/** Answers that the summary names; as many as the model is told (spec §2.11). */
const MAX_ANSWERS = 8;
/** Systems that it names where none is recommended. */
const MAX_VIEWED = 3;

/** What the buyer said in a transcript, in order, without blanks around it and without repeats. */
export function questionsIn(transcript: readonly HistoryEntry[]): string[] {
  const said = transcript.filter(({ role }) => role === "user")
    .map(({ content }) => content.trim()).filter((text) => text !== "");
  return [...new Set(said)];
}

/** One line: the system, the answers that led there, and what was asked. */
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

function askedInWords(questions: readonly string[]): string {
  const last = questions.at(-1);
  if (last === undefined) return "The assistant has not been asked anything yet.";
  const quoted = `“${shortened(inOneLine(last))}”`;
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
