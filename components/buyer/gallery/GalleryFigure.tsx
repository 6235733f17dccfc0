import type { JSX } from "preact";
import type { MediaItem } from "@/lib/media/mod.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { Picture } from "@/components/ui/Picture.tsx";
import { GalleryScript } from "./GalleryScript.tsx";
import { LargePicture, type LargePictureProps } from "./LargePicture.tsx";

interface GalleryFigureProps extends Omit<LargePictureProps, "caption"> {
  /** Text beside the title, such as the position in a slideshow. */
  place?: string;
  /** Text below the title: why the picture matters to this buyer. */
  why?: string | undefined;
  class?: string;
}

/** A picture that can be enlarged, or the still of a video, with its caption. */
export function GalleryFigure(
  { place, why, class: className, ...picture }: GalleryFigureProps,
): JSX.Element {
  const { embed, title, alt } = picture.item;
  const caption = title || alt ? undefined : why ?? place;
  return (
    <figure class={className}>
      {embed === null
        ? <LargePicture {...picture} caption={caption} />
        : <VideoStill {...picture} embed={embed} />}
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
export function LonePicture(props: LargePictureProps): JSX.Element {
  const { embed } = props.item;
  if (embed === null) return <LargePicture {...props} />;
  return (
    <div data-gallery="">
      <VideoStill {...props} embed={embed} />
      <GalleryScript />
    </div>
  );
}

/**
 * The still of a video with a link to its player. The gallery's script replaces it with the player on click. Until then
 * the browser sends no request to the video host.
 */
function VideoStill(
  { item, embed, sizes, shape }:
    & Pick<LargePictureProps, "item" | "sizes" | "shape">
    & { embed: NonNullable<MediaItem["embed"]> },
): JSX.Element {
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
          Play<span class="sr-only">{name ? ` the video: ${name}` : " the video"}</span>
        </span>
      </span>
    </a>
  );
}
