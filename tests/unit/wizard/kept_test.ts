/** The wizard's forms store progress, and the start page and the wizard offer to continue it (design §5, §7). */
import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { saveProgress } from "@/lib/session/mod.ts";
import { knownMark, withAnswersSince } from "@/lib/wizard/mod.ts";
import { startApp, type TestApp } from "@/tests/helpers/app.ts";
import { aCatalog, aFactor } from "@/tests/helpers/factories.ts";
import { aSessionBench, aVisitor } from "@/tests/helpers/session.ts";

/** A browser without scripts. It submits forms and keeps the session cookie. */
class Browser {
  cookie = "";
  #app: TestApp;
  constructor(app: TestApp) {
    this.#app = app;
  }

  async submit(form: string): Promise<Response> {
    const response = await this.#app.request("/select", {
      method: "POST",
      body: new URLSearchParams(form),
      headers: this.cookie === "" ? {} : { cookie: this.cookie },
      redirect: "manual",
    });
    const given = /^[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0];
    if (given) this.cookie = given;
    await response.body?.cancel();
    return response;
  }

  async read(path: string): Promise<string> {
    const response = await this.#app.request(path, { headers: { cookie: this.cookie } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("cache-control"), "private, no-cache");
    return await response.text();
  }
}

const CONTINUE = /Continue where you left off/;

Deno.test("progress without a script is stored, offered again and cleared", async (t) => {
  await using app = await startApp();
  const browser = new Browser(app);

  await t.step("a new visitor is offered nothing to continue", async () => {
    assert.doesNotMatch(await browser.read("/"), CONTINUE);
    assert.doesNotMatch(await browser.read("/select"), CONTINUE);
  });

  await t.step(
    "a submitted answer starts a session and redirects to the next question",
    async () => {
      const response = await browser.submit("track=home&from=place&intent=next&choice=porch");
      assert.equal(
        response.headers.get("location"),
        "/select?track=home&options=porch&step=opening",
      );
      assert.match(
        response.headers.get("set-cookie") ?? "",
        /^ns_session=.*HttpOnly.*SameSite=Lax/i,
      );
      assert.equal(response.headers.get("cache-control"), "no-store");
    },
  );

  for (const path of ["/", "/select"]) {
    await t.step(`${path} offers to continue at the first open question`, async () => {
      const html = await browser.read(path);
      assert.match(html, CONTINUE);
      assert.match(html, /1 of 8 questions is answered/);
      assert.ok(
        html.includes('href="/select?track=home&amp;options=porch&amp;step=opening"'),
        html,
      );
    });
  }

  await t.step("a URL with answers of its own shows no such offer", async () => {
    assert.doesNotMatch(await browser.read("/select?track=home&options=porch"), CONTINUE);
  });

  await t.step("continuing without a choice changes no stored answer", async () => {
    await browser.submit("track=home&options=porch&from=opening&intent=next");
    assert.match(await browser.read("/"), /1 of 8 questions is answered/);
  });

  await t.step("another answer is added, and skipping removes one", async () => {
    await browser.submit("track=home&options=porch&from=opening&intent=next&choice=doorway");
    assert.match(await browser.read("/"), /2 of 8 questions are answered/);
    await browser.submit("track=home&options=porch,doorway&from=opening&intent=skip");
    assert.match(await browser.read("/"), /1 of 8 questions is answered/);
  });

  await t.step("starting over clears the progress and redirects to the first step", async () => {
    const response = await browser.submit("intent=restart");
    assert.equal(response.headers.get("location"), "/select?step=track");
    assert.doesNotMatch(await browser.read("/"), CONTINUE);
  });

  await t.step("starting over without a session creates none", async () => {
    const stranger = new Browser(app);
    const response = await stranger.submit("intent=restart");
    assert.equal(response.status, 303);
    assert.equal(stranger.cookie, "");
  });

  await t.step("progress is not offered when its options are retired", async () => {
    await browser.submit("track=home&from=place&intent=next&choice=porch");
    const retired = { retired_at: new Date() };
    await app.services.db.updateTable("factor_options").set(retired).where("id", "=", "porch")
      .execute();
    await app.services.catalog.refresh();
    assert.doesNotMatch(await browser.read("/"), CONTINUE);
  });
});

Deno.test("a buyer who goes back and changes an answer keeps the later answers, but none of an older visit", async () => {
  await using app = await startApp();
  const browser = new Browser(app);
  /** Returns the hidden fields of a page's form, as the page had them when it was read. */
  const formAt = async (path: string) => {
    const html = await browser.read(path);
    const fields = html.matchAll(
      /<input\s+type="hidden" name="(track|options|from|return|known)" value="([^"]*)"/g,
    );
    return Array.from(fields, ([, name, value]) => `${name}=${value}`).join("&");
  };
  const send = async (form: string, answer: string) =>
    (await browser.submit(`${form}&${answer}`)).headers.get("location") ?? "";
  const begin = "/select?track=home";

  const first = await formAt(begin);
  const second = await formAt(await send(first, "intent=next&choice=porch"));
  const third = await formAt(await send(second, "intent=next&choice=doorway"));
  assert.match(await send(third, "intent=skip"), /options=porch,doorway&/);
  assert.match(
    await send(first, "intent=next&choice=between-rooms"),
    /options=between-rooms,doorway&/,
  );
  assert.match(
    await send(second, "intent=skip"),
    /options=porch&/,
    "the answers of the form override the stored ones",
  );
  assert.match(await send(third, "intent=next&choice=never"), /options=porch,doorway&.*error/);

  const kind = await formAt("/select?step=track");
  await send(first, "intent=next&choice=between-rooms");
  assert.match(await send(kind, "choice=home"), /track=home&options=between-rooms&/);
  assert.match(await send(await formAt("/select?step=track"), "choice=home"), /home&step=place/);

  const other = await formAt("/select?track=workplace");
  assert.match(await send(other, "intent=skip"), /^\/select\?track=workplace&step=/);
  await send(first, "intent=next&choice=porch");
  await send(second, "intent=next&choice=doorway");
  assert.match(
    await send(await formAt(begin), "intent=next&choice=between-rooms"),
    /options=between-rooms&/,
    "a form that is opened anew keeps no stored answers",
  );
});

Deno.test("a form redirects to the next question even if it cannot be stored", async () => {
  const kv = await Deno.openKv(":memory:");
  kv.close();
  await using app = await startApp({ overrides: { kv } });
  const browser = new Browser(app);
  const response = await browser.submit("track=home&from=place&intent=next&choice=porch");
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "/select?track=home&options=porch&step=opening");
  assert.equal(response.headers.get("set-cookie"), null);
  assert.doesNotMatch(await browser.read("/"), CONTINUE);
});

Deno.test("a form from another site is refused (§5)", async () => {
  await using app = await startApp();
  const response = await app.request("/select", {
    method: "POST",
    body: new URLSearchParams("track=home&from=place&intent=next&choice=porch"),
    headers: { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" },
    redirect: "manual",
  });
  assert.equal(response.status, 403);
  assert.equal(response.headers.get("set-cookie"), null);
  await response.body?.cancel();
});

Deno.test("withAnswersSince() adds answers of the page's own track that are newer than the page (design §7)", async () => {
  await using bench = await aSessionBench();
  const snapshot = compileSnapshot(
    aCatalog({ factors: [aFactor("room", ["small"]), aFactor("look", ["wood"])] }),
  );
  const catalog = { ...Object.create(null), current: () => snapshot };
  const services = { ...bench.services, catalog };
  const visitor = aVisitor();
  const save = async (track: string, answers: Record<string, string[]>) => {
    visitor.take(await saveProgress(services, visitor.request(), { track, answers }));
    return await knownMark(services, visitor.request());
  };
  const known = await save("home", { room: ["small"] });
  const later = await save("home", { room: ["small"], look: ["wood"] });
  const sent = { optionIds: ["small"], known };
  for (const [track, kept] of [["home", ["small", "wood"]], ["work", ["small"]]] as const) {
    assert.deepEqual(
      await withAnswersSince(services, visitor.request(), { ...sent, track }),
      kept,
      track,
    );
  }
  assert.notEqual(await save("work", { room: ["small"], look: ["wood"] }), later);
});
