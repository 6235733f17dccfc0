/** Forms with files. */
import { Buffer } from "node:buffer";
import { type BodyLimits, expectType, readBody } from "./body.ts";
import { AppError } from "./errors.ts";

/** Bounds of a form with files. */
export interface UploadLimits extends BodyLimits {
  /** Most fields and files together. */
  readonly maxParts: number;
}

/**
 * Reads a form with files. They are held in memory, so the limits are what a request may cost. Throws
 * `unsupported_media_type`, `too_large`, `timeout`, and `invalid` for what is broken or has too many parts.
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
    // What has no end was broken off, however well it begins.
    if (!bytes.includes(`--${boundary}--`)) throw broken();
    // Taking parts apart costs far more than counting them, and a body may be nothing but parts.
    if (countUpTo(maxParts + 2, { bytes, text: `--${boundary}` }) > maxParts + 1) {
      throw new AppError("invalid", `Cannot read the form: it has more than ${maxParts} parts`);
    }
    const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
    return await new Response(bytes, { headers }).formData();
  } catch (error) {
    throw error instanceof AppError ? error : broken(error);
  }
}

/** As browsers make them, and as RFC 2046 §5.1.1 allows them, but for blanks and quotes. */
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
