/** Parses documents in a sandboxed child process with limits on time and memory, which can be killed at any time. */
import { type ApartLimits, type Child, type Excess, startChild } from "@/lib/apart/mod.ts";
import { UnreadableFile } from "./document.ts";
import { parseContent } from "./parse.ts";
import { type DocumentContext, type PreparedDocument, prepareDocument } from "./prepare.ts";
import type { DocumentContent } from "./content.ts";

/** Parses and prepares documents one at a time, until closed. */
export interface Parser extends AsyncDisposable {
  /** @throws {UnreadableFile} if the content cannot be parsed within the limits. */
  read(content: DocumentContent, context: DocumentContext): Promise<PreparedDocument>;
}

/** Resource limits of parsing one document. */
export type ParseLimits = ApartLimits;

/** The default limits: CPU time, memory, and total waiting time. */
const PARSE_LIMITS: ParseLimits = { timeMs: 5_000, memoryMiB: 768, waitMs: 120_000 };

/** Creates a parser in this process, without limits. Only for the project's own files. */
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

/** Converts a parser's error to a message for the person who sent the file; the original error is its cause. */
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
 * Creates a parser in a child process without permissions, so that no document can block this process. The child starts
 * with the first document and serves all documents in turn. It is killed when a document exceeds a limit, and the next
 * document starts a new one.
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

/** The answer of the child. It is sent as JSON, so times arrive as text. */
type Answer = { readonly prepared: PreparedDocument } | { readonly reason: string };

function startParser(limits: ParseLimits): Promise<Child> {
  return startChild({
    script: new URL(import.meta.resolve("@/lib/corpus/import/parser_child.ts")),
    // The variables that the YAML parser reads. Everything else is denied.
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
