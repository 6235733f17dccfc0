import type { JSX } from "preact";
import { formatFigure, inOneUnit } from "@/lib/catalog/mod.ts";
import { classNames } from "@/components/ui/class_names.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { BetterNote } from "../BetterNote.tsx";
import { useUnits } from "../units_context.ts";
import { Answers } from "./Reasons.tsx";
import type { ReceiptView } from "./verdict_view.ts";

/** From this number of differences on, those that no answer asked for are folded behind those that one did. */
const MANY_ROWS = 9;

/**
 * The attributes that the higher tier adds, and which answers asked for it. Prints only what an answer asked for, because
 * the comparison that is printed after it has every difference.
 */
export function Receipt({ receipt, note }: {
  receipt: ReceiptView;
  /** The engine's note on over-specification (spec §2.1); null without one. */
  note: string | null;
}): JSX.Element {
  const { pick, cheaper, rows } = receipt;
  const names: [string, string] = [pick, cheaper.name];
  const asked = rows.filter(({ askedBy }) => askedBy.length > 0);
  const unasked = rows.filter(({ askedBy }) => askedBy.length === 0);
  const isAsked = asked.length > 0;
  const isFolded = isAsked && unasked.length >= MANY_ROWS;
  return (
    <PageSection id="receipt" title="What the difference buys">
      {note && <p class="mt-3 max-w-text text-muted">{note}</p>}
      {rows.length > 0 && !isAsked && (
        <p class="mt-3 max-w-text">None of your answers asked for these differences.</p>
      )}
      {rows.length === 0
        ? <p class="mt-3">The two agree in every figure we publish.</p>
        : <Rows rows={isFolded ? asked : rows} names={names} isAsked={isAsked} />}
      {unasked.length > 0 && (
        <p class="mt-3 hidden text-sm print:block">“Side by side” has every difference.</p>
      )}
      {isFolded && (
        <Disclosure
          summary={`${unasked.length} differences that none of your answers asked for`}
          class="print:hidden"
        >
          <Rows rows={unasked} names={names} isAsked={false} />
        </Disclosure>
      )}
    </PageSection>
  );
}

function Rows({ rows, names, isAsked }: {
  rows: ReceiptView["rows"];
  names: [string, string];
  isAsked: boolean;
}): JSX.Element {
  return (
    <table class={classNames("receipt mt-6 w-full text-sm", !isAsked && "print:hidden")}>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {names.map((name) => <th key={name} scope="col">{name}</th>)}
          {isAsked && <th scope="col">{ASKED_BY}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => <Row key={row.attributeId} row={row} names={names} isAsked={isAsked} />)}
      </tbody>
    </table>
  );
}

const ASKED_BY = "Asked for by";
/** Marks a figure of the cheaper system that is better, or that has all of the pick's and more. */
const IN_ITS_FAVOUR = " (in its favour)";

/** A dash, because most rows have no answer and words would hide the rows that have one. */
function NoAnswer(): JSX.Element {
  return (
    <>
      <span class="text-muted" aria-hidden="true">–</span>
      <span class="sr-only">None of your answers</span>
    </>
  );
}

function Row({ row, names, isAsked }: {
  row: ReceiptView["rows"][number];
  names: [string, string];
  /** Whether any answer asked for any row. If none did, the section says so once instead of each row. */
  isAsked: boolean;
}): JSX.Element {
  const { name, unit, from, to, gains, askedBy } = row;
  const reading = inOneUnit([from, to], { unit, units: useUnits() });
  return (
    <tr>
      <th scope="row">
        {name}
        <BetterNote unit={unit} />
      </th>
      <td data-label={names[0]}>{formatFigure(from, reading)}</td>
      <td data-label={names[1]}>
        {formatFigure(to, reading)}
        {gains && <span class="text-positive">{IN_ITS_FAVOUR}</span>}
      </td>
      {isAsked && (
        <td data-label={ASKED_BY} class={askedBy.length === 0 ? "receipt-unasked" : undefined}>
          {askedBy.length === 0 ? <NoAnswer /> : <Answers answers={askedBy} />}
        </td>
      )}
    </tr>
  );
}
