import { closeLog } from "../log/mod.ts";

/**
 * Ends a command that cannot go on, with code 1. A failure that the operator can mend (it carries a
 * stable `code` of ours, or the system named it) prints its message; any other prints its stack too.
 */
export async function exitWith(error: unknown): Promise<never> {
  await closeLog();
  const text = describe(error);
  await Deno.stderr.write(new TextEncoder().encode(`${text}\n`));
  Deno.exit(1);
}

/** Lets one request's forgotten promise end that request and not the service; the log has its stack. */
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
