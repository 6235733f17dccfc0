import type { JSX } from "preact";
import type { MediaItem } from "../../../lib/media/mod.ts";
import type { RenditionShape } from "../../../lib/media/browser.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Picture } from "../../ui/Picture.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";

interface VideoStillProps {
  item: MediaItem;
  embed: NonNullable<MediaItem["embed"]>;
  sizes: string;
  shape?: RenditionShape | undefined;
}

/**
 * A video as its still and a way to play it: a link to the player, which the gallery's script swaps for the player
 * itself. Until then nothing is asked of the video host.
 */
export function VideoStill({ item, embed, sizes, shape }: VideoStillProps): JSX.Element {
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
