/** Characters that are in a text without being seen, and what they may do there. */

/** What nothing is drawn for: characters that are there to be ignored, blanks of all kinds, controls. */
const SEEN = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\u2800]/u;

/** Whether a text has a character that can be seen. */
export function isVisible(text: string): boolean {
  return SEEN.test(text);
}

const EMBEDDING_END = "\u202c";
const ISOLATE_END = "\u2069";
/** What opens an embedding or override, or an isolate, and what closes it (Unicode Annex 9). */
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
 * Whether every control that turns the direction of text is closed on its line, and closes what was opened last. One
 * that is not turns what stands after the text as well.
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
 * The text without any control of direction. For texts that others wrote and that are cut and quoted, where a pair
 * would not stay together; letters have a direction of their own.
 */
export function withoutDirections(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}
