import { Fragment, type JSX } from "preact";
import type { QuotePart } from "./quote_lines.ts";
import { type MarkedRow, type QuoteBlock, type QuoteOpening, quoteView } from "./quote_view.ts";

interface FoldedQuoteProps {
  text: string;
  /** Heading of the passage, which its opening leaves out. */
  heading: string | null;
  /** Address of the source, where it can be opened. */
  cite: string | null;
  /** What the passage is quoted for: marked in it, and where a long one opens. */
  name?: string | undefined;
}

/** The words of a passage; long ones are folded under the line that is about what they are quoted for. */
export function FoldedQuote({ text, heading, cite, name }: FoldedQuoteProps): JSX.Element {
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

/** A summary can hold no table, so the colon says what the columns show. */
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
        // A bare string in a list would be escaped twice.
        const Tag = isName ? "mark" : Fragment;
        return <Tag key={index}>{text}</Tag>;
      })}
    </>
  );
}
