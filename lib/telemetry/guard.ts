/**
 * Restricts the attributes of spans to an allowlist. The runtime records the whole URL of each request and fetch,
 * including the query, and an attribute cannot be overwritten later because the first value wins. So the methods of
 * spans are patched once per process (decision 21).
 */
import type { Attributes, AttributeValue, Span, SpanStatus } from "@opentelemetry/api";

/** The allowlist: attributes whose values can never be personal data, a visitor's data or a secret. */
const SPAN_ATTRIBUTES = [
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "url.scheme",
  "error.type",
  "room",
  "outcome",
] as const;

const SHOWN: ReadonlySet<string> = new Set(SPAN_ATTRIBUTES);

/** The methods of spans that record data. */
type Carriers = Pick<
  Span,
  "setAttribute" | "setAttributes" | "addEvent" | "recordException" | "setStatus"
>;

/** Prototypes of spans that are already patched. */
const guarded = new WeakSet<object>();

/**
 * Patches the prototype of a span, and so all spans of its class. They drop attributes outside the allowlist, events,
 * the message of a status, and everything of an exception except its class name.
 */
export function guardSpans(sample: Span): void {
  const carriers: Carriers | null = Object.getPrototypeOf(sample);
  if (carriers === null || guarded.has(carriers)) return;
  guarded.add(carriers);
  const { setAttribute, setStatus } = carriers;
  Object.assign(
    carriers,
    {
      setAttribute(this: Span, name: string, value: AttributeValue) {
        return SHOWN.has(name) ? setAttribute.call(this, name, value) : this;
      },
      setAttributes(this: Span, attributes: Attributes) {
        for (const [name, value] of Object.entries(attributes)) {
          if (value !== undefined) this.setAttribute(name, value);
        }
        return this;
      },
      setStatus(this: Span, { code }: SpanStatus) {
        return setStatus.call(this, { code });
      },
      addEvent(this: Span) {
        return this;
      },
      recordException(this: Span, exception: unknown) {
        this.setAttribute("error.type", exception instanceof Error ? exception.name : "Error");
      },
    } satisfies Carriers,
  );
}
