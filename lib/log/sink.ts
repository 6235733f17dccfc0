/** A buffered log sink: it writes lines in batches, so that a log call makes no system call. */
import type { Sink } from "@logtape/logtape";
import type { Formatter } from "./format.ts";

/** Destination of the lines. `write` is used in the background, `writeSync` at the end of the process. */
export interface Output {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

/**
 * A log sink with `flush()`. Disposing it writes the pending lines synchronously, unless a write is in progress: its reader
 * may be stuck, and a synchronous write would then block the process.
 */
export type BufferedSink = Sink & Disposable & { flush(): Promise<void> };

/** Options of {@linkcode bufferedSink}. */
interface BufferedSinkOptions {
  readonly format: Formatter;
  /** 100 ms by default. */
  readonly flushIntervalMs?: number;
  /**
   * Maximum buffered characters while the output is blocked; 4 million by default. Further lines are dropped and
   * counted, as are those that cannot be written.
   */
  readonly maxPending?: number;
}

const NEWLINE = 10;

/** Creates a buffered sink on an output. A log call never throws and never blocks. */
export function bufferedSink(
  output: Output,
  { format, flushIntervalMs = 100, maxPending = 4_000_000 }: BufferedSinkOptions,
): BufferedSink {
  const encoder = new TextEncoder();
  let pending = "";
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  /** Whether the output ends within a line, of which it did not take the rest. */
  let isTorn = false;

  function take(): Uint8Array {
    clearTimeout(timer);
    timer = undefined;
    const note = dropped > 0 ? `${JSON.stringify({ level: "warning", dropped })}\n` : "";
    const lines = pending + note;
    const bytes = encoder.encode(isTorn && lines !== "" ? `\n${lines}` : lines);
    pending = "";
    dropped = 0;
    return bytes;
  }

  async function writeAll(): Promise<void> {
    const noted = dropped;
    const bytes = take();
    const endOfTorn = isTorn ? 1 : 0;
    let written = 0;
    isWriting = true;
    try {
      while (written < bytes.length) written += await output.write(bytes.subarray(written));
    } catch {
      // A broken output (its reader is gone, its disk is full) must not stop the service.
      const lines = bytes.subarray(Math.max(written, endOfTorn))
        .reduce((count, byte) => byte === NEWLINE ? count + 1 : count, 0);
      // The last line was the note on those before.
      dropped += noted > 0 ? noted + lines - 1 : lines;
    } finally {
      if (written > 0) isTorn = bytes[written - 1] !== NEWLINE;
      isWriting = false;
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  const sink: Sink = (record) => {
    if (pending.length > maxPending) {
      dropped++;
      return;
    }
    pending += format(record);
    if (timer !== undefined) return;
    timer = setTimeout(flush, flushIntervalMs);
    Deno.unrefTimer(timer);
  };

  return Object.assign(sink, {
    flush,
    [Symbol.dispose]() {
      if (isWriting) return;
      let bytes = take();
      try {
        while (bytes.length > 0) bytes = bytes.subarray(output.writeSync(bytes));
      } catch {
        // As above: a broken output must not disturb the end of the process.
      }
    },
  });
}
