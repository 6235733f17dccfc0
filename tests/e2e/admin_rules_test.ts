/**
 * Rules in a browser: saved, tried and ordered. admin_journey_test.ts follows a new rule to the buyer's result, and
 * staff_access_test.ts takes back switching one off and moving it.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { faultsAtWidths } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const { visit } = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });

const WITHOUT_SCRIPTS = { javaScriptEnabled: false };

function press(page: Page, intent: string): Promise<void> {
  return page.locator(`button[name="intent"][value="${intent}"]`).click();
}

browserTest(
  "Enter in a field saves a rule, although its form has other buttons (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/rules/home-counter-lean");
    await page.getByLabel("Name").fill("A lean window");
    await page.keyboard.press("Enter");
    await page.waitForLoadState();
    assert.match(await page.getByRole("status").innerText(), /A lean window was saved/);
    assert.equal(await page.locator(".sentence").count(), 4, "three conditions and an outcome");
  },
  WITHOUT_SCRIPTS,
);

browserTest("a draft asks before it is left unsaved (§4.9)", async ({ page }) => {
  await visit(page, "/admin/rules/home-counter-inside");
  await page.locator("button[value='remove-condition.0']").click();
  await page.locator("[data-unsaved]").waitFor();
  await page.waitForLoadState(); // The script of the new page asks, so it must have loaded.
  // A browser asks only after the page was touched.
  await page.getByLabel("Name").click();
  const asked = page.waitForEvent("dialog");
  const left = page.getByRole("link", { name: "Cancel" }).click();
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await left.catch(() => {});
  assert.match(page.url(), /home-counter-inside/);
});

browserTest(
  "the findings about a rule are accessible and fit, wide and narrow (§4.9)",
  async ({ page, errors }) => {
    await visit(page, "/admin/rules/home-counter-outside");
    await page.locator("button[value='remove-condition.0']").click();
    await press(page, "try");
    await page.locator("#findings").waitFor();
    assert.deepEqual(await faultsAtWidths(page), []);
    assert.deepEqual(errors, []);
  },
);

browserTest(
  "a rule is dragged to another place, Undo moves it back, and a page of rules is selected (§4.1)",
  async ({ page, errors }) => {
    await visit(page, "/admin/rules");
    const names = () => page.locator("tbody th a").allInnerTexts();
    const before = await names();
    const rows = page.locator("tbody tr");
    await rows.nth(3).locator("[data-grip]").dragTo(rows.nth(0), {
      targetPosition: { x: 60, y: 3 },
    });
    await page.getByText(/was moved and has priority/).waitFor();
    const [first = "", second = "", third = "", fourth = "", ...rest] = before;
    assert.deepEqual(await names(), [fourth, first, second, third, ...rest]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText(/was moved and has priority/).waitFor();
    assert.deepEqual(await names(), before);
    const boxes = page.locator("tbody input[form=bulk]");
    for (const expected of [await boxes.count(), 0]) {
      await page.getByRole("button", { name: "Select page" }).click();
      assert.equal(await page.locator("tbody input[form=bulk]:checked").count(), expected);
    }
    assert.deepEqual(errors, []);
  },
);
