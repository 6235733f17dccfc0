/** Formats log records: JSON lines for machines, short lines for people. */
import type { LogRecord } from "@logtape/logtape";
import type { Redactor } from "./redact.ts";

/** Formats a record as one line, including the line break. */
export type Formatter = (record: LogRecord) => string;

/** Returns a formatter of JSON lines: time, level, room and message first, then the redacted properties. */
export function jsonFormatter(redact: Redactor): Formatter {
  return (record) => {
    const line: Record<string, unknown> = head(record, redact);
    const properties = redact(record.properties);
    for (const [name, value] of Object.entries(properties ?? {})) {
      if (!Object.hasOwn(line, name)) line[name] = value;
    }
    return `${JSON.stringify(line)}\n`;
  };
}

const COLOURS: Readonly<Record<string, number>> = { warning: 33, error: 31, fatal: 35 };

/** Returns a formatter for terminals: time of day, level, room, message, `name=value` pairs, then stacks. */
export function textFormatter(redact: Redactor, { colour = false } = {}): Formatter {
  const paint = (code: number | undefined, text: string) =>
    colour && code !== undefined ? `\x1b[${code}m${text}\x1b[0m` : text;
  return (record) => {
    const { time, level, room, message } = head(record, redact);
    const pairs: string[] = [];
    const stacks: string[] = [];
    for (const [name, value] of Object.entries(asObject(redact(record.properties)))) {
      const { stack } = asObject(value);
      if (typeof stack === "string") {
        for (const line of stack.split("\n")) stacks.push(`\n  ${onOneLine(line)}`);
      } else if (value !== undefined) pairs.push(onOneLine(`${name}=${plain(value)}`));
    }
    const label = paint(COLOURS[record.level], level.padEnd(7));
    const line = [paint(2, time.slice(11, 23)), label, paint(2, room), onOneLine(message), ...pairs]
      .join(" ");
    return `${line}${stacks.join("")}\n`;
  };
}

function head(record: LogRecord, redact: Redactor) {
  return {
    time: new Date(record.timestamp).toISOString(),
    level: record.level,
    room: record.category.join("."),
    message: record.message.length === 1
      ? plain(redact(record.message[0]))
      : record.message.map((part) => plain(redact(part))).join(""),
  };
}

/** Escapes control characters, which could forge a log line or send commands to a terminal. */
function onOneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? String(value);
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
