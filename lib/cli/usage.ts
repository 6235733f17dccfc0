/** Prints the usage and exits: to standard output with code 0 for `--help`, else to standard error with code 2. */
export async function exitWithUsage(usage: string): Promise<never> {
  const isAskedFor = Deno.args.includes("--help") || Deno.args.includes("-h");
  const output = isAskedFor ? Deno.stdout : Deno.stderr;
  await output.write(new TextEncoder().encode(`Usage: ${usage}\n`));
  Deno.exit(isAskedFor ? 0 : 2);
}

/** Exits with the usage if a command without arguments received any, so that they are not silently ignored. */
export async function refuseArguments(usage: string): Promise<void> {
  if (Deno.args.length > 0) await exitWithUsage(usage);
}
