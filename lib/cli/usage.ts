/** Prints the usage to standard error and exits with code 2, for wrong arguments and for `--help`. */
export async function exitWithUsage(usage: string): Promise<never> {
  await Deno.stderr.write(new TextEncoder().encode(`Usage: ${usage}\n`));
  Deno.exit(2);
}

/** Exits with the usage if a command without arguments received any, so that they are not silently ignored. */
export async function refuseArguments(usage: string): Promise<void> {
  if (Deno.args.length > 0) await exitWithUsage(usage);
}
