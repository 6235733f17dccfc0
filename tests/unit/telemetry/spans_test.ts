import type { Span } from "@opentelemetry/api";
import assert from "node:assert/strict";
import { guardSpans } from "../../../lib/telemetry/guard.ts";
import { inSpan, isTracing } from "../../../lib/telemetry/mod.ts";

/** A kind of span that keeps what it is told, as the runtime's does: two of one name stand beside each other. */
function kindOfSpan() {
  const told: [string, unknown][] = [];
  class Kept {
    setAttribute(name: string, value: unknown) {
      told.push([name, value]);
      return this;
    }
    setAttributes() {
      return this;
    }
    addEvent(name: string) {
      told.push(["event", name]);
      return this;
    }
    setStatus(status: unknown) {
      told.push(["status", status]);
      return this;
    }
    recordException(error: unknown) {
      told.push(["exception", error]);
    }
  }
  return { told, make: () => new Kept() as unknown as Span };
}

Deno.test("a guarded span takes the attributes of the list, and no others", () => {
  const { told, make } = kindOfSpan();
  guardSpans(make());
  guardSpans(make());
  const span = make();
  span.setAttribute("url.full", "https://x.test/?email=pat@x.test");
  span.setAttribute("http.route", "/systems/:id");
  span.setAttributes({ "url.query": "email=pat@x.test", "error.type": "TypeError" });
  span.addEvent("exception", { "exception.message": "pat@x.test" });
  span.recordException(new RangeError("pat@x.test"));
  span.setStatus({ code: 2, message: "pat@x.test" });
  assert.deepEqual(told, [
    ["http.route", "/systems/:id"],
    ["error.type", "TypeError"],
    ["error.type", "RangeError"],
    ["status", { code: 2 }],
  ]);
});

Deno.test("without a collector a span is the function alone", async () => {
  assert.equal(isTracing(), false);
  assert.equal(inSpan("selection", () => 7), 7);
  assert.equal(await inSpan("model", () => Promise.resolve(8)), 8);
  assert.throws(() =>
    inSpan("CRM", () => {
      throw new RangeError("no");
    }), RangeError);
});
