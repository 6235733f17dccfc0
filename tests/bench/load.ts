/** Sends load over the loopback interface, with bounded connections and time. Fails on any response that is not 2xx. */
import { published } from "./published.ts";

/** The fields of the load generator's result that are read. */
interface LoadResult {
  non2xx: number;
  errors: number;
  timeouts: number;
}

/** A partial request that the generator completes. */
type LoadRequest = Record<string, unknown>;

/** A running load, which can be awaited. */
interface Running extends PromiseLike<LoadResult> {
  on(
    event: "response",
    listener: (client: unknown, status: number, bytes: number, ms: number) => void,
  ): void;
  stop(): void;
}

interface LoadModule {
  default(options: {
    url: string;
    connections: number;
    duration: number;
    requests: { setupRequest: (request: LoadRequest) => LoadRequest }[];
  }): Running;
}

/** One request. Default: a GET of the load's origin. */
export interface Sent {
  readonly path?: string;
  readonly method?: "GET" | "POST" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The size of a load. */
export interface LoadOptions {
  /** Default 32. */
  readonly connections?: number;
  /** Default 3. */
  readonly seconds?: number;
  /** The load stops early after this many answers. Default: no limit. */
  readonly most?: number;
  /** Returns the next request. */
  readonly sending: () => Sent;
}

/** The outcome of a load. */
export interface Load {
  readonly answers: number;
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds from the request to the complete response, measured by the client. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends requests over `connections`, each of which waits for the response to its previous request, and measures.
 *
 * @throws when a response is not 2xx or a connection fails.
 */
export async function load(
  origin: string,
  { connections = 32, seconds = 3, most = Infinity, sending }: LoadOptions,
): Promise<Load> {
  const { default: autocannon }: LoadModule = await import(published("autocannon", "8.0.0"));
  const times: number[] = [];
  const began = performance.now();
  let ended = began;
  const running = autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (made) => ({ ...made, ...sending() }) }],
  });
  running.on("response", (_client, _status, _bytes, ms) => {
    ended = performance.now();
    times.push(ms);
    if (times.length === most) running.stop();
  });
  const { non2xx, errors, timeouts } = await running;
  if (non2xx > 0 || errors > timeouts) {
    throw new Error(`Cannot measure ${origin}: ${non2xx} answers beyond 2xx, ${errors} errors`);
  }
  return {
    answers: times.length,
    rate: times.length / (ended - began) * 1_000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

/** Returns the value that this share (0 to 1) of the values does not exceed. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median, which is robust against a single disturbed round. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
