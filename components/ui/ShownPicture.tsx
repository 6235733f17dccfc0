import type { JSX } from "preact";
import { classNames } from "./class_names.ts";

/** Everything needed to show a picture. The server computes it, so that islands do not load the code for it. */
export interface PictureView {
  readonly src: string;
  readonly srcset: string;
  /** Size in pixels, of the picture or of its crop. */
  readonly width: number;
  readonly height: number;
  /** CSS colour that fills its space until it has loaded. */
  readonly fill: string;
  /** Whether white text is easier to read on `fill` than black text. */
  readonly isDark: boolean;
  /** Whether it is cropped to a shape, so it fills its space to the edges. */
  readonly isCut: boolean;
}

/** A picture whose space is reserved from the start, so that loading it moves nothing. */
export function ShownPicture(props: {
  view: PictureView;
  /** Empty where the text beside it says the same. */
  alt: string;
  sizes: string;
  priority?: boolean | undefined;
  class?: string | undefined;
}): JSX.Element {
  const { view: { src, srcset, width, height, fill, isDark, isCut }, priority } = props;
  return (
    <span class={classNames("picture", props.class)}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect width="100%" height="100%" fill={fill} />
      </svg>
      <img
        class={classNames(isCut && "is-cut", isDark && "is-dark")}
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
