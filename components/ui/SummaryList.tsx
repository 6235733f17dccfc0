import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

interface SummaryRow {
  term: ComponentChildren;
  detail: ComponentChildren;
  /** A {@linkcode RowAction}, or a button that also names its row in visually hidden text. */
  action?: ComponentChildren;
}

/** Terms and their values, one row each, with an optional action at the end of the row. */
export function SummaryList({ rows, class: className }: {
  rows: readonly SummaryRow[];
  class?: string;
}): JSX.Element {
  return (
    <dl class={classNames("border-t border-line text-sm", className)}>
      {rows.map(({ term, detail, action }, index) => (
        <div
          key={index}
          class="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-0.5 border-b border-line py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:py-3.5"
        >
          <dt class="text-muted">{term}</dt>
          <dd class="col-start-1 text-ink sm:col-start-2">{detail}</dd>
          {action && (
            <dd class="col-start-2 row-span-2 row-start-1 self-center text-end sm:col-start-3 sm:row-span-1 sm:self-auto print:hidden">
              {action}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** The action link of a row: a verb, and for screen readers the name of the row. */
export function RowAction(
  { href, verb, about }: { href: string; verb: string; about: string },
): JSX.Element {
  return (
    <a href={href} class="text-link tap inline-block py-1">
      {verb}
      <span class="sr-only">{` ${about}`}</span>
    </a>
  );
}
