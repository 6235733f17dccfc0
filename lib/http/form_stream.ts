/** Forms with files that are too large to be held in memory. */
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type BodyLimits, expectType, streamBody } from "./body.ts";
import { AppError } from "./errors.ts";

/** Bounds of a form that is taken as it arrives. */
export interface FormStreamLimits extends BodyLimits {
  readonly maxFiles: number;
  readonly maxFields: number;
  /** Longest text of a field, in bytes. */
  readonly maxFieldBytes: number;
}

/** A file of a form. */
export interface FormFile {
  /** Name of its field. */
  readonly field: string;
  /** What it is called where it comes from; empty where nobody has chosen one. */
  readonly fileName: string;
  /** What is left unread of it is passed over. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Takes the parts of a form, one after the other, in the order of the form. */
export interface FormTaker {
  field(name: string, value: string): void;
  file(file: FormFile): Promise<void>;
}

/**
 * Reads a form with files as it arrives: no file is in memory whole, and the next is not read before the one
 * before is taken. What was taken stays so when a later part cannot be read.
 *
 * @throws {AppError} `unsupported_media_type`, `too_large`, `timeout`, and `invalid` for what is broken or has
 *   too many parts; else whatever a taker throws.
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
  const tooMany = () =>
    stop(new AppError("invalid", "Cannot read the form: it has too many parts"));
  for (const event of ["filesLimit", "fieldsLimit", "partsLimit"] as const) {
    parser.on(event, tooMany);
  }
  parser.on("field", (name, value) => {
    taking = taking.then(() => failed ? undefined : taker.field(name, value));
  });
  parser.on("file", (field, stream, fileName) => {
    files.add(stream);
    // Heard by whoever reads it, if anybody does.
    stream.on("error", () => {});
    taking = taking.then(async () => {
      if (failed) return;
      const body = stream.iterator({ destroyOnReturn: false });
      await taker.file({ field, fileName: fileName ?? "", body });
      stream.resume();
    });
    taking.catch(stop);
  });
  try {
    await pipeline(Readable.from(streamBody(request, limits)), parser);
    await taking;
  } catch (error) {
    failed = true;
    // Whoever reads one would wait for its end.
    for (const file of files) file.destroy(error instanceof Error ? error : undefined);
    await taking.catch(() => {});
    throw error instanceof AppError || !isBroken(error) ? error : broken(error);
  }
}

function parserOf(
  request: Request,
  { maxFiles, maxFields, maxFieldBytes }: FormStreamLimits,
): BusboyInstance {
  const type = request.headers.get("content-type") ?? "";
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: {
        files: maxFiles,
        fields: maxFields,
        parts: maxFiles + maxFields,
        fieldSize: maxFieldBytes,
        fieldNameSize: 100,
        headerPairs: 20,
      },
      // Names decide nothing, and are cut to what follows the last slash by whoever shows them.
      preservePath: true,
    });
  } catch (error) {
    throw broken(error);
  }
}

/** The parser has no class of errors of its own, and no codes. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && /multipart|premature close/i.test(error.message);
}

function broken(cause: unknown): AppError {
  return new AppError("invalid", "Cannot read the form: it is broken off or no form", { cause });
}
