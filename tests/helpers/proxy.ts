/** A TCP proxy between the service and a server, which simulates network failures. */

/** The proxy; disposing it closes its connections. */
export interface Proxy extends Disposable {
  readonly port: number;
  /** Drops all further data on the open connections without closing them. */
  silence(): void;
  /** Closes the open connections. */
  cut(): void;
  /** Whether new connections are closed at once. */
  refusing: boolean;
  /** Whether data on new connections is dropped. */
  silent: boolean;
  /** Number of connections accepted so far. */
  readonly connections: number;
}

/** Starts a proxy on a free port that forwards to `hostname:port`. */
export function startProxy({ hostname, port }: { hostname: string; port: number }): Proxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<{ readonly ends: readonly Deno.TcpConn[]; silent: boolean }>();
  const proxy = { refusing: false, silent: false, connections: 0 };

  async function accept(): Promise<void> {
    for await (const near of listener) {
      proxy.connections++;
      if (proxy.refusing) near.close();
      else {
        const far = await Deno.connect({ hostname, port });
        const pair = { ends: [near, far], silent: proxy.silent };
        open.add(pair);
        void Promise.all([pass(near, far, pair), pass(far, near, pair)]);
      }
    }
  }

  async function pass(from: Deno.TcpConn, to: Deno.TcpConn, pair: { silent: boolean }) {
    try {
      for await (const bytes of from.readable) {
        if (pair.silent) continue;
        let rest = bytes;
        while (rest.length > 0) rest = rest.subarray(await to.write(rest));
      }
    } catch {
      // Either side may end a connection in any way.
    }
    if (!pair.silent) close(to);
  }

  function cut(): void {
    for (const { ends } of open) ends.forEach(close);
    open.clear();
  }

  void accept();
  return Object.assign(proxy, {
    port: listener.addr.port,
    silence() {
      for (const pair of open) pair.silent = true;
    },
    cut,
    [Symbol.dispose]() {
      listener.close();
      cut();
    },
  });
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // The connection is already closed.
  }
}
