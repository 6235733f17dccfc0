/** The address that `HOST` and `PORT` name cannot be listened on; the message says which to change. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  /** Stable across versions, unlike the message. */
  readonly code = "cannot_listen";
}

/**
 * Serves on the configured address.
 *
 * @throws {ListenError} when the address is taken, is none of this machine's, or is not allowed.
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
