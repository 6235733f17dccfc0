import type { JSX } from "preact";
import { ListPager } from "@/components/admin/list/bars.tsx";
import { Emptiness } from "./Emptiness.tsx";
import { Facets, Queues } from "./Facets.tsx";
import { Listing } from "./Listing.tsx";
import type { ScreenData } from "./load.ts";
import { Panel } from "./Panel.tsx";
import { narrowed } from "./screen.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { activeFilters, Summary } from "./Summary.tsx";
import { Toolbar } from "./Toolbar.tsx";

/** The library: filters, list and bulk actions, with the open asset beside them. */
export function MediaScreen({ data }: { data: ScreenData }): JSX.Element {
  const { screen, items, total, groups, panel } = data;
  const pages = Math.ceil(total / screen.query.limit);
  const isBlank = total === 0 && activeFilters(data).length === 0;
  return (
    <div class="media-screen" data-screen data-opened={panel ? "" : undefined}>
      {!isBlank && (
        <div class="media-top">
          <Toolbar screen={screen} />
          <Queues data={data} />
          <a class="skip-link" href="#library">Skip to the pictures</a>
        </div>
      )}
      {!isBlank && <Facets data={data} />}
      <section class="media-library min-w-0" aria-labelledby="library">
        <h2 id="library" tabIndex={-1} class="sr-only">Library</h2>
        {!isBlank && <Summary data={data} />}
        {items.length === 0
          ? <Emptiness data={data} />
          : (
            <form method="post" class="media-selection" data-selection>
              <Listing data={data} />
              <SelectionBar data={data} />
            </form>
          )}
        {total > 0 && (
          <ListPager
            query={new URLSearchParams(narrowed(screen, {}))}
            // An offset of the address may be no multiple of the page size, or lie beyond the end.
            page={Math.min(Math.ceil(screen.query.offset / screen.query.limit), pages) + 1}
            pages={pages}
          />
        )}
      </section>
      {panel && <Panel screen={screen} data={panel} groups={groups} />}
    </div>
  );
}
