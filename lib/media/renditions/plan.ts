/** Plans the scaling and cropping of a rendition. */
import type { RenditionSpec } from "../rendition_spec.ts";

/** A size in whole pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The focal point of a picture, as shares (0 to 1) of its width and height from the top left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** The steps of a rendition: scale the whole picture, then crop it. */
interface RenditionPlan {
  readonly scaled: Size;
  /** The crop within the scaled picture; null for none. */
  readonly cut: (Size & { readonly left: number; readonly top: number }) | null;
}

/**
 * Plans a rendition. Never enlarges a picture: a `cover` box that is larger than the picture shrinks in proportion. A
 * `cover` crop is the largest part of the picture in the box's shape, with the focal point as close to its centre as
 * the edges allow. `contain` scales the picture to fit in the box, without bars.
 */
export function planRendition(
  picture: Size,
  { spec: { width, box }, focal }: {
    spec: Pick<RenditionSpec, "width" | "box">;
    focal: FocalPoint;
  },
): RenditionPlan {
  if (box === null) {
    return { scaled: scale(picture, Math.min(1, width / picture.width)), cut: null };
  }
  const { height, fit } = box;
  if (fit === "contain") {
    const share = Math.min(1, width / picture.width, height / picture.height);
    return { scaled: scale(picture, share), cut: null };
  }
  const cut = scale({ width, height }, Math.min(1, picture.width / width, picture.height / height));
  const share = Math.max(cut.width / picture.width, cut.height / picture.height);
  // Rounding may leave a side one pixel smaller than the crop.
  const whole = scale(picture, share);
  const scaled = {
    width: Math.max(whole.width, cut.width),
    height: Math.max(whole.height, cut.height),
  };
  return {
    scaled,
    cut: {
      ...cut,
      left: startOf(cut.width, { of: scaled.width, focal: focal.x }),
      top: startOf(cut.height, { of: scaled.height, focal: focal.y }),
    },
  };
}

/** Returns the size of the planned rendition. */
export function sizeOf({ scaled, cut }: RenditionPlan): Size {
  const { width, height } = cut ?? scaled;
  return { width, height };
}

function scale({ width, height }: Size, share: number): Size {
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}

function startOf(length: number, { of, focal }: { of: number; focal: number }): number {
  return Math.min(Math.max(Math.round(of * focal - length / 2), 0), of - length);
}
