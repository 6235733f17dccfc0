/** The rendition spec: the size and format at the end of `/media/<id>/<spec>`, parsed and formatted (design §7). */

/** The allowed widths, in pixels. */
export const RENDITION_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;
/** One of {@linkcode RENDITION_WIDTHS}. */
type RenditionWidth = (typeof RENDITION_WIDTHS)[number];

/** The allowed formats, best first. */
export const RENDITION_FORMATS = ["avif", "webp", "jpeg", "png"] as const;
/** One of {@linkcode RENDITION_FORMATS}. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** The aspect ratios that a picture can be cropped to, as width to height. */
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
/** One of {@linkcode RENDITION_SHAPES}. */
export type RenditionShape = (typeof RENDITION_SHAPES)[number];

/** Returns width divided by height of a shape. */
export function ratioOf(shape: RenditionShape): number {
  const [width = 1, height = 1] = shape.split(":").map(Number);
  return width / height;
}

/** The size and format of a rendition. */
export interface RenditionSpec {
  readonly width: RenditionWidth;
  /**
   * Null keeps the picture's own shape. Otherwise it is cropped to the box (`cover`) or scaled to fit in it
   * (`contain`).
   */
  readonly box: { readonly height: number; readonly fit: "cover" | "contain" } | null;
  /** Null negotiates the format from the `Accept` header. */
  readonly format: RenditionFormat | null;
}

const SPEC = /^w(\d{2,4})(?:-h([1-9]\d{0,3}))?(?:-(cover|contain))?(?:\.(avif|webp|jpeg|png))?$/;

/**
 * Parses a spec such as `w640`, `w640-h480-cover` or `w640.webp`; returns null for an invalid one. The fit defaults
 * to `cover` and is ignored without a height. Only the listed widths and shapes are valid, which bounds how many
 * renditions of one picture a client can make the server compute.
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

/** Formats the URL path of a rendition. {@linkcode parseRenditionSpec} parses the spec in it back. */
export function renditionHref(id: string, { width, box, format }: RenditionSpec): string {
  const size = box === null ? "" : `-h${box.height}-${box.fit}`;
  return `/media/${encodeURIComponent(id)}/w${width}${size}${format === null ? "" : `.${format}`}`;
}

/** The largest size that a picture can be shown in. */
interface PictureSize {
  /** In pixels: the original's own width, or that of the largest crop of `shape` out of it. */
  readonly width: number;
  readonly shape?: RenditionShape | undefined;
}

/**
 * Formats the `srcset` of a picture: every allowed width up to its own, so that it is never enlarged, and at least the
 * smallest one. The candidates are cropped when `picture.shape` is set.
 */
export function srcSet(id: string, picture: PictureSize): string {
  return offered(picture).map((spec) => `${renditionHref(id, spec)} ${spec.width}w`).join(", ");
}

/**
 * Returns the fallback `src` for a {@linkcode srcSet}: its widest candidate of at most `most` pixels, else its first.
 */
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
