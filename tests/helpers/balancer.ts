/**
 * A small round-robin load balancer: each request goes to the next process that accepts requests. Like the proxies of
 * `docs/deploy`, it does not check the stores, because all processes share them, so in an outage no other process would
 * be better.
 */

/** Interval between two health checks of a process. */
const ASK_EVERY_MS = 100;
const ASK_TIMEOUT_MS = 2_000;
/** Response header with the origin of the process that answered. */
export const SERVED_BY = "x-served-by";

/** The balancer; disposing it stops it. */
export interface Balancer extends AsyncDisposable {
  readonly origin: string;
  /** Returns the origins of the processes that passed their last health check. */
  ready(): string[];
}

/**
 * Starts a balancer on a free port. It never retries: a request that its process does not answer gets 502, and a request
 * while no process is ready gets 503.
 */
export function startBalancer(origins: readonly string[]): Balancer {
  const closing = new AbortController();
  const ready = new Set<string>();
  let last = -1;
  // A new connection per request, because a pooled one may be closed just when it is reused.
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

  /** Returns the next ready process after the last one used. */
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
