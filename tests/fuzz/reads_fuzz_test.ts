/** Random queries to the public reads, and random forms to the wizard (§4.1, §4.2, §7). */
import assert from "node:assert/strict";
import { ENDPOINTS, queryParameters } from "@/lib/api/mod.ts";
import { SessionRecord } from "@/lib/session/schema.ts";
import { startApp } from "../helpers/app.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { bombard, RUNS, withForms, withQueries } from "./hostile.ts";

Deno.test("the reads and the wizard's form withstand random requests (§7)", async (t) => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });

  for (const endpoint of ENDPOINTS.filter(({ method }) => method === "GET")) {
    await t.step(`GET ${endpoint.path}, ${RUNS} requests`, async () => {
      const parameters = ["options", ...queryParameters(endpoint).map(({ name }) => name)];
      const statuses = await bombard(app, ["GET", endpoint.path], withQueries(parameters));
      assert.ok(statuses.get(200));
      assert.ok(statuses.get(400), "an over-long query is reached");
    });
  }

  await t.step(`POST /select, ${RUNS} requests`, async () => {
    const fields = ["track", "options", "return", "from", "intent", "choice"];
    const statuses = await bombard(app, ["POST", "/select"], withForms(fields));
    for (const status of [303, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
    for await (const { value } of app.services.kv.list({ prefix: ["sessions"] })) {
      SessionRecord.parse(value);
    }
  });
});
