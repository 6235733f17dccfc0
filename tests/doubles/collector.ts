/** A double of an OpenTelemetry collector: receives OTLP as JSON over HTTP on a free port, and keeps every export. */

/** The parts of a span that tests check. */
interface CollectedSpan {
  readonly name: string;
  /** Values as strings, by name. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The double; disposing it closes its server. */
interface CollectorDouble extends AsyncDisposable {
  /** The environment variables of a process that exports to it, at short intervals. */
  readonly environment: Readonly<Record<string, string>>;
  /** The raw bodies of all requests. */
  readonly bodies: string[];
  /** Returns all spans received so far. */
  spans(): CollectedSpan[];
  /** Returns the names of all metrics received so far. */
  metrics(): Set<string>;
}

/** Starts a double. */
export function startCollector(): CollectorDouble {
  const bodies: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    bodies.push(await request.text());
    return Response.json({});
  });
  return {
    environment: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
      OTEL_METRIC_EXPORT_INTERVAL: "500",
      OTEL_BSP_SCHEDULE_DELAY: "100",
    },
    bodies,
    spans: () =>
      found(bodies, "spans").map(({ name, attributes }) => ({
        name: String(name),
        attributes: Object.fromEntries(
          Object(attributes).map(({ key, value }: { key: string; value: object }) => [
            key,
            String(Object.values(value)[0]),
          ]),
        ),
      })),
    metrics: () => new Set(found(bodies, "metrics").map(({ name }) => String(name))),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Returns the members of every array property with the name `list`, at any depth. */
function found(bodies: readonly string[], list: string): Record<string, unknown>[] {
  const all: Record<string, unknown>[] = [];
  for (const body of bodies) {
    JSON.parse(body, (key, value) => {
      if (key === list && Array.isArray(value)) all.push(...value);
      return value;
    });
  }
  return all;
}
