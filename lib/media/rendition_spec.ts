/** What a rendition is, and how its address says it (design §7). */

/** The widths that renditions come in, in pixels. */
export const RENDITION_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;
/** One of the widths that renditions come in. */
export type RenditionWidth = (typeof RENDITION_WIDTHS)[number];

/** The formats that renditions come in, best first. */
export const RENDITION_FORMATS = ["avif", "webp", "jpeg", "png"] as const;
/** One of the formats that renditions come in. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** The shapes that a picture can be cut to, width to height. */
export const RENDITION_SHAPES = [
  "1:1",
  "4:3",
  "3:2",
  "16:9",
  "2:1",
  "3:4",
  "2:3",
  "9:16",
  "1:2",
] as const;
/** One of the shapes that a picture can be cut to. */
export type RenditionShape = (typeof RENDITION_SHAPES)[number];

/** Width by height of a shape, as a number. */
export function ratioOf(shape: RenditionShape): number {
  const [width = 1, height = 1] = shape.split(":").map(Number);
  return width / height;
}

/** The picture in a size. */
export interface RenditionSpec {
  readonly width: RenditionWidth;
  /** In one of the shapes; the picture is cut to the box (`cover`) or set into it (`contain`). */
  readonly box: { readonly height: number; readonly fit: "cover" | "contain" } | null;
  /** Null leaves it to what the browser accepts. */
  readonly format: RenditionFormat | null;
}

const SPEC = /^w(\d{2,4})(?:-h([1-9]\d{0,3}))?(?:-(cover|contain))?(?:\.(avif|webp|jpeg|png))?$/;

/**
 * Reads a spec such as `w640`, `w640-h480-cover` or `w640.webp`; null for what is none. A box covers by default, and
 * without a height there is nothing to cut. There are only so many sizes that a picture can be asked for, so that
 * nobody can have it made without end: a box has one of the shapes.
 */
export function parseRenditionSpec(text: string): RenditionSpec | null {
  const [, w, h, fit, format] = SPEC.exec(text) ?? [];
  const width = RENDITION_WIDTHS.find((known) => String(known) === w);
  if (width === undefined) return null;
  if (h !== undefined && !RENDITION_SHAPES.some((shape) => heightOf(width, shape) === Number(h))) {
    return null;
  }
  return {
    width,
    box: h === undefined
      ? null
      : { height: Number(h), fit: fit === "contain" ? "contain" : "cover" },
    format: RENDITION_FORMATS.find((known) => known === format) ?? null,
  };
}

/** Address of a picture in a size. */
export function renditionHref(id: string, { width, box, format }: RenditionSpec): string {
  const size = box === null ? "" : `-h${box.height}-${box.fit}`;
  return `/media/${encodeURIComponent(id)}/w${width}${size}${format === null ? "" : `.${format}`}`;
}

/** A picture as wide as it is, or as the largest cut of a shape out of it is. */
export interface PictureSize {
  readonly width: number;
  readonly shape?: RenditionShape | undefined;
}

/**
 * The `srcset` of a picture: every width up to its own, uncut, or cut to a shape. A picture is never made
 * larger than it is.
 */
export function srcSet(id: string, picture: PictureSize): string {
  return offered(picture).map((spec) => `${renditionHref(id, spec)} ${spec.width}w`).join(", ");
}

/** The `src` beside a `srcset`, for whoever chooses no width: the widest that is offered up to `most`. */
export function src(id: string, picture: PictureSize, most: RenditionWidth = 640): string {
  const specs = offered(picture);
  const spec = specs.findLast(({ width }) => width <= most) ?? specs[0];
  return renditionHref(id, spec ?? { width: most, box: null, format: null });
}

function offered({ width: own, shape }: PictureSize): RenditionSpec[] {
  return RENDITION_WIDTHS
    .filter((width, index) => index === 0 || width <= own)
    .map((width) => ({ width, box: boxOf(width, shape), format: null }));
}

function boxOf(width: number, shape: RenditionShape | undefined): RenditionSpec["box"] {
  return shape === undefined ? null : { height: heightOf(width, shape), fit: "cover" };
}

function heightOf(width: number, shape: RenditionShape): number {
  return Math.round(width / ratioOf(shape));
}
