/**
 * Telemetry: spans and metrics for whoever runs the service, through the runtime's own OpenTelemetry (`OTEL_DENO=true`).
 * No attribute holds a query, an address, a token or an id of a session (decision 21).
 */

export { countLooks, type Gauges, observeGauges } from "./metrics.ts";
export { telemetry } from "./middleware.ts";
export { inSpan, isTracing, type TracedRoom } from "./spans.ts";
