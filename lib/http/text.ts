/** Checks texts for invisible characters and for unbalanced direction controls. */

/**
 * Matches a visible character: not ignorable, white space, a control, a format character, or the blank Braille cell.
 */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\u2800]/u;

/** Whether a text has at least one visible character. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}

const EMBEDDING_END = "\u202c";
const ISOLATE_END = "\u2069";
/** The closing control of each character that opens an embedding, override or isolate (Unicode Annex 9). */
const CLOSED_BY: Readonly<Record<string, string>> = {
  "\u202a": EMBEDDING_END,
  "\u202b": EMBEDDING_END,
  "\u202d": EMBEDDING_END,
  "\u202e": EMBEDDING_END,
  "\u2066": ISOLATE_END,
  "\u2067": ISOLATE_END,
  "\u2068": ISOLATE_END,
};
const STEERING = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Whether the bidirectional controls of a text are properly nested and closed on each line. An unclosed control would
 * also change the direction of whatever is shown after the text.
 */
export function isBalanced(text: string): boolean {
  return text.split(/[\n\r\u0085\u2029]/).every((line) => {
    const open: string[] = [];
    for (const [control] of line.matchAll(STEERING)) {
      const closing = CLOSED_BY[control];
      if (closing !== undefined) open.push(closing);
      else if (open.pop() !== control) return false;
    }
    return open.length === 0;
  });
}

/**
 * Removes all bidirectional controls from a text. For foreign texts that are truncated and quoted, where an opening
 * control could lose its closing one. Letters keep their natural direction.
 */
export function withoutDirections(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}
