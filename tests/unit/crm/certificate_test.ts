import assert from "node:assert/strict";
import { Secret } from "@/lib/config/mod.ts";
import { createCrmClient } from "@/lib/crm/client/rest.ts";
import { startWeb } from "@/tests/doubles/web.ts";

const VARIABLE = "NODE_TLS_REJECT_UNAUTHORIZED";

Deno.test("createCrmClient() sends nothing to a host without a trusted certificate, whatever the environment says (§4.10)", async () => {
  const folder = new URL("../net/fixtures/", import.meta.url);
  const [cert, key] = await Promise.all(
    ["certificate.pem", "key.pem"].map((name) => Deno.readTextFile(new URL(name, folder))),
  );
  assert.ok(cert && key);
  await using web = startWeb({ cert, key });
  const client = createCrmClient({
    baseUrl: `https://127.0.0.1:${web.port}`,
    credentials: new Secret({ siteId: "s", username: "u", password: "p" }),
  });
  const before = Deno.env.get(VARIABLE);
  Deno.env.set(VARIABLE, "0");
  try {
    const result = await client.probe();
    assert.ok(!result.ok);
    assert.deepEqual([result.reason, result.mayHaveLanded], ["network", false]);
    assert.deepEqual(web.requests, []);
  } finally {
    if (before === undefined) Deno.env.delete(VARIABLE);
    else Deno.env.set(VARIABLE, before);
  }
});
