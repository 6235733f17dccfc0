/**
 * The chat in a browser: opened by its button, used by keyboard, with and without scripts, with the stub model (§4.5).
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { turnHash } from "@/lib/assistant/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { browserTest } from "../helpers/browser.ts";
import { answered, dock, openDock, openDockHere, opener } from "../helpers/chat_page.ts";
import { storeItem } from "../helpers/corpus.ts";
import { accessibilityFaults, focusedOutside, surplusWidth } from "../helpers/page.ts";
import { CONSENT_ENVIRONMENT, CONSENTING } from "../helpers/session.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { until } from "../helpers/until.ts";

const QUIET = "Finch keeps a room quiet: its seals reach 54 decibels against the floor.";
const LONG = "Finch is opened by hand.\nOne person folds its panels to the side.\n" +
  "The panels weigh 120 pounds each and run on ball bearings.\nNobody has to lift anything.";
const UNLIMITED = {
  RATE_LIMIT_CHAT: "10000",
  RATE_LIMIT_READS: "100000",
  RATE_LIMIT_HANDOFF: "1000",
};

const site = declareSite({
  catalog: smallCatalog(),
  environment: { SITE_URL: "https://walls.example", ...CONSENT_ENVIRONMENT, ...UNLIMITED },
  async prepare(location) {
    await using database = await openDatabase(location);
    const about = { systemIds: ["finch"] };
    await storeItem(database.db, "sound", {
      ...about,
      heading: "Sound",
      texts: [QUIET],
      row: { content_type: "tech-doc", source_kind: "upload", title: "Finch data sheet" },
    });
    await storeItem(database.db, "use", {
      ...about,
      heading: "Everyday use",
      texts: [LONG],
      row: { content_type: "pdp", pdp_path: "/products/finch", title: "Finch folding wall" },
    });
  },
});

/** Returns the paths of the scripts that the page has loaded. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith(".js"))
  );

for (const width of [1280, 360]) {
  browserTest(
    `the chat opens by its button, answers, and shows its sources, ${width} px wide (§4.5, §8)`,
    async ({ page, errors }) => {
      await page.goto(`${await site()}/systems/finch`);
      assert.deepEqual((await scriptsOf(page)).filter((path) => path.startsWith("/_fresh/")), []);
      assert.equal(await page.getByRole("dialog").count(), 0, "the chat does not open by itself");
      const asked: string[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).pathname === "/advisor") asked.push(request.url());
      });
      await opener(page).evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
      await dock(page).waitFor();
      assert.equal(asked.length, 1, "a second press while it loads does nothing");
      await openDock(page, await site());
      assert.equal(await opener(page).getAttribute("aria-expanded"), "true");
      await page.locator("#chat-message:focus").waitFor();
      assert.ok((await scriptsOf(page)).some((path) => path.includes("ChatPanel")));

      const starters = dock(page).getByRole("form", { name: "Questions to begin with" });
      assert.equal(await starters.getByRole("button").count(), 4);
      await dock(page).getByLabel("Your question").fill("How quiet is Finch?");
      await page.keyboard.press("Enter");
      await answered(page);
      const log = dock(page).getByRole("log");
      assert.match(await log.innerText(), /How quiet is Finch\?/);
      assert.match(await log.innerText(), /54 decibels/);
      assert.equal(await dock(page).getByRole("status").innerText(), "Done");

      const source = log.locator(".chat-sources > li > details").first();
      assert.equal(await source.getAttribute("open"), null);
      await log.getByRole("button", { name: "Source 1" }).first().press("Enter");
      await source.locator("summary:focus").first().waitFor();
      assert.match(await source.innerText(), /Finch data sheet|Finch folding wall/);
      assert.match(await source.innerText(), /version 0123456789ab/);
      assert.match(await source.innerText(), /as of/);
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.ok(await surplusWidth(page) <= 0);

      const outside = await focusedOutside(page, dock(page));
      // Beside the page, both take the focus. Where the chat covers the page, nothing behind it does.
      assert.equal(outside.length > 0, width > 360, outside.join());
      await dock(page).getByLabel("Your question").focus();
      await page.keyboard.press("Escape");
      assert.equal(await dock(page).isVisible(), false);
      assert.equal(await opener(page).getAttribute("aria-expanded"), "false");
      await opener(page).click();
      assert.match(await log.innerText(), /How quiet is Finch\?/, "the conversation is kept");
      await dock(page).evaluate((dialog) =>
        dialog.dispatchEvent(new Event("cancel", { cancelable: true }))
      );
      assert.equal(await dock(page).isVisible(), false, "the back gesture closes it");
      assert.deepEqual(errors, []);
    },
    { viewport: { width, height: 800 } },
  );
}

browserTest(
  "with consent, the chat reports that it was opened, a starter tapped and a source opened (§6.2)",
  async ({ page }) => {
    const origin = await site();
    const sent: unknown[] = [];
    await page.route("**/api/session/events", async (route) => {
      const { events, track } = route.request().postDataJSON();
      for (const event of events) {
        if (/^(assistant|citation)_/.test(event.kind)) sent.push({ ...event, track });
      }
      await route.continue();
    });
    const starter = dock(page).locator(".chat-starters button").last();
    await openDock(page, origin);
    await starter.click();
    await answered(page);
    assert.deepEqual(sent, [], "nothing without consent");
    const [name = "", value = ""] = CONSENTING.split("=");
    await page.context().addCookies([{ name, value, url: origin }]);
    // Opened again from the same page, the chat would go on with its conversation.
    await page.goto("about:blank");
    await openDock(page, origin);
    await starter.click();
    await answered(page);
    await dock(page).locator(".chat-sources summary").first().click();
    await until("three events", () => sent.length === 3);
    assert.deepEqual(sent, [
      { kind: "assistant_opened", track: undefined },
      { kind: "assistant_starter", ref: "lead-time", track: undefined },
      { kind: "citation_opened", ref: "sound", track: undefined },
    ], "without answers, their track is that of the session");
    // A visitor without a session, on a shared result of the default track.
    await page.context().clearCookies();
    await page.context().addCookies([{ name, value, url: origin }]);
    await page.goto(`${origin}/results?options=loud`);
    await openDockHere(page);
    await until("the fourth event", () => sent.length === 4);
    assert.deepEqual(sent[3], { kind: "assistant_opened", track: null });
  },
);

browserTest("an open chat is not printed over the page (design §10)", async ({ page }) => {
  await openDock(page, await site());
  await page.emulateMedia({ media: "print" });
  assert.equal(await dock(page).isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  assert.equal(await dock(page).isVisible(), true);
});

browserTest(
  "the accessibility tree names the conversation, its state and the handoff (§4.5)",
  async ({ page }) => {
    await openDock(page, await site());
    await dock(page).locator(".chat-starters button").first().click();
    await answered(page);
    const tree = await dock(page).ariaSnapshot();
    for (
      const part of [
        'log "Conversation"',
        "status: Done",
        'button "Talk to a person"',
        'textbox "Your question"',
        'heading "You asked"',
        'heading "The assistant answered"',
        'button "Close"',
      ]
    ) assert.ok(tree.includes(part), `${part} in\n${tree}`);
    assert.match(tree, /You are talking to a program/);
  },
);

browserTest(
  "a vote is sent with the answer's hash, can be changed, and its loss is silent (§4.7)",
  async ({ page, errors }) => {
    await openDock(page, await site());
    await dock(page).getByLabel("Your question").fill("How quiet is Finch?");
    await page.keyboard.press("Enter");
    await answered(page);
    const bodies: unknown[] = [];
    await page.route("**/api/assistant/feedback", async (route) => {
      bodies.push(route.request().postDataJSON());
      await (bodies.length === 1 ? route.continue() : route.abort());
    });
    const helpful = dock(page).getByRole("button", { name: "Helpful", exact: true });
    const not = dock(page).getByRole("button", { name: "Not helpful" });
    const sent = page.waitForResponse("**/api/assistant/feedback");
    await helpful.click();
    assert.equal((await sent).status(), 200);
    assert.equal(await helpful.getAttribute("aria-pressed"), "true");
    await helpful.click();
    await not.click();
    assert.equal(await not.getAttribute("aria-pressed"), "true");
    assert.equal(await helpful.getAttribute("aria-pressed"), "false");
    const text = await page.evaluate(() => {
      const answer = document.querySelector(".chat-answer")?.cloneNode(true);
      if (!(answer instanceof Element)) return "";
      for (const mark of answer.querySelectorAll(".chat-mark")) mark.remove();
      return answer.textContent;
    });
    const hash = turnHash(text.trimEnd());
    await until("both votes are sent", () => bodies.length === 2);
    assert.deepEqual(bodies, [
      { turnHash: hash, vote: "up", page: "browsing" },
      { turnHash: hash, vote: "down", page: "browsing" },
    ]);
    assert.deepEqual(errors.filter((error) => !error.includes("ERR_FAILED")), []);
    assert.equal(await dock(page).getByRole("alert").count(), 0);
  },
);

browserTest(
  "a pending answer can be stopped, and the page says there was no answer (§4.5)",
  async ({ page }) => {
    await openDock(page, await site());
    await page.route("**/api/assistant/chat**", () => {});
    const field = dock(page).getByLabel("Your question");
    await field.fill("How quiet?");
    await page.keyboard.press("Shift+Enter");
    assert.equal(await field.inputValue(), "How quiet?\n", "a line of its own");
    // The page first saves the selection that it shows.
    const sent = page.waitForRequest("**/api/assistant/chat**");
    await page.keyboard.press("Enter");
    const status = dock(page).getByRole("status");
    await status.filter({ hasText: "Answering" }).waitFor();
    await sent;
    await field.fill("How heavy?");
    await page.keyboard.press("Enter");
    assert.equal(await field.inputValue(), "How heavy?", "it waits for the answer");
    assert.equal(await dock(page).locator(".chat-turn").count(), 1);
    const ended = page.waitForEvent("requestfailed");
    await dock(page).getByRole("button", { name: "Stop" }).click();
    assert.match((await ended).url(), /\/assistant\/chat/);
    await dock(page).getByText("No answer.").waitFor();
    assert.equal(await dock(page).getByRole("status").innerText(), "Stopped");
    assert.equal(await dock(page).getByRole("button", { name: "Stop" }).count(), 0);
  },
);

browserTest(
  "a question of blanks or of 4,001 characters is refused beside its field, which keeps the focus and the text (§4.5, §8)",
  async ({ page }) => {
    await openDock(page, await site());
    const field = dock(page).getByLabel("Your question");
    await field.fill("   ");
    await dock(page).getByRole("button", { name: "Ask", exact: true }).click();
    await dock(page).getByText("A question has 1 to 4000 characters.").waitFor();
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await field.getAttribute("aria-describedby"), "chat-message-error");
    await page.locator("#chat-message:focus").waitFor();
    await field.fill("");
    await page.keyboard.insertText("x".repeat(4001));
    await page.keyboard.press("Enter");
    await dock(page).getByText("This one has 4001.").waitFor();
    assert.equal(await field.inputValue(), "x".repeat(4001), "what was pasted is not cut");
    await page.route("**/api/assistant/chat**", (route) => route.abort());
    await field.fill("How quiet?");
    await page.keyboard.press("Enter");
    await dock(page).getByText("There is no answer").waitFor();
    assert.equal(await field.getAttribute("aria-invalid"), null, "the error goes with a question");
    assert.equal(await dock(page).getByRole("status").innerText(), "No answer");
  },
);

browserTest(
  "an answer is copied on plain http too, and a browser that refuses says so (design §10)",
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await page.clock.install();
    await openDock(page, await site());
    const field = dock(page).getByLabel("Your question");
    await field.fill("How quiet is Finch?");
    await page.keyboard.press("Enter");
    await answered(page);
    await dock(page).getByRole("button", { name: "Copy with sources" }).click();
    await page.clock.runFor(1_500);
    await dock(page).getByRole("button", { name: "Copied" }).click();
    await page.clock.runFor(1_000);
    await dock(page).getByRole("button", { name: "Copied" }).waitFor();
    const status = dock(page).getByRole("status");
    assert.equal(await status.innerText(), "Copied", "a screen reader hears it too");
    await dock(page).getByRole("button", { name: "Copy with sources" }).waitFor();
    assert.equal(await status.innerText(), "", "and does not hear “Done” once more");
    await field.focus();
    await page.keyboard.press("Control+V");
    assert.match(await field.inputValue(), /54 decibels[^]*\[1\][^]*\[1\] Finch data sheet/);
    await page.evaluate(() => Object.assign(document, { execCommand: () => false }));
    await dock(page).getByRole("button", { name: "Copy with sources" }).click();
    await dock(page).getByRole("button", { name: "Select the text" }).waitFor();
    assert.match(await status.innerText(), /^Not copied/);
    await field.fill("How quiet is Finch?");
    await page.keyboard.press("Enter");
    await status.getByText("Done", { exact: true }).waitFor();
  },
);

browserTest(
  "a finished answer is scrolled into view, however long the conversation is",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openDock(page, await site());
    for (const question of ["Who opens it?", "How quiet is Finch?", "How heavy is a panel?"]) {
      await dock(page).getByLabel("Your question").fill(question);
      await page.keyboard.press("Enter");
      await dock(page).getByText(question).waitFor();
      await answered(page);
      await page.waitForFunction(() => {
        const log = document.querySelector(".chat-log")?.getBoundingClientRect();
        const turn = document.querySelector(".chat-turn:last-child")?.getBoundingClientRect();
        if (!log || !turn) return false;
        const isWhole = turn.top >= log.top - 1 && turn.bottom <= log.bottom + 1;
        const fills = turn.height > log.height && Math.abs(turn.top - log.top) < 24;
        return isWhole || fills;
      });
    }
  },
);

browserTest(
  "the handoff is one click away and includes the conversation (§4.6)",
  async ({ page }) => {
    await openDock(page, await site());
    await dock(page).getByLabel("Your question").fill("How quiet is Finch?");
    await page.keyboard.press("Enter");
    await answered(page);
    // At 400 % zoom there is room for the conversation too (WCAG 1.4.10).
    await page.setViewportSize({ width: 320, height: 256 });
    const log = await dock(page).getByRole("log").boundingBox();
    assert.ok(log !== null && log.height > 128, JSON.stringify(log));
    await dock(page).getByRole("button", { name: "Talk to a person" }).click();
    await page.getByRole("heading", { level: 1, name: "Talk to a person" }).waitFor();
    assert.match(await page.locator("main").innerText(), /Included, 2 entries/);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("button", { name: "Leave out the conversation" }).click();
    await page.getByText("Left out").waitFor();
  },
);

browserTest(
  "the chat's button leads to the chat's page when the chat cannot be loaded",
  async ({ page }) => {
    await page.goto(`${await site()}/systems/finch`);
    await page.route("**/advisor?**", async (route) => {
      const isFetch = route.request().resourceType() === "fetch";
      await (isFetch ? route.fulfill({ status: 503, body: "" }) : route.continue());
    });
    await opener(page).click();
    await page.waitForURL("**/advisor?**");
    await page.getByLabel("Your question").waitFor();
  },
);

for (const width of [1280, 360]) {
  browserTest(
    `without scripts the chat is a form on its own page, ${width} px wide (§4.5)`,
    async ({ page }) => {
      await page.goto(`${await site()}/systems/finch`);
      await opener(page).click();
      await page.getByLabel("Your question").fill("How quiet is Finch?");
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.waitForLoadState();
      assert.match(await page.getByRole("log").innerText(), /54 decibels/);
      const source = page.locator(".chat-sources > li > details").first();
      await source.locator("summary").first().click();
      assert.match(await source.innerText(), /version 0123456789ab/);
      await page.getByLabel("Your question").fill("Who opens it?");
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.waitForLoadState();
      const conversation = await page.getByRole("log").innerText();
      assert.match(conversation, /How quiet is Finch\?/);
      assert.match(conversation, /Who opens it\?/);
      await page.getByRole("button", { name: "Talk to a person" }).click();
      await page.waitForLoadState();
      assert.match(await page.locator("main").innerText(), /Included, 4 entries/);
    },
    { javaScriptEnabled: false, viewport: { width, height: 800 } },
  );
}
