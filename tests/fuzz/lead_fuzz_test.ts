/**
 * Random leads, and random responses of the CRM. They must cause no 5xx, no exception and no hang, and no address may
 * be logged (§4.4, §4.10, §7).
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Secret } from "@/lib/config/mod.ts";
import { createCrmClient } from "@/lib/crm/client/rest.ts";
import { isAddress } from "@/lib/crm/mod.ts";
import { startApp } from "../helpers/app.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { logged } from "../helpers/logged.ts";
import { bombard, leaf, type Sent, text, withBodies } from "./hostile.ts";

/** Number of requests and responses of each kind; 20,000 for the full test. */
const RUNS = Number(Deno.env.get("LEAD_FUZZ") ?? "600");

const SEED = 1;
const address = fc.oneof(
  { weight: 3, arbitrary: fc.emailAddress() },
  {
    weight: 2,
    arbitrary: fc.tuple(text, text).map(([local, domain]) => `${local}@${domain}.test`),
  },
  leaf,
);
const lead = fc.record({
  email: address,
  firstName: leaf,
  lastName: leaf,
  recommendation: leaf,
  "answer:a": leaf,
}, { requiredKeys: [] });

function forms(): Sent[] {
  const params = fc.array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom("email", "firstName", "lastName", "alternatives", "answer:a"),
        text,
      ),
      fc.oneof(fc.emailAddress(), text),
    ),
    { maxLength: 9 },
  );
  return fc.sample(params, { numRuns: RUNS, seed: SEED }).map((pairs) => ({
    headers: { cookie: "", "content-type": "application/x-www-form-urlencoded" },
    query: "",
    body: new URLSearchParams(
      pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
    )
      .toString(),
  }));
}

Deno.test("POST /api/lead withstands random requests, and logs no address (§4.4, §5)", async () => {
  let stored: string[] = [];
  const lines = await logged(async () => {
    await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
    const bodies = withBodies(lead, RUNS);
    const statuses = await bombard(app, ["POST", "/api/lead"], bodies);
    for (const status of [200, 400, 415]) assert.ok(statuses.get(status), `${status} is reached`);
    const answered = await bombard(app, ["POST", "/api/lead"], forms());
    for (const status of [303, 400]) assert.ok(answered.get(status), `${status} is reached`);
    const rows = await app.services.db.selectFrom("crm_sync_queue").selectAll().execute();
    stored = rows.flatMap(({ email }) => email ?? []);
    assert.ok(stored.length > RUNS / 20, `${stored.length} leads were stored`);
    for (const row of rows) {
      assert.ok(isAddress(row.email ?? "") && !row.email?.includes("*"), String(row.email));
      for (const name of [row.first_name, row.last_name]) {
        assert.ok(name === null || (name.length <= 200 && name === name.trim() && name !== ""));
      }
    }
  });
  const log = lines.join("\n").toLowerCase();
  for (const email of stored) assert.ok(!log.includes(email.toLowerCase()), email);
});

/** Objects with fields of the CRM's responses and random values. */
const record = fc.dictionary(
  fc.oneof(
    fc.constantFrom("id", "emailAddress", "name", "firstName", "fieldValues", "elements", "type"),
    fc.constantFrom("htmlName", "displayType", "validations", "contactId", "externalId", "value"),
  ),
  fc.oneof(fc.constantFrom<unknown>("1207", 1207, "x", null, [], {}, [null], ["FormField"]), leaf),
  { maxKeys: 8 },
);
const answer = fc.record({
  status: fc.oneof(
    { weight: 5, arbitrary: fc.constant(200) },
    fc.constantFrom(201, 204, 301, 302, 304, 400, 401, 403, 404, 409, 413, 429, 500, 502, 503),
  ),
  body: fc.oneof(
    { weight: 3, arbitrary: record.map((one) => JSON.stringify(one)) },
    {
      weight: 3,
      arbitrary: fc.array(record, { maxLength: 3 }).map((elements) => JSON.stringify({ elements })),
    },
    fc.array(record, { maxLength: 3 }).map((all) => JSON.stringify(all)),
    fc.json(),
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.nat(20_000).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
    fc.nat(3_000).map((depth) => '{"container":'.repeat(depth) + "1" + "}".repeat(depth)),
  ),
});

Deno.test("the CRM client turns any response of the CRM into a result (§4.10, §7)", async () => {
  let next = {
    status: 200,
    body: "",
  };
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => {
    const empty = [204, 304].includes(next.status);
    return new Response(empty ? null : next.body, { status: next.status });
  });
  const client = createCrmClient({
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    credentials: new Secret({ siteId: "s", username: "u", password: "p" }),
  });
  const values = new Map([["100201", "x"]]);
  const person = { email: "quvw@wiborada.test", firstName: null, lastName: null };
  const contact = { id: "1207", emailAddress: person.email, firstName: null, raw: { id: "1207" } };
  const operations = [
    () => client.findContactByEmail(person.email),
    () => client.getContact("1207"),
    () => client.createContact({ ...person, values }),
    () => client.updateContact(contact, values),
    () => client.addContactToList("7", "1207"),
    () => client.findVisitor("0c1d2e3f4a5b6c7d8e9fa0b1c2d3e4f5"),
    () => client.findFormsByName("Lead"),
    () => client.getForm("55"),
    () => client.postForm("55", values),
    () => client.listContactFields(),
  ];
  let failures = 0;
  for (const [at, one] of fc.sample(answer, { numRuns: RUNS, seed: SEED }).entries()) {
    next = one;
    const result = await operations[at % operations.length]?.();
    assert.ok(result);
    if (result.ok) continue;
    failures++;
    assert.ok(["auth", "http", "network", "malformed"].includes(result.reason));
    assert.ok(!JSON.stringify(result).includes("wiborada"));
  }
  assert.ok(failures > RUNS / 5 && failures < RUNS);
});
