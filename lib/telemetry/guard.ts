/**
 * What a span may carry. The runtime describes each request and each fetch by its whole URL, query included, and keeps
 * the first of two attributes of one name, so that writing another one later hides nothing. So spans themselves are
 * taught, once a process, to take the attributes of a list and no others (decision 21).
 */
import type { Attributes, AttributeValue, Span, SpanStatus } from "@opentelemetry/api";

/** Names of attributes whose values can never be a person's, a visitor's or a secret. */
export const SPAN_ATTRIBUTES = [
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "url.scheme",
  "error.type",
  "room",
  "outcome",
] as const;

const SHOWN: ReadonlySet<string> = new Set(SPAN_ATTRIBUTES);

/** The methods of spans that can carry something out. */
type Carriers = Pick<
  Span,
  "setAttribute" | "setAttributes" | "addEvent" | "recordException" | "setStatus"
>;

/** Spans that are guarded already, by what they inherit from. */
const guarded = new WeakSet<object>();

/**
 * Guards every span of the kind of this one. Attributes that are not listed are dropped, and so are events, the message
 * of a status and everything of an exception but the name of its class.
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
