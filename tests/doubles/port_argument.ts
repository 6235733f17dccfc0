import { exitWithUsage } from "@/lib/cli/usage.ts";

/** Returns the port in the command's only argument, or 0 without one. Prints the usage and exits with 2 for any other. */
export async function portArgument(usage: string): Promise<number> {
  const [text = "0", ...rest] = Deno.args;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  return port <= 65_535 && rest.length === 0 ? port : await exitWithUsage(usage);
}
