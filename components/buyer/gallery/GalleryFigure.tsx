import type { JSX } from "preact";
import type { MediaItem } from "../../../lib/media/mod.ts";
import { Picture } from "../../ui/Picture.tsx";
import { VideoStill } from "./VideoStill.tsx";

interface GalleryFigureProps {
  item: MediaItem;
  sizes: string;
  /** Width to height that it is cut to; uncut without. */
  ratio?: number;
  /** What stands beside the title, such as the place in a slideshow. */
  place?: string;
  /** Why it is worth a look, below the title. */
  why?: string | undefined;
}

/** A picture, or a video's still, with its title below. */
export function GalleryFigure(
  { item, sizes, ratio, place, why }: GalleryFigureProps,
): JSX.Element {
  const { embed, title } = item;
  return (
    <figure>
      {embed === null
        ? <Picture item={item} sizes={sizes} {...(ratio !== undefined && { ratio })} />
        : <VideoStill item={item} embed={embed} sizes={sizes} ratio={ratio} />}
      {(title || place || why) && (
        <figcaption class="mt-2 flex flex-wrap justify-between gap-x-6 text-xs text-muted sm:text-sm">
          <span>
            {title && <span class="block text-ink">{title}</span>}
            {why && <span class="block">{why}</span>}
          </span>
          {place && <span class="tabular-nums">{place}</span>}
        </figcaption>
      )}
    </figure>
  );
}
