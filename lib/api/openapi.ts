/** The OpenAPI 3.1 document, made from the endpoint list and the zod schemas (design §7). */
import { z } from "zod";
import { ErrorBody } from "../http/mod.ts";
import { type Endpoint, ENDPOINTS } from "./endpoints.ts";
import { describeFields, type FieldDescription } from "./fields.ts";

/** Version of the public interface; changes are additive, so only the minor number moves. */
const API_VERSION = "1.0.0";

/** What every endpoint may answer besides its own statuses. */
const ERRORS: Record<number, string> = {
  400: "A parameter is malformed; `fields` names each",
  405: "The path exists, the method does not; `Allow` lists those that do",
  500: "The service failed; `X-Request-Id` finds the request in its log",
};

const COMPONENTS = "#/components/schemas/";
const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

type Json = Record<string, unknown>;

/**
 * Describes the public interface as an OpenAPI 3.1 document, version included. Every schema with an
 * id is a shared component.
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
    paths: Object.fromEntries(
      ENDPOINTS.map((endpoint) => [
        endpoint.path,
        { [endpoint.method.toLowerCase()]: operation(endpoint) },
      ]),
    ),
    components: { schemas: componentSchemas() },
  };
}

/**
 * The JSON Schema of every wire shape by id, in reading order: each endpoint's answer, then what it
 * refers to. Objects stay open, for an additive change must not break a client that validates.
 */
export function componentSchemas(): Record<string, z.core.JSONSchema.BaseSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `${COMPONENTS}${id}`,
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const ids = new Set([...ENDPOINTS.map(responseId), schemaId(ErrorBody)]);
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
  const responses: Json = { 200: answer("The answer", endpoint.response) };
  if (endpoint.cacheable) responses[304] = { description: "Unchanged since the given ETag" };
  for (const [status, { description, body }] of Object.entries(endpoint.otherStatuses ?? {})) {
    responses[status] = answer(description, body ?? ErrorBody);
  }
  for (const [status, description] of Object.entries(ERRORS)) {
    responses[status] ??= answer(description, ErrorBody);
  }
  return { operationId, summary, description, parameters: parameters(endpoint), responses };
}

function parameters(endpoint: Endpoint): Json[] {
  return queryParameters(endpoint).map(({ name, required, description }) => ({
    name,
    in: "query",
    required,
    description,
    schema: { type: "string" },
  }));
}

/** The query parameters of an endpoint in words; every one is a string on the wire. */
export function queryParameters({ query }: Endpoint): FieldDescription[] {
  return query ? describeFields(z.toJSONSchema(query, { io: "input" })) : [];
}

/** Id of the schema that an endpoint answers with. */
export function responseId({ response }: Endpoint): string {
  return schemaId(response);
}

function answer(description: string, body: z.ZodType): Json {
  return {
    description,
    content: {
      "application/json": { schema: { $ref: `${COMPONENTS}${schemaId(body)}` } },
    },
  };
}

function schemaId(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (!id) throw new Error("Cannot describe a body whose schema has no id");
  return id;
}
