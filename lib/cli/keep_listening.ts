/** A server that comes back when the system has taken its socket away. */
import { listen } from "./listen.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** What is served, and where the ends of servers are written. */
export interface Serving {
  readonly handler: Deno.ServeHandler;
  readonly log: {
    warn(message: string, properties: Record<string, unknown>): void;
    error(message: string, properties: Record<string, unknown>): void;
  };
}

/** A server that listens until it is told to stop. */
export interface LastingServer {
  readonly addr: Deno.NetAddr;
  /** Stops accepting, and settles when the last request is answered. */
  shutdown(): Promise<void>;
}

/**
 * Serves on the configured address, and listens again when a server ends by itself, as it does where
 * the system has no file descriptor left: at once, then after pauses that grow to five seconds.
 *
 * @throws {ListenError} when the address cannot be listened on in the first place.
 */
export function keepListening(
  options: Deno.ServeTcpOptions & { port: number; hostname: string },
  { handler, log }: Serving,
): LastingServer {
  let server = listen(options, handler);
  const { addr } = server;
  const again = { ...options, port: addr.port, onListen() {} };
  let stopping = false;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch();

  function watch(): void {
    const began = performance.now();
    server.finished.then(() => undefined, (error: unknown) => error).then((error) => {
      if (stopping) return;
      log.error("the server ended, and listens again", { error });
      if (performance.now() - began > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      retry();
    });
  }

  function retry(): void {
    timer = setTimeout(() => {
      try {
        server = listen(again, handler);
        watch();
      } catch (error) {
        log.warn("cannot listen yet", { error });
        retry();
      }
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  async function shutdown(): Promise<void> {
    stopping = true;
    clearTimeout(timer);
    await server.shutdown();
  }

  return { addr, shutdown };
}
