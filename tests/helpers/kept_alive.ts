/** A server that keeps connections alive and drops them later, as a proxy may. `fetch` repeats a POST in that case. */

/** The server; disposing it closes its connections. */
export interface KeptAlive extends AsyncDisposable {
  readonly origin: string;
  /** How many requests have arrived. */
  readonly seen: number;
}

const ANSWER = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

/** Starts a server that answers the first request of each connection with `{}`, and closes it at the second one. */
export function startKeptAlive(): KeptAlive {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const open = new Set<Deno.Conn>();
  let seen = 0;

  async function serve(connection: Deno.Conn): Promise<void> {
    open.add(connection);
    const buffer = new Uint8Array(65_536);
    try {
      for (let first = true; await connection.read(buffer) !== null; first = false) {
        seen++;
        if (!first) return;
        await connection.write(new TextEncoder().encode(ANSWER));
      }
    } catch {
      // The client has closed the connection.
    } finally {
      if (open.delete(connection)) connection.close();
    }
  }

  const accepting = (async () => {
    for await (const connection of listener) void serve(connection);
  })();
  return {
    origin: `http://127.0.0.1:${listener.addr.port}`,
    get seen() {
      return seen;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      for (const connection of open) if (open.delete(connection)) connection.close();
    },
  };
}
