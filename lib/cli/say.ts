/** Tells whoever runs a command what came of it, on standard output. */
export async function say(text: string): Promise<void> {
  let bytes = new TextEncoder().encode(`${text}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
}
