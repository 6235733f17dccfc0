/** Writes a line to standard output, completely even when the output is a slow pipe. */
export async function say(text: string): Promise<void> {
  let bytes = new TextEncoder().encode(`${text}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
}
