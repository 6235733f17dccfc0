/** Generates the OpenAPI 3.1 document from the list of endpoints and the zod schemas (design §7). */
import { z } from "zod";
import { ErrorBody } from "../http/mod.ts";
import { type Endpoint, ENDPOINTS } from "./endpoints.ts";
import { describeFields, type FieldDescription } from "./fields.ts";

/** Version of the public interface; changes are additive, so only the minor number moves. */
const API_VERSION = "1.0.0";

/** Errors that every endpoint may return, besides its own statuses. */
const ERRORS: Record<number, string> = {
  400: "A parameter is malformed; `fields` names each",
  403: "Another site made a browser send this",
  405: "The path exists, the method does not; `Allow` lists those that do",
  429: "Too many requests from this address; `Retry-After` says when to come back",
  500: "The service failed; `X-Request-Id` finds the request in its log",
};

/** The cookie of a visitor's session, which no endpoint requires. */
const SESSION = {
  type: "apiKey",
  in: "cookie",
  name: "ns_session",
  description: "Identifies the visitor’s session. The service sets it; no endpoint requires it.",
};

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const COMPONENTS = "#/components/schemas/";
const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

type Json = Record<string, unknown>;

/**
 * Returns the public interface as an OpenAPI 3.1 document, including its version. Every schema with an id is a shared
 * component.
 */
export function openApiDocument(): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Guided Selection Service",
      version: API_VERSION,
      summary: "Answers in, one right-sized movable-wall system out, with its reasons.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{}, { session: [] }],
    paths: Object.fromEntries(
      ENDPOINTS.map((endpoint) => [
        endpoint.path,
        { [endpoint.method.toLowerCase()]: operation(endpoint) },
      ]),
    ),
    components: { schemas: componentSchemas(), securitySchemes: { session: SESSION } },
  };
}

/**
 * Returns the JSON Schema of every wire shape by id: the bodies, responses and events of the endpoints in order, the
 * error body, then the schemas they refer to. Objects allow additional properties, so that an additive change does not
 * break a client that validates.
 */
export function componentSchemas(): Record<string, z.core.JSONSchema.BaseSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `${COMPONENTS}${id}`,
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const wire = ENDPOINTS.flatMap(({ body, response, events }) =>
    [body, response, events].filter((schema) => schema !== undefined)
  );
  const ids = new Set([...wire, ErrorBody].map(schemaId));
  for (const id of ids) {
    for (const [, referred = ""] of JSON.stringify(schemas[id]).matchAll(REFERENCE)) {
      ids.add(referred);
    }
  }
  return Object.fromEntries([...ids].map((id) => {
    const { $id: _id, $schema: _dialect, ...schema } = schemas[id] ?? {};
    return [id, schema];
  }));
}

function operation(endpoint: Endpoint): Json {
  const { operationId, summary, description } = endpoint;
  const responses: Json = {
    [endpoint.status ?? 200]: {
      description: "The answer",
      content: { ...contentOf(endpoint.response), ...streamOf(endpoint) },
    },
  };
  if (endpoint.form) responses[303] = { description: endpoint.form };
  if (endpoint.cacheable) responses[304] = { description: "Unchanged since the given ETag" };
  for (const [status, { description, body }] of Object.entries(endpoint.otherStatuses ?? {})) {
    responses[status] = answer(description, body ?? ErrorBody);
  }
  for (const [status, description] of Object.entries(ERRORS)) {
    responses[status] ??= answer(description, ErrorBody);
  }
  return {
    operationId,
    summary,
    description,
    parameters: parameters(endpoint),
    ...(endpoint.body
      ? {
        requestBody: {
          required: true,
          content: contentOf(endpoint.body, [JSON_TYPE, ...(endpoint.form ? [FORM_TYPE] : [])]),
        },
      }
      : {}),
    responses,
  };
}

function parameters(endpoint: Endpoint): Json[] {
  const { properties = {} } = querySchema(endpoint);
  return queryParameters(endpoint).map(({ name, required, description }) => ({
    name,
    in: "query",
    required,
    description,
    // The form on the wire: a string, though a default may be null. `const` is absent unless one value alone is taken.
    schema: { type: "string", const: Object(properties[name]).const },
  }));
}

/** Describes the query parameters of an endpoint; every one is a string on the wire. */
export function queryParameters(endpoint: Endpoint): FieldDescription[] {
  return describeFields(querySchema(endpoint));
}

function querySchema({ query }: Endpoint) {
  return z.toJSONSchema(query ?? z.object(), { io: "input" });
}

/** Returns the schema id of an endpoint's response body. */
export function responseId({ response }: Endpoint): string {
  return schemaId(response);
}

/** Returns the schema id of an endpoint's request body; null when it has none. */
export function bodyId({ body }: Endpoint): string | null {
  return body ? schemaId(body) : null;
}

function answer(description: string, body: z.ZodType): Json {
  return { description, content: contentOf(body) };
}

function contentOf(body: z.ZodType, types: readonly string[] = [JSON_TYPE]): Json {
  const schema = { $ref: `${COMPONENTS}${schemaId(body)}` };
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** Describes a stream by the schema of the data of one event. */
function streamOf({ events }: Endpoint): Json {
  return events === undefined
    ? {}
    : { "text/event-stream": { schema: { $ref: `${COMPONENTS}${schemaId(events)}` } } };
}

function schemaId(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (!id) throw new Error("Cannot describe a body whose schema has no id");
  return id;
}
