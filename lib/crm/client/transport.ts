/**
 * Sends one request to the CRM, with limits on time and size (decision 17). A request is sent exactly once: neither the
 * connection nor the library repeats it, because the caller decides what may happen twice. Failures contain no text
 * from the CRM or from an error, because both may quote personal data.
 */
import { Buffer } from "node:buffer";
import type { buildConnector, Client } from "undici";
import type { CrmCredentials, Secret } from "@/lib/config/mod.ts";
import { parseRetryAfter } from "@/lib/net/mod.ts";
import { inSpan } from "@/lib/telemetry/mod.ts";
import { limitTime } from "@/lib/timing/mod.ts";
import { type CrmFailure, failure } from "./result.ts";

/** Address, credentials and limits of the transport. */
export interface TransportOptions {
  readonly baseUrl: string;
  readonly credentials: Secret<CrmCredentials>;
  /** Limit of a whole exchange, in milliseconds. Default 10 000. */
  readonly timeoutMs?: number;
}

/** A request. */
export interface CrmRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** Path below the REST root, with the query; every part is already encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** A response of any status. */
export interface CrmAnswer {
  readonly ok: true;
  readonly status: number;
  /** The body, without a byte order mark; null when it is not UTF-8. */
  readonly text: string | null;
  /** How long the CRM asks to wait (`Retry-After`), in milliseconds; null when it does not ask. */
  readonly waitMs: number | null;
}

/** Sends a request. Never throws. */
export type Transport = (request: CrmRequest) => Promise<CrmAnswer | CrmFailure>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_HEADER_BYTES = 32_768;
const INTERFACE = "/api/REST/2.0";

/** Creates a transport. An invalid base URL does not fail here, but every request does. */
export function createTransport(options: TransportOptions): Transport {
  const root = rootOf(options.baseUrl);
  return async (request) => {
    if (root === null) return failure("network", "The address of the CRM cannot be used");
    // Imported on first use, so that a service without a CRM does not load the library.
    const http = await import("undici");
    const connection = { made: false };
    using limit = limitTime(options.timeoutMs ?? TIMEOUT_MS);
    const signal = AbortSignal.any([limit.signal, ...(request.signal ? [request.signal] : [])]);
    try {
      return await inSpan(
        "CRM",
        () => exchange(request, { http, root, options, connection, signal }),
      );
    } catch (error) {
      return failure("network", messageFor(error, signal), {
        mayHaveLanded: connection.made,
      });
    }
  };
}

/** The base URL without parts that operators add by mistake: trailing slashes, or the REST root itself. */
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
  const connect = recordingConnector(
    connection,
    // Set explicitly, because the environment variable NODE_TLS_REJECT_UNAUTHORIZED would otherwise disable it.
    http.buildConnector({
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      rejectUnauthorized: true,
      // Over HTTP/2, the library repeats a request of a stream that the other side has refused.
      allowH2: false,
    }),
  );
  const client = new http.Client(root.origin, {
    connect,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    maxResponseSize: MAX_BYTES,
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
    const { statusCode: status, headers, body: answered } = response;
    return { ok: true, status, text: decode(await answered.bytes()), waitMs: waitOf(headers) };
  } finally {
    end(client);
  }
}

/** Invalid UTF-8 is not replaced, because an update sends back what was read. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A date is compared with the CRM's own clock, if the CRM sends it. */
function waitOf(headers: Readonly<Record<string, string | string[] | undefined>>): number | null {
  const [wait, date] = [headers["retry-after"], headers["date"]];
  if (typeof wait !== "string") return null;
  return parseRetryAfter(wait, Date.parse(String(date)) || Date.now());
}

/** Closes the connection after each exchange, so that no request is sent on one that the CRM may have closed. */
function end(client: Client): void {
  client.destroy().catch(() => {});
}

/** Wraps the connector to record that a connection was made; after that, a request may have arrived. */
function recordingConnector(
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

const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The CRM refused the connection",
  ECONNRESET: "The CRM cut the connection",
  ENOTFOUND: "The host of the CRM does not exist",
  EAI_AGAIN: "The host of the CRM cannot be looked up now",
  UND_ERR_SOCKET: "The CRM cut the connection",
  UND_ERR_CONNECT_TIMEOUT: "The CRM did not answer in time",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "The answer of the CRM is too long",
  UND_ERR_HEADERS_OVERFLOW: "The answer of the CRM is too long",
};

function messageFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "The CRM did not answer in time";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code)) return "There is no secure connection to the CRM";
  if (code.startsWith("HPE_")) return "What the CRM answered is not HTTP";
  return MESSAGES[code] ?? "The connection to the CRM failed";
}
