/** How a picture becomes a rendition: which size it is made, and what is cut out of that. */
import type { RenditionSpec } from "../rendition_spec.ts";

/** Whole pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The point that a picture is about, in shares of its width and height from the top left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** First the whole picture is scaled, then a part is cut out of it. */
export interface RenditionPlan {
  readonly scaled: Size;
  /** Null keeps all of it. */
  readonly cut: (Size & { readonly left: number; readonly top: number }) | null;
}

/**
 * Plans a rendition. A picture is never made larger: where it does not fill a box, the box shrinks in proportion. A cover
 * crop is the largest that the picture holds, with the focal point as near to its middle as the edges allow; a
 * picture that is contained keeps its proportions, without bars beside it.
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
  // By rounding, a side may come out one pixel short of what is cut from it.
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

/** The size that a planned rendition has. */
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
