/** One page of the library, as tiles or as rows. */
import type { JSX } from "preact";
import { Cell, ColumnHead, RowHead, Table } from "@/components/ui/Table.tsx";
import { Day } from "@/components/admin/records.tsx";
import { nameOf } from "@/components/admin/media_picker/picked.ts";
import type { ScreenData } from "./load.ts";
import { tileId } from "./screen.ts";
import { AssetNotes, OpenLink, Thumb, Tick, Tile, type TileProps } from "./Tile.tsx";

/** Renders the pictures of a page in the view that the address names. */
export function Listing({ data }: { data: ScreenData }): JSX.Element {
  const { screen, items, notes } = data;
  if (screen.view === "list") return <Rows data={data} />;
  return (
    <ul class="media-grid" data-density={screen.density} data-tiles>
      {items.map((item) => (
        <Tile key={item.id} item={item} note={notes.get(item.id)} screen={screen} />
      ))}
    </ul>
  );
}

function Rows({ data: { screen, items, notes } }: { data: ScreenData }): JSX.Element {
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

function Row({ item, note, screen }: TileProps): JSX.Element {
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
