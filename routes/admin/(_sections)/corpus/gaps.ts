/** Reads the gaps of the corpus for the pages that show them. */
import { type Gap, systemGaps } from "./coverage.ts";
import { ITEM_GAPS, itemFilter } from "./item_list.ts";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { countItems, type SystemCoverage, systemCoverage } from "@/lib/corpus/mod.ts";
import type { Services } from "@/lib/services.ts";

/** Returns the gaps, each counted by the query of the list that it links to, and the coverage of systems. */
export async function corpusGaps(
  { db, catalog }: Pick<Services, "db" | "catalog">,
): Promise<{ gaps: readonly Gap[]; coverage: ReadonlyMap<string, SystemCoverage> }> {
  const [coverage, ...itemGaps] = await Promise.all([
    systemCoverage(db),
    ...ITEM_GAPS.map(async ({ query, ...words }) => ({
      ...words,
      count: await countItems(
        db,
        itemFilter((name) => new URLSearchParams(query).get(name) ?? ""),
      ),
      href: sectionHref("corpus", query),
    })),
  ]);
  return { gaps: [...systemGaps(catalog.current(), coverage), ...itemGaps], coverage };
}
