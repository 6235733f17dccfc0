/** Making of any picture the one form in which originals are kept: what the process does that is kept apart. */
import sharp, { type Metadata, type Sharp } from "sharp";
import { INGEST_LIMITS } from "./limits.ts";
import type { Sent } from "./receive.ts";
import { type Refusal, refusal, tooSlow } from "./refusal.ts";
import { type Drawing, drawSvg } from "./svg.ts";

/** A picture to be read: its bytes where it is a drawing, which is text, and else its file. */
export interface Unread extends Pick<Sent, "kind" | "path"> {
  readonly drawing?: Uint8Array;
}

/** A picture in normal form, in a file. */
export interface Normalised {
  readonly kind: "normal";
  readonly path: string;
  readonly mime: "image/jpeg" | "image/png";
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Its dominant colour, `#rrggbb`. */
  readonly placeholder: string;
}

const { maxSide, minSide, storedSide, drawnSide, decodeSeconds, drawMs } = INGEST_LIMITS;

/**
 * Decodes a picture and writes it anew to `path`: upright, in sRGB, at most {@linkcode INGEST_LIMITS.storedSide}
 * long, and without anything else that the file had in it. Its size is read from its header before
 * anything is decoded.
 *
 * What is lossy and opaque becomes a JPEG, all else a PNG. Renditions are made from these a dozen times, and
 * they are quicker to read than what squeezes better: an original is never sent to anybody. Only the decoder opens files
 * here, for the runtime keeps some folders, such as those in memory, from a process that may not do everything.
 *
 * @throws what is no fault of the picture, such as a disk that is full.
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
 * Whether a drawing takes too long to draw, of which a few lines of text can make any amount, and nothing stops
 * what has begun. So it is drawn small first, and then at four times the pixels each, which takes at most
 * four times as long.
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

/** Judges a picture by its header. */
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
  /** Pixels that a picture may have. */
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

/** Of a small copy, for it says the same of many fewer pixels; what is transparent shows the paper. */
async function dominantColour(path: string): Promise<string> {
  const small = await sharp(path).resize(64, 64, { fit: "inside" }).flatten({ background: "#fff" })
    .png().toBuffer();
  const { dominant: { r, g, b } } = await sharp(small).stats();
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** What is said when it is not the picture that fails, but the disk that it is written to. */
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
