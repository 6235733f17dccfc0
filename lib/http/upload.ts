/** Reads multipart forms with files into memory. */
import { Buffer } from "node:buffer";
import { type BodyLimits, expectType, readBody } from "./body.ts";
import { AppError } from "./errors.ts";

/** Limits of a form with files. */
export interface UploadLimits extends BodyLimits {
  /** Maximum number of fields and files together. */
  readonly maxParts: number;
}

/**
 * Reads a multipart form with files into memory; the size limit is therefore the memory that one request may use.
 *
 * @throws {AppError} `unsupported_media_type`, `too_large`, `timeout`, and `invalid` for a broken form or too many
 *   parts.
 */
export async function readUpload(
  request: Request,
  { maxParts, ...limits }: UploadLimits,
): Promise<FormData> {
  expectType(request, /^multipart\/form-data$/, "multipart/form-data");
  const boundary = BOUNDARY.exec(request.headers.get("content-type") ?? "")?.slice(1).find(Boolean);
  const broken = (cause?: unknown) =>
    new AppError("invalid", "Cannot read the body: it is broken off or no form", { cause });
  if (boundary === undefined) throw broken();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    await readBody(request, limits, (chunk) => chunks.push(chunk));
    const bytes = Buffer.concat(chunks);
    // `formData()` accepts a truncated body, so check for the closing delimiter first.
    if (!bytes.includes(`--${boundary}--`)) throw broken();
    // Count the parts before parsing: parsing costs far more, and a body may consist of nothing but empty parts.
    if (countUpTo(maxParts + 2, { bytes, text: `--${boundary}` }) > maxParts + 1) {
      throw new AppError("invalid", `Cannot read the form: it has more than ${maxParts} parts`);
    }
    const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
    return await new Response(bytes, { headers }).formData();
  } catch (error) {
    throw error instanceof AppError ? error : broken(error);
  }
}

/** The boundary parameter as RFC 2046 §5.1.1 allows it, except for spaces, which no browser sends. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+./:=?-]{1,70}))\s*(?:;|$)/i;

function countUpTo(
  max: number,
  { bytes, text }: { readonly bytes: Buffer; readonly text: string },
): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count < max; at = bytes.indexOf(text, at + 1)) {
    count++;
  }
  return count;
}
