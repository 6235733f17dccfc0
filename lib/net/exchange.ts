/** One request to a checked target, and its answer, within bounds. */
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { failure, type FetchOutcome } from "./outcome.ts";
import { codeOf, hostOf, type Target } from "./target.ts";

/** How a request is made. */
export interface ExchangeOptions {
  readonly method: "GET" | "HEAD";
  readonly accept: string;
  /** The most that is read of the body; null leaves it unread. */
  readonly maxBytes: number | null;
  /** Until there is a connection, a secure one where that is asked for. */
  readonly connectTimeoutMs: number;
  /** Ends the exchange; what it then gives counts for nothing. */
  readonly signal: AbortSignal;
  readonly authorities?: string | undefined;
}

const MAX_HEADER_BYTES = 32_768;

/** Names the service, and says by its form that no person is asking. */
const USER_AGENT = "Mozilla/5.0 (compatible; GuidedSelectionService/1.0; +link and media check)";

/**
 * Sends a request and gives its answer, redirects included. The connection goes to the target's addresses and
 * is verified against its name; neither a resolver nor a proxy is asked, and it is not used again.
 */
export function exchange(target: Target, options: ExchangeOptions): Promise<FetchOutcome> {
  const { url } = target;
  const { promise, resolve } = Promise.withResolvers<FetchOutcome>();
  const request = start(target, options);
  const connecting = setTimeout(
    () => finish(failure("timeout", "there was no connection in time", url)),
    options.connectTimeoutMs,
  );
  const stop = () => finish(failure("aborted", "the request was given up", url));

  function finish(outcome: FetchOutcome): void {
    clearTimeout(connecting);
    options.signal.removeEventListener("abort", stop);
    resolve(outcome);
    request.destroy();
  }

  options.signal.addEventListener("abort", stop, { once: true });
  request.on("socket", (socket) => {
    const connected = url.protocol === "https:" ? "secureConnect" : "connect";
    socket.once(connected, () => clearTimeout(connecting));
  });
  request.on("error", (error) => finish(failureOf(error, url)));
  request.on("response", (response) => receive(response, { url, options, finish }));
  if (options.signal.aborted) stop();
  else request.end();
  return promise;
}

function start({ url, addresses }: Target, options: ExchangeOptions): http.ClientRequest {
  const { request } = url.protocol === "https:" ? https : http;
  return request({
    protocol: url.protocol,
    host: hostOf(url),
    port: url.port || undefined,
    path: url.pathname + url.search,
    method: options.method,
    headers: {
      "user-agent": USER_AGENT,
      "accept": options.accept,
      "accept-encoding": "identity",
    },
    agent: false,
    lookup: pinTo(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    // Said aloud, for an environment variable would switch it off otherwise.
    rejectUnauthorized: true,
    ca: options.authorities,
  });
}

/** A resolver that knows one answer, so that what was checked is what is connected to. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found;
    if (all) callback(null, found);
    else callback(null, first?.address ?? "", first?.family);
  };
}

interface Receiving {
  readonly url: URL;
  readonly options: ExchangeOptions;
  readonly finish: (outcome: FetchOutcome) => void;
}

function receive(response: http.IncomingMessage, { url, options, finish }: Receiving): void {
  const { method, maxBytes } = options;
  const headers = headersOf(response);
  const answer = (body: Uint8Array | null) =>
    finish({ ok: true, status: response.statusCode ?? 0, url: url.href, headers, body });
  if (method === "HEAD" || maxBytes === null) return answer(null);

  const tooLarge = () => finish(failure("too_large", `it is larger than ${maxBytes} bytes`, url));
  if (Number(headers.get("content-length")) > maxBytes) return tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  response.on("data", (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > maxBytes) tooLarge();
    else chunks.push(chunk);
  });
  response.on("end", () => {
    if (response.complete) answer(joined(chunks, size));
  });
  response.on("close", () => finish(failure("network", "the answer broke off", url)));
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    try {
      headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    } catch {
      // A header that no client would understand is as good as none.
    }
  }
  return headers;
}

function failureOf(error: Error, url: URL): FetchOutcome {
  const code = codeOf(error);
  if (/^HPE_.*OVERFLOW/.test(code)) {
    return failure("too_large", "its headers are too large", url);
  }
  return failure("network", networkDetail(code), url);
}

function networkDetail(code: string): string {
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return `its certificate is not valid (${code})`;
  if (/SSL|TLS/.test(code)) return "there was no secure connection";
  if (code.startsWith("HPE_")) return "the answer is not HTTP";
  if (code === "ECONNREFUSED") return "the connection was refused";
  if (code === "ECONNRESET") return "the connection was cut off";
  return code === "" ? "the connection failed" : `the connection failed (${code})`;
}
