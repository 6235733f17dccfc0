/** The network ends while a buyer is in the middle of something, and comes back (design §10: nothing is lost). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { answered, composerReady } from "../helpers/chat_page.ts";
import { openMarkup } from "../helpers/scripts_page.ts";
import { declareSite } from "../helpers/site.ts";

const site = declareSite();
const RESULT = "/results?track=home&options=between-rooms";

const note = (page: Page) => page.locator("[data-offline-note]");

const dock = (page: Page) => page.getByRole("dialog", { name: /^Ask about/ });

/** Opens the chat of the result, and waits until its island is hydrated. */
async function openDock(page: Page): Promise<void> {
  await press(page, /^Ask about/);
  await dock(page).waitFor();
  await composerReady(page);
}

function press(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole("button", { name }).click();
}

/** Ends the network, and waits until the page knows. */
async function disconnect(page: Page): Promise<void> {
  const noticed = page.waitForEvent(
    "requestfailed",
    (request) => request.url().endsWith("/health"),
  );
  await page.context().setOffline(true);
  await noticed;
}

/** Brings the network back, and waits until the note is gone. */
async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await note(page).waitFor({ state: "hidden" });
}

for (const width of [1280, 360]) {
  browserTest(
    `a conversation outlasts a press of "Talk to a person" without a network, ${width} px wide`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${await site()}${RESULT}`);
      await openDock(page);
      await page.getByLabel("Your question").fill("How quiet is it?");
      await page.keyboard.press("Enter");
      await answered(page);
      await disconnect(page);
      await press(page, "Talk to a person");
      await dock(page).getByText("You are offline").waitFor();
      assert.match(await dock(page).innerText(), /How quiet is it\?/);
      await reconnect(page);
      await press(page, "Talk to a person");
      await page.waitForURL("**/advisor");
      assert.match(await page.locator("main").innerText(), /How quiet is it\?/);
    },
  );
}

browserTest("the chat's button keeps the result when there is no network", async ({ page }) => {
  await page.goto(`${await site()}${RESULT}`);
  await disconnect(page);
  await press(page, /^Ask about/);
  await note(page).getByText("You are offline").waitFor();
  assert.equal(new URL(page.url()).pathname, "/results");
  await reconnect(page);
  await openDock(page);
});

browserTest(
  "a request without a network is kept, with one note that goes with its cause",
  async ({ page }) => {
    await page.goto(`${await site()}${RESULT}`);
    await page.getByLabel("E-mail address").fill("ada@example.com");
    await disconnect(page);
    await press(page, "Send to an advisor");
    const notes = page.getByRole("alert").filter({ hasText: "You are offline" });
    await notes.waitFor();
    assert.equal(await notes.count(), 1);
    assert.equal(await page.getByLabel("E-mail address").inputValue(), "ada@example.com");
    await page.context().setOffline(false);
    await notes.waitFor({ state: "hidden" });
    await press(page, "Send to an advisor");
    await page.waitForURL("**/thanks?**");
  },
);

browserTest(
  "a browser that says that it is offline, but reaches the service, leads on",
  async ({ page, errors }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "onLine", { get: () => false });
    });
    const known = page.waitForResponse("**/health");
    await openMarkup(
      page,
      `<div data-offline-note hidden>You are offline</div>
      <a href="/next">Next</a><script src="/offline.js" defer></script>`,
    );
    await (await known).finished();
    await page.getByText("Next").click();
    await page.waitForURL("**/next");
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "the wizard keeps its question when there is no network at its last step, and goes on afterwards",
  async ({ page, errors }) => {
    const last = "/select?track=home&options=between-rooms&step=priorities";
    await page.goto(`${await site()}${last}`);
    await page.waitForFunction(() => Reflect.has(document.querySelector("form") ?? {}, "l"));
    await disconnect(page);
    await press(page, "Not sure, skip");
    await note(page).getByText("You are offline").waitFor();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    await page.getByRole("link", { name: "All systems" }).click();
    assert.equal(new URL(page.url()).pathname, "/select");
    await reconnect(page);
    await press(page, "Not sure, skip");
    await page.getByRole("heading", { name: "Check your answers" }).waitFor();
    await disconnect(page);
    await page.getByRole("link", { name: "See my system" }).click();
    await note(page).getByText("You are offline").waitFor();
    await page.getByRole("heading", { name: "Check your answers" }).waitFor();
    await reconnect(page);
    await page.getByRole("link", { name: "See my system" }).click();
    await page.waitForURL("**/results?**");
    assert.deepEqual(errors.filter((each) => !each.includes("ERR_INTERNET_DISCONNECTED")), []);
  },
);
