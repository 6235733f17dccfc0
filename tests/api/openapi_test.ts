import assert from "node:assert/strict";
import {
  componentSchemas,
  describeFields,
  ENDPOINTS,
  openApiDocument,
  responseId,
  SAMPLE_BLANK,
  sampleOf,
} from "@/lib/api/mod.ts";
import { expectStop, parseJson } from "@/lib/http/mod.ts";
import { startApp } from "../helpers/app.ts";

type Json = { [key: string]: Json };

Deno.test("every reference in the OpenAPI document resolves (design §7)", () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  assert.match(document.openapi, /^3\.1/);
  assert.deepEqual(document.servers, [{ url: "/" }]);
  const schemes = document.security.flatMap((requirement: Json) => Object.keys(requirement));
  assert.deepEqual(schemes, Object.keys(document.components.securitySchemes));
  // An additive change must not break a client that validates.
  assert.doesNotMatch(JSON.stringify(document), /"additionalProperties":false|"\$(id|schema)"/);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
  assert.ok(references.length > 10);
  assert.ok(references.some(([, reference]) => reference?.endsWith("/TypedValue")));
  for (const [, reference = ""] of references) {
    const found = reference.replace("#/", "").split("/")
      .reduce<Json | undefined>((at, key) => at?.[key], document);
    assert.ok(found, reference);
  }
});

Deno.test("the OpenAPI document describes every endpoint, its errors and its parameters", () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument()));
  for (const endpoint of ENDPOINTS) {
    const { path, method, cacheable, status = 200, body, events, otherStatuses = {} } = endpoint;
    const operation = paths[path][method.toLowerCase()];
    const { content } = operation.responses[status];
    assert.equal("text/event-stream" in content, events !== undefined, path);
    for (const [other, { description }] of Object.entries(otherStatuses)) {
      assert.equal(operation.responses[other].description, description, `${path} ${other}`);
    }
    assert.ok(operation.summary && operation.description && operation.operationId);
    for (const answered of [status, 400, 403, 405, 429, 500]) {
      assert.ok(operation.responses[answered]);
    }
    // A body is optional unless the document says otherwise, and no endpoint takes an empty one.
    assert.equal(operation.requestBody?.required, body === undefined ? undefined : true);
    assert.equal("304" in operation.responses, cacheable);
  }
  const { parameters } = paths["/api/recommendation"].get;
  assert.deepEqual(parameters.map(({ name }: { name: string }) => name), [
    "options",
    "track",
    "explain",
  ]);
  assert.deepEqual(parameters[2].schema, { type: "string", const: "1" });
});

Deno.test("the OpenAPI document describes the bodies and responses of POST /api/lead, also for forms (§4.4)", async () => {
  const { post } = JSON.parse(JSON.stringify(openApiDocument())).paths["/api/lead"];
  // A lead has no `fill`, which only PUT /api/session takes: a lead's own recommendation always counts.
  assert.deepEqual(post.parameters.map(({ name }: { name: string }) => name), ["track"]);
  await using app = await startApp();
  for (const type of Object.keys(post.requestBody.content)) {
    const body = type.endsWith("/json") ? '{"email":"a@example.com"}' : "email=a%40example.com";
    const headers = { "content-type": type };
    const { status } = await app.request("/api/lead", { method: "POST", headers, body });
    assert.ok(status < 400 && post.responses[status], `${type}: ${status}`);
  }
  assert.deepEqual(Object.keys(post.responses).filter((status) => status < "400"), ["200", "303"]);
});

Deno.test("the OpenAPI document offers JSON and forms exactly where an endpoint takes them (design §7)", async () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument()));
  await using app = await startApp();
  for (const { method, path } of ENDPOINTS.filter(({ body }) => body !== undefined)) {
    const { content } = paths[path][method.toLowerCase()].requestBody;
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const headers = { "content-type": type };
      const { status } = await app.request(path, { method, headers, body: "?" });
      assert.equal(status !== 415, type in content, `${path} answers ${type} with ${status}`);
    }
  }
});

Deno.test("a body that breaks off while the service stops answers 503, which the document lists (§7)", async () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument()));
  await using app = await startApp();
  using _ = expectStop();
  for (const { method, path } of ENDPOINTS.filter(({ body }) => body !== undefined)) {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Deno.errors.BadResource("Bad resource ID")),
    });
    const headers = { "content-type": "application/json" };
    const response = await app.request(path, { method, headers, body });
    assert.equal(response.status, 503, path);
    assert.equal((await response.json()).error.kind, "unavailable");
    assert.ok(paths[path][method.toLowerCase()].responses[503], path);
  }
});

Deno.test("an id or a hash of another form is refused with the form that it takes (design §7)", async () => {
  const cases = [
    [
      "/api/session/events",
      { events: [{ kind: "restarted", ref: "a b" }] },
      /ref: .*letters, digits/,
    ],
    ["/api/assistant/chat", { message: "Hi", threadId: "a b" }, /threadId: .*letters, digits/],
    [
      "/api/assistant/feedback",
      { turnHash: "12", vote: "up" },
      /turnHash: Use 8 hexadecimal digits/,
    ],
  ] as const;
  for (const [path, body, says] of cases) {
    const schema = ENDPOINTS.find((endpoint) => endpoint.path === path)?.body ?? assert.fail(path);
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    await assert.rejects(parseJson(new Request(`http://localhost${path}`, init), schema), says);
  }
});

Deno.test("describeFields() describes types in words", () => {
  const fields = describeFields({
    type: "object",
    required: ["a"],
    properties: {
      a: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
      b: { anyOf: [{ type: "string" }, { type: "null" }], description: "Why" },
      c: { enum: ["x", "y"] },
    },
  });
  assert.deepEqual(fields, [
    { name: "a", type: "list of Thing", component: "Thing", required: true, description: null },
    { name: "b", type: "string or null", component: null, required: false, description: "Why" },
    { name: "c", type: '"x" or "y"', component: null, required: false, description: null },
  ]);
});

Deno.test("/api documents every endpoint, and has no script", async () => {
  await using app = await startApp();
  const response = await app.request("/api");
  assert.equal(response.status, 200);
  const html = await response.text();
  for (const { path, summary } of ENDPOINTS) {
    assert.ok(html.includes(path) && html.includes(summary));
  }
  assert.ok(!html.includes("<script"));
  assert.ok(!html.replaceAll(/<style.*?<\/style>/gs, "").includes("`"), "code is marked as code");
  for (const { operationId } of ENDPOINTS) {
    assert.ok(html.includes(`href="#${operationId}"`), `${operationId} is not in the contents`);
  }
  assert.match(html, /Sample answer of GET \/api\/systems/);
  const served = await app.request("/api/openapi.json");
  assert.deepEqual(await served.json(), JSON.parse(JSON.stringify(openApiDocument())));
});

/** Returns the paths of a sample's values that have no example. */
function blanks(value: unknown, path = ""): string[] {
  if (value === SAMPLE_BLANK) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => blanks(one, `${path}.${key}`));
}

Deno.test("the sample answer of every endpoint is valid and complete", () => {
  const components = componentSchemas();
  for (const endpoint of ENDPOINTS) {
    const schema = components[responseId(endpoint)];
    assert.ok(schema, endpoint.operationId);
    const sample = sampleOf(schema, components);
    const parsed = endpoint.response.safeParse(sample);
    assert.equal(parsed.error?.message ?? null, null, endpoint.operationId);
    assert.deepEqual(blanks(sample), [], `${endpoint.operationId} lacks examples`);
    for (const [, key] of JSON.stringify(sample).matchAll(/"key":"([^"]*)"/g)) {
      assert.match(key ?? "", /^[\w-]+:\d+$/, "a citation's key is `<itemId>:<seq>` (§2.11)");
    }
  }
});
