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
  /** Computing time of the process, which is the same however busy the machine is. */
  readonly timeMs: number;
  /** Memory of the process, its own included. */
  readonly memoryMiB: number;
  /** Time by the clock: for a process that hangs, and the only bound on time where no system tells of computing. */
  readonly waitMs: number;
}

export const PARSE_LIMITS: ParseLimits = { timeMs: 5_000, memoryMiB: 768, waitMs: 120_000 };

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
 * Parses in a process that may read and write nothing. It is started with the first document, serves one after
 * another, and is killed when one takes too long or too much; the next has a new one. A thread would not do:
 * one that fills its memory takes the whole process along, and it does not end when it is told to.
 */
export function parserApart(bounds: Partial<ParseLimits> = {}): Parser {
  const limits = { ...PARSE_LIMITS, ...bounds };
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
  const started = await within(lines.next(), { waitMs: START_MS });
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
    const answer = await within(lines.next(), limits, child.pid);
    if (typeof answer !== "string" && !answer.done) return JSON.parse(answer.value);
    await end();
    await written;
    return { ended: true, reason: reasonOf(typeof answer === "string" ? answer : "heavy", limits) };
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

/** What a process was ended for. */
type Excess = "busy" | "late" | "heavy";

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

/** Waits for an answer as long as the process keeps within its time and its memory. */
async function within<T extends object>(
  answer: Promise<T>,
  { timeMs = Infinity, memoryMiB = Infinity, waitMs }: Partial<ParseLimits> & {
    readonly waitMs: number;
  },
  pid?: number,
): Promise<T | Excess> {
  const bound = Promise.withResolvers<Excess>();
  const late = setTimeout(() => bound.resolve("late"), waitMs);
  let looks: ReturnType<typeof setInterval> | undefined;
  if (pid !== undefined) {
    const before = computingMs(pid);
    looks = setInterval(async () => {
      if (await residentBytes(pid) > memoryMiB * MIB) bound.resolve("heavy");
      if (await computingMs(pid) - await before > timeMs) bound.resolve("busy");
    }, LOOK_EVERY_MS);
  }
  try {
    return await Promise.race([answer, bound.promise]);
  } finally {
    clearTimeout(late);
    clearInterval(looks);
  }
}

/** Memory of a process where the system tells it (Linux); elsewhere its heap's own limit is all there is. */
async function residentBytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}

/** What Linux counts computing time in, wherever it tells it: a hundredth of a second. */
const TICK_MS = 10;

/** Computing time of a process until now, of all its threads; 0 where the system does not tell it. */
async function computingMs(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  // The name of the program, in brackets, may have spaces; user and system time are 12 and 13 places after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
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
