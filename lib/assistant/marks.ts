/** Where the numbers of sources stand in an answer. Pure; runs in browsers too. */
import type { ChatTurn } from "./chat_turns.ts";
import type { Citation } from "./schema.ts";

/** A piece of an answer, and the numbers (from 1) of the sources that carry its end. */
export interface AnswerPiece {
  readonly text: string;
  readonly marks: readonly number[];
}

/** What an answer's marks and numbers are made from. */
type Cited = Pick<ChatTurn, "answer" | "citations" | "spans">;

/** The sources that an answer rests on, in the order in which it does; all that were found where it does not say. */
export function sourcesOf({ citations, spans }: Cited): Citation[] {
  const keys = [...new Set(inOrder(spans).map(({ key }) => key))];
  const used = keys.flatMap((key) => citations.find((citation) => citation.key === key) ?? []);
  return used.length > 0 ? used : [...citations];
}

/**
 * An answer cut after each part that a source carries; sentences of one paragraph that the same sources carry are one
 * part. Joined, the pieces are the answer.
 */
export function piecesOf(cited: Cited): AnswerPiece[] {
  const { answer, spans } = cited;
  const numbers = new Map(sourcesOf(cited).map(({ key }, index) => [key, index + 1]));
  const ends = new Map<number, Set<number>>();
  for (const { key, end } of inOrder(spans)) {
    const number = numbers.get(key);
    if (number === undefined || end <= 0 || end > answer.length) continue;
    ends.set(end, (ends.get(end) ?? new Set()).add(number));
  }
  const pieces: AnswerPiece[] = [];
  let from = 0;
  for (const [end, marks] of [...ends].sort(([a], [b]) => a - b)) {
    const piece = { text: answer.slice(from, end), marks: [...marks].sort((a, b) => a - b) };
    const last = pieces.at(-1);
    if (last && String(last.marks) === String(piece.marks) && !piece.text.includes("\n")) {
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    } else pieces.push(piece);
    from = end;
  }
  if (from < answer.length) pieces.push({ text: answer.slice(from), marks: [] });
  return pieces;
}

function inOrder(spans: Cited["spans"]): Cited["spans"] {
  return spans.slice().sort((a, b) => a.start - b.start || a.end - b.end);
}

/** An answer as plain text with its numbers, and under it what they refer to: for the clipboard. */
export function withReferences(cited: Cited): string {
  const text = piecesOf(cited)
    .map(({ text, marks }) => text + marks.map((mark) => ` [${mark}]`).join("")).join("");
  const references = sourcesOf(cited).map(({ heading, provenance }, index) => {
    const { title, sourceUrl, version, fetchedAt } = provenance;
    const parts = [
      title,
      heading,
      sourceUrl,
      `version ${version}`,
      `as of ${fetchedAt.slice(0, 10)}`,
    ];
    return `[${index + 1}] ${parts.filter(Boolean).join(", ")}`;
  });
  return [text, ...(references.length > 0 ? ["", ...references] : [])].join("\n");
}
