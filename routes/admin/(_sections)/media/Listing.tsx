/** One page of the library, as tiles or as rows. */
import type { JSX } from "preact";
import { RowsTable } from "@/components/ui/Table.tsx";
import { Day } from "@/components/admin/records.tsx";
import { nameOf } from "@/components/admin/media_picker/picked.ts";
import type { ScreenData } from "./load.ts";
import { tileId } from "./screen.ts";
import { AssetNotes, OpenLink, Thumb, Tick, Tile } from "./Tile.tsx";

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
    <div class="media-rows" data-density={screen.density} data-tiles>
      <RowsTable
        caption="Pictures and videos"
        stacks
        rows={items}
        rowProps={({ id }) => ({ id: tileId(id), "data-asset": id })}
        columns={[
          {
            label: "Select",
            labelHidden: true,
            cell: (item) => <Tick item={item} screen={screen} />,
          },
          {
            label: "Picture",
            isHead: true,
            cell: (item) => (
              <>
                <OpenLink item={item} screen={screen} class="media-row-link">
                  <Thumb item={item} sizes="4rem" />
                  <span class="min-w-0">
                    <span class="block wrap-anywhere">{nameOf(item)}</span>
                    {item.title !== null && (
                      <span class="block text-xs font-normal wrap-anywhere text-muted">
                        {item.filename}
                      </span>
                    )}
                  </span>
                </OpenLink>
                <AssetNotes item={item} note={notes.get(item.id)} besides class="mt-1.5 ms-19" />
              </>
            ),
          },
          {
            label: "Alt text",
            cellClass: "media-row-alt",
            cell: ({ alt }) => <span>{alt || "None"}</span>,
          },
          {
            label: "Size",
            cellClass: "whitespace-nowrap",
            cell: ({ width, height }) => `${width} × ${height}`,
          },
          {
            label: "Uses",
            cellClass: "whitespace-nowrap",
            cell: ({ linkCount }) => linkCount === 0 ? "None" : linkCount,
          },
          { label: "Added", cell: ({ createdAt }) => <Day at={new Date(createdAt)} /> },
        ]}
      />
    </div>
  );
}
