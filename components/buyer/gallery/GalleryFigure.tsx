import type { JSX } from "preact";
import type { MediaItem } from "../../../lib/media/mod.ts";
import type { RenditionShape } from "../../../lib/media/browser.ts";
import { LargePicture } from "./LargePicture.tsx";
import { VideoStill } from "./VideoStill.tsx";

/** A picture that can be enlarged, or the still of a video, with its caption. */
export function GalleryFigure(props: {
  item: MediaItem;
  sizes: string;
  /** Aspect ratio to crop to. Without it, the picture is not cropped. */
  shape?: RenditionShape;
  /** Text beside the title, such as the position in a slideshow. */
  place?: string;
  /** Text below the title: why the picture matters to this buyer. */
  why?: string | undefined;
  /** For the main picture of a page: loads it first. Has no effect on a video. */
  priority?: boolean;
  class?: string;
}): JSX.Element {
  const { item, sizes, shape, place, why, priority = false, class: className } = props;
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
