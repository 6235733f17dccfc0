/** A network between the service and a server, for tests in which it fails. */

/** Passes connections on; disposing of it cuts them. */
export interface Proxy extends Disposable {
  readonly port: number;
  /** From now on nothing arrives on the connections that are open, and nobody is told. */
  silence(): void;
  /** Ends the connections that are open. */
  cut(): void;
  /** Whether connections are closed as soon as they are made. */
  refusing: boolean;
  /** Whether nothing arrives on connections that are made. */
  silent: boolean;
  /** How many connections were made. */
  readonly connections: number;
}

/** Listens on a free port, and passes on what it hears to another. */
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
    // It is closed already.
  }
}
