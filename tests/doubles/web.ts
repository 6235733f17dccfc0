/**
 * A double of the web: a real server on a free port that answers for any number of host names, with responses scripted
 * down to the byte. Requests reach it only under its own `network` policy, which allows loopback.
 */
import type { NetworkPolicy } from "@/lib/net/mod.ts";

/** A request as it arrived. */
interface WebRequest {
  readonly method: string;
  /** The requested host name, without the port. */
  readonly host: string;
  readonly path: string;
  readonly headers: Headers;
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
  const open = new Map<Deno.Conn, Promise<void>>();
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

  async function serve(connection: Deno.Conn): Promise<void> {
    try {
      const request = await readRequest(connection);
      if (request === null) return;
      requests.push(request);
      const answer = answerOf(request);
      if (answer === "silence") await closing.promise;
      else await send(connection, answer, request.method);
    } catch {
      // The client may disconnect at any time.
    } finally {
      close(connection);
    }
  }

  const accepting = (async () => {
    for await (const connection of listener) {
      open.set(connection, serve(connection).finally(() => open.delete(connection)));
    }
  })();

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
      listener.close();
      closing.resolve();
      const ends = [...open.values()];
      for (const connection of open.keys()) close(connection);
      await Promise.all([accepting, ...ends]);
    },
  };
}

async function readRequest(connection: Deno.Conn): Promise<WebRequest | null> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(16_384);
  let text = "";
  while (!text.includes("\r\n\r\n")) {
    const size = await connection.read(buffer);
    if (size === null) return null;
    text += decoder.decode(buffer.subarray(0, size), { stream: true });
    if (!/^[A-Z]/.test(text)) return null;
  }
  const [first = "", ...lines] = text.split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Headers();
  for (const line of lines) {
    const [name = "", value] = line.split(/:\s*(.*)/);
    if (value !== undefined) headers.append(name, value);
  }
  const host = (headers.get("host") ?? "").replace(/:\d+$/, "");
  return { method, host, path, headers };
}

async function send(
  connection: Deno.Conn,
  answer: Exclude<WebAnswer, "silence">,
  method: string,
): Promise<void> {
  if (typeof answer === "object" && "raw" in answer) {
    if (typeof answer.raw === "string") return await write(connection, latin1(answer.raw));
    for await (const bytes of answer.raw) await write(connection, bytes);
    return;
  }
  const { status = 200, headers = {}, body = "" } = typeof answer === "number"
    ? { status: answer }
    : answer;
  const all = { "content-length": String(body.length), "connection": "close", ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const content = method === "HEAD" ? "" : body;
  await write(connection, latin1(`HTTP/1.1 ${status} Some\r\n${head}\r\n${content}`));
}

/** Encodes one byte per character. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // The connection is already closed.
  }
}
