/** The scripts of admin pages while requests are under way, late or lost, without a server (spec §4.1, §4.8). */
import assert from "node:assert/strict";
import { browserTest } from "../helpers/browser.ts";
import { openMarkup, ORIGIN } from "../helpers/scripts_page.ts";
import { until } from "../helpers/until.ts";

const TAGS = `<div data-screen><div data-tiles></div></div>
  <form><input data-suggest="/admin/media/tags" list="names"><datalist id="names"></datalist></form>
  <input id="other">
  <script src="/admin_media.js" defer></script>`;

browserTest("the suggested tags are those for the text last typed (§4.8)", async (context) => {
  const { page, errors } = context;
  await openMarkup(page, TAGS);
  const late: (() => Promise<void>)[] = [];
  await page.route("**/admin/media/tags?**", async (route) => {
    const text = `${new URL(route.request().url()).searchParams.get("q")} hall`;
    const answer = () => route.fulfill({ json: { tags: [{ type: "project", ref: text, text }] } });
    await (late.length === 0 ? late.push(answer) : answer());
  });
  const asked = page.waitForRequest("**/admin/media/tags?**");
  await page.locator("[data-suggest]").pressSequentially("a");
  await asked;
  await page.locator("[data-suggest]").pressSequentially("b");
  await page.locator('option[value="ab hall"]').waitFor({ state: "attached" });
  await late[0]?.();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  const names = await page.locator("option").evaluateAll((options) =>
    options.map((option) => option.getAttribute("value"))
  );
  assert.deepEqual(names, ["ab hall"]);

  // The fields share their list, so an answer for a field that was left is for the wrong one.
  late.length = 0;
  const again = page.waitForRequest("**/admin/media/tags?**");
  await page.locator("[data-suggest]").press("c");
  await again;
  await page.locator("#other").focus();
  const answered = page.waitForResponse("**/admin/media/tags?**");
  await late[0]?.();
  await answered;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  assert.equal(await page.locator('option[value="ab hall"]').count(), 1);
  const refusals = [{ body: "<h1>Sign in" }, { status: 429, json: { error: {} } }];
  let refused = 0;
  await page.route(
    "**/admin/media/tags?**",
    (route) => route.fulfill(refusals[refused++] ?? { json: { tags: [] } }),
  );
  for (const _ of refusals) {
    await page.locator("#other").focus();
    const refusal = page.waitForResponse("**/admin/media/tags?**");
    await page.locator("[data-suggest]").focus();
    await (await refusal).finished();
  }
  // Typed faster than the pause, so asked once.
  await page.locator("[data-suggest]").evaluate((field: HTMLInputElement) => {
    for (const inputType of ["insertText", "insertText", "insertText"]) {
      field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
    }
  });
  await until("the request for what was typed", () => refused === 3);
  await page.locator("option").first().waitFor({ state: "detached" });
  assert.deepEqual([refused, errors.filter((error) => !error.includes("429"))], [3, []]);
});

const tile = (id: string) =>
  `<div data-asset="${id}"><input type="checkbox" data-tick><a data-open href="/?asset=${id}">${id}</a></div>`;
const PANEL = `<title>T</title><div data-screen><div data-tiles>${
  ["a0", "a1", "a2"].map(tile).join("")
}</div></div><script src="/admin_media.js" defer></script>`;
const panelOf = (id: string) =>
  `<title>${id}</title><div data-screen><aside data-panel="${id}" tabindex="-1">
  <a data-close href="/">Close</a>Panel ${id}<input></aside></div>`;

browserTest(
  "a picture that arrives late, or not at all, does not take the place of a newer one (§4.8)",
  async ({ page, errors }) => {
    await page.setViewportSize({ width: 1400, height: 800 });
    await openMarkup(page, PANEL);
    const html = (body: string) => ({ contentType: "text/html", body });
    const answered: string[] = [];
    page.on("response", (response) => void answered.push(new URL(response.url()).search));
    const answers = (ids: string) =>
      until(`the answers of ${ids}`, () => answered.join("") === ids);
    const pictures = new Map([["a1", html(panelOf("a1"))], ["a2", html("<h1>Sign in")]]);
    for (const late of [{ status: 503, body: "" }, html(panelOf("a0"))]) {
      const held = Promise.withResolvers<void>();
      await page.route(/asset=a\d/, async (route) => {
        const id = new URL(route.request().url()).searchParams.get("asset") ?? "";
        if (id === "a0") await held.promise;
        await route.fulfill(pictures.get(id) ?? late);
      });
      answered.length = 0;
      await page.getByRole("link", { name: "a0" }).click();
      await page.getByRole("link", { name: "a1" }).click();
      await answers("?asset=a1");
      await page.getByText("Panel a1").waitFor();
      held.resolve();
      await answers("?asset=a1?asset=a0");
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      assert.equal(await page.locator("[data-panel]").getAttribute("data-panel"), "a1");
    }
    assert.equal(page.url(), `${ORIGIN}/?asset=a1`);
    assert.equal(await page.title(), "a1");
    assert.equal(await page.locator("[data-screen][data-opened]").count(), 1);
    assert.equal(await page.locator("[aria-current]").innerText(), "a1");
    assert.deepEqual(errors.filter((error) => !error.includes("503")), []);
    // Text typed into a panel that is about to be replaced would be lost.
    const arrives = Promise.withResolvers<void>();
    await page.route(/asset=a0/, async (route) => {
      await arrives.promise;
      await route.fulfill(html(panelOf("a0")));
    });
    const field = page.locator("[data-panel] input");
    await field.focus();
    await page.getByRole("link", { name: "a0" }).evaluate((link: HTMLElement) => link.click());
    await field.focus();
    await page.keyboard.type("Mine");
    assert.equal(await field.inputValue(), "");
    arrives.resolve();
    await page.getByText("Panel a0").waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("data-panel")),
      "a0",
    );
    // A page that is not of the library, such as a sign-in, is loaded, because it says how to go on.
    await page.getByRole("link", { name: "a2" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  },
);

const simulated = (answer: string, summary = `Pick ${answer}`) =>
  `<title>Simulator ${answer}</title><form class="sim-answers" method="get">
  <div class="sim-questions"><fieldset><select name="track"><option>home<option>work</select>
  </fieldset><fieldset><select name="answer" aria-label="Answer of ${answer}">
  <option>1<option>2<option>3</select></fieldset></div>
  <div class="sim-submit"><button>Simulate</button></div></form>
  <div id="main"><header>${answer}</header></div><p id="simulated" role="status"></p>
  <div id="found" data-summary="${summary}">Found ${answer}</div>
  <script src="/admin_simulator.js" defer></script>`;

browserTest(
  "the simulator shows the result of the latest answers, in whatever order results arrive (§4.1)",
  async ({ page, errors }) => {
    await page.addInitScript(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) =>
        timeout.call(AbortSignal, document.body.dataset.hasty === undefined ? ms : 50);
    });
    await openMarkup(page, simulated("0"));
    const held = new Map<string, Promise<void>>();
    await page.route("**/?*", async (route) => {
      const request = route.request();
      const answer = new URL(request.url()).searchParams.get("answer") ?? "";
      if (request.resourceType() === "fetch") await held.get(answer);
      const answered = { contentType: "text/html", body: `<!doctype html>${simulated(answer)}` };
      await route.fulfill(answered).catch(() => {});
    });
    const late = Promise.withResolvers<void>();
    held.set("2", late.promise);
    const field = page.locator("select[name=answer]");
    const asked = page.waitForRequest(/answer=2/);
    await field.selectOption("2");
    await asked;
    assert.equal(await page.locator("#found").getAttribute("aria-busy"), "true");
    await field.selectOption("3");
    await page.getByRole("status").filter({ hasText: "Pick 3" }).waitFor();
    late.resolve();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    assert.equal(await page.locator("#found").innerText(), "Found 3");
    assert.equal(await page.title(), "Simulator 3");
    assert.equal(new URL(page.url()).search, "?track=home&answer=3");
    assert.equal(await page.locator("#found").getAttribute("aria-busy"), null);
    assert.equal(await field.getAttribute("aria-label"), "Answer of 0", "the questions stay");
    await page.locator("select[name=track]").selectOption("work");
    await page.getByLabel("Answer of 3").waitFor();

    // A result that never comes is loaded as a page.
    held.set("1", Promise.withResolvers<void>().promise);
    await page.evaluate(() => document.body.dataset.hasty = "");
    await page.getByLabel("Answer of 3").selectOption("1");
    await page.locator("body:not([data-hasty])").waitFor();
    assert.equal(await page.locator("#found").innerText(), "Found 1");
    assert.deepEqual(errors, []);
  },
);

const SYNC = `<div data-job><p data-job-idle>Nothing is written yet.</p><div>
  <form data-drive method="post" action="/chunk"><input type="hidden" name="intent" value="apply">
  <button>Apply</button></form></div>
  <form class="hidden" method="post" action="/stop"><button data-stop>Stop</button></form></div>
  <script src="/admin_cms.js" defer></script>`;

browserTest(
  "a sync goes on after its first step, stops although a step was lost, and shows why one is refused (§4.11)",
  async ({ page }) => {
    await openMarkup(page, SYNC, { "/stop": "<h1>Stopped", "/chunk": "<h1>Why" });
    const bodies: (string | null)[] = [];
    const stopping = Promise.withResolvers<void>();
    await page.route("**/chunk", async (route) => {
      const request = route.request();
      if (request.resourceType() !== "fetch") return await route.fallback();
      bodies.push(request.postData());
      const answer = { state: "reading", goesOn: true, pages: 3 };
      if (bodies.length === 1) return await route.fulfill({ json: answer });
      if (bodies.length > 2) return await route.fulfill({ status: 409, json: {} });
      await stopping.promise;
      await route.abort();
    });
    const apply = page.getByRole("button", { name: "Apply" });
    await apply.click();
    await page.getByRole("status").filter({ hasText: "Reading the CMS: 3 pages" }).waitFor();
    await until("the second step", () => bodies.length === 2);
    assert.equal(await page.locator("[data-job-idle]").count(), 0);
    await apply.click({ force: true });
    await page.getByRole("button", { name: "Stop" }).click();
    stopping.resolve();
    await page.getByRole("heading", { name: "Stopped" }).waitFor();
    assert.deepEqual(bodies, ["intent=apply", "intent=resume"]);

    await page.goto(ORIGIN);
    await apply.click();
    await page.getByRole("heading", { name: "Why" }).waitFor();
    assert.equal(bodies.length, 3, "a refused step is not tried again");
  },
);
