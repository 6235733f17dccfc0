/** What a rendition is, and how its address says it (design §7). */

/** The widths that renditions come in, in pixels. */
export const RENDITION_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;
/** One of the widths that renditions come in. */
export type RenditionWidth = (typeof RENDITION_WIDTHS)[number];

/** The formats that renditions come in, best first. */
export const RENDITION_FORMATS = ["avif", "webp", "jpeg", "png"] as const;
/** One of the formats that renditions come in. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** The picture in a size. */
export interface RenditionSpec {
  readonly width: RenditionWidth;
  /** With a height the picture is cut to the box (`cover`) or set into it (`contain`). */
  readonly box: { readonly height: number; readonly fit: "cover" | "contain" } | null;
  /** Null leaves it to what the browser accepts. */
  readonly format: RenditionFormat | null;
}

/** Tallest box, in pixels. */
const MAX_HEIGHT = 1920;

const SPEC = /^w(\d{2,4})(?:-h([1-9]\d{0,3}))?(?:-(cover|contain))?(?:\.(avif|webp|jpeg|png))?$/;

/**
 * Reads a spec such as `w640`, `w640-h480-cover` or `w640.webp`; null for what is none. A box covers by default, and
 * without a height there is nothing to cut.
 */
export function parseRenditionSpec(text: string): RenditionSpec | null {
  const [, w, h, fit, format] = SPEC.exec(text) ?? [];
  const width = RENDITION_WIDTHS.find((known) => String(known) === w);
  if (width === undefined) return null;
  if (h !== undefined && Number(h) > MAX_HEIGHT) return null;
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

/** A picture as wide as it is, or as the largest cut of a ratio (width to height) out of it is. */
export interface PictureSize {
  readonly width: number;
  readonly ratio?: number | undefined;
}

/**
 * The `srcset` of a picture: every width up to its own, uncut, or cut to a ratio. A picture is never made
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

function offered({ width: own, ratio }: PictureSize): RenditionSpec[] {
  return RENDITION_WIDTHS
    .filter((width, index) => index === 0 || width <= own)
    .map((width) => ({ width, box: boxOf(width, ratio), format: null }))
    .filter(({ box }, index) => index === 0 || box === null || box.height < MAX_HEIGHT);
}

function boxOf(width: number, ratio: number | undefined): RenditionSpec["box"] {
  if (ratio === undefined) return null;
  const height = Math.min(Math.max(Math.round(width / ratio), 1), MAX_HEIGHT);
  return { height, fit: "cover" };
}
