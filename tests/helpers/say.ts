/** Prints a message of a child process as one line of JSON, at once, because the parent may kill the child any time. */
export function say(message: object): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
}

/** Prints a line of a report. */
export async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}
