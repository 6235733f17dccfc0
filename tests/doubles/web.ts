/**
 * A double of the web: a real server on a free port that answers for any number of host names, with responses scripted
 * down to the byte. Requests reach it only under its own `network` policy, which allows loopback.
 */
import type { NetworkPolicy } from "@/lib/net/mod.ts";
import { type RawRequest, serveEach, write } from "./wire.ts";

/** A request as it arrived. */
interface WebRequest extends RawRequest {
  /** The requested host name, without the port. */
  readonly host: string;
}

/** The response of a page: a status, a complete response, raw bytes, or `silence`, which never responds. */
export type WebAnswer =
  | number
  | { status?: number; headers?: Readonly<Record<string, string>>; body?: string }
  | { raw: string | AsyncIterable<Uint8Array> }
  | "silence";

/** A fixed response, or a function of the request; `nth` counts the requests for that page from 0. */
export type WebPage = WebAnswer | ((request: WebRequest, nth: number) => WebAnswer);

/** The double; disposing it closes its connections. */
export interface WebDouble extends AsyncDisposable {
  /** Allows requests to the double, but to no other private address. */
  readonly network: NetworkPolicy;
  /** The addresses of host names. Unlisted names that end in `.test` resolve to the double. */
  readonly hosts: Map<string, readonly string[]>;
  /** Every request, in order. */
  readonly requests: WebRequest[];
  readonly port: number;
  /** Scripts the page at `host/path` and returns its URL. Other pages answer 404. */
  page(place: string, page: WebPage): string;
  /** Returns the URL of `host/path`. */
  url(place: string): string;
}

/** Starts a double. With a certificate it serves https. */
export function startWeb(tls?: { cert: string; key: string }): WebDouble {
  const address = { port: 0, hostname: "127.0.0.1" };
  const listener = tls ? Deno.listenTls({ ...address, ...tls }) : Deno.listen(address);
  const { port } = listener.addr;
  const pages = new Map<string, WebPage>();
  const asked = new Map<string, number>();
  const hosts = new Map<string, readonly string[]>();
  const requests: WebRequest[] = [];
  const closing = Promise.withResolvers<void>();
  const url = (place: string) => place.replace(/^[^/]+/, `${tls ? "https" : "http"}://$&:${port}`);

  function answerOf(request: WebRequest): WebAnswer {
    const place = request.host + request.path;
    const nth = asked.get(place) ?? 0;
    asked.set(place, nth + 1);
    const page = pages.get(place) ?? 404;
    return typeof page === "function" ? page(request, nth) : page;
  }

  const close = serveEach(listener, async (connection, raw) => {
    const request = { ...raw, host: (raw.headers.get("host") ?? "").replace(/:\d+$/, "") };
    requests.push(request);
    const answer = answerOf(request);
    if (answer === "silence") await closing.promise;
    else await send(connection, answer, request.method);
  });

  return {
    hosts,
    requests,
    port,
    url,
    page(place, page) {
      pages.set(place, page);
      return url(place);
    },
    network: {
      resolve(host) {
        const found = hosts.get(host) ?? (/\.test\.?$/.test(host) ? ["127.0.0.1"] : undefined);
        if (found !== undefined) return Promise.resolve(found);
        return Promise.reject(Object.assign(new Error("no such host"), { code: "ENOTFOUND" }));
      },
      allowsAddress: (address) => address === "127.0.0.1",
      allowsPort: (asked) => asked === port,
      ...(tls && { authorities: tls.cert }),
    },
    async [Symbol.asyncDispose]() {
      closing.resolve();
      await close();
    },
  };
}

async function send(
  connection: Deno.Conn,
  answer: Exclude<WebAnswer, "silence">,
  method: string,
): Promise<void> {
  if (typeof answer === "object" && "raw" in answer) {
    if (typeof answer.raw === "string") return await write(connection, answer.raw);
    for await (const bytes of answer.raw) await write(connection, bytes);
    return;
  }
  const { status = 200, headers = {}, body = "" } = typeof answer === "number"
    ? { status: answer }
    : answer;
  const all = { "content-length": String(body.length), "connection": "close", ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const content = method === "HEAD" ? "" : body;
  await write(connection, `HTTP/1.1 ${status} Some\r\n${head}\r\n${content}`);
}
