import type { JSX } from "preact";
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import type { MediaItem } from "@/lib/media/mod.ts";
import { SystemDrawing } from "./drawings/SystemDrawing.tsx";
import { LonePicture } from "./gallery/GalleryFigure.tsx";
import { PICTURE_SHAPE } from "./SystemPicture.tsx";

/** The full width on narrow screens, then half of the page column, then seven elevenths of it. */
export const LEAD_SIZES =
  "(min-width: 80rem) 45rem, (min-width: 64rem) 58vw, (min-width: 48rem) 45vw, 100vw";

/** The main picture of a page about one system. It loads first. On phones its caption would push the name off the screen. */
export function LeadFigure({ system, picture, sizes = LEAD_SIZES }: {
  system: SystemSummary;
  /** Null shows the drawing of the system instead. */
  picture: { readonly item: MediaItem; readonly caption: string | null } | null;
  /** The `sizes` attribute; {@linkcode LEAD_SIZES} by default. */
  sizes?: string;
}): JSX.Element {
  if (picture === null) {
    return (
      <figure>
        <div class="bg-drawing-ground p-6 sm:p-10 print:p-0">
          <SystemDrawing
            system={system}
            title={`Drawing of ${system.name}`}
            class="h-auto w-full"
          />
        </div>
        <figcaption class="mt-2 text-sm text-muted print:hidden">
          The principle, not to scale. What moves is drawn in blue.
        </figcaption>
      </figure>
    );
  }
  return (
    <figure class="lead-figure">
      <LonePicture item={picture.item} sizes={sizes} shape={PICTURE_SHAPE} priority />
      {picture.caption && (
        <figcaption class="mt-2 text-sm text-muted max-md:hidden print:hidden">
          {picture.caption}
        </figcaption>
      )}
    </figure>
  );
}
