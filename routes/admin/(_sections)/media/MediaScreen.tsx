import type { JSX } from "preact";
import type { AssetNote, LibraryItem } from "../../../../lib/media/mod.ts";
import { ListPagerAt } from "./ListPagerAt.tsx";
import { Emptiness, isFiltered } from "./Emptiness.tsx";
import { type Facet, Facets, type Queue, Queues } from "./Facets.tsx";
import { Listing } from "./Listing.tsx";
import { Panel, type PanelData } from "./Panel.tsx";
import type { Screen } from "./screen.ts";
import { type BulkForm, SelectionBar } from "./SelectionBar.tsx";
import { Summary } from "./Summary.tsx";
import { Toolbar } from "./Toolbar.tsx";
import type { TagChoices } from "./labels.ts";

/** Everything that the library screen shows. */
export interface MediaScreenData {
  readonly screen: Screen;
  readonly items: readonly LibraryItem[];
  readonly total: number;
  readonly notes: ReadonlyMap<string, AssetNote>;
  readonly queues: readonly Queue[];
  readonly facets: readonly Facet[];
  /** Projects that match the search; null without a search. */
  readonly projects: readonly { name: string; href: string; count: number }[] | null;
  /** Name of the tag that the list is filtered by. */
  readonly tagLabel: string | null;
  readonly choices: readonly TagChoices[];
  /** Names of shot groups, as suggestions. */
  readonly groups: readonly string[];
  readonly bulk: BulkForm;
  /** Null when no asset is open. */
  readonly panel: PanelData | null;
}

/** The library: filters, list and bulk actions, with the open asset beside them. */
export function MediaScreen({ data }: { data: MediaScreenData }): JSX.Element {
  const { screen, items, total, notes, choices, groups, panel } = data;
  const isBlank = total === 0 && !isFiltered(screen);
  return (
    <div class="media-screen" data-screen data-opened={panel ? "" : undefined}>
      {!isBlank && (
        <div class="media-top">
          <Toolbar screen={screen} />
          <Queues screen={screen} queues={data.queues} />
        </div>
      )}
      {!isBlank && <Facets screen={screen} facets={data.facets} projects={data.projects} />}
      <section class="media-library" aria-labelledby="library">
        <h2 id="library" class="sr-only">Library</h2>
        {!isBlank && <Summary screen={screen} total={total} tagLabel={data.tagLabel} />}
        {items.length === 0
          ? <Emptiness screen={screen} total={total} />
          : (
            <form method="post" class="media-selection" data-selection>
              <Listing items={items} notes={notes} screen={screen} />
              <SelectionBar
                screen={screen}
                form={data.bulk}
                total={total}
                shown={items.length}
                choices={choices}
                groups={groups}
              />
            </form>
          )}
        <ListPagerAt screen={screen} total={total} />
      </section>
      {panel && <Panel screen={screen} data={panel} choices={choices} groups={groups} />}
    </div>
  );
}
