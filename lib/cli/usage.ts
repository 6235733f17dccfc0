/** Ends a command that was called in another way than it can be, as with `--help`, with its usage and code 2. */
export async function exitWithUsage(usage: string): Promise<never> {
  await Deno.stderr.write(new TextEncoder().encode(`Usage: ${usage}\n`));
  Deno.exit(2);
}

/** Ends a command that takes no arguments where it was given one: what it does not read, it must not seem to heed. */
export async function refuseArguments(usage: string): Promise<void> {
  if (Deno.args.length > 0) await exitWithUsage(usage);
}
