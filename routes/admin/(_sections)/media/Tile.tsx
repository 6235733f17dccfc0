/** One picture of the library: its tile in the grid, and the parts that the list view shares. */
import type { JSX } from "preact";
import type { AssetNote, LibraryItem } from "@/lib/media/mod.ts";
import { Badge } from "@/components/ui/Badge.tsx";
import { classNames } from "@/components/ui/class_names.ts";
import { counted } from "@/components/ui/counted.ts";
import { Picture } from "@/components/ui/Picture.tsx";
import { nameOf } from "@/components/admin/media_picker/picked.ts";
import { opened, type Screen, tileId } from "./screen.ts";

/** A picture and its note. */
interface TileProps {
  item: LibraryItem;
  note: AssetNote | undefined;
  screen: Screen;
}

/** A picture as a tile. */
export function Tile({ item, note, screen }: TileProps): JSX.Element {
  const { id, title, filename } = item;
  return (
    <li class="media-tile" id={tileId(id)} data-asset={id}>
      <OpenLink item={item} screen={screen} class="media-tile-link">
        <Thumb item={item} sizes="(min-width: 80rem) 14rem, (min-width: 40rem) 30vw, 45vw" />
        <span class="media-tile-name">{nameOf(item)}</span>
        {title !== null && <span class="media-tile-file">{filename}</span>}
      </OpenLink>
      <Tick item={item} screen={screen} />
      <AssetNotes item={item} note={note} />
    </li>
  );
}

interface OpenLinkProps extends Pick<TileProps, "item" | "screen"> {
  class?: string;
  children: JSX.Element | (JSX.Element | false)[];
}

/** Link that opens a picture beside the list. */
export function OpenLink(props: OpenLinkProps): JSX.Element {
  const { item, screen, class: className, children } = props;
  return (
    <a
      href={opened(screen, item.id)}
      class={className}
      aria-current={screen.asset === item.id ? "true" : undefined}
      data-open
    >
      {children}
    </a>
  );
}

/** A thumbnail that shows the whole picture, uncropped. */
export function Thumb({ item, sizes }: { item: LibraryItem; sizes: string }): JSX.Element {
  return (
    <span class="media-thumb">
      <Picture item={item} sizes={sizes} decorative />
      {item.type === "video" && (
        <span class="absolute start-1.5 bottom-1.5 rounded-sm bg-[rgb(0_0_0/0.75)] px-1.5 text-[0.75rem] text-[#fff]">
          Video
        </span>
      )}
    </span>
  );
}

/** The checkbox that selects a picture. */
export function Tick({ item, screen }: Pick<TileProps, "item" | "screen">): JSX.Element {
  return (
    <label class="media-tick">
      <input
        type="checkbox"
        name="id"
        value={item.id}
        checked={screen.picked === "page" || screen.picked.has(item.id)}
        class="choice"
        data-tick
      />
      <span class="sr-only">Select {nameOf(item)}</span>
    </label>
  );
}

interface NotesProps extends Omit<TileProps, "screen"> {
  /** Whether the row already shows the number of uses, so that “Unused” is left out. */
  besides?: boolean;
  class?: string;
}

/** Badges of a picture: failed import, missing alt text, tags to review, unused, from the CMS. */
export function AssetNotes({ item, note, besides, class: className }: NotesProps) {
  const { alt, source, linkCount } = item;
  const waiting = note?.waiting ?? 0;
  const notes = [
    { tone: "danger", text: note?.importFailed && "Import failed" },
    { tone: "warning", text: alt === "" && "No alt text" },
    { tone: "accent", text: waiting > 0 && `${counted(waiting, "tag")} to review` },
    { tone: "neutral", text: linkCount === 0 && !besides && "Unused" },
    { tone: "neutral", text: source === "cms" && "From the CMS" },
  ] as const;
  const shown = notes.filter(({ text }) => text);
  if (shown.length === 0) return null;
  return (
    <p class={classNames("media-notes", className)}>
      {shown.map(({ tone, text }) => <Badge key={text} tone={tone}>{text}</Badge>)}
    </p>
  );
}
