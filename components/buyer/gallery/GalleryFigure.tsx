import type { JSX } from "preact";
import type { MediaItem } from "@/lib/media/mod.ts";
import type { RenditionShape } from "@/lib/media/browser.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { VisuallyHidden } from "@/components/ui/VisuallyHidden.tsx";
import { GalleryScript } from "./GalleryScript.tsx";
import { LargePicture } from "./LargePicture.tsx";

/** A picture that can be enlarged, or the still of a video, with its caption. */
export function GalleryFigure(props: {
  item: MediaItem;
  sizes: string;
  /** Aspect ratio to crop to. */
  shape: RenditionShape;
  /** Text beside the title, such as the position in a slideshow. */
  place?: string;
  /** Text below the title: why the picture matters to this buyer. */
  why?: string | undefined;
  /** For the main picture of a page: loads it first. Has no effect on a video. */
  priority?: boolean;
  class?: string;
}): JSX.Element {
  const { item, sizes, shape, place, why, priority = false, class: className } = props;
  const { embed, title, alt } = item;
  return (
    <figure class={className}>
      {embed === null
        ? (
          <LargePicture
            item={item}
            sizes={sizes}
            shape={shape}
            priority={priority}
            caption={title || alt ? undefined : why ?? place}
          />
        )
        : <VideoStill item={item} embed={embed} sizes={sizes} shape={shape} />}
      {(title || place || why) && (
        <figcaption class="mt-2 flex flex-wrap justify-between gap-x-6 text-xs text-muted sm:text-sm">
          <span class="min-w-0">
            {title && <span class="block text-ink">{title}</span>}
            {why && <span class="block">{why}</span>}
          </span>
          {place && <span class="tabular-nums max-sm:sr-only">{place}</span>}
        </figcaption>
      )}
    </figure>
  );
}

/**
 * A picture outside a gallery: it can be enlarged, or played where it is the still of a video (spec §4.11). Use an item
 * only once per page, as with `LargePicture`.
 */
export function LonePicture({ item, sizes, shape, priority = false }: {
  item: MediaItem;
  sizes: string;
  /** Aspect ratio to crop to. */
  shape: RenditionShape;
  /** For the main picture of a page: loads it first. Has no effect on a video. */
  priority?: boolean;
}): JSX.Element {
  if (item.embed === null) {
    return <LargePicture item={item} sizes={sizes} shape={shape} priority={priority} />;
  }
  return (
    <div data-gallery="">
      <VideoStill item={item} embed={item.embed} sizes={sizes} shape={shape} />
      <GalleryScript />
    </div>
  );
}

/**
 * The still of a video with a link to its player. The gallery's script replaces it with the player on click. Until then
 * the browser sends no request to the video host.
 */
function VideoStill({ item, embed, sizes, shape }: {
  item: MediaItem;
  embed: NonNullable<MediaItem["embed"]>;
  sizes: string;
  shape: RenditionShape;
}): JSX.Element {
  const name = item.title ?? item.alt;
  return (
    <a
      class="video-still"
      href={embed.playerUrl}
      target="_blank"
      rel="noopener"
      data-player={embed.playerUrl}
      data-title={name || "Video"}
    >
      <Picture item={item} sizes={sizes} shape={shape} />
      <span class="video-play">
        <Icon name="play" class="size-6" />
        <span>
          Play<VisuallyHidden>{name ? ` the video: ${name}` : " the video"}</VisuallyHidden>
        </span>
      </span>
    </a>
  );
}
