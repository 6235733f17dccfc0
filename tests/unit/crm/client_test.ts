import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { loadConfig, Secret } from "@/lib/config/mod.ts";
import { readBody } from "@/lib/crm/client/answer.ts";
import { createCrmClient } from "@/lib/crm/client/rest.ts";
import { upsertContact } from "@/lib/crm/upsert.ts";
import type { CrmClient, CrmFailure, CrmResult } from "@/lib/crm/mod.ts";
import { type CrmDouble, startCrm } from "@/tests/doubles/crm.ts";
import type { CrmRoute } from "@/tests/doubles/crm_routes.ts";
import { CRM_FAULTS, type CrmFaultName } from "@/tests/doubles/crm_wire.ts";
import { startKeptAlive } from "@/tests/helpers/kept_alive.ts";

const PERSON = { email: "pat.o+neil@build.test", firstName: "Patrícia", lastName: "Ó Néill" };

function clientOf(double: CrmDouble, options: { timeoutMs?: number; baseUrl?: string } = {}) {
  const { crm } = loadConfig({ DATA_DIR: "/nowhere", ...double.environment });
  assert.ok(crm);
  return createCrmClient({ ...crm, timeoutMs: 60_000, ...options });
}

function value<T>(result: CrmResult<T>): T {
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

function failed(result: CrmResult<unknown>): CrmFailure {
  assert.ok(!result.ok, JSON.stringify(result));
  return result;
}

Deno.test("createCrmClient() performs every operation of the CRM (§4.10)", async () => {
  await using crm = startCrm();
  const client = clientOf(crm);
  crm.records.addField("100201", { dataType: "text" });
  crm.records.addField("100203", { name: "When", dataType: "date" });
  crm.records.addList("7");
  const form = crm.records.addForm("55", "Lead form", [
    { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
    { id: "909", name: "Submit", htmlName: "submit", displayType: "submit" },
  ]);

  assert.equal(
    value(await client.findContactByEmail(PERSON.email)),
    null,
    "the CRM has no such contact",
  );
  const values = new Map([["100201", "sys-a"]]);
  const { id } = value(await client.createContact({ ...PERSON, values }));
  assert.deepEqual(value(await client.findContactByEmail(PERSON.email.toUpperCase())), { id });
  const contact = value(await client.getContact(id));
  assert.equal(contact?.firstName, PERSON.firstName);
  assert.ok(contact);
  value(await client.updateContact(contact, new Map([["100203", "1700000000"]])));
  const stored = crm.records.contacts.get(id);
  assert.deepEqual(Object.fromEntries(stored?.values ?? []), {
    "100201": "sys-a",
    "100203": "1700000000",
  });
  assert.equal(
    stored?.root.get("lastName"),
    PERSON.lastName,
    "an update keeps the fields that it leaves out",
  );
  assert.equal(stored?.root.get("isSubscribed"), "true", "an update keeps the subscription");
  value(await client.addContactToList("7", id));
  value(await client.addContactToList("7", id));
  assert.deepEqual([...crm.records.lists.get("7")?.members ?? []], [id]);
  assert.equal(failed(await client.addContactToList("8", id)).status, 404);

  assert.deepEqual(value(await client.findFormsByName("Lead form")), [{
    id: "55",
    name: "Lead form",
  }]);
  assert.deepEqual(
    value(await client.findFormsByName("lead form")),
    [],
    "names are compared exactly",
  );
  assert.deepEqual(value(await client.getForm("55"))?.fields.map(({ htmlName }) => htmlName), [
    "emailAddress",
  ]);
  assert.equal(value(await client.getForm("56")), null);
  value(await client.postForm("55", new Map([["901", PERSON.email]])));
  assert.deepEqual(form.submissions, [{ emailAddress: PERSON.email }]);

  crm.records.addVisitor("0c1d2e3f-4a5b-6c7d-8e9f-a0b1c2d3e4f5", id);
  crm.records.addVisitor("0c1d2e3f-4a5b-6c7d-8e9f-a0b1c2d3e4f6", null);
  const guid = "0C1D2E3F4A5B6C7D8E9FA0B1C2D3E4F5";
  assert.deepEqual(value(await client.findVisitor(guid)), { contactId: id });
  assert.deepEqual(value(await client.findVisitor(guid.replace(/5$/, "6"))), { contactId: null });
  assert.equal(value(await client.findVisitor(guid.replace(/5$/, "7"))), null);
  assert.deepEqual(value(await client.listContactFields()).map(({ dataType }) => dataType), [
    "text",
    "date",
  ]);
  assert.deepEqual(value(await client.listForms()).length, 1);
  assert.deepEqual(value(await client.listContactLists()), [{ id: "7", name: "List 7" }]);
  assert.equal(value(await client.probe()), null);
  crm.records.addField("-1", { name: "System field" });
  crm.records.addForm("x", "Lead form", []);
  assert.equal(value(await client.listContactFields()).length, 2, "an odd one hides no other");
  assert.equal(value(await client.findFormsByName("Lead form")).length, 1);
  const created = crm.asked("createContact")[0];
  assert.ok(!JSON.stringify(created?.body).includes("isSubscribed"));
});

Deno.test("createCrmClient() finds no other contact than the one asked for (external-systems §A.2)", async () => {
  await using crm = startCrm();
  const client = clientOf(crm);
  crm.records.addContact("anna@victim.example");
  crm.records.addContact("oneil@x.example");
  assert.equal(value(await client.findContactByEmail("*@victim.example")), null);
  assert.equal(value(await client.findContactByEmail("o'neil@x.example")), null);
  const neil = crm.records.addContact("o'neil@x.example");
  assert.equal(value(await client.findContactByEmail("o'neil@x.example")), null);
  const evenQuoted = (email: string) =>
    client.findContactByEmail(email, undefined, { evenQuoted: true });
  assert.deepEqual(value(await evenQuoted("O'Neil@x.example")), { id: neil.id });
  assert.equal(value(await evenQuoted('o"neil@x.example')), null);
  assert.ok(value(await evenQuoted("oneil@x.example")));
  const searches = crm.asked("findContacts").slice(-4).map(({ path }) => decodeURIComponent(path));
  assert.deepEqual(searches.map((path) => /search=(.*)&depth/.exec(path)?.[1]), [
    "emailAddress='oneil@x.example'&count=1",
    "emailAddress='O*Neil@x.example'&count=1000",
    "emailAddress='o*neil@x.example'&count=1000",
    "emailAddress='oneil@x.example'&count=1",
  ]);
  assert.equal(value(await client.findContactByEmail("anna&x=1#@victim.example")), null);
  crm.records.addContact("a+b%20c@x.example");
  assert.ok(value(await client.findContactByEmail("a+b%20c@x.example")));
  crm.records.addContact("pat@xn--bcher-kva.example");
  assert.ok(
    value(await client.findContactByEmail("Pat@Bücher.example")) === null,
    "the CRM does not find the punycode address by the Unicode one",
  );
  const other = crm.records.addContact("other@x.example");
  crm.onRequest = () => void (other.id = "4711");
  assert.equal(failed(await client.getContact(other.id)).reason, "malformed");
});

Deno.test("createContact() takes a 201 that names no address, and no other address than the one sent (§4.10)", async () => {
  let answer = new Response();
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => answer,
  );
  const { crm } = loadConfig({
    DATA_DIR: "/nowhere",
    CRM_BASE_URL: `http://127.0.0.1:${server.addr.port}`,
    CRM_SITE_ID: "Site",
    CRM_USERNAME: "user",
    CRM_PASSWORD: "password",
  });
  assert.ok(crm);
  const client = createCrmClient({ ...crm, timeoutMs: 60_000 });
  const createWith = (status: number, contact: unknown) => {
    answer = Response.json(contact, { status });
    return client.createContact({ ...PERSON, values: new Map() });
  };
  assert.deepEqual(value(await createWith(201, { id: "90" })), { id: "90" });
  assert.deepEqual(value(await createWith(201, { id: 90, emailAddress: PERSON.email })), {
    id: "90",
  });
  assert.equal(failed(await createWith(200, { id: "90" })).reason, "malformed");
  assert.equal(failed(await createWith(201, {})).reason, "malformed");
  const other = { id: "90", emailAddress: "somebody.else@build.test" };
  assert.equal(failed(await createWith(201, other)).reason, "malformed");
});

Deno.test("createCrmClient() accepts the base URL with or without the path of the API (external-systems §A.1)", async () => {
  await using crm = startCrm();
  for (const suffix of ["", "/", "//", "/api/REST/2.0", "/API/rest/2.0/"]) {
    assert.ok((await clientOf(crm, { baseUrl: crm.origin + suffix }).probe()).ok, suffix);
  }
  for (const baseUrl of ["", "no address", "ftp://x.test", "http://[::1"]) {
    assert.equal(failed(await clientOf(crm, { baseUrl }).probe()).reason, "network", baseUrl);
  }
});

/** Every operation, with the route that it requests. */
const OPERATIONS: Readonly<
  Record<string, { route: CrmRoute; run: (client: CrmClient) => Promise<CrmResult<unknown>> }>
> = {
  findContactByEmail: {
    route: "findContacts",
    run: (client) => client.findContactByEmail("known@x.example"),
  },
  getContact: { route: "getContact", run: (client) => client.getContact("1001") },
  createContact: {
    route: "createContact",
    run: (client) => client.createContact({ ...PERSON, values: new Map([["100201", "x"]]) }),
  },
  updateContact: {
    route: "updateContact",
    run: (client) =>
      client.updateContact({
        id: "1001",
        emailAddress: "known@x.example",
        firstName: null,
        raw: {},
      }, new Map()),
  },
  addContactToList: {
    route: "addToList",
    run: (client) => client.addContactToList("7", "1001"),
  },
  findVisitor: {
    route: "findVisitors",
    run: (client) => client.findVisitor("0c1d2e3f4a5b6c7d8e9fa0b1c2d3e4f5"),
  },
  findFormsByName: {
    route: "findForms",
    run: (client) => client.findFormsByName("Lead form"),
  },
  getForm: { route: "getForm", run: (client) => client.getForm("55") },
  postForm: {
    route: "postForm",
    run: (client) => client.postForm("55", new Map([["901", PERSON.email]])),
  },
  listContactFields: { route: "listFields", run: (client) => client.listContactFields() },
  probe: { route: "findContacts", run: (client) => client.probe() },
};

type Verdict = CrmFailure["reason"] | "ok";

/** The result of each fault, by §A.10. `expected()` has the exceptions of some operations. */
const VERDICTS: Readonly<Record<CrmFaultName, Verdict>> = {
  "401 html": "auth",
  "403": "auth",
  "404": "http",
  "409": "http",
  "400": "http",
  "408": "http",
  "429": "http",
  "500": "http",
  "502 html": "http",
  "503 html": "http",
  "301 login": "http",
  "200 html": "malformed",
  "200 empty": "malformed",
  "204": "malformed",
  "200 string": "malformed",
  "null": "malformed",
  "array": "malformed",
  "number": "malformed",
  "no elements": "malformed",
  "null element": "malformed",
  "element without id": "malformed",
  "not json": "malformed",
  "reset": "network",
  "stall": "network",
  "stall body": "network",
  "drip": "ok",
  "truncated": "network",
  "oversized": "network",
  "garbage": "network",
  "id as number": "ok",
  "id not numeric": "malformed",
  "byte order mark": "ok",
  "text plain": "ok",
  "latin-1": "malformed",
  "slow": "ok",
};

const LISTING = [
  "findContactByEmail",
  "findVisitor",
  "findFormsByName",
  "listContactFields",
  "probe",
];
const EMPTY: CrmFaultName[] = ["200 empty", "204"];

function expected(operation: string, fault: CrmFaultName): Verdict {
  // An empty response means that nothing matches, and writes of memberships and forms need no body.
  if (EMPTY.includes(fault) && [...LISTING, "addContactToList", "postForm"].includes(operation)) {
    return "ok";
  }
  if (fault === "404" && (operation === "getContact" || operation === "getForm")) return "ok";
  if (
    fault === "element without id" &&
    ["findContactByEmail", "probe", "findVisitor"].includes(operation)
  ) {
    return "ok"; // the element does not match the request
  }
  if (
    fault === "id not numeric" &&
    ["addContactToList", "postForm", "probe", "findVisitor"].includes(operation)
  ) {
    return "ok";
  }
  const isObject = ["null element", "element without id", "no elements"].includes(fault);
  const isJson = isObject || ["null", "array", "number"].includes(fault);
  if (operation === "addContactToList" && isJson) return "ok";
  if (operation === "postForm" && (isJson || fault === "200 string")) return "ok";
  return VERDICTS[fault];
}

Deno.test("createCrmClient() returns a typed result for any fault of the CRM (§7, external-systems §A.10)", async (t) => {
  await using crm = startCrm();
  crm.records.addField("100201");
  crm.records.addForm("55", "Lead form", [{ id: "901", name: "E-mail", htmlName: "emailAddress" }]);
  crm.records.addList("7");
  crm.records.addVisitor("0c1d2e3f-4a5b-6c7d-8e9f-a0b1c2d3e4f5", "1001");
  const { crm: config } = loadConfig({ DATA_DIR: "/nowhere", ...crm.environment });
  const secrets = Object.values(crm.environment);
  for (const fault of CRM_FAULTS) {
    await t.step(fault, async () => {
      for (const [name, { route, run }] of Object.entries(OPERATIONS)) {
        crm.records.contacts.clear();
        crm.records.contacts.set("1001", {
          id: "1001",
          root: new Map([["emailAddress", "known@x.example"]]),
          values: new Map(),
        });
        crm.mend();
        crm.fail({ fault, route });
        crm.journal.length = 0;
        const client = clientOf(crm, {
          timeoutMs: expected(name, fault) === "network" && fault !== "drip" ? 400 : 10_000,
        });
        const result = await run(client);
        assert.equal(result.ok ? "ok" : result.reason, expected(name, fault), `${name}, ${fault}`);
        assert.equal(crm.journal.length, 1, `${name} sends one request, ${fault}`);
        const text = JSON.stringify(result);
        for (const secret of [...secrets, config?.baseUrl ?? "", "Sign in"]) {
          assert.ok(!text.includes(secret), `${name}, ${fault}: ${text}`);
        }
        if (result.ok) continue;
        for (
          const part of [PERSON.email, "known@x.example", PERSON.firstName, crm.origin.slice(7)]
        ) {
          assert.ok(!text.includes(part), `${name}, ${fault}: ${text}`);
        }
      }
    });
  }
});

Deno.test("createCrmClient() does not repeat a request whose connection ends without a response (§4.10)", async () => {
  let seen = 0;
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const accepting = (async () => {
    for await (const connection of listener) {
      const buffer = new Uint8Array(65_536);
      if (await connection.read(buffer) !== null) seen++;
      connection.close();
    }
  })();
  const client = createCrmClient({
    baseUrl: `http://127.0.0.1:${listener.addr.port}`,
    credentials: new Secret({ siteId: "s", username: "u", password: "p" }),
  });
  for (let tried = 1; tried <= 40; tried++) {
    const result = failed(await client.postForm("55", new Map([["901", PERSON.email]])));
    assert.deepEqual([result.reason, result.mayHaveLanded], ["network", true]);
    assert.equal(seen, tried);
  }
  listener.close();
  await accepting;

  await using server = startKeptAlive();
  const other = createCrmClient({
    baseUrl: server.origin,
    credentials: new Secret({ siteId: "s", username: "u", password: "p" }),
  });
  for (let tried = 1; tried <= 5; tried++) {
    await other.postForm("55", new Map([["901", PERSON.email]]));
    assert.equal(server.seen, tried);
  }
});

Deno.test("createCrmClient() speaks HTTP/1.1 alone, for which it is shown that no request is repeated (§4.10)", async () => {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const hello = (async () => {
    using connection = await listener.accept();
    const buffer = new Uint8Array(65_536);
    const size = await connection.read(buffer);
    return Buffer.from(buffer.subarray(0, size ?? 0)).toString("latin1");
  })();
  const client = createCrmClient({
    baseUrl: `https://127.0.0.1:${listener.addr.port}`,
    credentials: new Secret({ siteId: "s", username: "u", password: "p" }),
  });
  failed(await client.probe());
  const offered = await hello;
  assert.ok(offered.includes("\x08http/1.1"), "the client offers HTTP/1.1");
  assert.ok(!offered.includes("\x02h2"), "the client does not offer HTTP/2");
});

Deno.test("createCrmClient() reports that a request cannot have arrived if it could not connect (§3.1)", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  for (const baseUrl of [`http://127.0.0.1:${port}`, "http://nobody.invalid"]) {
    const client = createCrmClient({
      baseUrl,
      credentials: new Secret({ siteId: "s", username: "u", password: "p" }),
    });
    const result = failed(await client.postForm("55", new Map()));
    assert.deepEqual([result.reason, result.mayHaveLanded], ["network", false]);
    assert.ok(!result.message.includes("127.0.0.1") && !result.message.includes("nobody"));
  }
});

Deno.test("createCrmClient() returns the ids of fields that a 400 refuses, and never their values (external-systems §A.4)", async () => {
  await using crm = startCrm();
  crm.records.addField("100201", { maxLength: 5 });
  crm.records.addField("100202");
  const values = new Map([["100201", "too long a text"], ["100202", "fine"]]);
  const result = failed(await clientOf(crm).createContact({ ...PERSON, values }));
  assert.deepEqual(result.refusedFields, ["100201"]);
  assert.ok(!JSON.stringify(result).includes("too long"));
});

Deno.test("createCrmClient() authenticates in UTF-8, and stops when aborted (§4.10)", async () => {
  await using crm = startCrm();
  const { CRM_SITE_ID, CRM_USERNAME, CRM_PASSWORD } = crm.environment;
  value(await clientOf(crm).probe());
  const sent = crm.journal[0]?.headers.get("authorization")?.replace("Basic ", "") ?? "";
  assert.equal(
    Buffer.from(sent, "base64").toString("utf8"),
    `${CRM_SITE_ID}\\${CRM_USERNAME}:${CRM_PASSWORD}`,
  );
  crm.fail({ fault: "stall" });
  const abort = new AbortController();
  crm.onRequest = () => abort.abort();
  const result = failed(await clientOf(crm).probe(abort.signal));
  assert.equal(result.reason, "network");
});

Deno.test("upsertContact() changes no contact whose address has become another one (external-systems §A.2)", async () => {
  const client: CrmClient = {
    ...createCrmClient({
      baseUrl: "http://nobody.invalid",
      credentials: new Secret({ siteId: "s", username: "u", password: "p" }),
    }),
    findContactByEmail: () => Promise.resolve({ ok: true, value: { id: "1" } }),
    getContact: (id) => {
      const contact = { id, emailAddress: "kim@build.test", firstName: null, raw: {} };
      return Promise.resolve({ ok: true, value: contact });
    },
    updateContact: () => assert.fail("somebody else's contact is changed"),
    createContact: () => Promise.resolve({ ok: true, value: { id: "2" } }),
  };
  const lead = { person: PERSON, values: new Map([["100201", "sys-a"]]) };
  const { signal } = new AbortController();
  assert.equal(value(await upsertContact(client, lead, signal)).id, "2");
});

Deno.test("readBody() takes a 503 for a busy CRM only if it says how long to wait (§3.1)", () => {
  const refused = (status: number, waitMs: number | null) =>
    failed(readBody({ ok: true, status, text: "", waitMs })).waitMs;
  assert.deepEqual([refused(503, 3_000), refused(503, null)], [3_000, undefined]);
  assert.deepEqual([refused(429, 3_000), refused(429, null)], [3_000, 0]);
});

Deno.test("readBody() takes the id of a contact for no field that is refused, even if a field has the same (external-systems §A.4)", () => {
  const contact = { type: "ObjectKey", objectType: "Contact", objectId: "100201" };
  const field = { type: "ObjectKey", objectType: "FieldValue", objectId: "100202" };
  const text = JSON.stringify([{
    type: "ObjectValidationError",
    container: { ...field, container: contact },
  }]);
  const { refusedFields } = failed(readBody({ ok: true, status: 400, text, waitMs: null }));
  assert.deepEqual(refusedFields, ["100202"]);
});
