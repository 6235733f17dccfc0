/** How the provider is reached: one request, one answer, bounded. */

/** Longest answer that is read, however it comes. */
const MAX_BYTES = 1024 * 1024;

/** Asks the provider, until closed. */
export interface Transport extends Disposable {
  readonly fetch: typeof fetch;
}

/**
 * Opens a transport that never sends a request again by itself: no connection is kept, for a POST on one that ends
 * before the answer would be repeated. It follows no redirect, and ends an answer that is longer than 1 MiB.
 */
export function openTransport(): Transport {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return {
    async fetch(input, init) {
      const once: RequestInit & { client: Deno.HttpClient } = {
        ...init,
        client,
        redirect: "manual",
      };
      const response = await fetch(input, once);
      if (response.body === null) return response;
      const { status, headers } = response;
      return new Response(response.body.pipeThrough(atMost(MAX_BYTES)), { status, headers });
    },
    [Symbol.dispose]: () => client.close(),
  };
}

function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        controller.error(new Error(`The answer is longer than ${maxBytes} bytes`));
      } else controller.enqueue(chunk);
    },
  });
}
