/** The CRM on buyer pages: lead form, thanks, greeting and tracking script (spec §4.3, §4.4, §4.11a, §4.11b). */
import assert from "node:assert/strict";
import { startCrm } from "../doubles/crm.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { findAnswers, optionIdsOf, questionsOf } from "../helpers/demo_answers.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";

const GUID = "0C1D2E3F4A5B6C7D8E9FA0B1C2D3E4F5";
const DASHED = "0c1d2e3f-4a5b-6c7d-8e9f-a0b1c2d3e4f5";
const ALL = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"4":true,"5":true}}')}`;
const NO_MARKETING = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"4":true,"5":false}}')}`;
const KNOWN = `ELOQUA=GUID=${GUID}&FPCVISITED=1`;
const HTML = { accept: "text/html" };

const OPTIONS = optionIdsOf(findAnswers("home", () => true)).join(",");
const RESULT = `/results?track=home&options=${OPTIONS}`;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The session cookie that the response sets. */
  readonly session: string | null;
}

async function ask(app: TestApp, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await app.request(path, init);
  const text = await response.text();
  await app.services.background.idle();
  const session = /ns_session=[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? null;
  return { status: response.status, headers: response.headers, text, session };
}

function form(fields: Record<string, string>, cookie = ""): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields), headers: { ...HTML, cookie } };
}

/** Saves a session the way the wizard does, and returns its cookie. */
async function visit(app: TestApp, cookie: string): Promise<string> {
  const { session, status } = await ask(app, "/api/session?track=home", {
    method: "PUT",
    body: JSON.stringify({ "answer:space": "living" }),
    headers: { "content-type": "application/json", cookie },
  });
  assert.equal(status, 200);
  return session ?? "";
}

async function greeting(app: TestApp, cookie: string): Promise<unknown> {
  const { text, headers } = await ask(app, "/api/session/recognition", { headers: { cookie } });
  assert.equal(headers.get("cache-control"), "no-store");
  return JSON.parse(text);
}

const STRANGER = { recognised: false, firstName: null };

Deno.test("buyers and the CRM", async (context) => {
  await using double = startCrm();
  await using app = await startApp({
    environment: {
      ...CONSENT_ENVIRONMENT,
      ...double.environment,
      CRM_TRACKING_HOST: "track.walls.example",
    },
  });
  const { services } = app;
  const { db, kv } = services;
  const step = (name: string, run: () => Promise<void>) => context.step(name, run);
  const leads = () => db.selectFrom("crm_sync_queue").selectAll().execute();

  await step(
    "the form follows the result, and says why we ask for the address (§4.4)",
    async () => {
      const { status, text } = await ask(app, RESULT, { headers: HTML });
      assert.equal(status, 200);
      assert.ok(text.indexOf('id="reasons"') < text.indexOf('id="ask"'), "the result comes first");
      assert.match(text, /<a href="#ask"/);
      assert.match(
        text.slice(text.indexOf('id="ask"')),
        /<h2 id="ask-title"[^>]*>Ask us about .*We ask for the address in order to answer you.*<form /s,
        "the link to it leads to what it is for",
      );
      assert.match(text, /By sending this you agree/);
      assert.match(text, /autocomplete="email"/);
      assert.match(text, /<form method="post" action="\/results\?/);
      const bare = await ask(app, "/results", { headers: HTML });
      assert.doesNotMatch(
        bare.text,
        /id="ask"/,
        "without answers there is no form",
      );
    },
  );

  await step("an error keeps the fields and the result (§4.4)", async () => {
    const typed = { email: "pat*@walls.test", firstName: "Zoë <b>", lastName: "Q" };
    const { status, text, headers } = await ask(app, RESULT, form(typed));
    assert.equal(status, 400);
    assert.match(text, /<title>Error: /);
    assert.match(text, /value="pat\*@walls\.test"/);
    assert.match(text, /value="Zoë &lt;b>"/);
    assert.match(text, /<input[^>]*name="email"[^>]*>/);
    assert.match(text, /aria-invalid="true"/);
    assert.match(text, /<input[^>]*name="firstName"[^>]*dir="auto"/, "for names in Arabic");
    assert.match(text, /id="answers"/);
    assert.equal(headers.get("cache-control"), "private, no-cache", "so that Back can show it");
    assert.equal((await leads()).length, 0);
  });

  let cookie = "";
  await step(
    "the thanks name the system, and the address does not contain the person (§4.4)",
    async () => {
      const person = { email: "pat@walls.test", firstName: "Pat", lastName: "Doe" };
      const { status, headers, session } = await ask(app, RESULT, form(person));
      assert.equal(status, 303);
      const location = headers.get("location") ?? "";
      assert.match(location, /^\/thanks\?system=[a-z0-9-]+$/);
      const again = await ask(app, RESULT, form(person, session ?? ""));
      assert.equal(
        again.headers.get("location"),
        location,
        "a second click leads to the same thanks",
      );
      const thanks = await ask(app, location, { headers: HTML });
      const name = services.catalog.current().systemById.get(location.split("=")[1] ?? "")?.name;
      assert.ok(thanks.text.includes(`We have your request about ${name}`));
      assert.equal(thanks.headers.get("x-robots-tag"), "noindex");
      assert.doesNotMatch(thanks.text, /pat@|Doe/);
      cookie = session ?? "";
      const contact = double.records.contactsOf("pat@walls.test");
      assert.equal(contact.length, 1);
      assert.equal(
        (await leads()).length,
        1,
        "one lead, though the first click came without a cookie",
      );
    },
  );

  await step(
    "a lead is about the result that it was sent from, not about the session's answers",
    async () => {
      const visitor = await visit(app, "");
      const asked = questionsOf("workplace").flatMap(({ options: [first] }) => first?.id ?? []);
      const result = `/results?options=${asked}&track=workplace`;
      const { status, headers } = await ask(
        app,
        result,
        form({ email: "two@walls.test" }, visitor),
      );
      assert.equal(status, 303);
      const lead = (await leads()).find(({ session_id }) => session_id === visitor.split("=")[1]);
      assert.equal(lead?.track, "workplace");
      const thanks = await ask(app, headers.get("location") ?? "", {
        headers: { cookie: visitor },
      });
      assert.ok(thanks.text.includes(`href="${result.replace("&", "&amp;")}"`), thanks.text);
    },
  );

  await step(
    "a lead counts as completed only if the result that it was sent from is (§2.6, decision 18)",
    async () => {
      const visitor = await visit(app, "");
      await ask(app, RESULT, { headers: { ...HTML, cookie: visitor } });
      const completedAt = async (path: string, email: string) => {
        await ask(app, path, form({ email }, visitor));
        const { value } = await kv.get(["sessions", visitor.slice("ns_session=".length)]);
        return Object(Object(value).payload).completed_at;
      };
      const part = (path: string) => path.replace(/(?<=options=[^,]*),[^&]*/, "");
      const answers = optionIdsOf(findAnswers("workplace", () => true)).join(",");
      const other = `/results?track=workplace&options=${answers}`;
      const first = await completedAt(RESULT, "whole@walls.test");
      assert.ok(first);
      assert.equal(await completedAt(RESULT, "twice@walls.test"), first);
      const otherFirst = await completedAt(other, "other@walls.test");
      assert.ok(otherFirst > first, "the time of the other track's result");
      assert.equal(await completedAt(part(other), "part@walls.test"), null);
      assert.ok(await completedAt(other, "again@walls.test"));
      assert.equal(await completedAt(part(RESULT), "home@walls.test"), null);
    },
  );

  await step("the thanks ignore an unknown system", async () => {
    for (const system of ["?sent=1", "?system=", "?system=%3Cscript%3E", "?system=never"]) {
      const { status, text } = await ask(app, `/thanks${system}`, { headers: HTML });
      assert.equal(status, 200);
      assert.match(text, /We have your request, together/);
      assert.doesNotMatch(text, /<script>/);
    }
    const byHand = await ask(app, "/thanks", { headers: HTML });
    assert.match(byHand.text, /<h1[^>]*>Nothing was sent</);
    assert.doesNotMatch(byHand.text, /We have your request/);
  });

  await step(
    "a visitor who sent a lead is greeted by first name on / and /results (§4.3)",
    async () => {
      assert.deepEqual(await greeting(app, cookie), { recognised: true, firstName: "Pat" });
      for (const path of ["/", RESULT]) {
        const { text, headers } = await ask(app, path, { headers: { ...HTML, cookie } });
        assert.match(text, /Welcome back, Pat\./, path);
        assert.equal(headers.get("cache-control"), "no-store", path);
        const stranger = await ask(app, path, { headers: HTML });
        assert.doesNotMatch(stranger.text, /Welcome back/);
        assert.match(stranger.headers.get("cache-control") ?? "", /private/);
      }
    },
  );

  await step("while the CRM fails or hangs, pages work without a greeting (§4.11a)", async () => {
    for (const fault of ["401 html", "500", "garbage", "stall"] as const) {
      double.fail({ fault });
      const { status, text } = await ask(app, "/", { headers: { ...HTML, cookie } });
      assert.equal(status, 200);
      assert.doesNotMatch(text, /Welcome back/, fault);
      if (fault !== "stall") assert.deepEqual(await greeting(app, cookie), STRANGER);
      double.mend();
    }
  });

  await step("a first name is never stored", async () => {
    const entries = [];
    for await (const { key, value } of kv.list({ prefix: [] })) entries.push([key, value]);
    assert.doesNotMatch(Deno.inspect(entries, { depth: 9 }), /\bPat\b|pat@/);
  });

  await step(
    "a save looks up the visitor of the CRM cookie once, and stores only the contact's number (§4.11a)",
    async () => {
      const contact = double.records.addContact("vera@known.test", { firstName: "Vera" });
      double.records.addVisitor(DASHED, contact.id);
      const session = await visit(app, `${ALL}; ${KNOWN}`);
      const [entry, ...others] = await Array.fromAsync(
        kv.list({ prefix: ["crm_session_contacts", session.slice("ns_session=".length)] }),
      );
      assert.equal(others.length, 0);
      assert.equal(entry?.key.at(-1), "cookie");
      assert.match(Deno.inspect(entry?.value), new RegExp(contact.id));
      assert.deepEqual(await greeting(app, `${session}; ${ALL}`), {
        recognised: true,
        firstName: "Vera",
      });
      const asked = double.asked("findVisitors").length;
      await ask(app, "/api/session", {
        method: "PUT",
        body: JSON.stringify({ "answer:space": "kitchen" }),
        headers: { "content-type": "application/json", cookie: `${session}; ${ALL}; ${KNOWN}` },
      });
      assert.equal(
        double.asked("findVisitors").length,
        asked,
        "a linked visitor is not looked up again",
      );
      assert.deepEqual(
        await greeting(app, `${session}; ${NO_MARKETING}`),
        STRANGER,
        "withdrawing consent ends the recognition",
      );
    },
  );

  await step(
    "nobody is looked up without consent, without a valid GUID, or by a simulated one (§4.11a)",
    async () => {
      const asked = double.asked("findVisitors").length;
      const cookies = [
        KNOWN,
        `${NO_MARKETING}; ${KNOWN}`,
        `${ALL}; ELOQUA=GUID=${DASHED}`,
        `${ALL}; ns_crm_sim_guid=${GUID}`,
        ALL,
      ];
      for (const cookie of cookies) await visit(app, cookie);
      assert.equal(double.asked("findVisitors").length, asked);
    },
  );

  await step(
    "a failed look-up leaves the visitor anonymous without an error (§4.11a)",
    async () => {
      for (const fault of ["401 html", "503 html", "reset", "garbage", "null element"] as const) {
        double.fail({ fault, route: "findVisitors" });
        const session = await visit(app, `${ALL}; ${KNOWN}`);
        assert.deepEqual(await greeting(app, `${session}; ${ALL}`), STRANGER, fault);
        double.mend();
      }
    },
  );

  await step(
    "four visitors are looked up at a time, and one without a contact not again at once (§4.11a)",
    async () => {
      const stranger = `${ALL}; ELOQUA=GUID=${GUID.replaceAll("0", "9")}`;
      const asked = double.asked("findVisitors").length;
      const session = await visit(app, stranger);
      await visit(app, `${session}; ${stranger}`);
      assert.equal(double.asked("findVisitors").length, asked + 1);
      double.slowMs = 600;
      double.fail({ fault: "slow", route: "findVisitors" });
      await Promise.all(Array.from({ length: 6 }, () => visit(app, stranger)));
      assert.equal(double.asked("findVisitors").length, asked + 5);
      const same = `${session}; ${ALL}; ELOQUA=GUID=${GUID.replaceAll("0", "8")}`;
      await Promise.all([visit(app, same), visit(app, same)]);
      double.mend();
      assert.equal(double.asked("findVisitors").length, asked + 6, "once for a session");
    },
  );

  const policyOf = async (path: string, headers: HeadersInit) => {
    const { text, headers: answered } = await ask(app, path, { headers });
    return { text, policy: answered.get("content-security-policy") ?? "" };
  };
  const agreeing = { ...HTML, cookie: ALL };

  await step("no page is tracked until staff switch tracking on (§4.11b)", async () => {
    const { text, policy } = await policyOf("/", agreeing);
    assert.doesNotMatch(text, /_elqQ/);
    assert.doesNotMatch(policy, /track\.walls/);
  });

  await step(
    "a page is tracked only with consent, and only then its policy allows the script (§4.11b)",
    async () => {
      await db.updateTable("crm_settings").set({ tracking_enabled: true, tracking_site_id: "1234" })
        .execute();
      for (const path of ["/", RESULT, "/select", "/systems", "/compare", "/thanks"]) {
        const { text, policy } = await policyOf(path, agreeing);
        const nonce = /<script nonce="([^"]+)">var _elqQ/.exec(text)?.[1];
        assert.ok(nonce, path);
        assert.match(text, /\['elqSetSiteId','1234'\]/);
        const script = /script-src ([^;]*)/.exec(policy)?.[1]?.split(" ");
        assert.deepEqual(script, ["'self'", `'nonce-${nonce}'`, "track.walls.example"], path);
        const images = /img-src ([^;]*)/.exec(policy)?.[1]?.split(" ");
        assert.ok(images?.includes("track.walls.example"), path);
        assert.ok(images?.includes("s1234.t.eloqua.com"), "the script reports with a pixel");
      }
      for (const cookie of ["", NO_MARKETING]) {
        const { text, policy } = await policyOf("/", { ...HTML, cookie });
        assert.doesNotMatch(text + policy, /_elqQ|track\.walls|eloqua/);
      }
      const { text } = await policyOf("/admin", agreeing);
      assert.doesNotMatch(text, /_elqQ/);
    },
  );

  await step("no page is tracked without a site number (§4.11b)", async () => {
    await db.updateTable("crm_settings").set({ tracking_site_id: null }).execute();
    assert.doesNotMatch((await policyOf("/", agreeing)).text, /_elqQ/);
  });
});

Deno.test("a lead beyond the rate limit gets a 429 page that keeps the fields (§4.4, §8)", async () => {
  await using app = await startApp({ environment: { RATE_LIMIT_LEAD: "1" } });
  const person = { email: "pat@walls.test", firstName: "Zoë", lastName: "Doe" };
  assert.equal((await ask(app, RESULT, form(person))).status, 303);
  const { status, text, headers } = await ask(app, RESULT, form({ ...person, lastName: "Poe" }));
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.match(headers.get("ratelimit-policy") ?? "", /^"lead";q=1/);
  assert.equal(headers.get("cache-control"), "private, no-cache");
  assert.match(text, /<div [^>]*autofocus[^>]*><div role="alert".*so we did not take this one/s);
  for (const typed of ["pat@walls.test", "Zoë", "Poe"]) {
    assert.ok(text.includes(`value="${typed}"`));
  }
  assert.equal((await ask(app, "/api/lead", form(person))).status, 429, "they share one limit");
});

Deno.test("CRM_ALLOW_SIMULATED_GUID admits a simulated visitor, but a real cookie takes precedence (§4.11a)", async () => {
  await using double = startCrm();
  await using app = await startApp({
    environment: {
      ...CONSENT_ENVIRONMENT,
      ...double.environment,
      CRM_ALLOW_SIMULATED_GUID: "true",
      CRM_VISITOR_COOKIE: "OUR_VISITOR",
    },
  });
  const real = double.records.addContact("real@known.test", { firstName: "Rea" });
  const made = double.records.addContact("made@known.test", { firstName: "Sim" });
  double.records.addVisitor(DASHED, real.id);
  double.records.addVisitor("11111111-1111-1111-1111-111111111111", made.id);
  const simulated = `ns_crm_sim_guid=${"1".repeat(32)}`;
  const one = await visit(app, `${ALL}; ${simulated}`);
  assert.deepEqual(await greeting(app, `${one}; ${ALL}`), { recognised: true, firstName: "Sim" });
  const other = await visit(app, `${ALL}; ${simulated}; OUR_VISITOR=GUID%3D${GUID}`);
  assert.deepEqual(await greeting(app, `${other}; ${ALL}`), { recognised: true, firstName: "Rea" });
});
