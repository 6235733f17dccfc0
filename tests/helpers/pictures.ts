/** Generates pictures for tests, both valid and malicious ones. */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** The formats of generated pictures. */
type MadeFormat = "jpeg" | "png" | "webp" | "avif" | "gif" | "tiff";

interface Made {
  readonly width?: number;
  readonly height?: number;
  /** Different seeds give different pictures. */
  readonly seed?: number;
}

/** Draws a simple picture. */
export function drawn({ width = 320, height = 200, seed = 1 }: Made = {}): Sharp {
  const [red, green] = [(seed * 53) % 256, (seed * 97) % 256];
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="rgb(${red},${green},120)"/>
    <circle cx="30%" cy="50%" r="${Math.min(width, height) / 4}" fill="#fff"/></svg>`;
  return sharp(Buffer.from(shape)).flatten({ background: "#fff" });
}

/** Draws a picture and encodes it as a file. */
export function pictureFile(format: MadeFormat, made?: Made): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(drawn(made).toFormat(format));
}

/** Returns the output of a pipeline in a buffer of its own, not in Node's shared pool. */
export async function bytesOf(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await image.toBuffer());
}

/** Concatenates bytes and texts. */
export function joined(...parts: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
}

/** Builds a PNG whose header need not match its compressed data. */
export function pngFile(
  { width, height, data }: { width: number; height: number; data: Uint8Array },
  ...extra: readonly (readonly [type: string, data: Uint8Array])[]
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const chunks = [["IHDR", header], ...extra, ["IDAT", data], ["IEND", new Uint8Array()]] as const;
  return joined(
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    ...chunks.map(([type, data]) => pngChunk(type, data)),
  );
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Builds a decompression bomb: a number of zero bytes, compressed. */
export function bomb(bytes: number): Uint8Array {
  return deflateSync(Buffer.alloc(bytes));
}

/** Builds a simple SVG with additional content and attributes. */
export function svgFile(inside = "", attributes = ""): Uint8Array<ArrayBuffer> {
  return joined(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      viewBox="0 0 400 200" ${attributes}><rect width="400" height="200" fill="#2a6"/>${inside}</svg>`,
  );
}

/** Builds an animated WebP with three frames. */
export async function animatedWebp(): Promise<Uint8Array<ArrayBuffer>> {
  const pages = await Promise.all(
    [1, 2, 3].map((seed) => drawn({ width: 64, height: 64, seed }).raw().toBuffer()),
  );
  const raw = { width: 64, height: 192, channels: 3, pageHeight: 64 } as const;
  return await bytesOf(sharp(Buffer.concat(pages), { raw }).webp({ loop: 0, delay: [90, 90, 90] }));
}

/** Yields a file in chunks, as it arrives over a network. */
export async function* inPieces(
  bytes: Uint8Array,
  size = 16_384,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += size) {
    await Promise.resolve();
    yield new Uint8Array(bytes.subarray(at, at + size));
  }
}
