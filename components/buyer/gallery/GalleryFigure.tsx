import type { JSX } from "preact";
import type { MediaItem } from "../../../lib/media/mod.ts";
import type { RenditionShape } from "../../../lib/media/browser.ts";
import { LargePicture } from "./LargePicture.tsx";
import { VideoStill } from "./VideoStill.tsx";

interface GalleryFigureProps {
  item: MediaItem;
  sizes: string;
  /** Shape that it is cut to; uncut without. */
  shape?: RenditionShape;
  /** What stands beside the title, such as the place in a slideshow. */
  place?: string;
  /** Why it is worth a look, below the title. */
  why?: string | undefined;
  /** For the picture that leads a page. */
  priority?: boolean;
  class?: string;
}

/** A picture that can be enlarged, or a video's still, with its title below. */
export function GalleryFigure(
  { item, sizes, shape, place, why, priority = false, class: className }: GalleryFigureProps,
): JSX.Element {
  const { embed, title } = item;
  return (
    <figure class={className}>
      {embed === null
        ? <LargePicture item={item} sizes={sizes} shape={shape} priority={priority} />
        : <VideoStill item={item} embed={embed} sizes={sizes} shape={shape} />}
      {(title || place || why) && (
        <figcaption class="mt-2 flex flex-wrap justify-between gap-x-6 text-xs text-muted sm:text-sm">
          <span class="min-w-0">
            {title && <span class="block text-ink">{title}</span>}
            {why && <span class="block">{why}</span>}
          </span>
          {place && <span class="tabular-nums">{place}</span>}
        </figcaption>
      )}
    </figure>
  );
}
