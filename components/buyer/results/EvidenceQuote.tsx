import type { JSX } from "preact";
import type { CitedPassage } from "../../../lib/corpus/mod.ts";
import { Citation } from "../Citation.tsx";
import { isLong, openingOf } from "../quote_opening.ts";

/** A quote, word for word, and where it is from. A long one is folded under its beginning. */
export function EvidenceQuote({ passage }: { passage: CitedPassage }): JSX.Element {
  const { text, sourceUrl } = passage;
  const words = (
    <blockquote class="quote-text" dir="auto" cite={sourceUrl ?? undefined}>{text}</blockquote>
  );
  return (
    <figure class="quote">
      {isLong(text)
        ? (
          <details class="quote-folded">
            <summary>
              <span class="quote-opening" dir="auto">{openingOf(passage)}</span>
              <span class="quote-more text-link">Read the whole passage</span>
              <span class="quote-less text-link">Show less</span>
            </summary>
            {words}
          </details>
        )
        : words}
      <figcaption class="mt-4 text-sm">
        <Citation passage={passage} />
      </figcaption>
    </figure>
  );
}
