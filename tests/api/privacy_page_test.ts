/** The page on which visitors see, download and delete their data (spec §5, ux: Consent). */
import assert from "node:assert/strict";
import { finishErasures } from "@/lib/privacy/mod.ts";
import { startApp } from "../helpers/app.ts";
import { leaveEverywhere, tracesOf } from "../helpers/erasure.ts";
import { CONSENT_ENVIRONMENT, CONSENTING, REFUSING } from "../helpers/session.ts";

const PRIVACY = "/privacy";

Deno.test("a visitor sees, downloads and deletes their stored data without a script", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const { services } = app;
  const keys = async () =>
    (await Array.fromAsync(services.kv.list({ prefix: ["sessions"] }), ({ key }) => key)).length;

  const stranger = await app.request(PRIVACY);
  assert.equal(stranger.status, 200);
  assert.equal(stranger.headers.get("set-cookie"), null);
  assert.equal(stranger.headers.get("cache-control"), "no-store");
  const page = await stranger.text();
  assert.match(page, /Nothing\. We begin to remember/);
  assert.match(page, /when you give your first answer,/);
  const measured = await app.request(PRIVACY, { headers: { cookie: CONSENTING } });
  assert.match(await measured.text(), /when you see the first question,/);
  assert.match(page, /download and delete it\s+here/, "says where its buttons are");
  assert.match(page, /erase one that you do not see here/);
  assert.match(page, /We forget your answers after a day/);
  assert.match(page, /Your e-mail address and your name/);
  assert.equal(await keys(), 0);
  const empty = await app.request(`${PRIVACY}/download`);
  assert.equal((await empty.json()).visit, null);
  assert.equal(empty.headers.get("set-cookie"), null);

  for (const path of ["/", "/select", "/systems", "/compare", "/projects", "/nowhere", "/api"]) {
    const text = await (await app.request(path)).text();
    assert.match(text.slice(text.indexOf("<footer")), /href="\/privacy"/, path);
  }

  const traveller = await leaveEverywhere(services);
  const other = await leaveEverywhere(services);
  const cookie = `ns_session=${traveller.id}; ${CONSENTING}`;
  const own = await (await app.request(PRIVACY, { headers: { cookie } })).text();
  assert.match(own, /Kind of project: A home/);
  assert.match(own, /3 questions/);
  assert.match(own, /1 vote/);
  assert.match(own, /waiting to be handed over/);
  assert.match(own, /We remember your answers for longer than a day/);
  assert.equal(own.includes(traveller.email), false, "the address is masked on the page");
  assert.equal(own.includes(traveller.id), false);

  const file = await app.request(`${PRIVACY}/download`, { headers: { cookie } });
  assert.match(file.headers.get("content-disposition") ?? "", /^attachment/);
  assert.equal(file.headers.get("cache-control"), "no-store");
  const text = await file.text();
  assert.equal(text.includes(traveller.id), false, "the file does not open the session");
  assert.equal(text.includes(other.email), false);
  const { visit } = JSON.parse(text);
  assert.equal(visit.records.answered_questions.length, 2);
  assert.deepEqual(
    visit.leads.map((lead: { is_shared: boolean }) => lead.is_shared).sort(),
    [false, false, true],
  );
  assert.equal(visit.events.length, 2);
  assert.equal(visit.session.payload.answers.width, "wide");

  const post = (fields: Record<string, string>, headers: Record<string, string> = { cookie }) =>
    app.request(PRIVACY, { method: "POST", headers, body: new URLSearchParams(fields) });
  assert.equal((await post({ intent: "keep" })).status, 400);
  assert.equal(
    (await post({ intent: "delete" }, { cookie, "sec-fetch-site": "cross-site" })).status,
    403,
  );
  assert.notDeepEqual(await tracesOf(services, traveller), []);
  const deleted = await post({ intent: "delete" });
  assert.equal(deleted.status, 303);
  assert.match(deleted.headers.get("set-cookie") ?? "", /^ns_session=; Path=\/; Max-Age=0/);
  assert.deepEqual(await tracesOf(services, traveller), []);
  assert.notDeepEqual(await tracesOf(services, other), []);
  const location = deleted.headers.get("location") ?? "";
  const after = await (await app.request(location, { headers: { cookie: REFUSING } })).text();
  assert.match(after, /It is deleted/);
  assert.equal((await post({ intent: "delete" })).status, 303, "a second click has no effect");

  const { kv } = services;
  const { atomic } = kv;
  kv.atomic = () =>
    Object.assign(atomic.call(kv), {
      commit: () => Promise.reject(new Error("database disk image is malformed")),
    });
  const half = await post({ intent: "delete" }, { cookie: `ns_session=${other.id}` });
  assert.equal(half.status, 303, "the session cannot be removed now");
  const pending = await app.request(half.headers.get("location") ?? "", {
    headers: { cookie: REFUSING },
  });
  assert.match(await pending.text(), /We are deleting it/);
  kv.atomic = atomic;
  await finishErasures(services, AbortSignal.timeout(120_000));
  assert.deepEqual(await tracesOf(services, other), [], "the service finishes it by itself");
});

Deno.test("without the database the page says what we keep, and that the visit cannot be looked up (§5)", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const { id } = await leaveEverywhere(app.services);
  await app.services.database.close();
  const headers = { cookie: `ns_session=${id}; ${CONSENTING}` };
  const page = await app.request(`${PRIVACY}?visit=deleted`, { headers });
  assert.equal(page.status, 200);
  const text = await page.text();
  assert.match(text, /We cannot look it up right now/);
  assert.match(text, /We forget your answers after a day|or \d+ days? after we gave up/);
  assert.match(text, /We remember your answers for longer than a day/);
  assert.doesNotMatch(text, /It is deleted|Nothing\. We begin/);
  const file = await app.request(`${PRIVACY}/download`, { headers });
  await file.body?.cancel();
  assert.equal(file.status, 503, "a file that lacks a part would look whole");
});

Deno.test("the page says for how many days a lead and its contact's number are kept (§2.9)", async () => {
  await using app = await startApp({ environment: { SYNC_QUEUE_RETENTION_DAYS: "1" } });
  const page = await (await app.request(PRIVACY)).text();
  assert.match(
    page,
    /until our customer records have them, or 1 day after we gave up sending them there/,
  );
  assert.match(
    page,
    /With a request for contact, also for 1 day after our customer records have it/,
  );
});

Deno.test("the page says what consent to marketing lets the CRM's script do (§4.11b, §5)", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const agreed = `_cmp_cs-77=${encodeURIComponent('{"purposes":{"5":true}}')}`;
  const page = await (await app.request(PRIVACY, { headers: { cookie: agreed } })).text();
  assert.match(page, /Their script may report which pages you see, and set a cookie of its own/);
  const refused = await (await app.request(PRIVACY, { headers: { cookie: REFUSING } })).text();
  assert.match(refused, /no script of our customer records is loaded/);
});

Deno.test("a lead without a stored session is shown, downloaded and withdrawn as well", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const { kv, db, background } = app.services;
  const taken = await app.request("/api/lead", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "pat@build.test" }),
  });
  const cookie = /ns_session=[^;]+/.exec(taken.headers.get("set-cookie") ?? "")?.[0] ?? "";
  await background.idle();
  // As if the store had been unavailable when the lead was sent.
  await kv.delete(["sessions", cookie.slice("ns_session=".length)]);

  const own = await (await app.request(PRIVACY, { headers: { cookie } })).text();
  assert.match(own, /p•••@b•••\.test of .*waiting to be handed over/s);
  const file = await app.request(`${PRIVACY}/download`, { headers: { cookie } });
  const { visit } = await file.json();
  assert.deepEqual([visit.session, visit.leads[0].email], [null, "pat@build.test"]);
  const deleted = await app.request(PRIVACY, {
    method: "POST",
    headers: { cookie },
    body: new URLSearchParams({ intent: "delete" }),
  });
  assert.equal(deleted.status, 303);
  assert.deepEqual(await db.selectFrom("crm_sync_queue").selectAll().execute(), []);
  const after = await (await app.request(PRIVACY, { headers: { cookie } })).text();
  assert.match(after, /Nothing\. We begin to remember/);
});

/** Which visit is deleted first, and whether the sessions are stored. They are not if the store was unavailable. */
const ORDERS = [[0, 1], [1, 0]].flatMap((order) =>
  [true, false].map((isStored) => ({ order, isStored }))
);

Deno.test("a lead that two visits sent is deleted with the second of them, and both pages say so", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const { kv, db, background } = app.services;
  const click = async (firstName?: string) => {
    const taken = await app.request("/api/lead", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "pat@build.test", firstName }),
    });
    return /ns_session=[^;]+/.exec(taken.headers.get("set-cookie") ?? "")?.[0] ?? "";
  };
  const ownPage = async (cookie: string) =>
    await (await app.request(PRIVACY, { headers: { cookie } })).text();
  const withdraw = async (cookie: string) => {
    const { status } = await app.request(PRIVACY, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ intent: "delete" }),
    });
    assert.equal(status, 303);
    return (await db.selectFrom("crm_sync_queue").select("first_name").execute())
      .map((lead) => lead.first_name);
  };
  for (const { order, isStored } of ORDERS) {
    // Two requests without a cookie start two sessions, even if one person sent both.
    const cookies = [await click("Patricia"), await click("Patricia")];
    const stranger = await click();
    await background.idle();
    assert.doesNotMatch(await ownPage(stranger), /, and sent from another visit/);
    assert.deepEqual(
      await withdraw(stranger),
      ["Patricia"],
      "the same e-mail address alone withdraws nothing",
    );
    const [one = "", other = ""] = order.map((index) => cookies[index]);
    for await (const { key } of isStored ? [] : kv.list({ prefix: [] })) {
      if (String(key[0]).startsWith("sessions")) await kv.delete(key);
    }
    for (const cookie of [one, other]) {
      assert.match(await ownPage(cookie), /handed over, and sent from another visit too/);
    }
    assert.deepEqual(await withdraw(one), ["Patricia"]);
    assert.match(await ownPage(other), /p•••@b•••\.test of .*waiting to be handed over</s);
    assert.deepEqual(await withdraw(other), []);
  }
});
