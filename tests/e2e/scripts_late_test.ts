/** The scripts of pages while requests are under way, late, lost or repeated, without a server (design §10). */
import assert from "node:assert/strict";
import { browserTest } from "../helpers/browser.ts";
import { openMarkup, ORIGIN } from "../helpers/scripts_page.ts";
import { until } from "../helpers/until.ts";

const ONCE = `<form method="post" data-send-once action="/send"><button>Send</button></form>
  <script src="/send_once.js" defer></script>`;
const GUARDED =
  `<form method="post" data-guard action="/save"><input name="name"><button data-save>Save</button></form>
  <script src="/admin.js" defer></script>`;

browserTest(
  "a form that was sent can be sent again after the reader stopped it",
  async (context) => {
    const { page, errors } = context;
    await openMarkup(page, ONCE + GUARDED);
    const posts: string[] = [];
    await page.route("**/s*", async (route) => {
      const request = route.request();
      if (request.method() !== "POST") return await route.fallback();
      posts.push(new URL(request.url()).pathname);
      if (posts.filter((path) => path === posts.at(-1)).length > 1) {
        await route.fulfill({ body: "" });
      }
    });
    const loading = await page.context().newCDPSession(page);
    for (const name of ["Send", "Save"]) {
      await page.goto(ORIGIN);
      const button = page.getByRole("button", { name });
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await button.click({ noWaitAfter: true });
      await sent;
      await loading.send("Page.stopLoading");
      await page.locator(`button:text("${name}"):enabled:not([aria-disabled])`).click();
      await page.waitForURL(/\/s\w+$/);
    }
    assert.deepEqual([posts, errors], [["/send", "/send", "/save", "/save"], []]);
  },
);

browserTest(
  "Back to a refused form fetches its page, instead of asking to send the form again",
  async ({ page, errors }) => {
    const refused = `<form method="post" data-guard data-unsaved data-send-once action="/">
      <button>Send</button></form><a href="/next">Next</a>`;
    for (const script of ["send_once", "admin"]) {
      const posts = await openMarkup(
        page,
        `${refused}<script src="/${script}.js" defer></script>`,
        { "/next": "" },
      );
      page.on("dialog", (dialog) => dialog.accept().catch(() => {}));
      await page.getByText("Send").click();
      await page.waitForLoadState();
      await page.goto(`${ORIGIN}/next`);
      await page.goBack();
      assert.ok(await page.getByText("Send").isVisible(), script);
      assert.equal(posts.length, 1, `${script} sent it again`);
    }
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "a page from memory keeps what was typed, and no longer says why an earlier attempt failed (design §10)",
  async ({ page, errors }) => {
    await openMarkup(
      page,
      `<form method="post" data-send-once action="/send">
        <div data-refusal role="alert">Nothing was sent yet</div>
        <p id="email-error">Enter an address</p>
        <input name="email" aria-invalid="true" aria-describedby="email-error">
        <p data-offline hidden role="alert">You are offline</p><button>Send</button>
      </form><script src="/send_once.js" defer></script>`,
    );
    await page.route("**/send", (route) => route.fulfill({ status: 204 }));
    const show = () =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    const problems = page.locator("[data-refusal], #email-error, [aria-invalid]");
    const input = page.locator("input");
    await input.fill("ann@example.com");
    await show();
    assert.equal(await problems.count(), 3, "it was not sent since");
    await page.getByRole("button").click();
    await show();
    assert.equal(await problems.count(), 0);
    assert.equal(await input.getAttribute("aria-describedby"), null);
    assert.equal(await page.locator("[data-offline]").count(), 1);
    // Fetching the page anew would take this long at most.
    await page.waitForTimeout(300);
    assert.equal(await input.inputValue(), "ann@example.com", "a failed attempt loses nothing");
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "a form is sent once, and again after the reader came back to its page (design §10)",
  async ({ page, errors }) => {
    const show = (persisted: boolean) =>
      page.evaluate((persisted) => {
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));
      }, persisted);
    for (const [name, form] of [["Send", ONCE], ["Save", GUARDED]] as const) {
      await openMarkup(page, `<p data-flash>Saved</p>${form}`);
      let posts = 0;
      await page.route("**/s*", async (route) => {
        if (route.request().method() !== "POST") return await route.fallback();
        posts++;
        // A 204 keeps the browser on the page, as a slow response would.
        await route.fulfill({ status: 204 });
      });
      const button = page.getByRole("button", { name });
      const states = () => button.evaluate((it) => [it.ariaDisabled, it.ariaBusy]);
      await button.click();
      const sent = name === "Save" ? ["true", "true"] : ["true", null];
      assert.deepEqual(await states(), sent);
      await show(false);
      await button.click({ force: true });
      assert.deepEqual(await states(), sent);
      await show(true);
      assert.deepEqual(await states(), [null, null]);
      assert.equal(posts, 1, name);
      const asks = () =>
        page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
      assert.equal(await asks(), false);
      if (name === "Save") {
        await page.locator("input").fill("Changed");
        assert.equal(await asks(), true, "what was changed since is not saved");
        await page.keyboard.press("Meta+s");
      } else await button.click();
      const flash = await page.locator("[data-flash]").count();
      assert.equal(flash, name === "Save" ? 0 : 1, "what it says is no longer news");
      await until("the second request", () => posts === 2);
    }
    assert.deepEqual(errors, []);
  },
);

const CHAT = `<form data-chat action="/advisor"><button>Ask</button></form>
  <script src="/chat.js" defer></script>`;

browserTest(
  "Enter sends a question while the code of the chat is still on its way, but no line break and no half word",
  async ({ page, errors }) => {
    const posts = await openMarkup(page, CHAT, {
      "/advisor": `<div id="assistant"><form method="post" action="/asked">
        <textarea name="message" aria-label="Your question"></textarea></form></div>
        <script type="module"></script>`,
    });
    await page.getByRole("button", { name: "Ask" }).click();
    const question = page.getByLabel("Your question");
    await question.fill("How heavy?");
    await question.press("Shift+Enter");
    await question.evaluate((field) => {
      const half = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent("keydown", half));
    });
    assert.deepEqual(posts, []);
    await question.press("Enter");
    await page.waitForURL("**/asked");
    assert.deepEqual(posts, ["/asked message=How+heavy%3F%0D%0A"]);
    assert.deepEqual(errors, []);
  },
);

/** The markup of a list of systems with these in the comparison tray, and optionally a refusal. */
const listOf = (compared: string[], refused = "") => {
  const toggles = ["a", "b", "c"].map((id) =>
    `<a data-toggle="${id}" href="/list/${id}">${compared.includes(id) ? "Out" : "In"} ${id}</a>`
  );
  const chips = compared.map((id) => `<a data-removes="${id}" href="/without/${id}">${id}</a>`);
  const alert = refused && `<p role="alert">${refused}</p>`;
  return `<main><a id="next" href="?page=2&compare=${compared}">Next</a>
    <input name="compare" value="${compared}"${
    compared.length ? "" : " disabled"
  }><h2 id="found" tabindex="-1">3 systems</h2>${toggles}
    <p id="tray-status" role="status"></p>
    <div data-tray data-summary="${compared.length} chosen">${alert}${chips}</div></main>
    <script src="/tray.js" defer></script>`;
};

browserTest(
  "the comparison tray changes in place, announces changes, and announces refusals (issue 18, part 4)",
  async (context) => {
    const { page, errors } = context;
    await openMarkup(page, listOf(["a", "b"]), {
      "/list/c": listOf(["a", "b"], "No more than two. c was not added."),
      "/without/a": listOf(["b"]),
      "/without/b": listOf([]),
      "/list/a": listOf(["a"]),
      "/list/b": listOf(["a", "b"]).replace("<input", "<output"),
    });
    const status = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.evaluate(() => document.body.dataset.same = "");
    const tab = page.context().waitForEvent("page");
    await page.getByText("In c").click({ modifiers: ["ControlOrMeta"] });
    await (await tab).close();
    assert.equal(await page.getByRole("status").innerText(), "", "it was opened elsewhere");
    await page.getByText("In c").click();
    await status("No more than two. c was not added.");
    assert.equal(await page.getByRole("alert").count(), 0, "it is announced once");
    assert.equal(new URL(page.url()).pathname, "/");
    assert.equal(await focused(), "In c");

    // A double click: the second must act on the tray that the first leaves.
    await page.locator('[data-removes="a"]').evaluate((link) => {
      for (let press = 0; press < 2; press++) (link as HTMLElement).click();
    });
    await status("1 chosen");
    assert.equal(await focused(), "b");
    assert.equal(await page.locator("#next").getAttribute("href"), "?page=2&compare=b");
    assert.equal(await page.locator("input").inputValue(), "b");

    await page.locator('[data-removes="b"]').click();
    await status("0 chosen");
    assert.equal(await focused(), "In b");
    assert.equal(new URL(page.url()).pathname, "/without/b");
    assert.equal(
      await page.locator("body[data-same]").count(),
      1,
      "the page was not reloaded",
    );
    assert.equal(await page.locator("input").isDisabled(), true);
    await page.getByText("In a").click();
    await status("1 chosen");
    assert.equal(await page.locator("input").isEnabled(), true);
    // The list has changed meanwhile, so its links cannot be matched with those of this page.
    await page.getByText("In b").click();
    await page.locator("body:not([data-same])").waitFor();
    assert.equal(new URL(page.url()).pathname, "/list/b");
    assert.deepEqual(errors, []);
  },
);

browserTest("the tray takes no focus that has moved on to a part that stays", async (context) => {
  const { page, errors } = context;
  await openMarkup(page, listOf(["a"]), { "/list/b": listOf(["a", "b"]) });
  const asked = page.waitForRequest("**/list/b");
  await page.evaluate(() => {
    const element = (selector: string) => document.querySelector<HTMLElement>(selector);
    element('[data-toggle="b"]')?.click();
    element("#next")?.focus();
  });
  await asked;
  await page.getByRole("status").filter({ hasText: "2 chosen" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "next");
  assert.deepEqual(errors, []);
});

for (
  const [part, path, body, press] of [
    ["tray", "/list/b", listOf([]), "In b"],
    ["chat", "/advisor", CHAT, "Ask"],
  ] as const
) {
  browserTest(`the ${part} loads a page when it does not arrive in time`, async ({ page }) => {
    await page.addInitScript(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, 50));
    });
    await openMarkup(page, body, { [path]: "<h1>Whole" });
    await page.route(`**${path}*`, async (route) => {
      if (route.request().resourceType() !== "fetch") await route.fallback();
    });
    await page.getByText(press).click();
    await page.getByRole("heading", { name: "Whole" }).waitFor();
  });
}
