/** Prints a message of a child process as one line of JSON, at once, because the parent may kill the child any time. */
export function say(message: object): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
}
