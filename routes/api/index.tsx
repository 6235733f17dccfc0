import type { JSX } from "preact";
import { page } from "fresh";
import { Badge } from "@/components/ui/Badge.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import { Cell, ColumnHead, RowHead, Table } from "@/components/ui/Table.tsx";
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
  sampleOf,
} from "@/lib/api/mod.ts";
import { define } from "@/lib/define.ts";

const COMPONENTS = componentSchemas();
const SHAPES = Object.entries(COMPONENTS)
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
        lead="The whole guided selection as JSON. You need no key. We only ever add fields."
        actions={<a class="text-link" href="/api/openapi.json">OpenAPI 3.1 document</a>}
      />
      <Contents endpoints={data.endpoints.map(({ endpoint }) => endpoint)} />
      {data.endpoints.map(({ endpoint, example }) => (
        <EndpointSection key={endpoint.path} endpoint={endpoint} example={example} />
      ))}
      <section class="border-t border-line py-10" aria-labelledby="errors">
        <h2 id="errors" class="text-2xl">Errors</h2>
        <p class="mt-3 max-w-text">
          Every failure has one shape, <a class="text-link" href="#ErrorBody">ErrorBody</a>. Its
          {" "}
          <code>kind</code> is for programs, its <code>message</code> for people;{" "}
          <code>retryable</code> says whether the same request may succeed later. The header{" "}
          <code>X-Request-Id</code> finds the request in our log.
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
  const bodyShape = bodyId(endpoint);
  return (
    <section class="border-t border-line py-10" aria-labelledby={endpoint.operationId}>
      <h2 id={endpoint.operationId} class="text-xl">{endpoint.summary}</h2>
      <p class="mt-3 flex flex-wrap items-center gap-3 font-mono text-sm">
        <Badge tone="accent">{endpoint.method}</Badge>
        <span class="break-all">{endpoint.path}</span>
      </p>
      <p class="mt-3 max-w-text">
        <WithCode text={endpoint.description} />
      </p>
      {parameters.length > 0 && (
        <div class="mt-6">
          <FieldTable caption={`Parameters of ${endpoint.path}`} fields={parameters} />
        </div>
      )}
      <p class="mt-4 text-sm">
        {bodyShape && (
          <>
            Takes <ShapeLink id={bodyShape} />.{" "}
          </>
        )}
        Answers <ShapeLink id={responseId(endpoint)} />
        {endpoint.cacheable && ", with an ETag"}.{" "}
        {endpoint.method === "GET" && <a class="text-link break-all" href={example}>Try it</a>}
      </p>
      <Sample endpoint={endpoint} />
    </section>
  );
}

function ShapeLink({ id }: { id: string }): JSX.Element {
  return SHAPES.some((shape) => shape.id === id)
    ? <a class="text-link" href={`#${id}`}>{id}</a>
    : <>JSON</>;
}

/** The table of contents. */
function Contents({ endpoints }: { endpoints: readonly Endpoint[] }): JSX.Element {
  return (
    <nav aria-label="Contents" class="border-t border-line py-6">
      <h2 class="font-medium">Contents</h2>
      <ul class="mt-2 grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2">
        {endpoints.map(({ operationId, summary, method, path }) => (
          <li key={operationId}>
            <a class="text-link" href={`#${operationId}`}>{summary}</a>{" "}
            <span class="font-mono text-xs break-all text-muted max-sm:block">{method} {path}</span>
          </li>
        ))}
        <li>
          <a class="text-link" href="#errors">Errors</a>
        </li>
        <li>
          <a class="text-link" href="#shapes">Shapes</a>
        </li>
      </ul>
    </nav>
  );
}

/** A sample response of an endpoint, with one entry in each list. */
function Sample({ endpoint }: { endpoint: Endpoint }): JSX.Element | null {
  const schema = COMPONENTS[responseId(endpoint)];
  if (!schema?.properties && !schema?.anyOf && !schema?.oneOf && schema?.type !== "array") {
    return null;
  }
  return (
    <Disclosure summary={`Sample answer of ${endpoint.method} ${endpoint.path}`} class="mt-4">
      <pre
        class="overflow-x-auto bg-surface-sunken p-4 text-xs"
        tabIndex={0}
        role="region"
        aria-label={`Sample answer of ${endpoint.method} ${endpoint.path}`}
      >
        <code>{JSON.stringify(sampleOf(schema, COMPONENTS), null, 2)}</code>
      </pre>
    </Disclosure>
  );
}

/** A text in which the parts between backticks become `code` elements. */
function WithCode({ text }: { text: string }): JSX.Element {
  const parts = text.split("`");
  return (
    <>
      {parts.map((part, index) => index % 2 === 1 ? <code key={index}>{part}</code> : part)}
    </>
  );
}

/** Stacks the cells of a row on narrow screens. */
const BLOCK_NARROW = "wrap-anywhere max-sm:block max-sm:border-b-0 max-sm:pb-0";

function FieldTable(
  { caption, fields }: { caption: string; fields: FieldDescription[] },
): JSX.Element {
  return (
    <Table caption={caption} captionHidden>
      <thead class="max-sm:sr-only">
        <tr>
          <ColumnHead class="text-start">Name</ColumnHead>
          <ColumnHead class="text-start">Type</ColumnHead>
          <ColumnHead class="text-start">Meaning</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, component, required, description }) => (
          <tr key={name}>
            <RowHead class={`text-start font-mono ${BLOCK_NARROW}`}>{name}</RowHead>
            <Cell class={`max-sm:pt-0 ${BLOCK_NARROW}`}>
              {component ? <a class="text-link" href={`#${component}`}>{type}</a> : type}
              {!required && <span class="text-muted">, optional</span>}
            </Cell>
            <Cell class="sm:min-w-48 max-sm:block max-sm:pt-0">
              <WithCode text={description ?? ""} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
