import type { JSX } from "preact";
import type { MediaItem } from "../../lib/media/mod.ts";
import { ratioOf, type RenditionShape, src, srcSet } from "../../lib/media/browser.ts";
import { type PictureView, ShownPicture } from "./ShownPicture.tsx";

/** What a picture of the library shows of itself. */
type PictureItem =
  & Pick<MediaItem, "id" | "alt" | "width" | "height" | "placeholder">
  & Partial<Pick<MediaItem, "title">>;

interface PictureProps {
  /** Its title stands in for a missing alternative text. */
  item: PictureItem;
  /** Width at which it is shown, for the browser to choose by, such as `(min-width: 64rem) 50vw, 100vw`. */
  sizes: string;
  /** Shape that it is cut to around its focal point; uncut without. */
  shape?: RenditionShape;
  /** For the picture that leads a page: loaded at once, and before others. */
  priority?: boolean;
  /** The words beside it say the same, so nobody is told twice. */
  decorative?: boolean;
  class?: string | undefined;
}

/**
 * A picture of the library, as wide as its container, in the size that the screen needs. Its place is kept from the
 * start and filled with its main colour, on which the words for it stand if it never comes.
 */
export function Picture(props: PictureProps): JSX.Element {
  const { item, sizes, shape, priority, decorative, class: className } = props;
  return (
    <ShownPicture
      view={pictureView(item, { shape })}
      alt={decorative ? "" : item.alt || item.title || ""}
      sizes={sizes}
      priority={priority}
      class={className}
    />
  );
}

/** What it takes to show a picture, worked out: its addresses, its size and what fills its place. */
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

/** The picture's own size, or that of the largest cut out of it. */
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

/** Whether white words are read better on a colour than black ones; `#rrggbb`, anything else counts as light. */
function isDark(colour: string): boolean {
  const channels = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1);
  if (channels === undefined) return false;
  const [red = 0, green = 0, blue = 0] = channels.map((hex) => (parseInt(hex, 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.18;
}
