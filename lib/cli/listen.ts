/** The process cannot listen on `HOST` and `PORT`. The message says which of the two to change. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  /** Stable across releases, unlike the message. */
  readonly code = "cannot_listen";
}

/**
 * Checks that the configured address is free, so that the start fails early. Another process may still take it before
 * {@linkcode listen} is called.
 *
 * @throws {ListenError} as `listen` does.
 */
export function requireFreeAddress(address: { port: number; hostname: string }): void {
  try {
    Deno.listen(address).close();
  } catch (cause) {
    throw new ListenError(explain(cause, address), { cause });
  }
}

/**
 * Serves on the configured address.
 *
 * @throws {ListenError} when the address is in use, not an address of this machine, or not permitted.
 */
export function listen(
  options: Deno.ServeTcpOptions & { port: number; hostname: string },
  handler: Deno.ServeHandler,
): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve(options, handler);
  } catch (cause) {
    throw new ListenError(explain(cause, options), { cause });
  }
}

function explain(cause: unknown, { port, hostname }: { port: number; hostname: string }): string {
  if (cause instanceof Deno.errors.AddrInUse) {
    return `Cannot listen: the port ${port} is in use, set PORT to a free one or to 0 for any`;
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `Cannot listen on HOST ${JSON.stringify(hostname)} with PORT ${port}: ${reason}`;
}
