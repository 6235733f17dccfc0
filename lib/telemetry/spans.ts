/** Spans by route and by room, when the process is started with `OTEL_DENO=true`; nothing otherwise. */
import { type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { guardSpans } from "./guard.ts";

/** Parts of an answer that have spans of their own. */
export type TracedRoom = "selection" | "retrieval" | "model" | "CRM" | "CMS" | "rendition";

const tracer = trace.getTracer("guided-selection");
let isOn: boolean | undefined;

/** Whether somebody collects spans. The first call guards what spans carry. */
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
 * Runs a function in a span that is named by its room. A span whose function throws, or whose promise is rejected, has
 * the class of the error and nothing else of it. Gives what the function gives.
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

/** Names the span of the request that is being answered by its route: `GET /systems/:id`. */
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
