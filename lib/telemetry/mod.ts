/**
 * Spans and metrics for operators, through Deno's built-in OpenTelemetry (`OTEL_DENO=true`). No attribute contains a
 * query, an address, a token or a session id (decision 21).
 */

export { countLooks, type Gauges, observeGauges } from "./metrics.ts";
export { telemetry } from "./middleware.ts";
export { inSpan, isTracing } from "./spans.ts";
