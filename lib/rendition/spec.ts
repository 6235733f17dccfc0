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

/** Reads a spec such as `w640`, `w640-h480-cover` or `w640.webp`; null for what is none. A box covers by default. */
export function parseRenditionSpec(text: string): RenditionSpec | null {
  const [, w, h, fit, format] = SPEC.exec(text) ?? [];
  const width = RENDITION_WIDTHS.find((known) => String(known) === w);
  if (width === undefined || (h === undefined && fit !== undefined)) return null;
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

/**
 * The `srcset` of a picture: every width up to its own, uncut, or cut to a ratio of width to height. A picture is
 * never made larger than it is.
 */
export function srcSet(id: string, picture: { width: number; ratio?: number }): string {
  const { width: own, ratio } = picture;
  return RENDITION_WIDTHS
    .filter((width, index) => index === 0 || width <= own)
    .map((width) => {
      const box = ratio === undefined
        ? null
        : { height: Math.round(width / ratio), fit: "cover" as const };
      return `${renditionHref(id, { width, box, format: null })} ${width}w`;
    })
    .join(", ");
}
