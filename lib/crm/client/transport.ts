/**
 * One request to the CRM and its answer, within bounds of time and size. A request is sent once: what must not
 * happen twice is decided above, and neither the connection nor a library repeats anything (decision 17). Nothing
 * that the CRM or an error says goes into a failure, for both may quote the person that was asked for.
 */
import { Buffer } from "node:buffer";
import type { buildConnector, Client } from "undici";
import type { CrmCredentials, Secret } from "../../config/mod.ts";
import { inSpan } from "../../telemetry/mod.ts";
import { type CrmFailure, failure } from "./result.ts";

/** Where the CRM is, who we are there, and how long it may take. */
export interface TransportOptions {
  readonly baseUrl: string;
  readonly credentials: Secret<CrmCredentials>;
  /** For the whole of an exchange; ten seconds unless told otherwise. */
  readonly timeoutMs?: number;
  /** The most that is read of a body. */
  readonly maxBytes?: number;
}

/** What is asked. */
export interface CrmRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** Below the interface's root, with its query; every part encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, whatever its status. */
export interface CrmAnswer {
  readonly ok: true;
  readonly status: number;
  readonly text: string;
}

/** Sends a request. Never throws. */
export type Transport = (request: CrmRequest) => Promise<CrmAnswer | CrmFailure>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_HEADER_BYTES = 32_768;
const INTERFACE = "/api/REST/2.0";

/** Makes the transport of a client. An address that is none fails with every request, and not before. */
export function createTransport(options: TransportOptions): Transport {
  const root = rootOf(options.baseUrl);
  return async (request) => {
    if (root === null) return failure("network", "The address of the CRM cannot be used");
    // Only who has a CRM needs the library, and only once a lead is there.
    const http = await import("undici");
    const connection = { made: false };
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), options.timeoutMs ?? TIMEOUT_MS);
    const give = () => ending.abort();
    request.signal?.addEventListener("abort", give, { once: true });
    if (request.signal?.aborted) give();
    try {
      const { signal } = ending;
      return await inSpan(
        "CRM",
        () => exchange(request, { http, root, options, connection, signal }),
      );
    } catch (error) {
      return failure("network", wordsFor(error, ending.signal), {
        mayHaveLanded: connection.made,
      });
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", give);
    }
  };
}

/** The address without what operators add to it by mistake: slashes at the end, the interface itself. */
function rootOf(baseUrl: string): URL | null {
  const url = URL.parse(baseUrl.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.pathname = url.pathname.replace(/\/+$/, "").replace(/\/api\/rest\/[12]\.0$/i, "");
  return url;
}

interface Exchange {
  readonly http: typeof import("undici");
  readonly root: URL;
  readonly options: TransportOptions;
  readonly connection: { made: boolean };
  readonly signal: AbortSignal;
}

async function exchange(
  { method, path, body }: CrmRequest,
  { http, root, options, connection, signal }: Exchange,
): Promise<CrmAnswer> {
  const connect = noting(
    connection,
    http.buildConnector({ timeout: options.timeoutMs ?? TIMEOUT_MS }),
  );
  const client = new http.Client(root.origin, {
    connect,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: options.maxBytes ?? MAX_BYTES,
  });
  try {
    const response = await client.request({
      method,
      path: `${root.pathname.replace(/\/$/, "")}${INTERFACE}${path}`,
      headers: {
        "authorization": authorizationOf(options.credentials),
        "accept": "application/json",
        "accept-encoding": "identity",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      reset: true,
      signal,
    });
    // Decodes leniently, and drops a byte order mark.
    return { ok: true, status: response.statusCode, text: await response.body.text() };
  } finally {
    end(client);
  }
}

/** The connection ends with the exchange, so that nothing is ever sent on one that the other side has left. */
function end(client: Client): void {
  client.destroy().catch(() => {});
}

/** Notes that there is a connection: from then on, a request may have arrived. */
function noting(
  connection: { made: boolean },
  connect: buildConnector.connector,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...made) => {
      if (made[0] === null) connection.made = true;
      callback(...made);
    });
}

function authorizationOf(credentials: Secret<CrmCredentials>): string {
  const { siteId, username, password } = credentials.reveal();
  return `Basic ${Buffer.from(`${siteId}\\${username}:${password}`, "utf8").toString("base64")}`;
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The CRM refused the connection",
  ECONNRESET: "The CRM cut the connection",
  ENOTFOUND: "The host of the CRM does not exist",
  EAI_AGAIN: "The host of the CRM cannot be looked up now",
  UND_ERR_SOCKET: "The CRM cut the connection",
  UND_ERR_CONNECT_TIMEOUT: "The CRM did not answer in time",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "The answer of the CRM is too long",
  UND_ERR_HEADERS_OVERFLOW: "The answer of the CRM is too long",
};

function wordsFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "The CRM did not answer in time";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code)) return "There is no secure connection to the CRM";
  if (code.startsWith("HPE_")) return "What the CRM answered is not HTTP";
  return WORDS[code] ?? "The connection to the CRM failed";
}
