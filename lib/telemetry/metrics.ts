/** What is counted and measured, under the names that dashboards know. Nothing of it is kept where nobody collects. */
import { metrics } from "@opentelemetry/api";

const meter = metrics.getMeter("guided-selection");
const requests = meter.createCounter("http.server.requests", {
  description: "Requests that were answered, by route, method and status",
});
const looks = meter.createCounter("cache.hits", {
  description: "Cache lookups, by cache and by hit or miss",
});

/** Counts an answer. `route` is the pattern of the route, never the address that was asked for. */
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

/** Caches whose hits are counted. */
export type CountedCache = "evidence" | "pictures" | "compressed" | "renditions";

/** Makes a counter of looks into a cache. */
export function countLooks(cache: CountedCache): (hit: boolean) => void {
  return (hit) => looks.add(1, { cache, hit });
}

/** What is asked for each time that somebody collects; null where there is nothing to tell. */
export interface Gauges {
  /** Leads that wait for the CRM. */
  readonly queueDepth: () => Promise<number | null>;
  /** Seconds since the oldest of them came in. */
  readonly queueAge: () => Promise<number | null>;
  /** Dollars that today's answers cost, in UTC. */
  readonly spend: () => Promise<number | null>;
  /** Seconds for which the oldest expired session has been waiting to be removed. */
  readonly purgeLag: () => Promise<number | null>;
  /** Seconds since the CMS was last read to its end. */
  readonly syncAge: () => Promise<number | null>;
}

/** Registers the gauges of a process. What cannot be read is left out of that collection. */
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
