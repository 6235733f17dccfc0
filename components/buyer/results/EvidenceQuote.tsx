import type { JSX } from "preact";
import type { CitedPassage } from "../../../lib/corpus/mod.ts";
import { Citation } from "../Citation.tsx";
import { FoldedQuote } from "../FoldedQuote.tsx";

interface EvidenceQuoteProps {
  passage: CitedPassage;
  /** What it is quoted for, marked in it. */
  name?: string;
}

/** A quote, word for word, and where it is from. A long one is folded under the line that is about the name. */
export function EvidenceQuote({ passage, name }: EvidenceQuoteProps): JSX.Element {
  const { text, heading, sourceUrl } = passage;
  return (
    <figure class="quote">
      <FoldedQuote text={text} heading={heading} cite={sourceUrl} name={name} />
      <figcaption class="mt-4 text-sm">
        <Citation passage={passage} name={name} />
      </figcaption>
    </figure>
  );
}
