import type { JSX } from "preact";
import { page } from "fresh";
import { Badge } from "../../components/ui/Badge.tsx";
import { PageHeader } from "../../components/ui/PageHeader.tsx";
import { Cell, ColumnHead, RowHead, Table } from "../../components/ui/Table.tsx";
import {
  bodyId,
  componentSchemas,
  describeFields,
  type Endpoint,
  ENDPOINTS,
  exampleUrl,
  type FieldDescription,
  queryParameters,
  responseId,
} from "../../lib/api/mod.ts";
import { define } from "../../lib/define.ts";

const SHAPES = Object.entries(componentSchemas())
  .map(([id, schema]) => ({ id, fields: describeFields(schema) }))
  .filter(({ fields }) => fields.length > 0);

export const handler = define.handlers({
  GET(ctx) {
    ctx.state.title = "API";
    ctx.state.description = "The public interface of the guided selection, endpoint by endpoint.";
    const snapshot = ctx.state.services.catalog.current();
    return page({
      endpoints: ENDPOINTS.map((endpoint) => ({
        endpoint,
        example: exampleUrl(endpoint, snapshot),
      })),
    });
  },
});

export default define.page<typeof handler>(function ApiPage({ data }) {
  return (
    <>
      <PageHeader
        title="API"
        lead="Everything the guided selection knows, as JSON. No key is needed. Changes only ever add."
        actions={<a href="/api/openapi.json">OpenAPI 3.1 document</a>}
      />
      {data.endpoints.map(({ endpoint, example }) => (
        <EndpointSection key={endpoint.path} endpoint={endpoint} example={example} />
      ))}
      <section class="border-t border-line py-10" aria-labelledby="errors">
        <h2 id="errors" class="text-2xl">Errors</h2>
        <p class="mt-3 max-w-text">
          Every failure has one shape, <a href="#ErrorBody">ErrorBody</a>. Its <code>kind</code>
          {" "}
          is for programs, its <code>message</code> for people; <code>retryable</code>{" "}
          says whether the same request may succeed later. The header <code>X-Request-Id</code>{" "}
          finds the request in our log.
        </p>
      </section>
      <section class="border-t border-line py-10" aria-labelledby="shapes">
        <h2 id="shapes" class="text-2xl">Shapes</h2>
        {SHAPES.map(({ id, fields }) => (
          <section key={id} class="mt-10" aria-labelledby={id}>
            <h3 id={id} class="mb-3 text-lg font-medium">{id}</h3>
            <FieldTable caption={`Fields of ${id}`} fields={fields} />
          </section>
        ))}
      </section>
    </>
  );
});

function EndpointSection(
  { endpoint, example }: { endpoint: Endpoint; example: string },
): JSX.Element {
  const parameters = queryParameters(endpoint);
  const taken = bodyId(endpoint);
  return (
    <section class="border-t border-line py-10" aria-labelledby={endpoint.operationId}>
      <h2 id={endpoint.operationId} class="text-xl">{endpoint.summary}</h2>
      <p class="mt-3 flex flex-wrap items-center gap-3 font-mono text-sm">
        <Badge tone="accent">{endpoint.method}</Badge>
        <span class="break-all">{endpoint.path}</span>
      </p>
      <p class="mt-3 max-w-text">{endpoint.description}</p>
      {parameters.length > 0 && (
        <div class="mt-6">
          <FieldTable caption={`Parameters of ${endpoint.path}`} fields={parameters} />
        </div>
      )}
      <p class="mt-4 text-sm">
        {taken && (
          <>
            Takes <ShapeLink id={taken} />.{" "}
          </>
        )}
        Answers <ShapeLink id={responseId(endpoint)} />
        {endpoint.cacheable && ", with an ETag"}.{" "}
        {endpoint.method === "GET" && <a class="break-all" href={example}>Try it</a>}
      </p>
    </section>
  );
}

function ShapeLink({ id }: { id: string }): JSX.Element {
  return SHAPES.some((shape) => shape.id === id) ? <a href={`#${id}`}>{id}</a> : <>JSON</>;
}

function FieldTable(
  { caption, fields }: { caption: string; fields: FieldDescription[] },
): JSX.Element {
  return (
    <Table caption={caption} captionHidden>
      <thead>
        <tr>
          <ColumnHead class="text-start">Name</ColumnHead>
          <ColumnHead class="text-start">Type</ColumnHead>
          <ColumnHead class="text-start">Meaning</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, component, required, description }) => (
          <tr key={name}>
            <RowHead class="text-start font-mono">{name}</RowHead>
            <Cell>
              {component ? <a href={`#${component}`}>{type}</a> : type}
              {!required && <span class="text-muted">, optional</span>}
            </Cell>
            <Cell class="min-w-48">{description}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
