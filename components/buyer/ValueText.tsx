import type { JSX } from "preact";
import { formatFigure, inOneUnit, type TypedValue } from "@/lib/catalog/mod.ts";
import { useUnits } from "./units_context.ts";

/** Marks before the text, so that the kinds of missing value also look different. */
const ABSENCE_MARKS: Partial<Record<TypedValue["type"], string>> = {
  untested: "○",
  na: "/",
  empty: "–",
};

/** A typed value as text with its unit. A missing value (untested, n/a, empty) is muted and has a mark. */
export function ValueText({ value, unit, row = [] }: {
  value: TypedValue;
  unit: string | null;
  /** All values of its row of a table, which are printed in one unit. */
  row?: readonly TypedValue[];
}): JSX.Element {
  const reading = inOneUnit(row, { unit, units: useUnits() });
  const text = breakable(formatFigure(value, reading), unit);
  const mark = ABSENCE_MARKS[value.type];
  if (mark === undefined) return <span>{text}</span>;
  return (
    <span class="text-muted">
      <span aria-hidden="true" class="me-1.5">{mark}</span>
      {text}
    </span>
  );
}

const LONG_UNIT = 6;

/** Sets line breaks for narrow columns: a range stays on one line, and a long unit may wrap to the next. */
function breakable(text: string, unit: string | null): string {
  const whole = text.replaceAll("–", "\u2060–\u2060");
  return unit !== null && unit.length > LONG_UNIT ? whole.replaceAll("\u00a0", " ") : whole;
}
