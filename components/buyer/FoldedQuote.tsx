import type { JSX } from "preact";
import { isLong, openingOf } from "./quote_opening.ts";

interface FoldedQuoteProps {
  text: string;
  /** Heading of the passage, which its opening leaves out. */
  heading: string | null;
  /** Address of the source, where it can be opened. */
  cite: string | null;
}

/** The words of a passage; long ones are folded under their beginning. */
export function FoldedQuote({ text, heading, cite }: FoldedQuoteProps): JSX.Element {
  const words = (
    <blockquote class="quote-text" dir="auto" cite={cite ?? undefined}>{text}</blockquote>
  );
  if (!isLong(text)) return words;
  return (
    <details class="quote-folded">
      <summary>
        <span class="quote-opening" dir="auto">{openingOf({ text, heading })}</span>
        <span class="quote-more text-link">Read the whole passage</span>
        <span class="quote-less text-link">Show less</span>
      </summary>
      {words}
    </details>
  );
}
