/** Error handling of commands. */
import { closeLog } from "../log/mod.ts";

/**
 * Exits with code 1 after printing the error. An error with a string `code` (ours or the operating system's) is one
 * that the operator can fix, so only its message is printed; any other error is printed with its stack.
 */
export async function exitWith(error: unknown): Promise<never> {
  await closeLog();
  const text = describe(error);
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

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string"
    ? error.message
    : error.stack ?? error.message;
}
