/** Yields the documents of files. */
import { formatCount } from "@/lib/text/mod.ts";
import { UnreadableFile } from "./document.ts";
import { readDumpLine } from "./dump.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import type { Parser } from "./parser.ts";
import type { DocumentContext, PreparedDocument } from "./prepare.ts";
import { recognise } from "./content.ts";

const MIB = 1_024 * 1_024;

/** A file to import, in memory or read on demand. */
export interface CorpusFile {
  /** Path relative to the import's folder, with `/`. It is the source key of a document without any other. */
  readonly path: string;
  /** The content, or a function that reads it. */
  readonly bytes: Uint8Array<ArrayBuffer> | (() => Promise<Uint8Array<ArrayBuffer>>);
  /** Length in bytes if known, so that a file that is too large is refused without reading it. */
  readonly size?: number;
  /** The media type that the sender declared, such as `text/html; charset=iso-8859-1`. */
  readonly mediaType?: string;
}

/** A document of a file. `read` rejects with an {@linkcode UnreadableFile} if the document cannot be imported. */
interface ReadableDocument {
  readonly path: string;
  read(): Promise<PreparedDocument>;
}

/**
 * Yields the documents of a file: one, or one per line of a dump. A file that cannot be read yields one document whose
 * `read` rejects.
 */
export async function* documentsOf(
  file: CorpusFile,
  { parser, now, defaults }:
    & { readonly parser: Parser }
    & Pick<DocumentContext, "now" | "defaults">,
): AsyncGenerator<ReadableDocument> {
  const { path } = file;
  try {
    const content = recognise(await bytesOf(file), file);
    if (content.format !== "dump") {
      yield {
        path,
        read: () => parser.read(content, { path, now, defaults }),
      };
    } else yield* dumped(content.text.split("\n"));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    yield { path, read: () => Promise.reject(error) };
  }

  function* dumped(lines: readonly string[]): Generator<ReadableDocument> {
    if (lines.length > IMPORT_LIMITS.lines) {
      throw new UnreadableFile(
        `has ${formatCount(lines.length)} lines: the limit is ${formatCount(IMPORT_LIMITS.lines)}`,
      );
    }
    for (const [index, line] of lines.entries()) {
      if (line.trim() === "") continue;
      const place = `${path}:${index + 1}`;
      yield {
        path: place,
        async read() {
          const { content, declared } = readDumpLine(line, path);
          return await parser.read(content, { path: place, now, defaults, declared });
        },
      };
    }
  }
}

async function bytesOf({ bytes, size }: CorpusFile): Promise<Uint8Array<ArrayBuffer>> {
  refuseLong(size ?? 0);
  const read = typeof bytes === "function" ? await open(bytes) : bytes;
  refuseLong(read.length);
  return read;
}

async function open(read: () => Promise<Uint8Array<ArrayBuffer>>) {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(`cannot be opened: ${reason}`, { cause: error });
  }
}

function refuseLong(length: number): void {
  if (length <= IMPORT_LIMITS.fileMiB * MIB) return;
  throw new UnreadableFile(
    `has ${Math.ceil(length / MIB)} MB: the limit is ${IMPORT_LIMITS.fileMiB} MB`,
  );
}
