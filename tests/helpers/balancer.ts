/**
 * A small balancer before several processes: each request goes to the next process that accepts requests. As the proxies of
 * `docs/deploy` do, it asks no more than that: in an outage of a store, which all processes share, no other has it better.
 */

/** Between two questions whether a process accepts requests. */
const ASK_EVERY_MS = 100;
const ASK_TIMEOUT_MS = 2_000;
/** The answer's header that says which process gave it. */
export const SERVED_BY = "x-served-by";

/** The balancer, until disposed of. */
export interface Balancer extends AsyncDisposable {
  readonly origin: string;
  /** Addresses of the processes that accepted requests when last asked. */
  ready(): string[];
}

/**
 * Listens on a free port, and passes on what it hears to the addresses in turn. It tries nothing twice: what no process
 * answers is 502 here, and where none is ready, 503.
 */
export function startBalancer(origins: readonly string[]): Balancer {
  const closing = new AbortController();
  const ready = new Set<string>();
  let last = -1;
  // A connection of its own for each request: one that is kept may end just when it is used again.
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const watching = origins.map(watch);

  async function watch(origin: string): Promise<void> {
    while (!closing.signal.aborted) {
      if (await isReady(origin)) ready.add(origin);
      else ready.delete(origin);
      await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    }
  }

  async function isReady(origin: string): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
      const init = { method: "HEAD", signal, client };
      const response = await fetch(`${origin}/ready?only=accepting`, init);
      return response.ok;
    } catch {
      return false;
    }
  }

  /** The one after the last in their order, so that no process has two turns while others are ready. */
  function next(): string | undefined {
    const step = origins.findIndex((_, at) => ready.has(inTurn(at) ?? ""));
    if (step === -1) return undefined;
    const origin = inTurn(step);
    last = (last + 1 + step) % origins.length;
    return origin;
  }

  function inTurn(step: number): string | undefined {
    return origins[(last + 1 + step) % origins.length];
  }

  async function pass(request: Request): Promise<Response> {
    const origin = next();
    if (origin === undefined) return new Response("no process is ready", { status: 503 });
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("accept-encoding", "identity");
    headers.delete("connection");
    try {
      const body = request.body === null ? null : await request.bytes();
      const init = { method: request.method, headers, body, redirect: "manual" as const, client };
      const answer = await fetch(`${origin}${pathname}${search}`, init);
      const passed = new Response(await answer.bytes(), answer);
      passed.headers.delete("connection");
      passed.headers.set(SERVED_BY, origin);
      return passed;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return new Response(`${origin} did not answer: ${reason}`, { status: 502 });
    }
  }

  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, pass);
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    ready: () => [...ready],
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.all(watching);
      await server.shutdown();
      client.close();
    },
  };
}
