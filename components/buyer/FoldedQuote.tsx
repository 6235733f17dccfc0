import { Fragment, type JSX } from "preact";
import type { QuotePart } from "./quote_lines.ts";
import { type MarkedRow, type QuoteBlock, type QuoteOpening, quoteView } from "./quote_view.ts";

/** The text of a passage. A long one is collapsed under the line about the quoted system (spec §8). */
export function FoldedQuote({ text, heading, cite, name }: {
  text: string;
  /** Heading of the passage. The opening skips it. */
  heading: string | null;
  /** Address of the source; null where it has none. */
  cite: string | null;
  /** The system that the passage is quoted for. Its name is marked, and the opening of a long passage starts at it. */
  name?: string | undefined;
}): JSX.Element {
  const { blocks, opening } = quoteView({ text, heading, name: name ?? null });
  const words = (
    <blockquote class="quote-text" dir="auto" cite={cite ?? undefined}>
      {blocks.map((block, index) => <Block key={index} block={block} />)}
    </blockquote>
  );
  if (opening === null) return words;
  return (
    <details class="quote-folded">
      <summary>
        <Opening opening={opening} />
        <span class="quote-more text-link">Read the whole passage</span>
        <span class="quote-less text-link">Show less</span>
      </summary>
      {words}
    </details>
  );
}

function Block({ block }: { block: QuoteBlock }): JSX.Element {
  if (block.kind === "prose") return <Parts parts={block.parts} />;
  return (
    <table class="quote-rows">
      <tbody>
        {block.rows.map(({ label, values }, index) => (
          <tr key={index}>
            <th scope="row">
              <Parts parts={label} />
            </th>
            <td>
              <Parts parts={values} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Opening({ opening: { hasLeadIn, block, hasMore } }: { opening: QuoteOpening }) {
  if (block.kind === "rows") {
    return (
      <span class="quote-opening quote-opening-rows" dir="auto">
        {block.rows.map((row, index) => <OpeningRow key={index} row={row} />)}
      </span>
    );
  }
  return (
    <span class="quote-opening" dir="auto">
      {hasLeadIn && "… "}
      <Parts parts={block.parts} />
      {hasMore && " …"}
    </span>
  );
}

/** A row as text, because a `summary` may not contain a table. Screen readers get a colon between the columns. */
function OpeningRow({ row: { label, values } }: { row: MarkedRow }): JSX.Element {
  return (
    <span class="quote-row">
      <span>
        <Parts parts={label} />
        <span class="sr-only">:</span>
      </span>{" "}
      <span>
        <Parts parts={values} />
      </span>
    </span>
  );
}

function Parts({ parts }: { parts: readonly QuotePart[] }): JSX.Element {
  return (
    <>
      {parts.map(({ text, isName }, index) => {
        // The renderer escapes a bare string in an array twice.
        const Tag = isName ? "mark" : Fragment;
        return <Tag key={index}>{text}</Tag>;
      })}
    </>
  );
}
