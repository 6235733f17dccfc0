/** Normalises a picture to the stored form of originals; runs in the child process. */
import sharp, { type Metadata, type Sharp } from "sharp";
import { INGEST_LIMITS } from "./limits.ts";
import type { Sent } from "./receive.ts";
import { type Refusal, refusal, tooSlow } from "./refusal.ts";
import { type Drawing, drawSvg } from "./svg.ts";

/** An untrusted picture: the file at `path`, or for an SVG the bytes in `drawing`. */
export interface Unread extends Pick<Sent, "kind" | "path"> {
  readonly drawing?: Uint8Array;
}

/** A normalised picture in a file. */
export interface Normalised {
  readonly kind: "normal";
  readonly path: string;
  readonly mime: "image/jpeg" | "image/png";
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** The dominant colour, as `#rrggbb`. */
  readonly placeholder: string;
}

const { maxSide, minSide, storedSide, drawnSide, decodeSeconds, drawMs } = INGEST_LIMITS;

/**
 * Decodes a picture and re-encodes it to `path`: upright, in sRGB, with a longer side of at most
 * {@linkcode INGEST_LIMITS.storedSide} pixels, and without metadata or any other content of the file. Checks the size
 * in the header before it decodes.
 *
 * A PNG, an SVG or a picture with alpha becomes a PNG, anything else a JPEG: a dozen renditions are made from each
 * original, and these decode faster than formats that compress better. Originals are not sent to clients, so their
 * size matters less.
 *
 * The decoder opens the files, not Deno, which refuses some folders (such as `/dev/shm`) to a process without all
 * permissions.
 *
 * @throws Error for a failure that is not the picture's fault, such as a full disk.
 */
export async function normaliseHere(
  unread: Unread,
  path: string,
): Promise<Normalised | Refusal> {
  try {
    const source = await openPicture(unread);
    return "reason" in source ? source : await write(source, path);
  } catch (error) {
    return refusalOf(error);
  }
}

interface Source {
  readonly image: Sharp;
  readonly isPhoto: boolean;
}

async function openPicture(sent: Unread): Promise<Source | Refusal> {
  if (sent.kind === "svg") {
    const drawing = await drawSvg(sent.drawing ?? new Uint8Array());
    if ("reason" in drawing) return drawing;
    return await isSlow(drawing)
      ? tooSlow()
      : { image: open(drawing.at(drawnSide)), isPhoto: false };
  }
  const metadata = await sharp(sent.path, { limitInputPixels: false }).metadata();
  const refused = refusedBy(metadata, sent.kind);
  if (refused !== null) return refused;
  return { image: open(sent.path), isPhoto: sent.kind !== "png" && metadata.hasAlpha !== true };
}

/**
 * Whether an SVG takes too long to rasterise. A few lines of SVG can demand any amount of work, and rasterising
 * cannot be cancelled. So it is tried at an eighth of the final side, then a quarter, then half: each step has four
 * times the pixels and takes at most four times as long.
 */
async function isSlow(drawing: Drawing): Promise<boolean> {
  for (const side of [drawnSide / 8, drawnSide / 4, drawnSide / 2]) {
    const start = performance.now();
    await open(drawing.at(side)).raw().toBuffer();
    if (performance.now() - start > drawMs) return true;
  }
  return false;
}

function open(input: string | Uint8Array): Sharp {
  return sharp(input, {
    limitInputPixels: INGEST_LIMITS.maxPixels,
    failOn: "error",
    sequentialRead: true,
  })
    .timeout({ seconds: decodeSeconds });
}

/** Checks a picture's format and size by its header. */
function refusedBy(
  { format, compression, pages = 1, width, height }: Metadata,
  kind: Exclude<Sent["kind"], "svg">,
): Refusal | null {
  const isKind = kind === "avif" ? format === "heif" && compression === "av1" : format === kind;
  if (!isKind) return broken();
  if (pages > 1) return refusal("animated", "It is an animation, not a single picture.");
  const { maxPixels, maxAvifPixels } = INGEST_LIMITS;
  return refusedSize({ width, height, most: kind === "avif" ? maxAvifPixels : maxPixels });
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Largest allowed width times height. */
  readonly most: number;
}

function refusedSize({ width, height, most }: Size): Refusal | null {
  const size = `${width} × ${height}`;
  if (Math.max(width, height) > maxSide) {
    return refusal("too_large", `It is ${size} pixels, and ${maxSide} is the longest side taken.`);
  }
  if (width * height > most) {
    return refusal("too_large", `It is ${size} pixels, more than ${most / 1_000_000} megapixels.`);
  }
  if (Math.min(width, height) < minSide) {
    return refusal("too_small", `It is ${size} pixels, too small to show anything.`);
  }
  return null;
}

async function write({ image, isPhoto }: Source, path: string): Promise<Normalised> {
  const upright = image.autoOrient().toColourspace("srgb")
    .resize({ width: storedSide, height: storedSide, fit: "inside", withoutEnlargement: true });
  const { width, height, size } =
    await (isPhoto
      ? upright.jpeg({ quality: 90, chromaSubsampling: "4:4:4" })
      : upright.png({ compressionLevel: 6 })).toFile(path);
  return {
    kind: "normal",
    path,
    mime: isPhoto ? "image/jpeg" : "image/png",
    bytes: size,
    width,
    height,
    placeholder: await dominantColour(path),
  };
}

/** Finds the dominant colour on a small copy, which is faster; transparent areas count as white. */
async function dominantColour(path: string): Promise<string> {
  const small = await sharp(path).resize(64, 64, { fit: "inside" }).flatten({ background: "#fff" })
    .png().toBuffer();
  const { dominant: { r, g, b } } = await sharp(small).stats();
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Messages of the decoder for failures of the disk and not of the picture. */
const OUR_FAILURE = /no space|ENOSPC|unable to open for write|write error|permission denied/i;

function refusalOf(error: unknown): Refusal {
  const text = error instanceof Error ? error.message : "";
  if (/timeout/i.test(text)) return tooSlow();
  if (/pixel limit/i.test(text)) return refusal("too_large", "It has too many pixels.");
  if (error instanceof Deno.errors.NotCapable || error instanceof TypeError) throw error;
  if (OUR_FAILURE.test(text)) throw error;
  return broken();
}

function broken(): Refusal {
  return refusal("broken", "It is broken off or damaged, so it cannot be read to its end.");
}
