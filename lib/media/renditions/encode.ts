/** Encodes renditions with sharp. */
import type { Sharp } from "sharp";
import { AppError } from "@/lib/http/mod.ts";
import type { RenditionFormat, RenditionSpec } from "../rendition_spec.ts";
import { type FocalPoint, planRendition } from "./plan.ts";

/** A rendition to encode, with its format negotiated. */
export interface Wanted {
  readonly spec: Pick<RenditionSpec, "width" | "box">;
  readonly format: RenditionFormat;
  readonly focal: FocalPoint;
}

/**
 * Encodes a rendition from the bytes of an original. Rejects when they cannot be decoded, and with an AppError
 * `unavailable` when it takes too long.
 */
export type Encode = (
  original: Uint8Array<ArrayBuffer>,
  wanted: Wanted,
) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Version of the encoder: `<settings>/<sharp>/<libvips>`. Must change with anything that changes the bytes of a
 * rendition, because it is part of ETags and cache keys. The package versions are literals, since reading them would
 * load sharp.
 */
export const ENCODER = "1/0.35.5/8.18.7";

let loading: ReturnType<typeof load> | undefined;

/**
 * Loads sharp on first use: most starts find every rendition cached, and start faster and smaller without it. Several
 * renditions are encoded at once, so each uses one thread. Sharp's own cache is off, because inputs rarely repeat.
 */
async function load() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** Ingestion limits originals already; this covers those written by other means, such as the seed. */
const LIMITS = { limitInputPixels: 80_000_000, failOn: "error" } as const;
/** Time limit of one encoding. The most expensive picture takes a few seconds on an idle machine. */
const SECONDS = 60;
/** Matches sharp's message for an encoding beyond its time limit. */
const TIMEOUT = /^timeout: \d+% complete/;

/** Background of transparent areas in a format without alpha. */
const PAPER = "#ffffff";

/** Encodes a rendition with sharp, within 60 s. */
export const encode: Encode = async (original, { spec, format, focal }) => {
  const sharp = await (loading ??= load());
  const source = sharp(original, LIMITS);
  const { width, height } = await source.metadata();
  const { scaled, cut } = planRendition({ width, height }, { spec, focal });
  // Crop after scaling, because cropping first would prevent shrink-on-load: decoding a JPEG at a fraction of its size.
  const whole = source.resize({ ...scaled, fit: "fill" });
  return await write(cut === null ? whole : whole.extract(cut), format);
};

/** Rasterises a trusted SVG in its own size. */
export async function rasterise(
  svg: string,
  format: RenditionFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const sharp = await (loading ??= load());
  return await write(sharp(new TextEncoder().encode(svg), LIMITS), format);
}

async function write(image: Sharp, format: RenditionFormat): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await inFormat(image, format).timeout({ seconds: SECONDS }).toBuffer();
  } catch (error) {
    if (error instanceof Error && TIMEOUT.test(error.message)) throw tooSlow(error);
    throw error;
  }
}

/** The busy machine is the usual reason, not the picture. */
function tooSlow(cause: Error): AppError {
  return new AppError("unavailable", "This picture takes too long to make, try again later", {
    headers: { "retry-after": `${SECONDS}` },
    cause,
  });
}

/**
 * Sets the output format. The efforts are low, because the first visitor waits for the encoding: sharp's default for
 * AVIF saves a tenth of the bytes and takes ten times as long (docs/decisions/0010-renditions.md).
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
