/** The gaps of the corpus, read and shown. */
import type { JSX } from "preact";
import { type Gap, systemGaps } from "./coverage.ts";
import { ITEM_GAPS, itemFilter, type NEVER_QUOTED } from "./item_list.ts";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { countItems, type SystemCoverage, systemCoverage } from "@/lib/corpus/mod.ts";
import type { Services } from "@/lib/services.ts";
import { formatCount } from "@/lib/text/mod.ts";

/** Returns the gaps, each counted by the query of the list that it links to, and the coverage of systems. */
export async function corpusGaps(
  { db, catalog }: Pick<Services, "db" | "catalog">,
): Promise<{ gaps: readonly Gap[]; coverage: ReadonlyMap<string, SystemCoverage> }> {
  const [coverage, ...itemGaps] = await Promise.all([
    systemCoverage(db),
    ...ITEM_GAPS.map((gap) => countedGap(db, gap)),
  ]);
  return { gaps: [...systemGaps(catalog.current(), coverage), ...itemGaps], coverage };
}

/** Returns a gap with the number of documents that the list shows for its query. */
export async function countedGap(
  db: Services["db"],
  { query, ...words }: typeof ITEM_GAPS[number] | typeof NEVER_QUOTED,
): Promise<Gap> {
  const params = new URLSearchParams(query);
  const count = await countItems(db, itemFilter((name) => params.get(name) ?? ""));
  return { ...words, count, href: sectionHref("corpus", query) };
}

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
                {label} <span class="font-medium tabular-nums text-ink">{formatCount(count)}</span>
              </a>
            )}
        </li>
      ))}
    </ul>
  );
}
