import type { JSX } from "preact";
import type { CitedPassage } from "@/lib/corpus/mod.ts";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { keepMarkup } from "../kept_markup.ts";
import { quoteLines } from "../quote_lines.ts";
import { EvidenceQuote } from "./EvidenceQuote.tsx";

const Quote = keepMarkup(EvidenceQuote, ({ passage }) => passage);

/** Quotes about a system from the vendor's documents. Renders nothing without passages. */
export function Evidence({ systemName, passages }: {
  /** The system that the quotes are about. */
  systemName: string;
  passages: readonly CitedPassage[];
}): JSX.Element | null {
  if (passages.length === 0) return null;
  const hasRows = passages.some(({ text }) => quoteLines(text).some(({ row }) => row));
  return (
    <PageSection id="evidence" title={`What we have written about ${systemName}`}>
      <p class="mt-3 max-w-text break-inside-avoid break-after-avoid text-muted">
        Quoted word for word from our own documents, as they stood on the day under each quote.
        {hasRows && " A row of a table has the names of its columns beside the values."}
      </p>
      <div class="mt-8 grid items-start gap-x-16 gap-y-12 lg:grid-cols-2 print:grid-cols-1">
        {passages.map((passage) => (
          <Quote key={`${passage.itemId} ${passage.text}`} passage={passage} name={systemName} />
        ))}
      </div>
    </PageSection>
  );
}
