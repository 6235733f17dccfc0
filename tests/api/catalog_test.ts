import assert from "node:assert/strict";
import { Comparison, FactorList, SystemList } from "@/lib/catalog/mod.ts";
import { eachApp } from "../helpers/app.ts";

eachApp("catalog reads (§4.2)", async ({ request, services }, step) => {
  await step("GET /api/systems lists every live system with its key columns", async () => {
    const response = await request("/api/systems");
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    const { systems } = SystemList.parse(await response.json());
    assert.equal(systems.length, 23);
    assert.ok(systems.every(({ operationType, budgetTier }) => operationType && budgetTier));
  });

  await step("GET /api/factors lists every factor with its options", async () => {
    const { factors } = FactorList.parse(await (await request("/api/factors")).json());
    assert.ok(factors.length >= 9 && factors.length <= 12);
    for (const { options } of factors) assert.ok(options.length >= 3 && options.length <= 6);
  });

  await step(
    "GET /api/comparison keeps the requested order, and ignores unknown and repeated ids",
    async () => {
      const [a, b] = services.catalog.current().systems.map(({ id }) => id);
      const response = await request(`/api/comparison?systems=${b},nonesuch,%20${a},${b}`);
      const { systems, rows } = Comparison.parse(await response.json());
      assert.deepEqual(systems.map(({ id }) => id), [b, a]);
      assert.equal(rows.length, services.catalog.current().attributes.length);
      assert.ok(rows.some(({ differs }) => differs));
      const repeated = await request(`/api/comparison?systems=${b}&systems=${a},${b}`);
      assert.deepEqual(await repeated.json(), { systems, rows });
    },
  );

  await step("GET /api/comparison has rows only for the requested attributes", async () => {
    const [a, b] = services.catalog.current().systems.map(({ id }) => id);
    const response = await request(
      `/api/comparison?systems=${a},${b}&attributes=material,nonesuch,operation-type`,
    );
    const { rows } = Comparison.parse(await response.json());
    assert.deepEqual(rows.map(({ attributeId }) => attributeId), ["material", "operation-type"]);
  });

  await step("GET /api/comparison with blank attributes has every row", async () => {
    const { rows } = Comparison.parse(await (await request("/api/comparison?attributes=,")).json());
    assert.equal(rows.length, services.catalog.current().attributes.length);
  });

  await step("GET /api/comparison without systems has no columns and nothing differs", async () => {
    const { systems, rows } = Comparison.parse(await (await request("/api/comparison")).json());
    assert.deepEqual(systems, []);
    assert.equal(rows.length, services.catalog.current().attributes.length);
    assert.ok(rows.every(({ differs }) => !differs));
  });

  for (
    const path of [
      "/api/recommendation",
      "/api/systems",
      "/api/factors",
      "/api/comparison",
      "/api/openapi.json",
    ]
  ) {
    await step(`${path} answers 304 to its own ETag, and to no other`, async () => {
      const first = await request(path);
      await first.body?.cancel();
      const etag = first.headers.get("etag") ?? "";
      assert.match(etag, /^"[^"]+"$/);
      const again = await request(path, { headers: { "if-none-match": `"other", ${etag}` } });
      assert.equal(again.status, 304);
      assert.equal(await again.text(), "");
      assert.equal(again.headers.get("etag"), etag);
      const changed = await request(path, { headers: { "if-none-match": '"other"' } });
      assert.equal(changed.status, 200);
      await changed.body?.cancel();
    });
  }

  await step("the ETag changes with the catalog", async () => {
    const before = await request("/api/systems");
    await before.body?.cancel();
    const [first] = services.catalog.current().systems;
    await services.db.updateTable("systems").set({ tagline: "Changed" })
      .where("id", "=", first?.id ?? "").execute();
    await services.catalog.refresh();
    const after = await request("/api/systems", {
      headers: { "if-none-match": before.headers.get("etag") ?? "" },
    });
    assert.equal(after.status, 200);
    const { systems } = SystemList.parse(await after.json());
    assert.equal(systems[0]?.tagline, "Changed");
  });
});
