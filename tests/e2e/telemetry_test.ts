/** Exported spans and metrics (`OTEL_DENO=true`), received by a double of the collector that keeps every body. */
import assert from "node:assert/strict";
import { startCollector } from "../doubles/collector.ts";
import { PROVIDER_WORDS } from "../doubles/model.ts";
import { until } from "../helpers/until.ts";
import { openWorldClient } from "../helpers/world_client.ts";
import { startWorld } from "../world/world.ts";

const METRICS = [
  "http.server.requests",
  "crm.queue.depth",
  "crm.queue.abandoned",
  "crm.queue.age",
  "assistant.spend",
  "purge.lag",
  "cms.sync.age",
  "cache.hits",
];
const ROOMS = ["selection", "retrieval", "model", "CRM", "CMS", "rendition"];
const ADDRESS = "zoe.private@walls.test";
const QUERY = "whoever-reads-this";

Deno.test("telemetry exports routes, rooms and metrics, and no personal data", async (context) => {
  await using collector = startCollector();
  await using world = await startWorld({ environment: collector.environment });
  const { crm, perimeter } = world.doubles;
  const buyer = openWorldClient(world);
  await buyer.choose("all");
  const editor = openWorldClient(world);
  await editor.signIn("editor");
  const token = editor.cookie("CF_Authorization") ?? "";
  const factors = JSON.parse((await buyer.get("/api/factors")).text).factors;
  const option: string = factors[0].options[0].id;

  await buyer.get(`/results?options=${option}&utm=${QUERY}`);
  await buyer.get(`/no/such/page?email=${ADDRESS}`);
  const { text } = await buyer.get(`/systems/quarry-steel?${QUERY}`);
  const picture = /\/media\/[\w-]+\/[^"\s,]+/.exec(text)?.[0] ?? "";
  assert.equal((await buyer.get(picture)).status, 200, picture);
  await buyer.json("PUT", "/api/session", { recommendation: "quarry-steel" });
  const session = buyer.cookie("ns_session") ?? "";
  await buyer.json("POST", "/api/assistant/chat", { message: `How quiet is it? ${QUERY}` });
  await buyer.inject("model-key");
  await buyer.json("POST", "/api/assistant/chat?stream=0", { message: "How quiet is it?" });
  await buyer.json("POST", "/api/lead", { email: ADDRESS, firstName: "Zoe" });
  await until("the contact", () => crm.records.contactsOf(ADDRESS).length === 1);
  await buyer.inject("crm-gone");
  await buyer.json("POST", "/api/lead", { email: `other.${ADDRESS}` });
  await editor.post("/admin/cms", { intent: "preview", kind: "projects" });
  await editor.get(`/admin/crm?q=${QUERY}`);
  await buyer.get("/media/x%00y/1.webp");

  await context.step(
    "every room exports spans, and requests are named by their routes",
    async () => {
      for (const room of ROOMS) {
        await until(`a span of ${room}`, () => collector.spans().some(({ name }) => name === room));
      }
      await until(
        "the last request",
        () => collector.spans().some(({ name }) => name.startsWith("GET /admin/")),
      );
      const names = new Set(collector.spans().map(({ name }) => name));
      for (const name of ["GET /results", "GET /systems/:id", "POST /api/lead"]) {
        assert.ok(names.has(name), `${name} in ${[...names].join(", ")}`);
      }
    },
  );

  await context.step("every metric is exported under its name", async () => {
    for (const name of METRICS) {
      await until(name, () => collector.metrics().has(name));
    }
  });

  await context.step("no export contains a query, address, token, session id or credential", () => {
    const all = collector.bodies.join("\n");
    const secrets = [
      QUERY,
      ADDRESS,
      "zoe",
      session,
      token,
      token.split(".")[1] ?? "",
      option,
      crm.environment.CRM_PASSWORD ?? "",
      crm.origin,
      perimeter.origin,
      PROVIDER_WORDS,
      "key-of-the-double",
      "quarry-steel",
    ];
    for (const secret of secrets) {
      assert.notEqual(secret, "");
      assert.ok(!all.includes(secret), secret);
    }
    assert.doesNotMatch(all, /url\.full|url\.query|url\.path|exception\.message/);
  });
});
