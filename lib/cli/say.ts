import { formatCount } from "../text/mod.ts";

/**
 * Writes a line to standard output, completely even when the output is a slow pipe. A reader that is gone, such as
 * `head`, ends the output and not the command.
 */
export async function say(text: string): Promise<void> {
  let bytes = new TextEncoder().encode(`${text}\n`);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/** Shows progress on one line of standard error, on a terminal only. The line is cleared when all is done. */
export function showProgress(
  { done, total, about }: { readonly done: number; readonly total: number; readonly about: string },
): void {
  if (!Deno.stderr.isTerminal()) return;
  const line = done === total
    ? ""
    : `${formatCount(done)} of ${formatCount(total)}  ${about}`.slice(0, 78);
  Deno.stderr.writeSync(new TextEncoder().encode(`\r\x1b[K${line}`));
}
