import type { JSX } from "preact";
import type { Citation } from "@/lib/assistant/browser.ts";
import { formatDate } from "@/lib/text/mod.ts";
import { CONTENT_KINDS } from "../content_kinds.ts";
import { FoldedQuote } from "../FoldedQuote.tsx";

/** The sources of an answer, numbered as in its text. Each expands to its text and provenance. */
export function Sources({ sources, idOf, onOpen }: {
  sources: readonly Citation[];
  /** Returns the element id of a source by its number, from 1. */
  idOf: (number: number) => string;
  onOpen?: ((source: Citation) => void) | undefined;
}): JSX.Element | null {
  if (sources.length === 0) return null;
  return (
    <ol class="chat-sources" aria-label="Sources">
      {sources.map((source, index) => {
        const { key, heading, provenance } = source;
        return (
          <li key={key}>
            <details
              id={idOf(index + 1)}
              onToggle={(event) => event.currentTarget.open && onOpen?.(source)}
            >
              <summary>
                <span class="chat-number">{index + 1}</span>
                <span class="min-w-0 wrap-anywhere">
                  <span class="sr-only">Source:</span> <bdi>{provenance.title}</bdi>
                  {heading && (
                    <span class="text-muted">
                      {"\u00a0· "}
                      <bdi>{heading}</bdi>
                    </span>
                  )}
                </span>
              </summary>
              <div class="py-3">
                <Excerpt source={source} />
              </div>
            </details>
          </li>
        );
      })}
    </ol>
  );
}

/** The text of a source, collapsed where it is long, and its provenance. */
function Excerpt({ source }: { source: Citation }): JSX.Element {
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
        {"\u00a0· "}
        {CONTENT_KINDS[contentType]}
        {"\u00a0· as of "}
        <time dateTime={fetchedAt}>{formatDate(new Date(fetchedAt))}</time>
        {`, version ${version}`}
      </figcaption>
    </figure>
  );
}
