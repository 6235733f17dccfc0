/**
 * Structured, redacted logging: JSON lines, or short lines on a terminal. Nothing is written before
 * `configureLogging()`, so tests are quiet.
 */
import { compareLogLevel, configureSync, getLogger, resetSync } from "@logtape/logtape";
import type { LogLevel } from "../config/mod.ts";
import { withTimeout } from "../timing/mod.ts";
import type { LogFields } from "./fields.ts";
import { type Formatter, jsonFormatter, textFormatter } from "./format.ts";
import { createRedactor } from "./redact.ts";
import { type BufferedSink, bufferedSink, type Output } from "./sink.ts";

/** Options of {@linkcode configureLogging}. */
interface LoggingOptions {
  /** Minimum level of written lines. */
  readonly level: LogLevel;
  /** Exact texts to redact everywhere, such as configured keys. */
  readonly secrets?: readonly string[];
  /** By default `text` on a terminal and `json` elsewhere. */
  readonly format?: "json" | "text";
  /** Standard output by default. */
  readonly output?: Output;
}

interface Current {
  readonly sink: BufferedSink;
  readonly level: LogLevel;
}

let current: Current | undefined;

/** Starts logging, replacing an earlier configuration. */
export function configureLogging(options: LoggingOptions): void {
  const { level, output = Deno.stdout } = options;
  const sink = bufferedSink(output, { format: formatterFor(options) });
  configureSync({
    reset: true,
    sinks: { output: sink },
    loggers: [
      { category: [], lowestLevel: level, sinks: ["output"] },
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: [] },
    ],
  });
  current = { sink, level };
}

function formatterFor({ format, secrets, output }: LoggingOptions): Formatter {
  const redact = createRedactor(secrets);
  const isTerminal = output === undefined && Deno.stdout.isTerminal();
  if (format === "json" || (format === undefined && !isTerminal)) return jsonFormatter(redact);
  return textFormatter(redact, { colour: isTerminal && !Deno.noColor });
}

/** Logs lines with a constant message and properties from the allowlist in `lib/log/fields.ts`. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Returns the log of a room, such as `getLog("http")`. */
export function getLog(room: string): Log {
  return getLogger(room);
}

/** Returns a function that logs an error of a room under a message. */
export function reporting(room: string, message: string): (error: unknown) => void {
  const log = getLog(room);
  return (error) => log.error(message, { error });
}

/** A log for rooms that write a line per request. */
type BusyLog = Readonly<
  Record<
    "info" | "warn" | "error",
    (message: string, properties: Record<string, unknown>) => void
  >
>;

/**
 * Returns the log of a room that writes a line per request. It writes the same lines as {@linkcode getLog} but bypasses
 * the logging library, which keeps a weak reference to every record: on a busy server these cost the garbage collector
 * as much time as serving the requests.
 */
export function getBusyLog(room: string): BusyLog {
  const at = (level: LogLevel): BusyLog["info"] => (message, properties) => {
    if (current === undefined || compareLogLevel(level, current.level) < 0) return;
    current.sink({
      category: [room],
      level,
      message: [message],
      rawMessage: message,
      timestamp: Date.now(),
      properties,
    });
  };
  return { info: at("info"), warn: at("warning"), error: at("error") };
}

/** Resolves when everything logged so far is written. */
export async function flushLog(): Promise<void> {
  await current?.sink.flush();
}

const CLOSE_MS = 1_000;

/** Writes the pending lines, for which it waits a second at most, and stops logging, at the end of the process. */
export async function closeLog(): Promise<void> {
  await withTimeout(CLOSE_MS, flushLog, () => {});
  resetSync();
  current = undefined;
}
