/**
 * A double of the CRM: a real server on a free port with contacts, lists, forms and visitors in memory, and every fault
 * in external-systems.md §A.9. It keeps a journal of all requests.
 */
import { Buffer } from "node:buffer";
import { CrmRecords } from "./crm_records.ts";
import { type CrmRoute, findRoute } from "./crm_routes.ts";
import {
  type CrmExchange,
  type CrmFaultName,
  html,
  isShaped,
  misbehave,
  pause,
  send,
} from "./crm_wire.ts";
import { type RawRequest, serveEach } from "./wire.ts";

/** A fault, and the requests that it affects. */
export interface CrmFault {
  readonly fault: CrmFaultName;
  /** The affected route; default every route. */
  readonly route?: CrmRoute;
  /** How many requests are affected; default all of them. */
  readonly times?: number;
  /** How many matching requests succeed first; default 0. */
  readonly after?: number;
  /** Whether the request is carried out despite the fault. */
  readonly applied?: boolean;
}

/** A rate limit, and what a refusal says in `Retry-After`; null sends no such header. */
interface CrmLimit {
  readonly perSecond: number;
  readonly retryAfter: (() => string) | null;
}

/** The double; disposing it closes its connections. */
export interface CrmDouble extends AsyncDisposable {
  readonly origin: string;
  /** The environment variables of a service that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly records: CrmRecords;
  readonly journal: CrmExchange[];
  /** Returns the requests of a route, in order. */
  asked(route: CrmRoute): CrmExchange[];
  /** Delay of every response, in milliseconds. */
  delayMs: number;
  /** Delay of a response under the fault `slow`, in milliseconds. */
  slowMs: number;
  /** Adds a fault; the first that matches a request applies. */
  fail(fault: CrmFault): void;
  /** Removes all faults. */
  mend(): void;
  /** The rate limit; requests beyond it get a 429. Default none. */
  limit: CrmLimit | null;
  /** Called when a request arrives, before it is carried out, so that tests can act at that moment. */
  onRequest: ((exchange: CrmExchange) => void | Promise<void>) | null;
}

const CREDENTIALS = {
  CRM_SITE_ID: "DoubleSite",
  CRM_USERNAME: "integration.user",
  CRM_PASSWORD: "p:ä55 wörd-double",
};

/** Starts a double on `port`; default a free port. */
export function startCrm({ port = 0, records = new CrmRecords() } = {}): CrmDouble {
  const listener = Deno.listen({ port, hostname: "127.0.0.1" });
  const origin = `http://127.0.0.1:${listener.addr.port}`;
  const { CRM_SITE_ID, CRM_USERNAME, CRM_PASSWORD } = CREDENTIALS;
  const authorization = `Basic ${
    Buffer.from(`${CRM_SITE_ID}\\${CRM_USERNAME}:${CRM_PASSWORD}`, "utf8").toString("base64")
  }`;
  const closing = new AbortController();
  let faults: { set: CrmFault; left: number; passing: number }[] = [];

  const double: CrmDouble = {
    origin,
    environment: { CRM_BASE_URL: origin, ...CREDENTIALS },
    records,
    journal: [],
    asked: (route) => double.journal.filter((exchange) => exchange.route === route),
    delayMs: 0,
    slowMs: 300,
    limit: null,
    fail(set) {
      faults.push({ set, left: set.times ?? Infinity, passing: set.after ?? 0 });
    },
    mend() {
      faults = [];
    },
    onRequest: null,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await close();
    },
  };

  function faultFor(route: CrmRoute | null): CrmFault | null {
    for (const one of faults) {
      if (one.left <= 0 || (one.set.route !== undefined && one.set.route !== route)) continue;
      if (one.passing-- > 0) continue;
      one.left--;
      return one.set;
    }
    return null;
  }

  let [allowed, since] = [0, performance.now()];

  /** Takes a request from the rate limit, which saves up at most one second's requests. */
  function isBeyond({ perSecond }: CrmLimit): boolean {
    const now = performance.now();
    allowed = Math.min(perSecond, allowed + (now - since) / 1000 * perSecond);
    since = now;
    if (allowed < 1) return true;
    allowed--;
    return false;
  }

  async function serve(connection: Deno.Conn, raw: RawRequest): Promise<void> {
    const request = { ...raw, body: parse(raw.body) };
    const [path = "", query = ""] = request.path.split("?", 2);
    const found = findRoute(request.method, path);
    const exchange: CrmExchange = { ...request, route: found?.name ?? null, status: null };
    double.journal.push(exchange);
    await double.onRequest?.(exchange);
    if (double.delayMs > 0) await pause(double.delayMs, closing.signal);
    const { limit } = double;
    if (limit !== null && isBeyond(limit)) {
      const headers = limit.retryAfter && { "retry-after": limit.retryAfter() };
      return await send(connection, exchange, { status: 429, ...(headers && { headers }) });
    }
    const fault = faultFor(exchange.route);
    const run = () => {
      if (request.headers.get("authorization") !== authorization) return html(401);
      if (!found) return { status: 404 };
      const isJson = request.headers.get("content-type") === "application/json";
      if (request.method !== "GET" && !isJson) return { status: 400 };
      const params = found.params.map((part) => decodeURIComponent(part));
      return found.run({
        records,
        params,
        query: new URLSearchParams(query),
        body: request.body,
      });
    };
    if (fault === null) return await send(connection, exchange, run());
    const right = fault.applied || isShaped(fault.fault) ? run() : { status: 200, body: {} };
    await misbehave(connection, exchange, {
      fault: fault.fault,
      right,
      slowMs: double.slowMs,
      signal: closing.signal,
    });
  }

  const close = serveEach(listener, serve);
  return double;
}

function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
