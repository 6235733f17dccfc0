import type { JSX } from "preact";
import { Pager } from "@/components/admin/list/bars.tsx";
import { formatCount } from "@/lib/text/mod.ts";
import { Emptiness } from "./Emptiness.tsx";
import { Facets, Queues } from "./Facets.tsx";
import { Listing } from "./Listing.tsx";
import type { ScreenData } from "./load.ts";
import { Panel } from "./Panel.tsx";
import { atOffset } from "./screen.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { activeFilters, Summary } from "./Summary.tsx";
import { Toolbar } from "./Toolbar.tsx";

/** The library: filters, list and bulk actions, with the open asset beside them. */
export function MediaScreen({ data }: { data: ScreenData }): JSX.Element {
  const { screen, items, total, groups, panel } = data;
  const isBlank = total === 0 && activeFilters(data).length === 0;
  return (
    <div class="media-screen" data-screen data-opened={panel ? "" : undefined}>
      {!isBlank && (
        <div class="media-top">
          <Toolbar screen={screen} />
          <Queues data={data} />
        </div>
      )}
      {!isBlank && <Facets data={data} />}
      <section class="media-library min-w-0" aria-labelledby="library">
        <h2 id="library" class="sr-only">Library</h2>
        {!isBlank && <Summary data={data} />}
        {items.length === 0
          ? <Emptiness data={data} />
          : (
            <form method="post" class="media-selection" data-selection>
              <Listing data={data} />
              <SelectionBar data={data} />
            </form>
          )}
        <ListPagerAt data={data} />
      </section>
      {panel && <Panel screen={screen} data={panel} groups={groups} />}
    </div>
  );
}

/** The pager of the library. It accepts any offset, also one that is no multiple of the page size. */
function ListPagerAt({ data: { screen, total } }: { data: ScreenData }): JSX.Element | null {
  const { offset, limit } = screen.query;
  if (total === 0) return null;
  const last = Math.max(0, Math.floor((total - 1) / limit) * limit);
  const first = Math.min(offset + 1, total);
  return (
    <Pager
      previous={offset > 0 ? atOffset(screen, Math.min(Math.max(0, offset - limit), last)) : null}
      next={offset + limit < total ? atOffset(screen, offset + limit) : null}
      here={`${formatCount(first)} to ${formatCount(Math.min(offset + limit, total))} of ${
        formatCount(total)
      }`}
    />
  );
}
