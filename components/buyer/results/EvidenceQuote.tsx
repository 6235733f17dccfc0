import type { JSX } from "preact";
import type { CitedPassage } from "../../../lib/corpus/mod.ts";
import { Citation } from "../Citation.tsx";

/** What is shown at once; longer quotes are folded. */
const MAX_CHARACTERS = 240;
const MAX_LINES = 3;

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

function isLong(text: string): boolean {
  return text.length > MAX_CHARACTERS || text.split("\n").length > MAX_LINES;
}

/** The beginning of a long quote: whole words, and not the heading, which the caption names. */
function openingOf({ text, heading }: CitedPassage): string {
  const body = heading !== null && text.startsWith(`${heading}\n`)
    ? text.slice(heading.length).trimStart()
    : text;
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  const opening = lines.slice(0, MAX_LINES).join("\n");
  if (opening.length <= MAX_CHARACTERS) return lines.length > MAX_LINES ? `${opening} …` : opening;
  const cut = opening.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
  const lastSpace = cut.search(/\s\S*$/);
  return `${(lastSpace > 0 ? cut.slice(0, lastSpace) : cut).trimEnd()} …`;
}
