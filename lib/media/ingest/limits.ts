/** What a file may be, so that none costs more memory, time or room than is set aside for it. */

const MIB = 1024 * 1024;

/** Bounds of a file that is taken in, and of a request that sends some. */
export const INGEST_LIMITS = {
  /** Of a file as it is sent. */
  maxBytes: 30 * MIB,
  /** Of a drawing (SVG), which is read as text. */
  maxSvgBytes: 4 * MIB,
  /** Of all pixels together. */
  maxPixels: 60_000_000,
  /** Of an AVIF, which takes several times the memory to decode. */
  maxAvifPixels: 25_000_000,
  /** Of the longer side. */
  maxSide: 16_384,
  /** Of the shorter side. */
  minSide: 16,
  /** Longest side that is stored; larger pictures are made smaller. */
  storedSide: 4_096,
  /** Longest side of a drawing when it becomes a picture. */
  drawnSide: 2_400,
  /** Files of one request. */
  maxFiles: 50,
  /** Of a request with several files. */
  maxFormBytes: 300 * MIB,
  /** Until a file has arrived. */
  fileTimeoutMs: 10 * 60_000,
  /** Until the files of one request have arrived and are taken in. */
  formTimeoutMs: 20 * 60_000,
  /** Until a picture is decoded and written anew. */
  decodeSeconds: 30,
  /** Until a drawing is drawn at a quarter of the pixels that it gets in the end. */
  drawMs: 2_000,
} as const;
