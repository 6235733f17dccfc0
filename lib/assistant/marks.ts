/** Places the numbers of the sources in an answer's text. Pure; runs in browsers too. */
import type { ChatTurn } from "./chat_turns.ts";
import type { Citation } from "./schema.ts";

/** A piece of an answer, and the numbers (from 1) of the sources that support the text up to its end. */
interface AnswerPiece {
  readonly text: string;
  readonly marks: readonly number[];
}

/** The parts of a turn that the numbers are computed from. */
type Cited = Pick<ChatTurn, "answer" | "citations" | "spans">;

/** Returns the citations that the spans refer to, in order of first use; all citations if the spans are unknown. */
export function sourcesOf({ citations, spans }: Cited): Citation[] {
  if (spans === null) return [...citations];
  const keys = [...new Set(inOrder(spans).map(({ key }) => key))];
  return keys.flatMap((key) => citations.find((citation) => citation.key === key) ?? []);
}

/**
 * Cuts an answer at the end of each span. Consecutive sentences of one paragraph with the same sources form one piece.
 * The pieces joined are the answer.
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

function inOrder(spans: Cited["spans"]): NonNullable<Cited["spans"]> {
  return [...spans ?? []].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns an answer as plain text with its numbers, followed by the list of sources, for the clipboard. */
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
