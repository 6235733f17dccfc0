/** Spans by route and by room, when the process runs with `OTEL_DENO=true`. */
import { type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { guardSpans } from "./guard.ts";

/** Parts of a request that have their own span. */
type TracedRoom = "selection" | "retrieval" | "model" | "CRM" | "CMS" | "rendition";

const tracer = trace.getTracer("guided-selection");
let isOn: boolean | undefined;

/** Whether spans are collected. The first call restricts the attributes of spans (see `guard.ts`). */
export function isTracing(): boolean {
  if (isOn === undefined) {
    const probe = tracer.startSpan("start");
    isOn = probe.isRecording();
    if (isOn) guardSpans(probe);
    probe.end();
  }
  return isOn;
}

/**
 * Runs a function in a span named after the room, and returns its result. When the function throws or its promise
 * rejects, the span records only the class of the error.
 */
export function inSpan<T>(room: TracedRoom, run: () => T): T {
  if (!isTracing()) return run();
  return tracer.startActiveSpan(room, { attributes: { room } }, (span) => {
    try {
      const result = run();
      if (!(result instanceof Promise)) {
        span.end();
        return result;
      }
      result.then(() => span.end(), (error) => fail(span, error));
      return result;
    } catch (error) {
      fail(span, error);
      throw error;
    }
  });
}

/** Names the span of the current request by method and route pattern, such as `GET /systems/:id`. */
export function nameRequest(method: string, route: string): void {
  if (!isTracing()) return;
  const span = trace.getActiveSpan();
  span?.updateName(`${method} ${route}`);
  span?.setAttribute("http.route", route);
}

function fail(span: Span, error: unknown): void {
  span.setAttribute("error.type", error instanceof Error ? error.name : "Error");
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
