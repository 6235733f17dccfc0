/** Parsing within bounds: in a process of its own, which can be ended whatever the parser does. */
import { type ApartLimits, type Child, type Excess, startChild } from "../../apart/mod.ts";
import { UnreadableFile } from "./document.ts";
import { parseContent } from "./parse.ts";
import { type DocumentContext, type PreparedDocument, prepareDocument } from "./prepare.ts";
import type { DocumentContent } from "./content.ts";

/** Reads documents one at a time, up to what is stored of them. */
export interface Parser extends AsyncDisposable {
  /** @throws {UnreadableFile} when the content cannot be read within the limits. */
  read(content: DocumentContent, context: DocumentContext): Promise<PreparedDocument>;
}

/** What parsing one document may take. */
export type ParseLimits = ApartLimits;

export const PARSE_LIMITS: ParseLimits = { timeMs: 5_000, memoryMiB: 768, waitMs: 120_000 };

/** Parses here, without bounds, what the project itself brings along. */
export function parserHere(): Parser {
  return {
    async read(content, context) {
      try {
        return prepareDocument(await parseContent(content), context);
      } catch (error) {
        throw asUnreadable(error);
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** What a parser's own error is to whoever sent the file; its own words are the cause. */
export function asUnreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return new UnreadableFile("is nested too deeply to be read", { cause: error });
  }
  return new UnreadableFile("cannot be read: it is damaged, or not what it looks like", {
    cause: error,
  });
}

/**
 * Reads in a process that may touch nothing else, so that no document keeps this one from answering. It is started with
 * the first document, serves one after another, and is killed when one takes too long or too much; the next has a new one.
 */
export function parserApart(bounds: Partial<ParseLimits> = {}): Parser {
  const limits = { ...PARSE_LIMITS, ...bounds };
  let child: Child | undefined;
  return {
    async read(content, context) {
      child ??= await startParser(limits);
      const isPdf = content.format === "pdf";
      const body = isPdf ? content.bytes : new TextEncoder().encode(content.text);
      const answer = await child.ask({ format: content.format, context }, body);
      if (typeof answer === "string") {
        child = undefined;
        throw new UnreadableFile(reasonOf(answer, limits));
      }
      const read = answer as Answer;
      if ("reason" in read) throw new UnreadableFile(read.reason);
      const { item, declaredLink } = read.prepared;
      return { item: { ...item, fetchedAt: new Date(item.fetchedAt) }, declaredLink };
    },
    async [Symbol.asyncDispose]() {
      await child?.end();
    },
  };
}

/** Crosses as JSON: times are text. */
type Answer = { readonly prepared: PreparedDocument } | { readonly reason: string };

function startParser(limits: ParseLimits): Promise<Child> {
  return startChild({
    script: new URL(import.meta.resolve("@/lib/corpus/import/parser_child.ts")),
    // What the YAML parser looks up; nothing else of the environment can be read.
    permissions: ["--allow-env=LOG_STREAM,LOG_TOKENS"],
    limits,
  });
}

function reasonOf(excess: Excess, { timeMs, waitMs, memoryMiB }: ParseLimits): string {
  switch (excess) {
    case "busy":
      return `takes more than ${timeMs / 1_000} seconds of computing to read`;
    case "late":
      return `takes more than ${waitMs / 1_000} seconds to read`;
    case "heavy":
      return `takes more memory to read than the ${memoryMiB} MiB there are for it`;
  }
}
