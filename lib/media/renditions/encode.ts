/** Making renditions out of originals, with sharp. */
import type { Sharp } from "sharp";
import type { RenditionFormat, RenditionSpec } from "../rendition_spec.ts";
import { type FocalPoint, planRendition } from "./plan.ts";

/** A rendition whose format is settled. */
export interface Wanted {
  readonly spec: Pick<RenditionSpec, "width" | "box">;
  readonly format: RenditionFormat;
  readonly focal: FocalPoint;
}

/** Makes a rendition out of the bytes of an original; throws when they are no picture. */
export type Encode = (
  original: Uint8Array<ArrayBuffer>,
  wanted: Wanted,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Changes with whatever changes the bytes of a rendition: the settings below, the packages' versions. They stand here
 * because reading them loads the library.
 */
export const ENCODER = "1/0.35.5/8.18.7";

let loading: ReturnType<typeof load> | undefined;

/**
 * Loads the library when the first picture is made. Most starts find every rendition made before, and without it a start is
 * quicker and the process smaller. Several pictures are made at once, so each takes one thread; and none is like
 * the one before, so what it would remember is only in the way.
 */
async function load() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Originals are bounded when they are taken in; this bounds those that got in another way. */
const LIMITS = { limitInputPixels: 80_000_000, failOn: "error" } as const;
/** The hardest picture takes a few on an idle machine. */
const SECONDS = 60;

/** What transparency becomes in a format that has none. */
const PAPER = "#ffffff";

/** Makes a rendition of an original. */
export const encode: Encode = async (original, { spec, format, focal }) => {
  const sharp = await (loading ??= load());
  const source = sharp(original, LIMITS);
  const { width, height } = await source.metadata();
  const { scaled, cut } = planRendition({ width, height }, { spec, focal });
  // Cut after scaling: what is cut before keeps a JPEG from being read at a fraction of its size.
  const whole = source.resize({ ...scaled, fit: "fill" });
  return await write(cut === null ? whole : whole.extract(cut), format);
};

/** Draws an SVG of our own, in the size that it says. */
export async function rasterise(
  svg: string,
  format: RenditionFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await (loading ??= load());
  return await write(sharp(new TextEncoder().encode(svg), LIMITS), format);
}

function write(image: Sharp, format: RenditionFormat): Promise<Uint8Array<ArrayBuffer>> {
  return inFormat(image, format).timeout({ seconds: SECONDS }).toBuffer();
}

/**
 * Low efforts, for a first visitor waits while a rendition is made: the library's own would save a tenth of the bytes of
 * an AVIF, and take ten times as long (docs/decisions/0010-renditions.md).
 */
function inFormat(image: Sharp, format: RenditionFormat): Sharp {
  switch (format) {
    case "avif":
      return image.avif({ quality: 55, effort: 1 });
    case "webp":
      return image.webp({ quality: 80, effort: 2 });
    case "jpeg":
      return image.flatten({ background: PAPER }).jpeg({ quality: 80, mozjpeg: true });
    case "png":
      return image.png();
  }
}
