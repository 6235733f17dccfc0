import assert from "node:assert/strict";
import { Handoff, handOff, type HandoffPayload } from "@/lib/assistant/mod.ts";
import { retrieve } from "@/lib/corpus/mod.ts";
import { ErrorBody } from "@/lib/http/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { anyEngine } from "../helpers/db.ts";
import { logged } from "../helpers/logged.ts";
import { aVisitor, type Visitor } from "../helpers/session.ts";

const TALK: HandoffPayload["transcript"] = [
  { role: "user", content: "How quiet is it?\n\nWe have a band next door." },
  { role: "assistant", content: "The wall reaches STC 54 [1]." },
  { role: "user", content: "  Can one person move it?  " },
];

async function post(
  app: TestApp,
  body: unknown,
  visitor: Visitor = aVisitor(),
): Promise<Response> {
  const { headers } = visitor.request("/", { headers: { "content-type": "application/json" } });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return await app.request("/api/assistant/handoff", { method: "POST", headers, body: text });
}

async function handedOver(response: Response): Promise<HandoffPayload> {
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  return Handoff.parse(await response.json()).handoff;
}

/** Creates a visitor whose session has a recommendation and an answer. */
async function advised(
  app: TestApp,
): Promise<{ visitor: Visitor; system: { id: string; name: string } }> {
  const snapshot = app.services.catalog.current();
  const quoted = new Set(
    (await app.services.db.selectFrom("corpus_item_systems").select("system_id").execute())
      .map(({ system_id }) => system_id),
  );
  const system = snapshot.systems.find(({ id }) => quoted.has(id));
  const [factor] = snapshot.factors;
  assert.ok(system && factor?.options[0]);
  const visitor = await visitorWith(app, {
    recommendation: system.id,
    [`answer:${factor.id}`]: factor.options[0].id,
  });
  return { visitor, system: { id: system.id, name: system.name } };
}

/** Creates a visitor with a session of this content. */
async function visitorWith(app: TestApp, content: Record<string, string>): Promise<Visitor> {
  const visitor = aVisitor();
  const saved = await app.request("/api/session", {
    method: "PUT",
    headers: visitor.request("/", { headers: { "content-type": "application/json" } }).headers,
    body: JSON.stringify(content),
  });
  visitor.take(saved.headers.get("set-cookie"));
  await saved.body?.cancel();
  return visitor;
}

anyEngine("POST /api/assistant/handoff (§4.6, design §7)", async (engine, t) => {
  await using app = await startApp({ engine, environment: { SITE_URL: "https://walls.example" } });
  const { visitor, system } = await advised(app);

  await t.step(
    "contains the system, the questions, the transcript and a one-line summary",
    async () => {
      const handoff = await handedOver(await post(app, { transcript: TALK }, visitor));
      assert.equal(handoff.kind, "advisor");
      assert.deepEqual(handoff.system, system);
      assert.deepEqual(handoff.questions, [
        "How quiet is it?\n\nWe have a band next door.",
        "Can one person move it?",
      ]);
      assert.deepEqual(handoff.transcript, TALK);
      assert.equal(handoff.contactUrl, "https://walls.example");
      assert.match(handoff.disclosure, /AI assistant/);
      const [factor] = app.services.catalog.current().factors;
      for (
        const part of [system.name, factor?.options[0]?.label ?? "", "Can one person move it?"]
      ) {
        assert.ok(handoff.summary.includes(part), `${part} in ${handoff.summary}`);
      }
      assert.doesNotMatch(handoff.summary, /[\r\n]/);
    },
  );

  await t.step("contains at most two quotes, all about the system (§8)", async () => {
    const { talkingPoints } = await handedOver(await post(app, { transcript: TALK }, visitor));
    assert.ok(talkingPoints.length > 0 && talkingPoints.length <= 2);
    const ids = await app.services.db.selectFrom("corpus_item_systems").select("item_id")
      .where("system_id", "=", system.id).execute();
    const about = new Set(ids.map(({ item_id }) => item_id));
    for (const { itemId } of talkingPoints) assert.ok(about.has(itemId));
    const [one] = await retrieve(app.services.db, { systemIds: [system.id], limit: 1 });
    assert.ok(one);
    const services = { ...app.services, createRetriever: () => () => Promise.resolve([one]) };
    const again = await handOff(services, visitor.request(), { transcript: TALK });
    assert.deepEqual(again.handoff.talkingPoints.map(({ text }) => text), [one.text], "each once");
  });

  await t.step("quotes the passage about the question first", async () => {
    const { db } = app.services;
    const passages = await retrieve(db, { systemIds: [system.id], limit: 50 });
    const sought = passages.at(-1);
    const transcript = [{ role: "user", content: sought?.text.slice(0, 4000) ?? "" }];
    const { talkingPoints } = await handedOver(await post(app, { transcript }, visitor));
    assert.equal(talkingPoints[0]?.text, sought?.text);
  });

  await t.step("works without a session, a recommendation or a transcript", async () => {
    const unanswered = aVisitor();
    unanswered.sessionId = "A".repeat(22);
    const outdated = await visitorWith(app, { recommendation: "gone" });
    for (const transcript of [[], TALK]) {
      for (const stranger of [aVisitor(), unanswered, outdated]) {
        const handoff = await handedOver(await post(app, { transcript }, stranger));
        assert.deepEqual([handoff.kind, handoff.system, handoff.talkingPoints], [
          "dealer-finder",
          null,
          [],
        ]);
        assert.deepEqual(handoff.transcript, transcript);
        assert.equal(handoff.questions.length, transcript.length === 0 ? 0 : 2);
      }
    }
  });

  await t.step("accepts any reason, and stores nothing", async () => {
    for (const reason of ["no_grounding", "budget", "whim", null]) {
      await handedOver(await post(app, { transcript: TALK, reason }));
    }
    const kept = await Array.fromAsync(app.services.kv.list({ prefix: ["assistant_transcripts"] }));
    assert.deepEqual(kept, []);
  });

  await t.step(
    "takes along the whole of a long conversation, with answers of any length",
    async () => {
      const long = Array.from({ length: 60 }, (_, at) => [
        { role: "user", content: `Question ${at}` },
        { role: "assistant", content: `Answer ${at}` },
      ]).flat();
      const whole = await handedOver(await post(app, { transcript: long }, visitor));
      assert.deepEqual(whole.transcript, long);
      assert.equal(whole.questions.length, 60);
      assert.match(whole.summary, /Asked 60 questions/);
      const wordy = [{ role: "user", content: "Why?" }, {
        role: "assistant",
        content: "a".repeat(30_000),
      }];
      const { transcript } = await handedOver(await post(app, { transcript: wordy }));
      assert.deepEqual(transcript, wordy);
    },
  );

  await t.step("takes along the latest part of an endless one, in any script", async () => {
    const full = Array.from({ length: 20 }, () => ({ role: "user", content: "é".repeat(4000) }));
    const { transcript } = await handedOver(await post(app, { transcript: full }));
    assert.deepEqual(transcript, full);
    const more = [{ role: "user", content: "First" }, ...full];
    const cut = await handedOver(await post(app, { transcript: more }));
    assert.deepEqual(cut.transcript, full);
    const short = Array.from({ length: 401 }, (_, at) => ({ role: "user", content: `${at}` }));
    const latest = await handedOver(await post(app, { transcript: short }));
    assert.deepEqual(latest.transcript, short.slice(1));
    const one = await handedOver(
      await post(app, { transcript: [{ role: "assistant", content: "a".repeat(90_000) }] }),
    );
    assert.equal(one.transcript[0]?.content.length, 80_000);
  });

  for (
    const body of [
      "{",
      "[]",
      "null",
      {},
      { transcript: "all of it" },
      { transcript: [{ role: "system", content: "a" }] },
      { transcript: [{ role: "user" }] },
      { transcript: [], reason: 7 },
    ]
  ) {
    await t.step(`refuses ${JSON.stringify(body)} with 400`, async () => {
      const response = await post(app, body);
      assert.equal(response.status, 400);
      assert.equal(ErrorBody.parse(await response.json()).error.kind, "invalid");
    });
  }

  await t.step("refuses more than 256 KiB with 413", async () => {
    const response = await post(app, { transcript: [], filler: "x".repeat(256 * 1024) });
    assert.equal(response.status, 413);
    await response.body?.cancel();
  });

  await t.step("has no quotes when they do not come within two seconds (§4.6)", async () => {
    const services = { ...app.services, createRetriever: () => () => new Promise<never>(() => {}) };
    const { handoff } = await handOff(services, visitor.request("/"), { transcript: TALK });
    assert.deepEqual([handoff.kind, handoff.talkingPoints], ["advisor", []]);
  });

  await t.step("has no quotes when they cannot be read", async () => {
    await app.services.db.schema.dropTable("corpus_terms").cascade().execute();
    const lines = await logged(async () => {
      const handoff = await handedOver(await post(app, { transcript: TALK }, visitor));
      assert.deepEqual([handoff.kind, handoff.talkingPoints], ["advisor", []]);
    });
    assert.ok(lines.some((line) => line.includes("talking points")));
  });
});

anyEngine(
  "a hand-off leads to the dealers that staff have saved, else to the vendor (§2.7, §4.6)",
  async (engine, t) => {
    await using app = await startApp({
      engine,
      environment: { SITE_URL: "https://walls.example" },
    });
    const { visitor } = await advised(app);
    const contactOf = async (who: Visitor) =>
      (await handedOver(await post(app, { transcript: TALK }, who))).contactUrl;
    const save = (repfinder_url: string | null) =>
      app.services.db.updateTable("crm_settings").set({ repfinder_url }).execute();
    const pageOf = async () => await (await app.request("/advisor")).text();

    await t.step("leads to the vendor while none are saved, and says so", async () => {
      assert.equal(await contactOf(aVisitor()), "https://walls.example");
      assert.match(await pageOf(), /href="https:\/\/walls\.example"[^>]*>Ask an advisor/);
    });

    await t.step("leads a buyer without a system to the dealers", async () => {
      await save("https://dealers.example/find");
      assert.equal(await contactOf(aVisitor()), "https://dealers.example/find");
      assert.match(
        await pageOf(),
        /href="https:\/\/dealers\.example\/find"[^>]*>Find a dealer near you/,
      );
      assert.equal(
        await contactOf(visitor),
        "https://walls.example",
        "an advisor knows the system",
      );
    });

    await t.step("never leads to anything but a web page", async () => {
      await save("javascript:alert(1)");
      assert.equal(await contactOf(aVisitor()), "https://walls.example");
    });

    await t.step("leads to the vendor when the settings cannot be read", async () => {
      await app.services.db.schema.dropTable("crm_settings").cascade().execute();
      assert.equal(await contactOf(aVisitor()), "https://walls.example");
    });
  },
);

Deno.test("hand-offs have a rate limit of their own, which questions do not use up (§4.6)", async () => {
  await using app = await startApp({
    environment: { RATE_LIMIT_CHAT: "1", RATE_LIMIT_HANDOFF: "2" },
  });
  const ask = () => app.request("/api/assistant/chat", { method: "POST", body: "{" });
  for (let asked = 0; asked < 3; asked++) await (await ask()).body?.cancel();
  assert.equal((await ask()).status, 429);
  await handedOver(await post(app, { transcript: TALK }));
  await handedOver(await post(app, { transcript: TALK }));
  const refused = await post(app, { transcript: TALK });
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("ratelimit-policy") ?? "", /^"handoff";q=2/);
});
