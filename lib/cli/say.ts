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
