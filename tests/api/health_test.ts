import assert from "node:assert/strict";
import { Health } from "../../lib/api/mod.ts";
import { eachApp, startApp } from "../helpers/app.ts";

eachApp("GET /health answers 200 with counts (§4.2)", async ({ request }) => {
  const response = await request("/health");
  assert.equal(response.status, 200);
  const { ok, counts } = Health.parse(await response.json());
  assert.equal(ok, true);
  assert.equal(counts.systems, 23);
  assert.ok(counts.attributes >= 16);
  assert.ok(counts.factors >= 9);
});

eachApp(
  "GET /health answers 503 when the database is gone; buyers are still served",
  async (app) => {
    await app.services.database.close();
    const response = await app.request("/health");
    assert.equal(response.status, 503);
    const { ok, counts } = Health.parse(await response.json());
    assert.equal(ok, false);
    assert.equal(counts.systems, 23);
    const systems = await app.request("/api/systems");
    assert.equal(systems.status, 200);
    await systems.body?.cancel();
  },
);

Deno.test("GET /health answers 503 when the database hangs (§4.2)", async () => {
  await using app = await startApp();
  await using hung = await startApp({
    overrides: {
      database: { ...app.services.database, ping: () => Promise.resolve(false) },
    },
  });
  const response = await hung.request("/health");
  assert.equal(response.status, 503);
  await response.body?.cancel();
});
