/** The HTTP transport to the provider: one request per call, with a bounded response. */

/** Most bytes of a response, streamed or not. */
const MAX_BYTES = 1024 * 1024;

/** A `fetch` for the provider, until closed. */
export interface Transport extends Disposable {
  readonly fetch: typeof fetch;
}

/**
 * Opens a transport that never repeats a request. It keeps no connections alive, because the HTTP client would resend a
 * POST on a reused connection that closes before the response. It follows no redirect, and aborts a response of more
 * than 1 MiB.
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
