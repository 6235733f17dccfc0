/** Parsing within bounds: in a process of its own, which can be ended whatever the parser does. */
import { type ParsedDocument, UnreadableFile } from "./document.ts";
import { parseContent } from "./parse.ts";
import type { DocumentContent } from "./sniff.ts";

/** Reads documents one at a time. */
export interface Parser extends AsyncDisposable {
  /** @throws {UnreadableFile} when the content cannot be read within the limits. */
  parse(content: DocumentContent): Promise<ParsedDocument>;
}

/** What parsing one document may take. */
export interface ParseLimits {
  readonly timeMs: number;
  /** Memory of the process, its own included. */
  readonly memoryMiB: number;
}

export const PARSE_LIMITS: ParseLimits = { timeMs: 5_000, memoryMiB: 768 };

const MIB = 1_024 * 1_024;
const LOOK_EVERY_MS = 50;
const START_MS = 60_000;

/** Parses here, without bounds, what the project itself brings along. */
export function parserHere(): Parser {
  return {
    async parse(content) {
      try {
        return await parseContent(content);
      } catch (error) {
        throw asUnreadable(error);
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** What a parser's own error says to whoever sent the file. */
export function asUnreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return new UnreadableFile("is nested too deeply to be read", { cause: error });
  }
  const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  return new UnreadableFile(`cannot be read: ${reason}`, { cause: error });
}

/**
 * Parses in a process that may read and write nothing. It is started with the first document, serves one after
 * another, and is killed when one takes too long or too much; the next has a new one. A thread would not do:
 * one that fills its memory takes the whole process along, and it does not end when it is told to.
 */
export function parserApart(limits: ParseLimits = PARSE_LIMITS): Parser {
  let child: Child | undefined;
  return {
    async parse(content) {
      child ??= await startChild(limits);
      const answer = await child.ask(content);
      if (answer.ended) child = undefined;
      if ("reason" in answer) throw new UnreadableFile(answer.reason);
      return answer.document;
    },
    async [Symbol.asyncDispose]() {
      await child?.end();
    },
  };
}

type Answer =
  | { readonly ended?: false; readonly document: ParsedDocument }
  | { readonly ended?: boolean; readonly reason: string };

interface Child {
  ask(content: DocumentContent): Promise<Answer>;
  end(): Promise<void>;
}

async function startChild(limits: ParseLimits): Promise<Child> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--no-check",
      // What the YAML parser looks up; nothing else of the environment can be read.
      "--allow-env=LOG_STREAM,LOG_TOKENS",
      `--v8-flags=--max-old-space-size=${Math.floor(limits.memoryMiB / 2)}`,
      new URL("./parser_child.ts", import.meta.url).pathname,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = readLines(child.stdout);
  const started = await within(lines.next(), { timeMs: START_MS });
  if (typeof started === "string" || started.done) {
    await end();
    throw new Error("Cannot start the process that parses");
  }
  return { ask, end };

  async function ask(content: DocumentContent): Promise<Answer> {
    const body = content.format === "pdf" ? content.bytes : new TextEncoder().encode(content.text);
    const head = new TextEncoder().encode(
      `${JSON.stringify({ format: content.format, length: body.length })}\n`,
    );
    // A process that ends while it is written to is found out by its silence.
    const written = writer.write(head).then(() => writer.write(body)).catch(() => {});
    const answer = await within(lines.next(), { ...limits, pid: child.pid });
    if (typeof answer !== "string" && !answer.done) return JSON.parse(answer.value);
    await end();
    await written;
    return {
      ended: true,
      reason: answer === LATE
        ? `takes more than ${limits.timeMs / 1_000} seconds to read`
        : `takes more memory to read than the ${limits.memoryMiB} MiB there are for it`,
    };
  }

  async function end(): Promise<void> {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await writer.abort().catch(() => {});
    await lines.return().catch(() => {});
    await child.status;
  }
}

const LATE = "late";
const HEAVY = "heavy";

/** Waits for an answer, but no longer than its time, and no longer than the process keeps within its memory. */
async function within<T extends object>(
  answer: Promise<T>,
  { timeMs, memoryMiB = Infinity, pid }: {
    readonly timeMs: number;
    readonly memoryMiB?: number;
    readonly pid?: number;
  },
): Promise<T | typeof LATE | typeof HEAVY> {
  const bound = Promise.withResolvers<typeof LATE | typeof HEAVY>();
  const late = setTimeout(() => bound.resolve(LATE), timeMs);
  const look = pid === undefined ? undefined : setInterval(async () => {
    if (await residentBytes(pid) > memoryMiB * MIB) bound.resolve(HEAVY);
  }, LOOK_EVERY_MS);
  try {
    return await Promise.race([answer, bound.promise]);
  } finally {
    clearTimeout(late);
    clearInterval(look);
  }
}

/** Memory of a process where the system tells it (Linux); elsewhere its heap's own limit is all there is. */
async function residentBytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}

async function* readLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, void, void> {
  const parts: string[] = [];
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const [first = "", ...rest] = text.split("\n");
    parts.push(first);
    for (const part of rest) {
      yield parts.splice(0).join("");
      parts.push(part);
    }
  }
}
