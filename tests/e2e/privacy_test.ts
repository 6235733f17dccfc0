/** What is kept of a visit, in a browser: the buyer's own page, staff's erasures, and the figures (spec §4.9, §5). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { recordEvents } from "../../lib/analytics/mod.ts";
import { openDatabase } from "../../lib/db/mod.ts";
import { browserTest, newContext } from "../helpers/browser.ts";
import { disposable } from "../helpers/db.ts";
import { accessibilityFaults, surplusWidth } from "../helpers/page.ts";
import { CONSENT_ENVIRONMENT, CONSENTING } from "../helpers/session.ts";
import { declareSite } from "../helpers/site.ts";

const DAY_MS = 86_400_000;
/** Visits that saw a question, and those of them that saw a result. */
const SEEN = 40;
const GOT_THERE = 25;
/** Visits of a month ago. */
const EARLIER = 15;

const site = declareSite({
  environment: { ...CONSENT_ENVIRONMENT, ADMIN_DEV_BYPASS: "true" },
  async prepare(location) {
    await using database = disposable(await openDatabase(location));
    for (let visit = 0; visit < SEEN + EARLIER; visit++) {
      const events = [
        { kind: "step_viewed", ref: "setting" } as const,
        ...visit < GOT_THERE
          ? [{ kind: "recommendation_viewed", ref: "quarry-steel" } as const]
          : [],
      ];
      await recordEvents(database.db, events, {
        now: new Date(Date.now() - (visit < SEEN ? 1 : 20) * DAY_MS),
        track: "home",
        sessionId: `visit-${visit}`,
      });
    }
  },
});

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 360, height: 740 };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Consents, and saves a selection as the wizard does. Gives the session's id. */
async function beginVisit(page: Page, origin: string): Promise<string> {
  const [name = "", value = ""] = CONSENTING.split("=");
  await page.context().addCookies([{ name, value, url: origin }]);
  const saved = await page.request.put(`${origin}/api/session`, {
    data: { recommendation: "quarry-steel" },
  });
  assert.equal(saved.status(), 200);
  const cookies = await page.context().cookies(origin);
  return cookies.find(({ name }) => name === "ns_session")?.value ?? "";
}

async function isWellMade(page: Page): Promise<void> {
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.equal(await surplusWidth(page), 0);
  }
  await page.setViewportSize(WIDE);
}

/** Follows a link to a file, and reads it. */
async function download(page: Page, name: string): Promise<{ file: string; text: string }> {
  const [given] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return {
    file: given.suggestedFilename(),
    text: await Deno.readTextFile(await given.path()),
  };
}

for (const javaScriptEnabled of [true, false]) {
  const script = javaScriptEnabled ? "with" : "without";
  browserTest(
    `a buyer sees what is kept of the visit, takes it along, and deletes it, ${script} scripts (§5)`,
    async ({ page, errors }) => {
      const origin = await site();
      await page.goto(`${origin}/privacy`);
      await page.getByText("Nothing. We begin to remember a visit when").waitFor();
      const none = await page.context().cookies(origin);
      assert.deepEqual(none, [], "looking at the page begins no visit");

      await beginVisit(page, origin);
      await page.goto(origin);
      await page.getByRole("contentinfo").getByRole("link", {
        name: "What we keep, and how to delete it",
      }).click();
      const held = page.getByRole("region", { name: "What this browser’s visit holds" });
      await held.getByText("Quarry Steel").first().waitFor();
      // The checker of accessibility is a script.
      if (javaScriptEnabled) await isWellMade(page);

      const { file, text } = await download(page, "Download");
      assert.equal(file, "my-visit.json");
      assert.match(JSON.stringify(JSON.parse(text).visit), /quarry-steel/);

      await button(page, "Delete it now").click();
      await page.getByText("It is deleted").waitFor();
      await page.getByText("Nothing. We begin to remember a visit when").waitFor();
      const left = await page.context().cookies(origin);
      assert.ok(!left.some(({ name }) => name === "ns_session"));
      assert.deepEqual(errors, []);
    },
    { javaScriptEnabled, viewport: WIDE },
  );
}

browserTest(
  "staff see the plan of an erasure, a plan that is out of date is refused, and a receipt names no visitor (§5)",
  async ({ page, browser, errors }) => {
    const origin = await site();
    const visitor = await newContext(browser);
    try {
      const theirs = await visitor.newPage();
      const session = await beginVisit(theirs, origin);
      await page.goto(`${origin}/admin/privacy`);
      await isWellMade(page);
      await page.getByLabel("Session id").fill(session);
      await button(page, "Show plan").click();
      await page.getByRole("heading", { level: 1, name: "What would be erased" }).waitFor();
      await isWellMade(page);

      // Meanwhile the visitor leaves an address.
      const lead = await theirs.request.post(`${origin}/api/lead`, {
        data: { email: "pat@privacy.test" },
      });
      assert.equal(lead.status(), 200);
      await page.getByRole("textbox").fill(await phrase(page));
      await button(page, "Erase").click();
      await page.getByText("Nothing was erased: the data changed after you saw the plan").waitFor();

      await page.getByRole("textbox").fill("something else");
      await button(page, "Erase").click();
      await page.getByText(/Nothing was erased: type/).first().waitFor();
      await page.getByRole("textbox").fill(await phrase(page));
      await button(page, "Erase").click();
      await page.getByText("The data was erased. The receipt is below").waitFor();
      const receipts = page.getByRole("region", { name: "Receipts" });
      assert.match(await receipts.innerText(), /1 session/);
      assert.ok(!(await page.content()).includes(session), "no page names the session");
      assert.ok(!(await page.content()).includes("pat@privacy.test"));
      // Refused plans are answers of 409 and 400, which a browser reports.
      assert.deepEqual(errors.filter((line) => !/status of 40[09]/.test(line)), []);

      await theirs.goto(`${origin}/privacy`);
      await theirs.getByText("Nothing. We begin to remember a visit when").waitFor();
    } finally {
      await visitor.close();
    }
  },
  { viewport: WIDE },
);

/** What has to be typed. */
async function phrase(page: Page): Promise<string> {
  return await page.locator("form strong").innerText();
}

browserTest(
  "the figures of a period, their bars and the export say the same (§4.9)",
  async ({ page, errors }) => {
    const origin = await site();
    await page.goto(`${origin}/admin/analytics`);
    await page.getByRole("link", { name: "Last 7 days" }).click();
    await page.waitForURL(/days=7$/);
    await isWellMade(page);
    const table = page.getByRole("table", { name: "Visits by stage, on all tracks" });
    const visitsOf = async (stage: string) =>
      Number(await table.getByRole("row", { name: stage }).getByRole("cell").nth(1).innerText());
    assert.equal(await visitsOf("Saw a question"), SEEN);
    assert.equal(await visitsOf("Saw a recommendation"), GOT_THERE);
    const bar = table.getByRole("row", { name: "Saw a recommendation" }).locator(".fill-accent");
    assert.equal(Number(await bar.getAttribute("width")), 100 * GOT_THERE / SEEN);

    for (const [format, isOf] of [["CSV", csvKind], ["NDJSON", ndjsonKind]] as const) {
      const lines = (await download(page, format)).text.trim().split("\n");
      assert.equal(lines.filter((line) => isOf(line) === "step_viewed").length, SEEN);
      assert.equal(
        lines.filter((line) => isOf(line) === "recommendation_viewed").length,
        GOT_THERE,
      );
    }

    await page.getByRole("link", { name: "Last 30 days" }).click();
    await page.waitForURL(/days=30$/);
    assert.equal(await visitsOf("Saw a question"), SEEN + EARLIER);
    const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    await page.getByLabel("From (UTC)").fill(day(25));
    await page.getByLabel("To (UTC)").fill(day(15));
    await button(page, "Show").click();
    await page.waitForURL((url) => url.searchParams.get("from") === day(25));
    assert.equal(await visitsOf("Saw a question"), EARLIER);
    assert.deepEqual(errors, []);
  },
  { viewport: WIDE },
);

const csvKind = (line: string) => line.split(",")[3]?.trim();
const ndjsonKind = (line: string) => JSON.parse(line).kind;
