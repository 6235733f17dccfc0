import type { JSX } from "preact";
import type { SystemSummary } from "../../lib/catalog/mod.ts";
import type { MediaItem } from "../../lib/media/mod.ts";
import { SystemDrawing } from "./drawings/SystemDrawing.tsx";
import { LargePicture } from "./gallery/LargePicture.tsx";
import { PICTURE_SHAPE } from "./SystemPicture.tsx";

interface LeadFigureProps {
  system: SystemSummary;
  /** Null where there is none, and the system is drawn. */
  picture: { readonly item: MediaItem; readonly caption: string | null } | null;
  /** Width at which it is shown, for the browser to choose by; seven of eleven parts of the page's column without. */
  sizes?: string;
}

/** From edge to edge on narrow screens, then half and at last seven of eleven parts of the page's column. */
export const LEAD_SIZES =
  "(min-width: 80rem) 45rem, (min-width: 64rem) 58vw, (min-width: 48rem) 45vw, 100vw";

/** The picture that a page about one system opens with: the largest, and the first that is loaded. */
export function LeadFigure({ system, picture, sizes = LEAD_SIZES }: LeadFigureProps): JSX.Element {
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
      <LargePicture item={picture.item} sizes={sizes} shape={PICTURE_SHAPE} priority />
      {picture.caption && (
        <figcaption class="mt-2 text-sm text-muted print:hidden">{picture.caption}</figcaption>
      )}
    </figure>
  );
}
