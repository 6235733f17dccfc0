/** Reads multipart forms as streams, for files that are too large to hold in memory. */
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BodyLimits, expectType, streamBody } from "./body.ts";
import { AppError } from "./errors.ts";

/** Limits of a streamed form. */
interface FormStreamLimits extends BodyLimits {
  readonly maxFiles: number;
  readonly maxFields: number;
  /** Maximum number of files and fields together; the sum of both maxima by default. */
  readonly maxParts?: number;
  /** Maximum size of a text field in bytes. */
  readonly maxFieldBytes: number;
}

/** A file in a form. */
interface FormFile {
  /** Name of its field. */
  readonly field: string;
  /** File name on the user's machine; empty when no file was chosen. */
  readonly fileName: string;
  /** Content type as the user's machine states it, which proves nothing. */
  readonly type: string;
  /** Content of the file. The rest is skipped when the taker does not read it to the end. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Receives the parts of a form one after another, in the order of the form. */
interface FormTaker {
  field(name: string, value: string): void;
  file(file: FormFile): Promise<void>;
}

/**
 * Streams a multipart form to a taker, with backpressure: no file is in memory as a whole, and the taker receives one
 * part at a time. Parts already taken are not undone when a later part fails.
 *
 * @throws {AppError} `unsupported_media_type`, `too_large`, `timeout`, `unavailable` when the service stops, and
 *   `invalid` for a broken form or too many parts; else whatever the taker throws.
 */
export async function streamForm(
  request: Request,
  limits: FormStreamLimits,
  taker: FormTaker,
): Promise<void> {
  expectType(request, /^multipart\/form-data$/, "multipart/form-data");
  let taking = Promise.resolve();
  let failed = false;
  const files = new Set<Readable>();
  const parser = parserOf(request, limits);
  const stop = (error: unknown) => {
    failed = true;
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  const { maxFiles, maxFields, maxParts = maxFiles + maxFields } = limits;
  const refuseMore = (limit: string) => () =>
    stop(new AppError("invalid", `Cannot read the form: it has more than ${limit}`));
  parser.on("filesLimit", refuseMore(`${maxFiles} files`));
  parser.on("fieldsLimit", refuseMore(`${maxFields} fields`));
  parser.on("partsLimit", refuseMore(`${maxParts} parts`));
  const take = (part: () => void | Promise<void>) => {
    taking = taking.then(() => failed ? undefined : part());
    taking.catch(stop);
  };
  parser.on("field", (name, value) => take(() => taker.field(name, value)));
  parser.on("file", (field, stream, fileName, _encoding, type) => {
    files.add(stream);
    // A reader gets the error from the iterator. Without a reader, an unhandled "error" event would end the process.
    stream.on("error", () => {});
    take(async () => {
      const body = stream.iterator({ destroyOnReturn: false });
      // Undefined, whatever the parser's types say, for a part that is a file only by its content type.
      await taker.file({ field, fileName: fileName ?? "", type, body });
      stream.resume();
    });
  });
  // Otherwise the refusal would wait for the next piece of a body that stalls.
  const closed = new AbortController();
  parser.once("close", () => closed.abort());
  try {
    await pipeline(Readable.from(streamBody(request, limits, closed.signal)), parser);
    await taking;
  } catch (error) {
    failed = true;
    // A taker that is reading a file would otherwise wait for its end forever.
    for (const file of files) file.destroy(error instanceof Error ? error : undefined);
    await taking.catch(() => {});
    throw error instanceof AppError || !isBroken(error) ? error : broken(error);
  }
}

function parserOf(
  request: Request,
  { maxFiles, maxFields, maxParts = maxFiles + maxFields, maxFieldBytes }: FormStreamLimits,
): BusboyInstance {
  const type = request.headers.get("content-type") ?? "";
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: {
        files: maxFiles,
        fields: maxFields,
        parts: maxParts,
        fieldSize: maxFieldBytes,
        fieldNameSize: 100,
        headerPairs: 20,
      },
      // Safe: a file name decides nothing here, and the code that shows one drops its folders.
      preservePath: true,
    });
  } catch (error) {
    throw broken(error);
  }
}

/** Whether the parser threw this error. It has neither an error class nor codes, so the message decides. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && /multipart|premature close/i.test(error.message);
}

function broken(cause: unknown): AppError {
  return new AppError("invalid", "Cannot read the form: it is broken off or no form", { cause });
}
