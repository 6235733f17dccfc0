/** One HTTP request to a checked target, within limits of time and size. */
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { failure, type FetchOutcome } from "./outcome.ts";
import { codeOf, hostOf, type Target } from "./target.ts";

/** Options of {@linkcode exchange}. */
export interface ExchangeOptions {
  readonly method: "GET" | "HEAD";
  readonly accept: string;
  /** Maximum size of the body in bytes; null to not read the body. */
  readonly maxBytes: number | null;
  /** Timeout until the connection is established, including TLS for https. */
  readonly connectTimeoutMs: number;
  /** Aborts the exchange with an `aborted` failure. */
  readonly signal: AbortSignal;
  /** PEM certificates to trust instead of the system's. */
  readonly authorities?: string | undefined;
}

const MAX_HEADER_BYTES = 32_768;

/** Identifies the service as an automated client. */
const USER_AGENT = "Mozilla/5.0 (compatible; GuidedSelectionService/1.0; +link and media check)";

/**
 * Sends a request and returns its response or failure; a redirect is returned, not followed. It connects to the checked
 * addresses of the target and verifies the certificate against its host name. It uses no DNS resolver and no proxy, and
 * does not reuse the connection.
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
    // Set explicitly, because the environment variable NODE_TLS_REJECT_UNAUTHORIZED would otherwise disable it.
    rejectUnauthorized: true,
    ca: options.authorities,
  });
}

/** Returns a DNS lookup with fixed addresses, so that the connection goes to the addresses that were checked. */
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
      // Skip a malformed header.
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
