import type { JSX } from "preact";
import { classNames } from "./class_names.ts";

/** What it takes to show a picture. It is worked out on the server, so that islands load nothing for it. */
export interface PictureView {
  readonly src: string;
  readonly srcset: string;
  /** Pixels of the picture, or of what is cut out of it. */
  readonly width: number;
  readonly height: number;
  /** Colour that fills its place until it comes. */
  readonly fill: string;
  /** White words are read better on `fill` than black ones. */
  readonly isDark: boolean;
  /** It is cut to a shape, so it fills its place to the edges. */
  readonly isCut: boolean;
}

interface ShownPictureProps {
  view: PictureView;
  /** Empty where the words beside it say the same. */
  alt: string;
  sizes: string;
  priority?: boolean | undefined;
  class?: string | undefined;
}

/** A picture in a place that is kept for it from the start. */
export function ShownPicture(props: ShownPictureProps): JSX.Element {
  const { view: { src, srcset, width, height, fill, isDark, isCut }, priority } = props;
  return (
    <span class={classNames("relative block overflow-hidden", props.class)}>
      <svg
        class="block h-auto w-full"
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        focusable="false"
      >
        <rect width="100%" height="100%" fill={fill} />
      </svg>
      <img
        class={classNames(
          "absolute inset-0 size-full text-sm",
          isCut ? "object-cover" : "object-contain",
          isDark ? "text-[white]" : "text-[black]",
        )}
        loading={priority ? "eager" : "lazy"}
        fetchpriority={priority ? "high" : "auto"}
        decoding="async"
        alt={props.alt}
        width={width}
        height={height}
        sizes={props.sizes}
        srcset={srcset}
        src={src}
      />
    </span>
  );
}
