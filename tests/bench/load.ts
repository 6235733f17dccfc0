/** Load on loopback: bounded connections, bounded time, and no answer but 200 counts. */
import { published } from "./published.ts";

/** The load generator's answer, as far as it is read. */
interface LoadResult {
  requests: { average: number };
  non2xx: number;
  errors: number;
}

/** Part of a request, before the generator has made it whole. */
type LoadRequest = Record<string, unknown>;

interface LoadModule {
  default(options: {
    url: string;
    connections: number;
    duration: number;
    requests?: { setupRequest: (request: LoadRequest) => LoadRequest }[];
  }): Promise<LoadResult>;
}

/** Makes each request but its address. */
export type Sending = () => {
  method: "POST" | "PUT";
  headers: Record<string, string>;
  body: string;
};

/** How much to send. */
export interface LoadOptions {
  connections?: number;
  seconds?: number;
  /** A bare GET unless told otherwise. */
  sending?: Sending;
}

/** Requests per second that a URL answers at `connections` for `seconds`. */
export async function throughput(
  url: string,
  { connections = 32, seconds = 3, sending }: LoadOptions = {},
): Promise<number> {
  const { default: autocannon }: LoadModule = await import(published("autocannon", "8.0.0"));
  const requests = sending && [{
    setupRequest: (made: LoadRequest) => ({ ...made, ...sending() }),
  }];
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...requests ? { requests } : {},
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `Cannot measure ${url}: ${result.non2xx} answers beyond 2xx, ${result.errors} errors`,
    );
  }
  return result.requests.average;
}

/** The middle value, so that one disturbed round does not decide. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
