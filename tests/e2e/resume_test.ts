/** A buyer leaves and comes back in a browser (design §5, §7; ux: "continue where you left off"). */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { browserTest, serve } from "../helpers/browser.ts";
import { questionsOf } from "../helpers/demo_answers.ts";
import { accessibilityFaults, islandsReady, surplusWidth } from "../helpers/page.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { declareSite } from "../helpers/site.ts";
import { until } from "../helpers/until.ts";

const site = declareSite({ environment: CONSENT_ENVIRONMENT });
const CONTINUE = "Continue where you left off";

/** Answers the current question by the option's label, and waits for the next one. */
async function choose(page: Page, label: string): Promise<void> {
  const before = page.url();
  await page.getByLabel(label, { exact: true }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((url) => url.href !== before);
}

async function begin(page: Page, origin: string, hydrated: boolean): Promise<void> {
  await page.goto(`${origin}/select?track=home`);
  if (hydrated) await islandsReady(page);
  await choose(page, "Between two rooms");
}

/** Resolves when the wizard's next save gets its response. */
function saved(page: Page): Promise<unknown> {
  return page.waitForResponse((response) =>
    response.url().includes("/api/session") && response.request().method() === "PUT"
  );
}

/** Forwards a request to the service as a browser that blocks cookies would: without cookies, in both directions. */
async function withoutCookies(request: Request, service: string): Promise<Response> {
  const { pathname, search, origin } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of ["cookie", "host", "accept-encoding"]) headers.delete(name);
  if (headers.get("origin") === origin) headers.set("origin", service);
  const response = await fetch(service + pathname + search, {
    method: request.method,
    headers,
    body: request.body,
    redirect: "manual",
  });
  const answered = new Headers(response.headers);
  for (const name of ["set-cookie", "content-encoding", "content-length"]) answered.delete(name);
  return new Response(response.body, { status: response.status, headers: answered });
}

/** Opens the start page until it offers to continue, because a closing tab's save may arrive a moment later. */
async function offered(page: Page, origin: string): Promise<void> {
  await until("the offer to continue", async () => {
    await page.goto(origin);
    return await page.getByRole("region", { name: CONTINUE }).count() > 0;
  });
}

/** Returns the text of the start page's offer to continue, or null when it offers nothing. */
async function offerOf(context: BrowserContext, origin: string): Promise<string | null> {
  const page = await context.newPage();
  await page.goto(origin);
  const offer = page.getByRole("region", { name: CONTINUE });
  const text = await offer.count() === 0 ? null : await offer.innerText();
  await page.close();
  return text;
}

for (const javaScriptEnabled of [true, false]) {
  const script = javaScriptEnabled ? "with" : "without";
  browserTest(
    `answers are offered again after the tab is closed, ${script} a script`,
    async ({ page, errors }) => {
      const origin = await site();
      const context = page.context();
      await begin(page, origin, javaScriptEnabled);
      // The tab closes at once, so a debounced save has to be sent while it closes.
      await page.close({ runBeforeUnload: true });

      const next = await context.newPage();
      const offer = next.getByRole("region", { name: CONTINUE });
      await offered(next, origin);
      assert.match(await offer.innerText(), /1 of 8 questions is answered/);
      if (javaScriptEnabled) assert.deepEqual(await accessibilityFaults(next), []);
      assert.equal(await surplusWidth(next), 0);
      await offer.getByRole("link", { name: "Continue" }).click();
      await next.waitForURL(/[?&]options=/);
      assert.match(await next.locator("main").innerText(), /Question 2 of about 8/);
      assert.deepEqual(errors, []);
    },
    { javaScriptEnabled, viewport: { width: 360, height: 740 } },
  );

  browserTest(
    `changing an earlier answer after going back keeps the later answers, ${script} a script`,
    async ({ page }) => {
      const origin = await site();
      await begin(page, origin, javaScriptEnabled);
      await choose(page, "A window above a counter or bar");
      const answered = () => new URL(page.url()).searchParams.get("options")?.split(",") ?? [];
      const [, later] = answered();
      assert.ok(later);
      await page.goBack();
      await page.goBack();
      await page.waitForURL((url) => !url.searchParams.has("options"));
      await choose(page, "On a porch, balcony or covered terrace");
      assert.deepEqual(answered(), ["porch", later]);
    },
    { javaScriptEnabled },
  );

  browserTest(
    `starting over asks for confirmation and clears the saved answers, ${script} a script`,
    async ({ page }) => {
      const origin = await site();
      const save = javaScriptEnabled ? saved(page) : Promise.resolve();
      await begin(page, origin, javaScriptEnabled);
      await save;
      assert.ok(await offerOf(page.context(), origin));
      const clear = page.getByRole("button", { name: "Clear and start over" });
      assert.equal(await clear.isVisible(), false);
      await page.getByText("Start over", { exact: true }).click();
      await page.getByText("This clears every answer.").waitFor();
      await clear.click();
      await page.waitForURL(/step=track/);
      await page.getByRole("heading", { level: 1, name: "What kind of project is it?" }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("options"), null);
      assert.equal(await page.locator("input:checked").count(), 0);
      assert.equal(await offerOf(page.context(), origin), null);
      await page.goBack();
      assert.equal(await offerOf(page.context(), origin), null, "going back restores nothing");
    },
    { javaScriptEnabled },
  );
}

browserTest(
  "of two open tabs, the one that saved last is offered, with all its answers",
  async ({ page }) => {
    const origin = await site();
    const first = saved(page);
    await begin(page, origin, true);
    await first;
    const other = await page.context().newPage();
    await other.goto(`${origin}/select?track=workplace`);
    await islandsReady(other);
    const second = saved(other);
    await other.getByRole("radio").first().check();
    await other.getByRole("button", { name: "Continue" }).click();
    await second;
    assert.match(await offerOf(page.context(), origin) ?? "", /A workplace: 1 of 8/);

    const third = saved(page);
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Continue" }).click();
    await third;
    assert.match(await offerOf(page.context(), origin) ?? "", /A home: 2 of 8/);
  },
);

browserTest("skipping the first question keeps the systems that were viewed", async ({ page }) => {
  const origin = await site();
  const viewed = ["heron-lite"];
  await page.request.put(`${origin}/api/session`, { data: { systems_viewed: viewed } });
  await page.goto(`${origin}/select?track=home`);
  await islandsReady(page);
  const save = saved(page);
  await page.getByRole("button", { name: "Not sure, skip" }).click();
  await save;
  const { visit } = await (await page.request.get(`${origin}/privacy/download`)).json();
  assert.deepEqual(visit.session.payload.systems_viewed, viewed);
});

for (const javaScriptEnabled of [true, false]) {
  browserTest(
    `with cookies blocked, the wizard works and the start page offers nothing, ${
      javaScriptEnabled ? "with" : "without"
    } a script`,
    async ({ page, errors }) => {
      const service = await site();
      await using proxy = serve((request) => withoutCookies(request, service));
      const { origin } = proxy;
      await begin(page, origin, javaScriptEnabled);
      assert.match(await page.locator("main").innerText(), /Question 2 of about 8/);
      assert.equal(await offerOf(page.context(), origin), null);
      assert.deepEqual(errors, []);
    },
    { javaScriptEnabled },
  );
}

browserTest(
  "choosing other units keeps the wizard's answers and the comparison tray",
  async ({ page }) => {
    const origin = await site();
    const metric = async () => {
      const [address] = page.url().split("#");
      await page.getByRole("button", { name: "Metric" }).click();
      await page.locator("button[value=metric][aria-pressed=true]").waitFor();
      assert.equal(page.url(), address);
      await page.context().clearCookies({ name: "ns_units" });
    };
    await begin(page, origin, true);
    await metric();
    assert.match(page.url(), /options=/);
    await page.goto(`${origin}/systems`);
    await page.locator("[data-toggle]").first().click();
    await page.getByRole("region", { name: "Your comparison" }).waitFor();
    await metric();
    assert.match(page.url(), /compare=/);
  },
);

browserTest("a failed save shows no error, and the wizard goes on", async ({ page, errors }) => {
  const origin = await site();
  await page.route("**/api/session**", (route) => route.abort());
  await begin(page, origin, true);
  assert.match(await page.locator("main").innerText(), /Question 2 of about 8/);
  await choose(page, "A window above a counter or bar");
  assert.match(await page.locator("main").innerText(), /Question 3 of about 8/);
  const uncaught = errors.filter((text) => !text.includes("Failed to load resource"));
  assert.deepEqual(uncaught, []);
});

browserTest(
  "pages of a consenting visitor report themselves, and the service records the events",
  async (t) => {
    const { page, errors } = t;
    const origin = await site();
    await page.context().addCookies([{
      name: "_cmp_cs-77",
      value: encodeURIComponent('{"purposes":{"4":true}}'),
      url: origin,
    }]);
    const visits = { "/compare?systems=heron-lite,heron-storm": 2, "/systems/heron-lite": 1 };
    for (const [path, recorded] of Object.entries(visits)) {
      const answered = page.waitForResponse("**/api/session/events");
      await page.goto(origin + path);
      const response = await answered;
      assert.equal(response.status(), 202, path);
      assert.deepEqual(await response.json(), { ok: true, recorded }, path);
    }
    assert.deepEqual(errors, []);
  },
);

browserTest("the wizard reports steps and answers only with consent", async ({ page }) => {
  const origin = await site();
  const sent: string[] = [];
  await page.route("**/api/session/events", (route) => {
    sent.push(route.request().postData() ?? "");
    return route.fulfill({ status: 202, json: { ok: true, recorded: 1 } });
  });
  await begin(page, origin, true);
  assert.deepEqual(sent, []);
  await page.context().addCookies([{
    name: "_cmp_cs-77",
    value: encodeURIComponent('{"purposes":{"4":true}}'),
    url: origin,
  }]);
  await begin(page, origin, true);
  for (const kind of ["step_viewed", "answer_selected"]) {
    await until(
      `${kind} is reported`,
      () => sent.flatMap((body) => JSON.parse(body).events).some((event) => event.kind === kind),
    );
  }
  const kinds = sent.map((body) =>
    JSON.parse(body).events.map(({ kind }: { kind: string }) => kind).join()
  );
  assert.ok(kinds.includes("answer_selected,step_viewed"), "in order, in one beacon (§4.9)");
});

browserTest(
  "each answer is reported with its track, even if the buyer goes back or leaves before the next step shows (§4.9)",
  async ({ page }) => {
    const origin = await site();
    const [first] = questionsOf("home");
    const [one, other] = first?.options ?? [];
    assert.ok(first && one && other);
    const sent: string[] = [];
    await page.route("**/api/session/events", (route) => {
      sent.push(route.request().postData() ?? "");
      return route.fulfill({ status: 202, json: { ok: true, recorded: 1 } });
    });
    await page.context().addCookies([{
      name: "_cmp_cs-77",
      value: encodeURIComponent('{"purposes":{"4":true}}'),
      url: origin,
    }]);
    await page.goto(`${origin}/select?track=home&step=${first.id}&return=check`);
    await islandsReady(page);
    // The script of the next step never arrives.
    await page.route("**/_fresh/js/**", () => {});
    const asked = page.waitForRequest("**/_fresh/js/**");
    await choose(page, one.label);
    await asked;
    await page.goBack();
    await choose(page, other.label);
    const events = [one, other].map(({ id }) => ({ kind: "answer_selected", ref: id }));
    // A report while the page is being left would not be seen here.
    await page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pagehide")));
    await until(
      "both answers are reported",
      () => sent.includes(JSON.stringify({ events, track: "home" })),
    );
  },
);

browserTest("the result of an answer that was just given is stored (§2.5)", async ({ page }) => {
  const origin = await site();
  const questions = questionsOf("home");
  const last = questions.findLast(({ multiple }) => !multiple);
  const [one, other] = last?.options ?? [];
  assert.ok(last && one && other);
  const rest = questions.filter(({ id }) => id !== last.id).map(({ options }) => options[0]?.id);
  // The page waits a second for a save, which can take longer on a busy machine.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (act: TimerHandler, ms?: number) => setTimeout(act, ms === 1_000 ? 100_000 : ms),
    });
  });
  // A save that takes longer than the buyer.
  await page.route("**/api/session?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(`${origin}/select?track=home&options=${rest}&step=${last.id}&return=check`);
  await islandsReady(page);
  const first = saved(page);
  await choose(page, one.label);
  await first;
  await page.goBack();
  await choose(page, other.label);
  await page.getByRole("link", { name: "See my system" }).click();
  await page.waitForURL(/\/results/);
  const query = new URL(page.url()).search;
  const { recommended } = await (await fetch(`${origin}/api/recommendation${query}`)).json();
  await until("the stored result of the new answer", async () => {
    const file = await page.request.get(`${origin}/privacy/download`);
    const { answers, recommendation } = (await file.json()).visit.session.payload;
    return answers[last.id].join() === other.id && recommendation === recommended.systemId;
  });
});

browserTest(
  "a link that the buyer follows while the result waits for their answers is not overridden (§2.5)",
  async ({ page }) => {
    const origin = await site();
    const [last] = questionsOf("home").slice(-1);
    const [one] = last?.options ?? [];
    assert.ok(last && one);
    const holds = { save: Promise.withResolvers<void>(), list: Promise.withResolvers<void>() };
    await page.route("**/api/session?*", async (route) => {
      await holds.save.promise;
      await route.continue();
    });
    await page.route("**/systems", async (route) => {
      await holds.list.promise;
      await route.continue();
    });
    const loads: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
    });
    await page.goto(`${origin}/select?track=home&step=${last.id}&return=check`);
    await islandsReady(page);
    await choose(page, one.label);
    const answered = saved(page);
    const result = page.getByRole("link", { name: "See my system" });
    // A buyer who sees no change clicks again.
    for (let click = 0; click < 2; click++) await result.click({ noWaitAfter: true });
    const followed = page.waitForRequest("**/systems");
    await page.getByRole("link", { name: "All systems" }).first().click({ noWaitAfter: true });
    await followed;
    holds.save.resolve();
    await answered;
    await new Promise((resolve) => setTimeout(resolve, 200));
    holds.list.resolve();
    await page.waitForURL("**/systems");
    assert.deepEqual(loads, ["/select", "/systems"]);
  },
);
