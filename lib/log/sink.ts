/** A sink that collects lines and writes them in one go, so that a log call costs no system call. */
import type { Sink } from "@logtape/logtape";
import type { Formatter } from "./format.ts";

/** Where the lines go: `write` in the background, `writeSync` when the process ends. */
export interface Output {
  write(bytes: Uint8Array): Promise<number>;
  writeSync(bytes: Uint8Array): number;
}

/** A sink whose lines can be waited for; disposing it writes what is left, at once. */
export type BufferedSink = Sink & Disposable & { flush(): Promise<void> };

/** What the sink may be told. */
export interface BufferedSinkOptions {
  readonly format: Formatter;
  readonly flushIntervalMs?: number;
  /** Characters that may wait for a reader that does not read; later lines are dropped and counted. */
  readonly maxPending?: number;
}

/** Makes a sink on an output. It never throws, never blocks and never waits inside a log call. */
export function bufferedSink(
  output: Output,
  { format, flushIntervalMs = 100, maxPending = 4_000_000 }: BufferedSinkOptions,
): BufferedSink {
  const encoder = new TextEncoder();
  let pending = "";
  let dropped = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  function take(): Uint8Array {
    clearTimeout(timer);
    timer = undefined;
    const note = dropped > 0 ? `${JSON.stringify({ level: "warning", dropped })}\n` : "";
    const bytes = encoder.encode(pending + note);
    pending = "";
    dropped = 0;
    return bytes;
  }

  async function writeAll(): Promise<void> {
    let bytes = take();
    try {
      while (bytes.length > 0) bytes = bytes.subarray(await output.write(bytes));
    } catch {
      // A log whose reader has gone must not take the service with it.
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
      let bytes = take();
      try {
        while (bytes.length > 0) bytes = bytes.subarray(output.writeSync(bytes));
      } catch {
        // See above; at the end of the process there is nobody left to tell.
      }
    },
  });
}
