import type { JSX } from "preact";
import type { CitedPassage } from "../../../lib/corpus/mod.ts";
import { Citation } from "../Citation.tsx";
import { FoldedQuote } from "../FoldedQuote.tsx";

/** A verbatim quote and its source. A long quote is collapsed under the line about the name. */
export function EvidenceQuote({ passage, name }: {
  passage: CitedPassage;
  /** The system that the passage is quoted for. Its name is marked. */
  name?: string;
}): JSX.Element {
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
