import type { Span } from "@opentelemetry/api";
import assert from "node:assert/strict";
import { guardSpans } from "@/lib/telemetry/guard.ts";
import { inSpan, isTracing } from "@/lib/telemetry/mod.ts";

/** Creates a new span class, like the runtime's, that records every attribute, even two of the same name. */
function kindOfSpan() {
  const recorded: [string, unknown][] = [];
  class Kept {
    setAttribute(name: string, value: unknown) {
      recorded.push([name, value]);
      return this;
    }
    setAttributes() {
      return this;
    }
    addEvent(name: string) {
      recorded.push(["event", name]);
      return this;
    }
    setStatus(status: unknown) {
      recorded.push(["status", status]);
      return this;
    }
    recordException(error: unknown) {
      recorded.push(["exception", error]);
    }
  }
  return { recorded, make: () => new Kept() as unknown as Span };
}

Deno.test("guardSpans() lets a span record only the listed attributes", () => {
  const { recorded, make } = kindOfSpan();
  guardSpans(make());
  guardSpans(make());
  const span = make();
  span.setAttribute("url.full", "https://x.test/?email=pat@x.test");
  span.setAttribute("http.route", "/systems/:id");
  span.setAttributes({ "url.query": "email=pat@x.test", "error.type": "TypeError" });
  span.addEvent("exception", { "exception.message": "pat@x.test" });
  span.recordException(new RangeError("pat@x.test"));
  span.setStatus({ code: 2, message: "pat@x.test" });
  assert.deepEqual(recorded, [
    ["http.route", "/systems/:id"],
    ["error.type", "TypeError"],
    ["error.type", "RangeError"],
    ["status", { code: 2 }],
  ]);
});

Deno.test("inSpan() only runs the function when there is no collector", async () => {
  assert.equal(isTracing(), false);
  assert.equal(inSpan("selection", () => 7), 7);
  assert.equal(await inSpan("model", () => Promise.resolve(8)), 8);
  assert.throws(() =>
    inSpan("CRM", () => {
      throw new RangeError("no");
    }), RangeError);
});
