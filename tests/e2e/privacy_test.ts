/** Stored visits in a browser: the buyer's privacy page, erasures by staff, and analytics (spec §4.9, §5). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { recordEvents } from "@/lib/analytics/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { browserTest, newContext } from "../helpers/browser.ts";
import { accessibilityFaults, surplusWidth } from "../helpers/page.ts";
import { CONSENT_ENVIRONMENT, CONSENTING } from "../helpers/session.ts";
import { declareSite } from "../helpers/site.ts";

const DAY_MS = 86_400_000;
/** How many visits of yesterday saw a question, and how many of them saw a recommendation. */
const SEEN = 40;
const GOT_THERE = 25;
/** How many visits 20 days ago saw a question. */
const EARLIER = 15;

const site = declareSite({
  environment: { ...CONSENT_ENVIRONMENT, ADMIN_DEV_BYPASS: "true" },
  async prepare(location) {
    await using database = await openDatabase(location);
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

/** Consents, saves a selection as the wizard does, and returns the session's id. */
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

/** Asserts that the page has no accessibility fault and fits, on a wide and on a narrow screen. */
async function assertAccessible(page: Page): Promise<void> {
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.equal(await surplusWidth(page), 0);
  }
  await page.setViewportSize(WIDE);
}

/** Downloads the file behind a link, and returns its suggested name and its text. */
async function download(page: Page, name: string): Promise<{ file: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return {
    file: file.suggestedFilename(),
    text: await Deno.readTextFile(await file.path()),
  };
}

for (const javaScriptEnabled of [true, false]) {
  const script = javaScriptEnabled ? "with" : "without";
  browserTest(
    `a buyer sees the stored data of the visit, downloads it and deletes it, ${script} scripts (§5)`,
    async ({ page, errors }) => {
      const origin = await site();
      await page.goto(`${origin}/privacy`);
      await page.getByText("Nothing. We begin to remember a visit when").waitFor();
      const none = await page.context().cookies(origin);
      assert.deepEqual(none, [], "viewing the page starts no session");

      await beginVisit(page, origin);
      await page.goto(origin);
      await page.getByRole("contentinfo").getByRole("link", {
        name: "What we keep, and how to delete it",
      }).click();
      const held = page.getByRole("region", { name: "What this browser’s visit holds" });
      await held.getByText("Quarry Steel").first().waitFor();
      // Axe runs in the page, so it needs scripts.
      if (javaScriptEnabled) await assertAccessible(page);

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
  "staff see the plan of an erasure, a stale plan is refused, and the receipt names no visitor (§5)",
  async ({ page, browser, errors }) => {
    const origin = await site();
    const visitor = await newContext(browser);
    try {
      const theirs = await visitor.newPage();
      const session = await beginVisit(theirs, origin);
      await page.goto(`${origin}/admin/privacy`);
      await assertAccessible(page);
      await page.getByLabel("Session id").fill(session);
      await button(page, "Show plan").click();
      await page.getByRole("heading", { level: 1, name: "What would be erased" }).waitFor();
      await assertAccessible(page);

      // The visitor sends a lead in the meantime, which makes the plan stale.
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
      assert.ok(!(await page.content()).includes(session), "the page does not name the session");
      assert.ok(!(await page.content()).includes("pat@privacy.test"));
      // Refused plans get status 409 or 400, which the browser logs as an error.
      assert.deepEqual(errors.filter((line) => !/status of 40[09]/.test(line)), []);

      await theirs.goto(`${origin}/privacy`);
      await theirs.getByText("Nothing. We begin to remember a visit when").waitFor();
    } finally {
      await visitor.close();
    }
  },
  { viewport: WIDE },
);

/** Returns the phrase that staff must type to confirm the erasure. */
async function phrase(page: Page): Promise<string> {
  return await page.locator("form strong").innerText();
}

browserTest(
  "the table, its bars and the exports of a period show the same figures (§4.9)",
  async ({ page, errors }) => {
    const origin = await site();
    await page.goto(`${origin}/admin/analytics`);
    await page.getByRole("link", { name: "Last 7 days" }).click();
    await page.waitForURL(/days=7$/);
    await assertAccessible(page);
    const table = page.getByRole("table", { name: "Visits by stage, on all tracks" });
    const visitsOf = async (stage: string) =>
      Number(await table.getByRole("row", { name: stage }).getByRole("cell").nth(1).innerText());
    assert.equal(await visitsOf("Saw a question"), SEEN);
    assert.equal(await visitsOf("Saw a recommendation"), GOT_THERE);
    const bar = table.getByRole("row", { name: "Saw a recommendation" }).locator(".fill-accent");
    assert.equal(Number(await bar.getAttribute("width")), 100 * GOT_THERE / SEEN);
    const unseen = await page.getByRole("region", { name: "Visits by system" }).evaluate(
      (region) => {
        for (const name of region.querySelectorAll("th[scope=row]")) {
          name.textContent = "W".repeat(80);
        }
        return region.scrollWidth - region.clientWidth;
      },
    );
    assert.equal(unseen, 0, "a name of one long word leaves all figures in view");

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
