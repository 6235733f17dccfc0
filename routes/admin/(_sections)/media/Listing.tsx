/** One page of the library, as tiles or as rows. */
import type { JSX } from "preact";
import type { AssetNote, LibraryItem } from "../../../../lib/media/mod.ts";
import { Cell, ColumnHead, RowHead, Table } from "../../../../components/ui/Table.tsx";
import { Day } from "../../../../components/admin/records.tsx";
import { type Screen, tileId } from "./screen.ts";
import { AssetNotes, nameOf, OpenLink, Thumb, Tick, Tile } from "./Tile.tsx";

interface ListingProps {
  items: readonly LibraryItem[];
  notes: ReadonlyMap<string, AssetNote>;
  screen: Screen;
}

/** Renders the pictures of a page in the view that the address names. */
export function Listing({ items, notes, screen }: ListingProps): JSX.Element {
  if (screen.view === "list") return <Rows items={items} notes={notes} screen={screen} />;
  return (
    <ul class="media-grid" data-density={screen.density} data-tiles>
      {items.map((item) => (
        <Tile key={item.id} item={item} note={notes.get(item.id)} screen={screen} />
      ))}
    </ul>
  );
}

function Rows({ items, notes, screen }: ListingProps): JSX.Element {
  return (
    <div class="media-rows" data-density={screen.density}>
      <Table caption="Pictures and videos" captionHidden stacks>
        <thead>
          <tr>
            <ColumnHead>
              <span class="sr-only">Select</span>
            </ColumnHead>
            <ColumnHead>Picture</ColumnHead>
            <ColumnHead>Alt text</ColumnHead>
            <ColumnHead>Size</ColumnHead>
            <ColumnHead>Uses</ColumnHead>
            <ColumnHead>Added</ColumnHead>
          </tr>
        </thead>
        <tbody data-tiles>
          {items.map((item) => (
            <Row key={item.id} item={item} note={notes.get(item.id)} screen={screen} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface RowProps {
  item: LibraryItem;
  note: AssetNote | undefined;
  screen: Screen;
}

function Row({ item, note, screen }: RowProps): JSX.Element {
  const { id, title, filename, alt, width, height, linkCount, createdAt } = item;
  return (
    <tr id={tileId(id)} data-asset={id}>
      <Cell>
        <Tick item={item} screen={screen} />
      </Cell>
      <RowHead>
        <OpenLink item={item} screen={screen} class="media-row-link">
          <Thumb item={item} sizes="4rem" />
          <span class="min-w-0">
            <span class="block wrap-anywhere">{nameOf(item)}</span>
            {title !== null && (
              <span class="block text-xs font-normal wrap-anywhere text-muted">{filename}</span>
            )}
          </span>
        </OpenLink>
        <AssetNotes item={item} note={note} besides class="media-row-notes" />
      </RowHead>
      <Cell class="media-row-alt" label={alt === "" ? undefined : "Alt text"}>
        <span>{alt}</span>
      </Cell>
      <Cell class="whitespace-nowrap" label="Size">{width} × {height}</Cell>
      <Cell class="whitespace-nowrap" label="Uses">{linkCount === 0 ? "None" : linkCount}</Cell>
      <Cell label="Added">
        <Day at={new Date(createdAt)} />
      </Cell>
    </tr>
  );
}
