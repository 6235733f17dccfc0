/**
 * The log: structured, redacted, cheap to call. JSON lines where a machine reads standard output,
 * short lines on a terminal. Nothing is written before `configureLogging()`, so tests are quiet.
 */
import { compareLogLevel, configureSync, getLogger, resetSync } from "@logtape/logtape";
import type { LogLevel } from "../config/mod.ts";
import type { LogFields } from "./fields.ts";
import { type Formatter, jsonFormatter, textFormatter } from "./format.ts";
import { createRedactor } from "./redact.ts";
import { type BufferedSink, bufferedSink, type Output } from "./sink.ts";

/** What the log may be told. */
export interface LoggingOptions {
  /** The lowest level kept. */
  readonly level: LogLevel;
  /** Exact texts that must never show, such as configured keys. */
  readonly secrets?: readonly string[];
  /** `text` on a terminal and `json` elsewhere, unless told otherwise. */
  readonly format?: "json" | "text";
  /** Standard output unless told otherwise. */
  readonly output?: Output;
}

interface Current {
  readonly sink: BufferedSink;
  readonly level: LogLevel;
}

let current: Current | undefined;

/** Starts the log of the process, in place of the one before. */
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

/** A log: a constant text a line, and beside it what `lib/log/fields.ts` lists. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** The log of a room, such as `getLog("http")`. */
export function getLog(room: string): Log {
  return getLogger(room);
}

/** The levels that a busy room writes at. */
export type BusyLog = Readonly<
  Record<
    "info" | "warn" | "error",
    (message: string, properties: Record<string, unknown>) => void
  >
>;

/**
 * The log of a room that writes a line per request. The lines are those of `getLog()`, and go past the
 * library: it keeps weak references to every record, which cost the garbage collector
 * of a busy server as much time as the answers do.
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

/** Waits until everything logged so far is written. */
export async function flushLog(): Promise<void> {
  await current?.sink.flush();
}

/** Writes what is left and ends the log; for the end of the process. */
export async function closeLog(): Promise<void> {
  await flushLog();
  resetSync();
  current = undefined;
}
