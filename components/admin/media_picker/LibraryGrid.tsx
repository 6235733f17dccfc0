import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { PlayMark } from "./ChosenList.tsx";
import type { NamedAsset } from "@/lib/media/mod.ts";
import type { LibraryView } from "@/lib/media/browser.ts";
import { nameOf } from "./picked.ts";
import type { PickerPlace } from "./view.ts";

/** The events of the grid. */
export interface GridActions {
  /** Chooses the clicked asset, or with `range` everything from the anchor to it. */
  choose(index: number, range: boolean): void;
  /** Handles a key; `list` is the element that holds the options. */
  press(event: KeyboardEvent, list: HTMLElement): void;
  /** Adds this asset at once. */
  take(index: number): void;
}

/** The library with the choice in it. */
export interface LibraryGridProps {
  view: LibraryView<NamedAsset>;
  place: PickerPlace;
  chosen: readonly NamedAsset[];
  /** Ids of the assets that are already picked. */
  taken: ReadonlySet<string>;
  active: number;
  actions: GridActions;
}

/** The assets of the library, as a listbox. */
export function LibraryGrid(props: LibraryGridProps): JSX.Element {
  const { view, place, active, actions } = props;
  return (
    <ul
      role="listbox"
      aria-label="The library"
      aria-multiselectable={!place.single}
      aria-busy={view.status === "loading" || view.status === "slow"}
      class="library-grid"
      onKeyDown={(event) => actions.press(event, event.currentTarget)}
    >
      {view.assets.map((asset, index) => (
        <Tile key={asset.id} {...props} asset={asset} index={index} isTabStop={index === active} />
      ))}
    </ul>
  );
}

interface TileProps extends LibraryGridProps {
  asset: NamedAsset;
  index: number;
  isTabStop: boolean;
}

function Tile(
  { asset, index, isTabStop, chosen, taken, place: { single }, actions }: TileProps,
): JSX.Element {
  const isTaken = taken.has(asset.id);
  const position = chosen.findIndex(({ id }) => id === asset.id);
  const isChosen = position !== -1;
  return (
    <li
      role="option"
      aria-selected={isChosen || isTaken}
      aria-disabled={isTaken}
      tabIndex={isTabStop ? 0 : -1}
      class={classNames("library-tile", isChosen && "library-tile-chosen")}
      data-asset={asset.id}
      onClick={(event) => actions.choose(index, event.shiftKey)}
      onDblClick={() => actions.take(index)}
    >
      <span class="library-thumb">
        <Picture item={asset} sizes="(min-width: 40rem) 12rem, 45vw" shape="4:3" decorative />
        {asset.type === "video" && <PlayMark />}
        {isChosen && (
          <span class="absolute end-1.5 top-1.5 grid h-6 min-w-6 place-content-center rounded-[0.75rem] bg-accent px-1.5 text-xs leading-normal font-semibold text-on-accent tabular-nums">
            {single ? <Icon name="check" class="size-4" /> : position + 1}
          </span>
        )}
        {isTaken && (
          <span class="absolute inset-0 grid place-content-center text-xs font-medium">
            Already here
          </span>
        )}
      </span>
      <span class="mt-1.5 truncate text-xs font-medium">{nameOf(asset)}</span>
      <span class="text-xs text-muted">
        {asset.type === "video" ? "Video" : `${asset.width} × ${asset.height}`}{" "}
        {asset.alt === "" && <span class="text-warning">· No alt text</span>}
      </span>
    </li>
  );
}

/** The placeholder of a grid that is loading. */
export function GridSkeleton(): JSX.Element {
  return (
    <div class="library-grid" aria-hidden="true">
      {Array.from(
        { length: 12 },
        (_, index) => (
          <div key={index} class="library-tile library-skeleton">
            <span class="library-thumb" />
            <span class="mt-2 h-3 bg-surface-sunken" />
            <span class="mt-2 h-3 w-1/2 bg-surface-sunken" />
          </div>
        ),
      )}
    </div>
  );
}
