import type { JSX } from "preact";
import type { CitedPassage } from "../../../lib/corpus/mod.ts";
import { Citation } from "../Citation.tsx";
import { FoldedQuote } from "../FoldedQuote.tsx";

/** A quote, word for word, and where it is from. A long one is folded under its beginning. */
export function EvidenceQuote({ passage }: { passage: CitedPassage }): JSX.Element {
  const { text, heading, sourceUrl } = passage;
  return (
    <figure class="quote">
      <FoldedQuote text={text} heading={heading} cite={sourceUrl} />
      <figcaption class="mt-4 text-sm">
        <Citation passage={passage} />
      </figcaption>
    </figure>
  );
}
