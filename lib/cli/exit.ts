/** Error handling of commands. */
import { closeLog } from "../log/mod.ts";
import { causesOf } from "./causes.ts";

/**
 * Exits with code 1 after printing the error. An error with a string `code` (ours or the operating system's) is one
 * that the operator can fix, so only its message is printed; any other error is printed with its stack.
 */
export async function exitWith(error: unknown): Promise<never> {
  await closeLog();
  const text = describeError(error);
  await Deno.stderr.write(new TextEncoder().encode(`${text}\n`));
  Deno.exit(1);
}

/** Keeps the process alive after an unhandled promise rejection, and logs it with its stack. */
export function outliveRejections(log: { error(message: string, properties: object): void }): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log.error("a rejected promise was handled by nobody", { error: event.reason });
  });
}

/** Advice where the database's own message only says what is denied. */
const ADVICE = "Let the user of DATABASE_URL own the database and its tables, or grant it this";

/** SQLSTATE of a right that the database's user lacks. */
const RIGHT_MISSING = "42501";

/** Returns what an operator reads of an error, with advice for a right that the database's user lacks (design §8). */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error && typeof error.code === "string")) return error.stack ?? error.message;
  const lacksRight = causesOf(error).some(({ code }) => code === RIGHT_MISSING);
  return lacksRight ? `${error.message}. ${ADVICE}` : error.message;
}
