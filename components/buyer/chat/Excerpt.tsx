import type { JSX } from "preact";
import type { Citation } from "../../../lib/assistant/browser.ts";
import { formatDate } from "../../ui/format_date.ts";
import { CONTENT_KINDS } from "../content_kinds.ts";
import { FoldedQuote } from "../FoldedQuote.tsx";

/** The text of a source, collapsed where it is long, and its provenance. */
export function Excerpt({ source }: { source: Citation }): JSX.Element {
  const { text, heading, provenance } = source;
  const { title, contentType, sourceUrl, version, fetchedAt } = provenance;
  return (
    <figure class="quote">
      <FoldedQuote text={text} heading={heading} cite={sourceUrl} />
      <figcaption class="mt-3 text-muted wrap-anywhere">
        {sourceUrl === null
          ? <cite class="not-italic" dir="auto">{title}</cite>
          : (
            <a href={sourceUrl} target="_blank" rel="noopener" class="text-link">
              <cite class="not-italic" dir="auto">{title}</cite>
              <span class="sr-only">(opens in a new tab)</span>
            </a>
          )}
        {" · "}
        {CONTENT_KINDS[contentType]}
        {" · as of "}
        <time dateTime={fetchedAt}>{formatDate(new Date(fetchedAt))}</time>
        {`, version ${version}`}
      </figcaption>
    </figure>
  );
}
