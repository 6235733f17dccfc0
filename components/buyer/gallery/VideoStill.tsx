import type { JSX } from "preact";
import type { MediaItem } from "../../../lib/media/mod.ts";
import type { RenditionShape } from "../../../lib/media/browser.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Picture } from "../../ui/Picture.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

/**
 * The still of a video with a link to its player. The gallery's script replaces it with the player on click. Until then
 * the browser sends no request to the video host.
 */
export function VideoStill({ item, embed, sizes, shape }: {
  item: MediaItem;
  embed: NonNullable<MediaItem["embed"]>;
  sizes: string;
  shape?: RenditionShape | undefined;
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
      <Picture item={item} sizes={sizes} {...(shape !== undefined && { shape })} />
      <span class="video-play">
        <Icon name="play" class="size-6" />
        <span>
          Play<VisuallyHidden>{name ? ` the video: ${name}` : " the video"}</VisuallyHidden>
        </span>
      </span>
    </a>
  );
}
