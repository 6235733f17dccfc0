import type { JSX } from "preact";
import type { MediaItem } from "../../lib/media/mod.ts";
import { ratioOf, type RenditionShape, src, srcSet } from "../../lib/media/browser.ts";
import { classNames } from "./class_names.ts";

interface PictureProps {
  /** Its title stands in for a missing alternative text. */
  item:
    & Pick<MediaItem, "id" | "alt" | "width" | "height" | "placeholder">
    & Partial<Pick<MediaItem, "title">>;
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
  const { item: { id, alt, placeholder }, sizes, priority, decorative, class: className } = props;
  const size = shownSize(props);
  const offer = { width: size.width, shape: props.shape };
  return (
    <span class={classNames("relative block overflow-hidden", className)}>
      <svg
        class="block h-auto w-full"
        viewBox={`0 0 ${size.width} ${size.height}`}
        aria-hidden="true"
        focusable="false"
      >
        <rect width="100%" height="100%" fill={placeholder} />
      </svg>
      <img
        class={classNames(
          "absolute inset-0 size-full text-sm",
          props.shape === undefined ? "object-contain" : "object-cover",
          isDark(placeholder) ? "text-[white]" : "text-[black]",
        )}
        loading={priority ? "eager" : "lazy"}
        fetchpriority={priority ? "high" : "auto"}
        decoding="async"
        alt={decorative ? "" : alt || props.item.title || ""}
        width={size.width}
        height={size.height}
        sizes={sizes}
        srcset={srcSet(id, offer)}
        src={src(id, offer)}
      />
    </span>
  );
}

/** The picture's own size, or that of the largest cut out of it. */
function shownSize({ item: { width, height }, shape }: Pick<PictureProps, "item" | "shape">) {
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
