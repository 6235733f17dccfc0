/** Load on loopback: bounded connections, bounded time, and no answer but 200 counts. */
import { published } from "./published.ts";

/** The load generator's answer, as far as it is read. */
interface LoadResult {
  requests: { average: number };
  non2xx: number;
  errors: number;
}

interface LoadModule {
  default(options: { url: string; connections: number; duration: number }): Promise<LoadResult>;
}

/** Requests per second that a URL answers at `connections` for `seconds`. */
export async function throughput(
  url: string,
  { connections = 32, seconds = 3 } = {},
): Promise<number> {
  const { default: autocannon }: LoadModule = await import(published("autocannon", "8.0.0"));
  const result = await autocannon({ url, connections, duration: seconds });
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
