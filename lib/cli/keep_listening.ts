/** A server that listens again when the operating system closes its socket. */
import { listen } from "./listen.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** The handler, and the log for server failures. */
export interface Serving {
  readonly handler: Deno.ServeHandler;
  readonly log: {
    warn(message: string, properties: Record<string, unknown>): void;
    error(message: string, properties: Record<string, unknown>): void;
  };
}

/** A server that listens until `shutdown()`. */
interface LastingServer {
  readonly addr: Deno.NetAddr;
  /** Stops accepting connections, and resolves when the last request is answered. */
  shutdown(): Promise<void>;
}

/**
 * Serves on the configured address. When the server ends by itself, for example because the system is out of file
 * descriptors, it listens again after 100 ms, with exponential backoff up to 5 seconds.
 *
 * @throws {ListenError} when the first attempt to listen fails.
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
