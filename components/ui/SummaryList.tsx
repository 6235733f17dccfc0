import type { ComponentChildren, JSX } from "preact";
import { classNames } from "./class_names.ts";

interface SummaryRow {
  term: ComponentChildren;
  detail: ComponentChildren;
  /** A link or button about this row; name the row in hidden words. */
  action?: ComponentChildren;
}

interface SummaryListProps {
  rows: readonly SummaryRow[];
  class?: string;
}

/** Names and what they hold, a row each, with an optional act at the end of the row. */
export function SummaryList({ rows, class: className }: SummaryListProps): JSX.Element {
  return (
    <dl class={classNames("border-t border-line text-sm", className)}>
      {rows.map(({ term, detail, action }, index) => (
        <div
          key={index}
          class="grid gap-x-6 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:items-baseline"
        >
          <dt class="text-muted">{term}</dt>
          <dd class="text-ink">{detail}</dd>
          {action && <dd class="sm:text-end print:hidden">{action}</dd>}
        </div>
      ))}
    </dl>
  );
}
