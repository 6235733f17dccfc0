/** Tells whoever runs a command what came of it, on standard output. */
export async function say(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
