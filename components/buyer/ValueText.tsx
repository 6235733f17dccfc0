import type { JSX } from "preact";
import { formatFigure, type TypedValue } from "../../lib/catalog/mod.ts";
import { useUnits } from "./units_context.ts";

/** Marks before the words, so that the four kinds of "no figure" also look different at a glance. */
const ABSENCE_MARKS: Partial<Record<TypedValue["type"], string>> = {
  untested: "○",
  na: "/",
  empty: "–",
};

/** A typed value in words, with its unit; a value that is no figure is quieter and marked. */
export function ValueText(
  { value, unit }: { value: TypedValue; unit: string | null },
): JSX.Element {
  const text = breakable(formatFigure(value, unit, useUnits()), unit);
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

/** In a narrow column a range stays whole and a long unit goes to the next line, not the reverse. */
function breakable(text: string, unit: string | null): string {
  const whole = text.replaceAll("–", "\u2060–\u2060");
  return unit !== null && unit.length > LONG_UNIT ? whole.replaceAll("\u00a0", " ") : whole;
}
