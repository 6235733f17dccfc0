/** The ports of the commands that serve doubles. */
import { exitWith } from "@/lib/cli/exit.ts";
import { requireFreeAddress } from "@/lib/cli/listen.ts";
import { exitWithUsage } from "@/lib/cli/usage.ts";

/** Returns the port in the command's only argument, or 0 without one; exits as {@linkcode portFrom} does. */
export async function portArgument(usage: string): Promise<number> {
  const [text, ...rest] = Deno.args;
  return rest.length === 0 ? await portFrom(text, usage) : await exitWithUsage(usage);
}

/**
 * Returns the port in a text, or 0 without one. Prints the usage and exits with 2 when it is no port; says so and exits
 * with 1 when it is in use.
 */
export async function portFrom(text: string | undefined, usage: string): Promise<number> {
  const port = text === undefined ? 0 : /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65_535)) return await exitWithUsage(usage);
  try {
    requireFreeAddress({ port, hostname: "127.0.0.1" });
    return port;
  } catch (error) {
    return await exitWith(error);
  }
}
