/** Random lead forms, and random visitor cookies of the CRM (§4.4, §4.11a, §7). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { startCrm } from "../doubles/crm.ts";
import { startApp } from "../helpers/app.ts";
import { logged } from "../helpers/logged.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { bombard, withForms, withQueries } from "./hostile.ts";

/** Number of requests of each kind; 20,000 for the full test. */
const RUNS = Number(Deno.env.get("LEAD_FUZZ") ?? 400);

const values = fc.oneof(
  fc.constantFrom("ada@example.com", "o'neil@x.test", "*@x.test", "a+b@xn--bcher-kva.test", ""),
  fc.emailAddress(),
  fc.string({ unit: "binary", maxLength: 400 }),
);

const MARKETING = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"4":true,"5":true}}')}`;
const GUID = "0C1D2E3F4A5B6C7D8E9FA0B1C2D3E4F5";

/** Visitor cookies of the CRM, valid and forged. */
const bags = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(
      fc.constantFrom("GUID", "FPCVISITED", "=", "&", "%3D", "%26", "%", '"', GUID, "1", " ", "é"),
      { maxLength: 12 },
    ).map((parts) => parts.join("").replace(/[^\x20-\x7e\x80-\xff]/g, "")),
  },
  fc.constantFrom(`GUID=${GUID}&FPCVISITED=1`, `FPCVISITED%3D1%26GUID%3D${GUID}`),
).map((bag) => `${MARKETING}; ELOQUA=${bag}`);

Deno.test(`the lead form and the look-up of visitors withstand ${RUNS} random requests each (§7)`, async (t) => {
  await using double = startCrm();
  double.records.addVisitor("0c1d2e3f-4a5b-6c7d-8e9f-a0b1c2d3e4f5", "1207");
  const environment = { ...CONSENT_ENVIRONMENT, ...double.environment };
  await using app = await startApp({ environment });
  const { background } = app.services;

  await t.step("POST /results", async () => {
    const fields = ["email", "firstName", "lastName", "recommendation", "answer:space"];
    const forms = withForms(fields, { runs: RUNS, values, maxFields: 6 });
    const lines = await logged(async () => {
      const statuses = await bombard(app, ["POST", "/results"], forms);
      for (const status of [303, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
      await background.idle();
    });
    assert.ok(double.records.contacts.size > 0, "some leads are delivered");
    const log = lines.join("\n");
    for (const { root } of double.records.contacts.values()) {
      assert.ok(!log.includes(root.get("emailAddress") ?? ""), "nothing personal is logged");
    }
  });

  await t.step("PUT /api/session with the visitor's cookie", async () => {
    const cookies = fc.sample(bags, { numRuns: RUNS, seed: 1 });
    const requests = withQueries(["track"], RUNS).map((request, index) => ({
      ...request,
      headers: { "content-type": "application/json", cookie: cookies[index] ?? "" },
      body: JSON.stringify({ "answer:space": "living" }),
    }));
    const statuses = await bombard(app, ["PUT", "/api/session"], requests);
    assert.ok(statuses.get(200));
    await background.idle();
    const lookUps = double.asked("findVisitors");
    assert.ok(lookUps.length > 0 && lookUps.length < RUNS, `${lookUps.length} visitors looked up`);
    for (const { path } of lookUps) {
      assert.match(path, /externalId=[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}&/);
    }
  });
});
