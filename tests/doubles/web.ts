/**
 * A double of the web: a real server on a free port, under any number of host names, whose pages are scripted
 * down to the bytes. Its network is the one policy that lets requests reach loopback.
 */
import type { NetworkPolicy } from "../../lib/net/mod.ts";

/** A request as it arrived. */
export interface WebRequest {
  readonly method: string;
  /** The host name asked for, without the port. */
  readonly host: string;
  readonly path: string;
  readonly headers: Headers;
}

/** What a page answers with: a status, a whole answer, bytes as they are, or nothing ever. */
export type WebAnswer =
  | number
  | { status?: number; headers?: Readonly<Record<string, string>>; body?: string }
  | { raw: string | AsyncIterable<Uint8Array> }
  | "silence";

/** Answers a request, or tells how many times it was asked before. */
export type WebPage = WebAnswer | ((request: WebRequest, nth: number) => WebAnswer);

/** The double; disposing it cuts its connections. */
export interface WebDouble extends AsyncDisposable {
  /** Lets requests reach the double, and nothing else that is private. */
  readonly network: NetworkPolicy;
  /** The addresses of host names; those that end in `.test` are the double's own. */
  readonly hosts: Map<string, readonly string[]>;
  /** Every request, in order. */
  readonly requests: WebRequest[];
  readonly port: number;
  /** Scripts the page at `host/path`, and gives its address. What is not scripted is a 404. */
  page(place: string, page: WebPage): string;
  /** The address of `host/path`. */
  url(place: string): string;
}

/** Starts a double; with a certificate it speaks https. */
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
      // Whoever asked has gone away, as they may.
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

/** One byte a character. */
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
    // It was closed already.
  }
}
