/** Reads multipart forms with files into memory. */
import type { BodyLimits } from "./body.ts";
import { streamForm } from "./form_stream.ts";

/** Limits of a form with files. */
interface UploadLimits extends BodyLimits {
  readonly maxBytes: number;
  /** Maximum number of fields and files together. */
  readonly maxParts: number;
}

/**
 * Reads a multipart form with files into memory; the size limit is therefore the memory that one request may use.
 *
 * @throws {AppError} like `streamForm()`.
 */
export async function readUpload(request: Request, limits: UploadLimits): Promise<FormData> {
  const { maxBytes } = limits;
  const form = new FormData();
  await streamForm(
    request,
    { ...limits, maxFiles: Infinity, maxFields: Infinity, maxFieldBytes: maxBytes },
    {
      field: (name, value) => form.append(name, value),
      async file({ field, fileName, type, body }) {
        const chunks: Uint8Array<ArrayBuffer>[] = [];
        for await (const chunk of body) chunks.push(chunk.slice());
        form.append(field, new File(chunks, fileName, { type }));
      },
    },
  );
  return form;
}
