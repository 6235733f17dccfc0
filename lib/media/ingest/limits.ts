/** Limits on uploaded files and requests, so that none takes more memory, time or disk space than planned. */

const MIB = 1024 * 1024;

/** Limits on an ingested file, and on a request that uploads several. Sides are in pixels. */
export const INGEST_LIMITS = {
  /** Largest file. */
  maxBytes: 30 * MIB,
  /** Largest SVG, which is parsed as text in memory. */
  maxSvgBytes: 4 * MIB,
  /** Largest width times height. */
  maxPixels: 60_000_000,
  /** Largest width times height of an AVIF, which takes several times the memory to decode. */
  maxAvifPixels: 25_000_000,
  /** Largest longer side. */
  maxSide: 16_384,
  /** Smallest shorter side. */
  minSide: 16,
  /** Longer side of a stored original; larger pictures are scaled down. */
  storedSide: 4_096,
  /** Longer side to which an SVG is rasterised. */
  drawnSide: 2_400,
  /** Largest number of files in one request. */
  maxFiles: 50,
  /** Largest body of a request with several files. */
  maxFormBytes: 300 * MIB,
  /** Time for one file to arrive. */
  fileTimeoutMs: 10 * 60_000,
  /** Time for all files of one request to arrive and be processed. */
  formTimeoutMs: 20 * 60_000,
  /** Time to decode and re-encode a picture. */
  decodeSeconds: 30,
  /** Time for each trial rasterisation of an SVG; the largest one has a quarter of the final pixels. */
  drawMs: 2_000,
} as const;
