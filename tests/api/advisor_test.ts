import assert from "node:assert/strict";
import { startApp, type TestApp } from "../helpers/app.ts";
import { aBuyer, startChat } from "../helpers/chat.ts";
import { anyEngine } from "../helpers/db.ts";
import { logged } from "../helpers/logged.ts";
import { aVisitor, type Visitor } from "../helpers/session.ts";
import { until } from "../helpers/until.ts";

interface Answer {
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

async function get(app: TestApp, query = "", visitor: Visitor = aVisitor()): Promise<Answer> {
  const response = await app.request(`/advisor${query}`, { headers: visitor.request().headers });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

async function post(
  app: TestApp,
  fields: Record<string, string>,
  visitor: Visitor = aVisitor(),
): Promise<Answer> {
  const response = await app.request("/advisor", {
    method: "POST",
    headers: visitor.request().headers,
    body: new URLSearchParams(fields),
  });
  const setCookie = response.headers.get("set-cookie");
  if (setCookie !== null) visitor.take(setCookie);
  return { status: response.status, html: await response.text(), headers: response.headers };
}

/** Returns the conversation that the page's forms repeat in a hidden field. */
function historyIn({ html }: Answer): unknown[] {
  const values = [...html.matchAll(/name="history" value="([^"]*)"/g)].map(([, value = ""]) =>
    value
  );
  const longest = values.sort((a, b) => b.length - a.length)[0] ?? "[]";
  return JSON.parse(
    longest.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&"),
  );
}

const TALK = JSON.stringify([
  { role: "user", content: "How quiet is it?" },
  { role: "assistant", content: "It reaches STC 54." },
]);

anyEngine("/advisor without scripts (§4.5, §4.6)", async (engine, t) => {
  await using app = await startApp({ engine, environment: { SITE_URL: "https://walls.example" } });
  const system = app.services.catalog.current().systems[0];
  assert.ok(system);

  await t.step("asks a visitor without a session for a system, and stores nothing", async () => {
    const { status, html, headers } = await get(app);
    assert.equal(status, 200);
    assert.equal(headers.get("set-cookie"), null);
    assert.ok(html.includes("Which system is it about?"));
    assert.match(
      html,
      /<a [^>]*href="https:\/\/walls\.example"[^>]*>(?:(?!<\/a>).)*\(opens in a new tab\)/s,
    );
    assert.match(html, /<select [^>]*required[^>]*><option [^>]*value=""[^>]*>Choose a system</);
    assert.ok(html.includes("There is nothing to sum up yet."));
    assert.ok(!html.includes("handoff-text"), "no text is offered that says nothing");
    assert.deepEqual(await Array.fromAsync(app.services.kv.list({ prefix: ["sessions"] })), []);
  });

  await t.step("marks the language of an answer that is in that of its question", async () => {
    const { html } = await post(app, { intent: "ask", message: "Wer liest das?", history: "[]" });
    assert.match(html, /<p class="chat-answer" dir="auto" lang="de">(?:<[^>]*>)*Ich bin ein KI-/);
    const { html: english } = await post(app, {
      intent: "ask",
      message: "Who reads this?",
      history: "[]",
    });
    assert.match(english, /<p class="chat-answer" dir="auto" ?>(?:<[^>]*>)*I am an AI/);
  });

  await t.step(
    "sums up what the page shows for a person, also without a session, as after a shared link (§4.6)",
    async () => {
      const place = { from: "results", track: "home", options: "porch,wall-tall" };
      const shown = await get(app, `?${new URLSearchParams(place)}`);
      const handedOff = await post(app, { ...place, intent: "handoff", history: "[]" });
      for (const { html, headers } of [shown, handedOff]) {
        assert.ok(!html.includes("There is nothing to sum up yet."));
        assert.match(html, /On a porch, balcony or covered terrace/);
        assert.equal(headers.get("set-cookie"), null);
      }
    },
  );

  await t.step(
    "leads to the contact form below the result, once something is answered (§4.4, §4.6)",
    async () => {
      const form =
        /href="\/results\?options=porch,wall-tall&amp;track=home#ask"[^>]*>Have an advisor/;
      const place = { from: "results", track: "home", options: "porch,wall-tall" };
      assert.match((await get(app, `?${new URLSearchParams(place)}`)).html, form);
      assert.match((await post(app, { ...place, intent: "handoff", history: "[]" })).html, form);
      const hostile = { ...place, track: 'home"#x' };
      const { html } = await get(app, `?${new URLSearchParams(hostile)}`);
      assert.match(html, /href="\/results\?options=porch,wall-tall#ask"/);
      for (const query of ["", `?systems=${system.id}`, "?options=gone"]) {
        assert.doesNotMatch((await get(app, query)).html, /Have an advisor write/);
      }
    },
  );

  await t.step(
    "offers four questions about the system of the page that links to it (§8)",
    async () => {
      const { html } = await get(app, `?from=browsing&systems=${system.id}`);
      const starters = html.match(/name="message" value="[^"]*"/g) ?? [];
      assert.equal(starters.length, 4);
      for (const starter of starters) assert.ok(starter.includes(system.name));
      assert.match(html, /role="log"/);
      assert.match(html, /You are talking to a program/);
    },
  );

  await t.step(
    "answers 200 with the conversation in a hidden field, and starts a session",
    async () => {
      const visitor = aVisitor();
      const place = { from: "browsing", systems: system.id };
      const first = await post(app, {
        ...place,
        intent: "ask",
        history: "[]",
        message: `Where is ${system.name} used?`,
      }, visitor);
      assert.equal(first.status, 200);
      assert.match(visitor.sessionId ?? "", /^[\w-]{22}$/);
      const { value } = await app.services.kv.get(["sessions", visitor.sessionId ?? ""]);
      assert.deepEqual(Object(value).payload.systems_viewed, [system.id]);
      const said = historyIn(first);
      assert.equal(said.length, 2);
      const second = await post(app, {
        ...place,
        history: JSON.stringify(said),
        message: "And how heavy is a <b>panel</b>?",
      }, visitor);
      assert.equal(historyIn(second).length, 4);
      assert.match(first.html, /action="\/advisor#turn-2" class="chat-composer"/);
      assert.match(second.html, /id="turn-2"/, "the page begins at the new turn");
      assert.ok(!second.html.includes("<b>panel</b>"));
      assert.equal(
        (await Array.fromAsync(app.services.kv.list({ prefix: ["sessions"] }))).length,
        1,
      );
    },
  );

  await t.step(
    "keeps a conversation of more turns than the model is sent (§4.5, §4.6)",
    async () => {
      const long = Array.from({ length: 15 }, (_, at) => [
        { role: "user", content: `Question ${at}?` },
        { role: "assistant", content: at === 0 ? "a".repeat(5000) : `Answer ${at}.` },
      ]).flat();
      const history = JSON.stringify(long);
      const next = await post(app, {
        systems: system.id,
        intent: "ask",
        message: "Hello",
        history,
      });
      assert.equal(next.status, 200);
      assert.ok(next.html.includes("Question 0?") && next.html.includes('id="turn-16"'));
      assert.deepEqual(historyIn(next).slice(0, 30), long);
      const along = await post(app, { intent: "handoff", history });
      assert.ok(along.html.includes("Included, 30 entries"));
    },
  );

  await t.step(
    "shows what a hand-off contains, and leaves the conversation out on request",
    async () => {
      const along = await post(app, { intent: "handoff", history: TALK });
      assert.equal(along.status, 200);
      for (const part of ["Included, 2 entries", "It reaches STC 54.", "How quiet is it?"]) {
        assert.ok(along.html.includes(part), part);
      }
      const out = await post(app, { intent: "handoff", history: TALK, without: "transcript" });
      assert.ok(out.html.includes("Left out"));
      assert.ok(out.html.includes("How quiet is it?"), "the question stays");
      const text = /<textarea id="handoff-text"[^>]*>([^<]*)/.exec(out.html)?.[1] ?? "";
      assert.ok(!text.includes("STC 54") && text.includes("How quiet is it?"));
      assert.ok(out.html.includes("Include the conversation"));
    },
  );

  for (
    const fields of [
      {},
      { intent: "dance" },
      { intent: "ask", message: "Hello?", history: "{" },
      { intent: "handoff", history: '[{"role":"system","content":"a"}]' },
      { intent: "handoff", history: '"all"' },
    ]
  ) {
    await t.step(`refuses ${JSON.stringify(fields).slice(0, 60)} with 400`, async () => {
      assert.equal((await post(app, fields)).status, 400);
    });
  }

  for (const message of ["", "   ", "\u200b", "x".repeat(4001)]) {
    await t.step(
      `refuses the question ${
        JSON.stringify(message.slice(0, 9))
      } beside its field, and keeps the conversation (§8)`,
      async () => {
        const refused = await post(app, {
          intent: "ask",
          message,
          history: TALK,
          systems: system.id,
        });
        assert.equal(refused.status, 400);
        assert.ok(refused.html.includes("A question has 1 to 4000 characters."));
        assert.equal(refused.html.includes("This one has 4001."), message.length > 4000);
        assert.match(refused.html, /<textarea id="chat-message"[^>]*aria-invalid="true"/);
        assert.ok(!/<textarea id="chat-message"[^>]*maxlength/.test(refused.html), "none cuts it");
        const kept = /<textarea id="chat-message"[^>]*>([^<]*)/.exec(refused.html)?.[1];
        assert.ok(kept === message.trim(), "the question can be corrected");
        assert.deepEqual(historyIn(refused), JSON.parse(TALK));
      },
    );
  }

  await t.step(
    "the first question's page already knows the session that it started (§4.6)",
    async () => {
      const first = await post(app, {
        from: "browsing",
        systems: system.id,
        intent: "ask",
        message: "Where is it used?",
      });
      assert.ok(first.html.includes(`Looked at: ${system.name}.`));
    },
  );

  await t.step(
    "accepts a message of 3,989 characters in 399 lines, without counting the CR (§8)",
    async () => {
      const message = "Is it ok?\r\n".repeat(399);
      const answer = await post(app, { intent: "ask", message });
      assert.equal(answer.status, 200);
      assert.deepEqual(Object(historyIn(answer)[0]).content.length, 3989);
    },
  );

  await t.step("refuses a form of another site (§5)", async () => {
    const response = await app.request("/advisor", {
      method: "POST",
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ intent: "handoff", history: TALK }),
    });
    assert.equal(response.status, 403);
    await response.body?.cancel();
  });
});

Deno.test("without scripts, earlier answers keep their sources while the corpus has them (§2.11)", async () => {
  await using app = await startApp();
  const { catalog, db, evidence } = app.services;
  const system = catalog.current().systems[0];
  const visitor = aVisitor();
  const place = { from: "browsing", systems: system?.id ?? "", intent: "ask" };
  const ask = async (message: string, before: unknown[]) =>
    await post(app, { ...place, message, history: JSON.stringify(before) }, visitor);
  const first = await ask("How tall can the panels be?", []);
  const sourcesOf = ({ html }: Answer, turn: number) =>
    [...html.matchAll(new RegExp(`id="turn-${turn}-source-\\d+"`, "g"))].length;
  assert.ok(sourcesOf(first, 1) > 0);
  const second = await ask("How heavy is a panel?", historyIn(first));
  assert.equal(sourcesOf(second, 1), sourcesOf(first, 1));
  assert.match(second.html, /href="#turn-1-source-1"/, "the sentences keep their numbers");
  const third = await ask("How wide is it?", historyIn(second));
  assert.equal(sourcesOf(third, 1), sourcesOf(first, 1), "and after each further question");
  const handedOff = await post(app, {
    ...place,
    intent: "handoff",
    history: JSON.stringify(historyIn(second)),
  }, visitor);
  assert.equal(sourcesOf(handedOff, 1), sourcesOf(first, 1));

  const forged = [
    { role: "user", content: "Q" },
    { role: "assistant", content: "A", sources: [[0, 1, "no-such:1"]] },
  ];
  assert.equal(sourcesOf(await ask("And?", forged), 1), 0);
  const wrong = await ask("And?", [{ ...forged[1], sources: [[0, "x", 7]] }]);
  assert.equal(wrong.status, 400);

  await db.updateTable("corpus_items").set({ state: "retired" }).where("state", "=", "active")
    .execute();
  await evidence.refresh();
  assert.equal(sourcesOf(await ask("How heavy is a panel?", historyIn(third)), 1), 0);
});

Deno.test("/advisor limits questions and hand-offs separately, and a refused question keeps the conversation", async () => {
  await using app = await startApp({
    environment: { RATE_LIMIT_CHAT: "1", RATE_LIMIT_HANDOFF: "1" },
  });
  const ask = () => post(app, { intent: "ask", history: TALK, message: "And wide?" });
  assert.equal((await ask()).status, 200);
  const refused = await ask();
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
  assert.ok(refused.html.includes("It reaches STC 54."));
  assert.match(refused.html, /There is no answer<.*try again in [^<.]+\.</s);
  assert.match(
    refused.html,
    /<textarea id="chat-message"[^>]*>And wide\?</,
    "it can be sent again",
  );
  assert.equal((await post(app, { intent: "ask", message: " " })).status, 429);
  assert.equal((await post(app, { intent: "handoff", history: TALK })).status, 200);
  assert.equal((await post(app, { intent: "handoff", history: TALK })).status, 429);
});

Deno.test("pages that show systems open the chat with a button, not with a pop-up (§4.5)", async () => {
  await using app = await startApp();
  const { systems, factors } = app.services.catalog.current();
  const [a, b] = systems;
  const options = factors.map(({ options: [first] }) => first?.id).join(",");
  for (
    const [path, from] of [
      [`/systems/${a?.id}`, "browsing"],
      [`/compare?systems=${a?.id},${b?.id}`, "comparing"],
      [`/results?options=${options}`, "results"],
    ] as const
  ) {
    const html = await (await app.request(path)).text();
    const form = /<form[^>]*data-chat[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? "";
    assert.ok(form.includes(`value="${from}"`), path);
    assert.match(form, /<button/);
    assert.ok(
      !/<dialog(?![^>]*\spopover)/.test(html) && !html.includes('type="module"'),
      "nothing more is loaded",
    );
  }
});

/** Creates a visitor whose session has one answer and nothing else. */
async function answering(app: TestApp): Promise<{ visitor: Visitor; option: string }> {
  const visitor = aVisitor();
  const factor = app.services.catalog.current().factors[0];
  const option = factor?.options[0]?.id ?? "";
  await put(app, visitor, "", { [`answer:${factor?.id}`]: option });
  return { visitor, option };
}

async function put(app: TestApp, visitor: Visitor, query: string, body: object): Promise<unknown> {
  const response = await app.request(`/api/session${query}`, {
    method: "PUT",
    headers: [...visitor.request().headers, ["content-type", "application/json"]],
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200);
  visitor.take(response.headers.get("set-cookie"));
  return (await response.json()).filled;
}

/** Returns the systems viewed and the answers of a visitor's session. */
async function storedOf({ services }: TestApp, { sessionId }: Visitor) {
  const { payload } = Object((await services.kv.get(["sessions", sessionId ?? ""])).value);
  return { viewed: payload.systems_viewed, answers: Object.values(payload.answers) };
}

Deno.test("a visitor with answers but no result can choose a system and ask about it (§4.5)", async () => {
  await using app = await startApp();
  const system = app.services.catalog.current().systems[0]?.id ?? "";
  const { visitor, option } = await answering(app);
  const place = { from: "browsing", systems: system };
  assert.ok((await get(app, "?from=results", visitor)).html.includes("Which system is it about?"));
  const { html } = await get(app, `?${new URLSearchParams(place)}`, visitor);
  assert.ok(!html.includes("Which system is it about?"), "the address names the system");
  assert.match(html, /role="log"/);
  await post(app, { ...place, intent: "ask", message: "Where is it used?" }, visitor);
  assert.deepEqual(await storedOf(app, visitor), { viewed: [system], answers: [option] });
});

Deno.test("PUT /api/session?fill=1 fills a session without removing its answers (§4.5)", async () => {
  await using app = await startApp();
  const system = app.services.catalog.current().systems[0]?.id ?? "";
  const { visitor, option } = await answering(app);
  const shown = { recommendation: null, alternatives: [], systems_viewed: [system] };
  for (let asked = 0; asked < 2; asked++) {
    assert.equal(await put(app, visitor, "?fill=1", shown), asked === 0, "it lacked the system");
    assert.deepEqual(await storedOf(app, visitor), { viewed: [system], answers: [option] });
  }
  const other = aVisitor();
  assert.equal(await put(app, other, "?fill=1&track=homes", shown), true);
  assert.deepEqual(await storedOf(app, other), { viewed: [system], answers: [] });
  assert.equal(await put(app, other, "", shown), undefined, "only a fill says what was lacking");
});

Deno.test("the chat beside a result of other answers says that it goes by those of the visit (§4.5)", async () => {
  await using app = await startApp();
  const { visitor, option } = await answering(app);
  const systems = app.services.catalog.current().systems[0]?.id ?? "";
  const other = app.services.catalog.current().factors[0]?.options[1]?.id ?? "";
  const saysSo = async (options: string, by?: Visitor) =>
    (await get(app, `?${new URLSearchParams({ from: "results", systems, options })}`, by)).html
      .includes("It goes by the answers of your visit, and this page by others.");
  assert.equal(await saysSo(other, visitor), true);
  assert.equal(await saysSo(option, visitor), false);
  assert.equal(await saysSo("", visitor), false);
  assert.equal(await saysSo(other), false, "the first question gives a visitor these answers");
});

Deno.test("a question that fails keeps the session that it started, and can be sent again (§7)", async () => {
  await using bench = await startChat({ environment: { ASSISTANT_TIMEOUT_MS: "250" } });
  const { app, model } = bench;
  const system = app.services.catalog.current().systems[0]?.id ?? "";
  const visitor = aVisitor();
  model.fault = "stall";
  for (let asked = 0; asked < 2; asked++) {
    const fields = { systems: system, intent: "ask", message: "Where is it used?" };
    const { status, html } = await post(app, fields, visitor);
    assert.equal(status, 200);
    assert.ok(html.includes("The answer took too long"));
    assert.match(html, /<textarea id="chat-message"[^>]*>Where is it used\?</);
  }
  const sessions = await Array.fromAsync(app.services.kv.list({ prefix: ["sessions"] }));
  assert.equal(sessions.length, 1);
});

Deno.test("a buyer who leaves before the answer causes a 499 and no error in the log (§7)", async () => {
  await using bench = await startChat({ environment: { ASSISTANT_TIMEOUT_MS: "60000" } });
  const { app, model } = bench;
  const { cookie } = await aBuyer(app);
  model.fault = "stall";
  const lines = await logged(async () => {
    const leaving = new AbortController();
    const asked = app.request("/advisor", {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ intent: "ask", message: "How quiet is it?" }),
      signal: leaving.signal,
    });
    await until("the question", () => model.calls.length === 1);
    leaving.abort();
    const answer = await asked;
    assert.equal(answer.status, 499);
    await answer.body?.cancel();
  });
  assert.deepEqual(lines.filter((line) => line.includes('"level":"error"')), []);
});

Deno.test("a hand-off without a contact address offers the contact form, and only else says that there is no way (§4.6)", async () => {
  await using app = await startApp({ environment: { DENO_ENV: "production" } });
  const missing = /have not set up a way to reach our advisors/;
  const answered = (await get(app, "?from=results&track=home&options=porch,wall-tall")).html;
  assert.match(answered, /Have an advisor write to you/);
  assert.doesNotMatch(answered, missing);
  assert.match((await get(app)).html, missing);
});

Deno.test("without a catalog the chat page says so, instead of offering questions that only end in a hand-off (§4.5)", async () => {
  await using app = await startApp({ environment: { SEED: "none" } });
  const { status, html } = await get(app);
  assert.equal(status, 200);
  assert.match(html, /our catalog is still being filled/);
  assert.doesNotMatch(html, /What makes a movable wall quiet\?|name="message"|Choose a system/);
  assert.match(html, /Talk to a person/);
});

Deno.test("a hand-off says that we send nothing ourselves (§4.6)", async () => {
  await using app = await startApp();
  const { html } = await post(app, { intent: "handoff", history: TALK });
  assert.match(html, /We send nothing by ourselves/);
  assert.match(html, /It reaches STC 54\./);
  assert.doesNotMatch(html, /we (?:will|shall) send/i);
});

Deno.test("a hand-off to somebody who only browses speaks of the dealer that it leads to (§4.6)", async () => {
  await using app = await startApp();
  const repfinder_url = "https://walls.example/dealers";
  await app.services.db.updateTable("crm_settings").set({ repfinder_url }).execute();
  const { html } = await get(app);
  assert.match(html, /Find a dealer near you/);
  assert.doesNotMatch(html, /have not set up a way to reach/);
  assert.match(html, /The advisor or dealer whom you reach is a person\./);
});
