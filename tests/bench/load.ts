/** Load on loopback: bounded connections, bounded time, and no answer but 200 counts. */
import { published } from "./published.ts";

/** The load generator's answer, as far as it is read. */
interface LoadResult {
  non2xx: number;
  errors: number;
  timeouts: number;
}

/** Part of a request, before the generator has made it whole. */
type LoadRequest = Record<string, unknown>;

/** A running load; it can be awaited. */
interface Running extends PromiseLike<LoadResult> {
  on(
    event: "response",
    heard: (client: unknown, status: number, bytes: number, ms: number) => void,
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

/** One request, made when it is its turn; a GET of the load's own address unless it says otherwise. */
export interface Sent {
  readonly path?: string;
  readonly method?: "GET" | "POST" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How much to send. */
export interface LoadOptions {
  readonly connections?: number;
  readonly seconds?: number;
  /** The load ends before its time when so many are answered. */
  readonly most?: number;
  readonly sending: () => Sent;
}

/** What became of a load. */
export interface Load {
  readonly answers: number;
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds from the request to the whole answer, as the client saw them. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests over `connections` that each wait for the answer to the last, and measures. */
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

/** The value that a share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The middle value, so that one disturbed round does not decide. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
