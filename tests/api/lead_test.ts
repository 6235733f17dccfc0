import assert from "node:assert/strict";
import { ErrorBody } from "@/lib/http/mod.ts";
import { findAssociations } from "@/lib/crm/mod.ts";
import { eraseSession } from "@/lib/session/mod.ts";
import { startCrm } from "../doubles/crm.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { anyEngine } from "../helpers/db.ts";

const JSON_HEADERS = { "content-type": "application/json" };

function post(app: TestApp, body: unknown, headers: Record<string, string> = {}, query = "") {
  return app.request(`/api/lead${query}`, {
    method: "POST",
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(body),
  });
}

function rows({ services: { db } }: TestApp) {
  return db.selectFrom("crm_sync_queue").selectAll().orderBy("created_at").execute();
}

function cookieOf(response: Response): string {
  return /ns_session=[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "";
}

anyEngine(
  "POST /api/lead stores a valid lead once, without a CRM (§4.4)",
  async (engine, t) => {
    await using app = await startApp({ engine });

    await t.step("a lead is stored with the buyer's result and answers", async () => {
      const response = await post(app, {
        email: "  Pat+selector@Build.test ",
        firstName: " Pat \n O ",
        recommendation: "sys-a",
        alternatives: ["sys-b", "not an id!"],
        completed_at: "2026-05-04T10:00:00Z",
        "answer:budget": "mid",
        nonsense: "free text",
      });
      assert.equal(response.status, 200);
      assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
      assert.deepEqual(await response.json(), { ok: true });
      assert.equal(response.headers.get("cache-control"), "no-store");
      const [row] = await rows(app);
      assert.ok(row);
      assert.deepEqual([row.status, row.email, row.first_name, row.last_name], [
        "queued",
        "Pat+selector@Build.test",
        "Pat O",
        null,
      ]);
      assert.deepEqual(row.payload, {
        recommendation: "sys-a",
        alternatives: ["sys-b"],
        systems_viewed: [],
        completed_at: "2026-05-04T10:00:00.000Z",
        answers: { budget: "mid" },
      });
      assert.match(cookieOf(response), /^ns_session=/, "a visitor without a session gets one");
    });

    await t.step("a repeated lead gets the same answer and is stored once", async () => {
      const response = await post(app, {
        email: "pat+SELECTOR@build.test",
        firstName: "Pat O",
        recommendation: "sys-a",
        alternatives: ["sys-b"],
        completed_at: "2026-05-04T10:00:01Z",
        "answer:budget": "mid",
      });
      assert.deepEqual(await response.json(), { ok: true });
      assert.equal((await rows(app)).length, 1);
    });

    await t.step(
      "a lead takes the values of its session, unless it has its own",
      async () => {
        const saved = await app.request("/api/session?track=home", {
          method: "PUT",
          headers: JSON_HEADERS,
          body: JSON.stringify({
            recommendation: "sys-x",
            systems_viewed: ["sys-x"],
            "answer:a": "b",
          }),
        });
        const cookie = cookieOf(saved);
        const response = await post(app, { email: "kim@build.test", alternatives: ["sys-z"] }, {
          cookie,
        });
        assert.equal(response.headers.get("set-cookie"), null);
        const row = (await rows(app)).find(({ email }) => email === "kim@build.test");
        assert.deepEqual([row?.session_id, row?.track], [
          cookie.slice("ns_session=".length),
          "home",
        ]);
        assert.deepEqual(row?.payload, {
          recommendation: "sys-x",
          alternatives: ["sys-z"],
          systems_viewed: ["sys-x"],
          completed_at: null,
          answers: { a: "b" },
        });
      },
    );

    await t.step(
      "a form is redirected to the thanks, whose address does not contain the person",
      async () => {
        const response = await app.request("/api/lead", {
          method: "POST",
          body: new URLSearchParams([
            ["email", "lee@build.test"],
            ["firstName", "Lee"],
            ["lastName", ""],
            ["recommendation", "sys-a"],
            ["alternatives", "sys-b"],
            ["alternatives", "sys-c"],
            ["answer:use", "office"],
            ["answer:use", "school"],
          ]),
        });
        assert.equal(response.status, 303);
        assert.equal(response.headers.get("location"), "/thanks?system=sys-a");
        const row = (await rows(app)).find(({ email }) => email === "lee@build.test");
        assert.deepEqual(row?.payload?.alternatives, ["sys-b", "sys-c"]);
        assert.deepEqual(row?.payload?.answers, { use: ["office", "school"] });
        assert.equal(row?.last_name, null);
      },
    );

    await t.step("an invalid lead is refused with its fields, and nothing is stored", async () => {
      const before = (await rows(app)).length;
      const long = "x".repeat(101);
      const refused: [unknown, string[]][] = [
        [{}, ["email"]],
        [[], ["email"]],
        ["text", ["email"]],
        [null, ["email"]],
        [{ email: 7 }, ["email"]],
        [{ email: "" }, ["email"]],
        [{ email: "no address" }, ["email"]],
        [{ email: "*@victim.example" }, ["email"]],
        [{ email: "a@b@c.test" }, ["email"]],
        [{ email: "a@localhost" }, ["email"]],
        [{ email: "a@1.2.3.4" }, ["email"]],
        [{ email: "a b@c.test" }, ["email"]],
        [{ email: "a\n@c.test" }, ["email"]],
        [{ email: `${"x".repeat(65)}@c.test` }, ["email"]],
        [{ email: "a@-c.test" }, ["email"]],
        [{ email: "ok@c.test", firstName: long }, ["firstName"]],
        [{ email: "bad", firstName: 3, lastName: long }, ["email", "firstName", "lastName"]],
      ];
      for (const [body, fields] of refused) {
        const response = await post(app, body);
        assert.equal(response.status, 400, JSON.stringify(body));
        const { error } = ErrorBody.parse(await response.json());
        assert.equal(error.kind, "invalid");
        assert.deepEqual(Object.keys(error.fields ?? {}).sort(), fields, JSON.stringify(body));
      }
      const form = await app.request("/api/lead", {
        method: "POST",
        body: new URLSearchParams({ email: "bad" }),
      });
      assert.equal(form.status, 400);
      const unread = await post(app, {}, { "content-type": "multipart/form-data; boundary=a" });
      assert.equal(unread.status, 415);
      assert.match(await unread.text(), /application\/json or application\/x-www-form-urlencoded/);
      assert.equal((await rows(app)).length, before);
    });

    await t.step("unusual but valid addresses are accepted", async () => {
      const addresses = [
        "o'neil@x.test",
        "first.last+tag@sub.domain.example.co.uk",
        "pat@bücher.example",
        "pät@example.com",
        "x@" + `${"a".repeat(60)}.`.repeat(3) + "example",
        "a@xn--bcher-kva.example",
        "用户@例子.公司",
      ];
      for (const email of addresses) {
        assert.equal((await post(app, { email })).status, 200, email);
      }
    });
  },
);

anyEngine(
  "a lead without a session starts one, which is associated with the contact (§3.2, §4.4)",
  async (engine) => {
    await using crm = startCrm();
    await using app = await startApp({ engine, environment: crm.environment });
    const response = await post(app, { email: "pat@build.test", recommendation: "sys-a" });
    await app.services.background.idle();
    const [contact] = crm.records.contacts.values();
    assert.ok(contact);
    const id = cookieOf(response).slice("ns_session=".length);
    const [association] = await findAssociations(app.services.kv, id);
    assert.deepEqual([association?.source, association?.contactId], ["form", contact.id]);
    const [row] = await rows(app);
    assert.deepEqual([row?.status, row?.email], ["done", null]);
  },
);

anyEngine(
  "a lead has the track of its page, and not the session that is erased while the lead is stored (§2.9, §4.4)",
  async (engine) => {
    await using app = await startApp({ engine });
    const { services, services: { crm, crm: { submit } } } = app;
    const saved = await app.request("/api/session?track=home", {
      method: "PUT",
      headers: JSON_HEADERS,
      body: JSON.stringify({ "answer:budget": "mid" }),
    });
    const cookie = cookieOf(saved);
    Object.assign(crm, {
      submit: async (...args: Parameters<typeof submit>) => {
        await eraseSession(services, cookie.replace("ns_session=", ""));
        return await submit(...args);
      },
    });
    const lead = { email: "pat@build.test" };
    assert.equal((await post(app, lead, { cookie }, "?track=office")).status, 200);
    await services.background.idle();
    const [row] = await rows(app);
    assert.deepEqual([row?.session_id, row?.track], [null, "office"]);
  },
);

Deno.test("POST /api/lead answers while the CRM hangs, and has its own rate limit (§4.4, §8)", async () => {
  await using crm = startCrm();
  crm.fail({ fault: "stall" });
  await using app = await startApp({
    environment: { ...crm.environment, RATE_LIMIT_LEAD: "3" },
  });
  for (const name of ["a", "b", "c"]) {
    assert.equal((await post(app, { email: `${name}@build.test` })).status, 200);
  }
  const limited = await post(app, { email: "d@build.test" });
  assert.equal(limited.status, 429);
  assert.match(limited.headers.get("ratelimit-policy") ?? "", /^"lead";q=3/);
  assert.equal((await rows(app)).length, 3);
});
