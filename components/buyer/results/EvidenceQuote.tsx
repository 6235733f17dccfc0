import type { JSX } from "preact";
import type { CitedPassage } from "@/lib/corpus/mod.ts";
import { formatDate } from "@/lib/text/mod.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { CONTENT_KINDS } from "../content_kinds.ts";
import { FoldedQuote } from "../FoldedQuote.tsx";
import { quoteHref } from "../quote_href.ts";

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

/**
 * The source of a quote: title, heading, kind of content, version and capture date. The title links to the quoted
 * text where the source has an address, and is plain text where it has none (spec §4.1).
 */
export function Citation({ passage, name }: {
  passage: CitedPassage;
  /** The system that the passage is quoted for. The link leads to the first line that names it. */
  name?: string | undefined;
}): JSX.Element {
  const { title, heading, contentType, sourceUrl, version, fetchedAt } = passage;
  return (
    <div class="min-w-0 wrap-anywhere">
      <p class="font-medium">
        {sourceUrl === null ? <cite class="not-italic" dir="auto">{title}</cite> : (
          <a
            href={quoteHref(sourceUrl, { text: passage.text, heading, name: name ?? null })}
            target="_blank"
            rel="noopener"
            class="text-link tap inline-block"
          >
            <cite class="not-italic" dir="auto">{title}</cite>
            <span class="sr-only">(opens in a new tab)</span>
            <Icon name="external" class="ms-1 inline-block size-4 align-[-0.125em]" />
          </a>
        )}
      </p>
      <p class="mt-1 text-muted">
        {heading && (
          <>
            <bdi>{heading}</bdi> ·{" "}
          </>
        )}
        {CONTENT_KINDS[contentType]}
        {sourceUrl && ` on ${new URL(sourceUrl).host}`}
      </p>
      <p class="text-muted">
        As of{" "}
        <time dateTime={fetchedAt} title={`Version ${version}`}>
          {formatDate(new Date(fetchedAt))}
        </time>
      </p>
      {sourceUrl && <p class="hidden text-muted print:block">{sourceUrl}</p>}
    </div>
  );
}
