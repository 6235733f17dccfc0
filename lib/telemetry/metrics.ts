/** Metrics of the service. Dashboards depend on their names. Without a collector nothing is recorded. */
import { metrics } from "@opentelemetry/api";

const meter = metrics.getMeter("guided-selection");
const requests = meter.createCounter("http.server.requests", {
  description: "Requests that were answered, by route, method and status",
});
const looks = meter.createCounter("cache.hits", {
  description: "Cache lookups, by cache and by hit or miss",
});

/** Counts a response. `route` is the route pattern, never the requested path. */
export function countRequest(
  { route, method, status }: {
    readonly route: string;
    readonly method: string;
    readonly status: number;
  },
): void {
  requests.add(1, {
    "http.route": route,
    "http.request.method": method,
    "http.response.status_code": status,
  });
}

/** Caches whose hits and misses are counted. */
type CountedCache = "evidence" | "pictures" | "compressed" | "renditions";

/** Returns a function that counts a lookup in a cache as hit or miss. */
export function countLooks(cache: CountedCache): (hit: boolean) => void {
  return (hit) => looks.add(1, { cache, hit });
}

/** Gauges, which are read on every collection. Null leaves a gauge out. */
export interface Gauges {
  /** Number of leads queued for the CRM. */
  readonly queueDepth: () => Promise<number | null>;
  /** Number of leads that were given up and are not yet deleted. */
  readonly queueAbandoned: () => Promise<number | null>;
  /** Age of the oldest queued lead in seconds. */
  readonly queueAge: () => Promise<number | null>;
  /** Cost of the assistant's answers today (UTC) in US dollars. */
  readonly spend: () => Promise<number | null>;
  /** Seconds since the oldest unpurged session expired. */
  readonly purgeLag: () => Promise<number | null>;
  /** Seconds since the last complete fetch from the CMS. */
  readonly syncAge: () => Promise<number | null>;
}

/** Registers the gauges of a process. A gauge that cannot be read is left out of that collection. */
export function observeGauges(gauges: Gauges): void {
  const observe = (
    name: string,
    options: { readonly unit: string; readonly description: string },
    read: () => Promise<number | null>,
  ) =>
    meter.createObservableGauge(name, options).addCallback(async (result) => {
      const value = await read().catch(() => null);
      if (value !== null) result.observe(value);
    });
  observe("crm.queue.depth", {
    unit: "{lead}",
    description: "Leads that wait for the CRM",
  }, gauges.queueDepth);
  observe("crm.queue.abandoned", {
    unit: "{lead}",
    description: "Leads that were given up after five attempts, and are not yet deleted",
  }, gauges.queueAbandoned);
  observe("crm.queue.age", {
    unit: "s",
    description: "Age of the oldest lead that waits",
  }, gauges.queueAge);
  observe("assistant.spend", {
    unit: "USD",
    description: "Cost of today’s answers",
  }, gauges.spend);
  observe("purge.lag", {
    unit: "s",
    description: "Time for which an expired session waits to be removed",
  }, gauges.purgeLag);
  observe("cms.sync.age", {
    unit: "s",
    description: "Time since the CMS was read to its end",
  }, gauges.syncAge);
}
