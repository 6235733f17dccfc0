/**
 * Accessibility of the staff area: each page in every reading, and a journey by keyboard. States that take a step to
 * reach (a form with errors, an open dialog) are in the tests of each section.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { SECTIONS } from "@/routes/admin/(_sections)/mod.ts";
import { browserTest } from "../helpers/browser.ts";
import {
  faultsInEveryReading,
  focused,
  islandsReady,
  withAxe,
  withoutPictures,
} from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";
import { storeStaffRows, SYNC_RUN } from "../helpers/staff_rows.ts";

const site = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" }, prepare: storeStaffRows });

/**
 * Pages and states other than each section's list, form for a new record, and first record. All lists show the same when
 * they are empty, so that state of one list stands for all.
 */
const PAGES = [
  "/admin",
  "/admin/search",
  "/admin/search?q=wall",
  "/admin/report?track=home",
  "/admin/simulator",
  "/admin/simulator?track=home&options=counter-window,between-rooms",
  "/admin/simulator?track=home&options=counter-window&off=home-counter-outside",
  "/admin/simulator?options=nowhere,porch,cold-outside&track=moon",
  "/admin/analytics",
  "/admin/assistant",
  "/admin/audit",
  "/admin/audit/1",
  "/admin/leads?hot=true",
  "/admin/status",
  `/admin/cms/${SYNC_RUN}`,
  "/admin/cms/systems/heron-lite",
  "/admin/media",
  "/admin/media?q=nothing-is-called-so",
  "/admin/media?view=list",
  "/admin/media?density=compact&select=page",
  "/admin/media?coverage=grouped&source=cms",
  "/admin/media/upload",
  "/admin/media/review",
  "/admin/corpus/try?q=quiet&types=pdp",
  "/admin/corpus/try?q=zzzz",
  "/admin/corpus/coverage",
  "/admin/corpus?quoted=never",
  "/admin/corpus/upload",
  "/admin/cms/systems",
  "/admin/cms/attributes",
  "/admin/cms/overrides",
  "/admin/factors/opening/options/new",
  "/admin/factors/opening/options/counter-window",
  "/admin/systems/heron-lite/gallery",
  "/admin/systems/heron-lite/values/material",
  "/admin/systems/heron-lite/values/stc",
  "/admin/systems/heron-lite/values/design-pressure",
  "/admin/media/review/accept",
  "/admin/rules?q=nothing-is-called-so",
  "/admin/rules/new?from=home-counter-outside",
  "/admin/no-such-page",
];

/** Pages whose list would be empty without `storeStaffRows`, so each must have a row. */
const FILLED = new Set([
  "/admin/analytics",
  "/admin/assistant",
  "/admin/audit",
  "/admin/leads?hot=true",
  "/admin/cms/overrides",
  `/admin/cms/${SYNC_RUN}`,
]);
/** Pages without a list that is a table. */
const TABLELESS = new Set(["/admin/pages", "/admin/privacy"]);

/** Cuts each list to twelve items, because further ones look the same. */
function shortenLists(): void {
  for (const each of document.querySelectorAll("main :is(tbody, ul, ol) > :nth-child(n + 13)")) {
    each.remove();
  }
}

browserTest(
  "axe finds no fault on any page of the staff area in any reading, nothing scrolls sideways, and the policy blocks nothing (§4.9, §5)",
  async ({ page, errors }) => {
    const origin = await site();
    const faults: string[] = [];
    const check = async (path: string) => {
      await page.goto(`${origin}${path}`, { waitUntil: "load" });
      await islandsReady(page);
      await page.evaluate(shortenLists);
      const found = await faultsInEveryReading(page);
      faults.push(...found.map((fault) => `${path} ${fault}`));
    };
    const checkFilled = async (path: string) => {
      const rows = await page.locator("main tbody tr").count();
      if (rows === 0 && !TABLELESS.has(path)) faults.push(`${path} has no row to check`);
    };
    await withoutPictures(page, await site());
    await withAxe(page);
    for (const path of PAGES) {
      await check(path);
      if (FILLED.has(path)) await checkFilled(path);
    }
    for (const { slug, create, record } of SECTIONS) {
      const list = `/admin/${slug}`;
      await check(list);
      await checkFilled(list);
      const first = page.locator(`main tbody a[href^="${list}/"]`).first();
      const href = await first.count() > 0 ? await first.getAttribute("href") : null;
      if (create) await check(`${list}/new`);
      if (record && href !== null) await check(href);
    }
    assert.deepEqual(faults, []);
    // The browser logs what the policy blocks, and the page that is missing.
    assert.deepEqual(errors.filter((error) => !/status of 404/.test(error)), []);
  },
);

/** Presses Tab until the focused element's name matches. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let steps = 0; steps < 300; steps++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    if (wanted.test(label ?? "") || wanted.test(await focused(page))) return;
  }
  assert.fail(`Tab does not reach ${wanted}`);
}

browserTest(
  "a rule is found, renamed, switched off and moved, and each is undone, by keyboard alone (§4.9)",
  async ({ page, errors }) => {
    await page.goto(`${await site()}/admin`);
    await page.keyboard.press("/");
    await page.keyboard.type("home-counter-lean");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/search?**");
    await tabTo(page, /^Skip to content/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/rules/home-counter-lean");
    const name = await page.getByLabel("Name").inputValue();

    await tabTo(page, /^Name$/);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("A lean counter");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("A lean counter was saved.").waitFor();
    await tabTo(page, /^Undo$/);
    await page.keyboard.press("Enter");
    await page.getByText("The change was undone.").waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), name);

    await page.goto(`${await site()}/admin/rules?set=residential`);
    const names = () => page.locator("tbody th a").allInnerTexts();
    const before = await names();
    const rule = page.getByRole("switch", { name: `Rule ${name}` });
    await tabTo(page, new RegExp(`^Rule ${name}$`));
    await page.keyboard.press("Space");
    await page.getByText(`${name} was switched off.`).waitFor();
    assert.equal(await rule.getAttribute("aria-checked"), "false");
    await tabTo(page, /^Undo$/);
    await page.keyboard.press("Enter");
    await page.getByText(`${name} was switched on.`).waitFor();
    assert.equal(await rule.getAttribute("aria-checked"), "true");
    await tabTo(page, new RegExp(`^Move ${name} down$`));
    await page.keyboard.press("Enter");
    await page.getByText(`${name} was moved down`).waitFor();
    assert.notDeepEqual(await names(), before);
    await tabTo(page, /^Undo$/);
    await page.keyboard.press("Enter");
    await page.getByText(`${name} was moved up`).waitFor();
    assert.deepEqual(await names(), before);
    assert.deepEqual(errors, []);
  },
  { viewport: { width: 1280, height: 900 } },
);
