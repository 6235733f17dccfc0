import type { JSX } from "preact";
import type { Gap } from "./coverage.ts";

/** The gaps of the corpus with their counts, each a link to its list; a count of 0 is no link. */
export function Gaps({ gaps }: { gaps: readonly Gap[] }): JSX.Element {
  return (
    <ul class="mb-5 flex flex-wrap gap-x-2 gap-y-2 text-sm" aria-label="Coverage">
      {gaps.map(({ label, count, href }) => (
        <li key={label} class="rounded-sm border border-line px-2.5 py-1">
          {count === 0
            ? <span class="text-muted">{label} 0</span>
            : (
              <a href={href} class="text-link">
                {label} <span class="font-medium tabular-nums text-ink">{count}</span>
              </a>
            )}
        </li>
      ))}
    </ul>
  );
}
