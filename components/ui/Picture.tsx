import type { JSX } from "preact";
import type { MediaItem } from "@/lib/media/mod.ts";
import { ratioOf, type RenditionShape, src, srcSet } from "@/lib/media/browser.ts";
import { type PictureView, ShownPicture } from "./ShownPicture.tsx";

/** The fields of a library picture that are needed to show it. */
type PictureItem =
  & Pick<MediaItem, "id" | "alt" | "width" | "height" | "placeholder">
  & Partial<Pick<MediaItem, "title">>;

/**
 * A picture of the media library, as wide as its container, in the rendition size that the screen needs. Its space is
 * reserved from the start and filled with its main colour. The alternative text shows on that colour if loading fails.
 */
export function Picture({ item, sizes, shape, priority, decorative, class: className }: {
  /** The title is the fallback for a missing alternative text. */
  item: PictureItem;
  /** The `sizes` attribute: the width at which it is shown, such as `(min-width: 64rem) 50vw, 100vw`. */
  sizes: string;
  /** Aspect ratio to crop to around the focal point. Without it, the picture is not cropped. */
  shape?: RenditionShape | undefined;
  /** For the main picture of a page: loads eagerly and with high priority. */
  priority?: boolean | undefined;
  /** Whether the text beside it says the same. The alternative text is empty then. */
  decorative?: boolean;
  class?: string | undefined;
}): JSX.Element {
  return (
    <ShownPicture
      view={pictureView(item, { shape })}
      alt={decorative ? "" : item.alt || item.title || ""}
      // A picture that loads late has its layout by then, and newer browsers take the width from there.
      sizes={priority ? sizes : `auto, ${sizes}`}
      priority={priority}
      class={className}
    />
  );
}

/** Returns everything that {@linkcode ShownPicture} needs: addresses, size in pixels and placeholder colour. */
export function pictureView(
  { id, width, height, placeholder }: Omit<PictureItem, "alt" | "title">,
  { shape }: { shape?: RenditionShape | undefined } = {},
): PictureView {
  const size = shownSize({ width, height }, shape);
  const offer = { width: size.width, shape };
  return {
    ...size,
    src: src(id, offer),
    srcset: srcSet(id, offer),
    fill: placeholder,
    isDark: isDark(placeholder),
    isCut: shape !== undefined,
  };
}

/** The picture's own size, or the size of its largest crop to the shape. In pixels. */
function shownSize(
  { width, height }: Pick<PictureItem, "width" | "height">,
  shape: RenditionShape | undefined,
): Pick<PictureItem, "width" | "height"> {
  if (shape === undefined) return { width, height };
  const ratio = ratioOf(shape);
  return {
    width: Math.max(1, Math.round(Math.min(width, height * ratio))),
    height: Math.max(1, Math.round(Math.min(height, width / ratio))),
  };
}

/** Whether white text is easier to read on a `#rrggbb` colour than black text. Any other notation counts as light. */
function isDark(colour: string): boolean {
  const channels = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1);
  if (channels === undefined) return false;
  const [red = 0, green = 0, blue = 0] = channels.map((hex) => (parseInt(hex, 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}
