/** Rules in a browser: written, tried, ordered and shown on the buyer's result, with and without scripts. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { faultsAtWidths } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const { visit } = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });

const WITHOUT_SCRIPTS = { javaScriptEnabled: false };
const RESULTS = "/results?track=home&options=counter-window,between-rooms";

function press(page: Page, intent: string): Promise<void> {
  return page.locator(`button[name="intent"][value="${intent}"]`).click();
}

/** Returns the name of the system that the result recommends. */
async function lead(page: Page): Promise<string> {
  await visit(page, RESULTS);
  return await page.locator("main h1").innerText();
}

/** Presses Tab until the switch of a rule is in focus. */
async function tabToSwitch(page: Page, rule: string): Promise<void> {
  for (let steps = 0; steps < 400; steps++) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    if (label === `Rule ${rule}`) return;
  }
  assert.fail(`Tab does not reach the switch of ${rule}`);
}

browserTest(
  "a rule is written, tried, saved switched off, switched on by keyboard, and decides the result (§2.2, §4.1)",
  async ({ page, errors }) => {
    const before = await lead(page);
    assert.doesNotMatch(before, /Estuary Counter/);

    await visit(page, "/admin/rules");
    await page.getByRole("link", { name: "New rule" }).click();
    await page.getByLabel("Name").fill("A hatch that slides");
    await page.getByLabel("Priority").fill("1");
    await page.getByLabel("Add a condition about").selectOption({ label: "Opening" });
    await press(page, "add-condition");
    await page.getByLabel("A window above a counter or bar").check();
    await page.getByLabel("Add a condition about").selectOption({ label: "Place" });
    await press(page, "add-condition");
    await page.getByLabel("Between two rooms").check();
    await page.locator("[name='add.systemId']").selectOption("estuary-counter");
    await press(page, "add-outcome");
    await page.getByLabel("because").fill("Two sashes slide, and nothing swings.");
    await press(page, "try");

    const findings = page.locator("#findings");
    assert.match(await findings.innerText(), /Tried as if it were switched on/);
    assert.match(await findings.innerText(), /answer sets get another lead/);
    assert.match(await findings.innerText(), /Heron Counter\s+Estuary Counter/);
    assert.match(
      await page.locator(".rule-preview").innerText(),
      /When Opening is “A window above a counter or bar” and Place is “Between two rooms”, recommend Estuary Counter\./,
    );
    await findings.getByRole("button", { name: "Simulate" }).first().click();
    await page.waitForLoadState();
    assert.match(await page.locator("main").innerText(), /Estuary Counter leads/);
    await page.getByRole("button", { name: "Back to the editor" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "A hatch that slides");
    assert.equal(await page.getByLabel("Switched on").isChecked(), false);
    assert.equal(
      await page.getByLabel("because").inputValue(),
      "Two sashes slide, and nothing swings.",
    );
    await page.getByRole("button", { name: "Create rule" }).last().click();
    assert.match(page.url(), /\/admin\/rules\/a-hatch-that-slides$/);
    assert.match(await page.getByRole("status").innerText(), /A hatch that slides was created/);
    assert.equal(await lead(page), before, "it is switched off");

    await visit(page, "/admin/rules");
    await tabToSwitch(page, "A hatch that slides");
    await page.keyboard.press("Space");
    await page.getByText("A hatch that slides was switched on.").waitFor();
    assert.match(await lead(page), /Estuary Counter/);
    assert.match(await page.locator("main").innerText(), /Two sashes slide, and nothing swings\./);

    await visit(page, "/admin/rules/a-hatch-that-slides");
    await page.getByText("Retire this rule…").click();
    await page.getByRole("button", { name: "Retire this rule" }).click();
    assert.equal(await lead(page), before, "a retired rule never fires");
    assert.deepEqual(errors, []);
  },
  WITHOUT_SCRIPTS,
);

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

browserTest(
  "Undo reverts switching a rule off and moving it (§4.1)",
  async ({ page, errors }) => {
    await visit(page, "/admin/rules");
    const row = page.locator("#row-home-counter-inside");
    const names = () => page.locator("tbody th a").allInnerTexts();
    const before = await names();
    await row.getByRole("switch").click();
    await page.getByText("was switched off.").waitFor();
    assert.equal(await row.getByRole("switch").getAttribute("aria-checked"), "false");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("was switched on.").waitFor();
    assert.equal(await row.getByRole("switch").getAttribute("aria-checked"), "true");
    await row.getByRole("button", { name: /up$/ }).click();
    await page.getByText("was moved up").waitFor();
    assert.notDeepEqual(await names(), before);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("was moved down").waitFor();
    assert.deepEqual(await names(), before);
    const boxes = page.locator("tbody input[form=bulk]");
    const selected = () => page.locator("tbody input[form=bulk]:checked").count();
    for (const expected of [await boxes.count(), 0]) {
      await page.getByRole("button", { name: "Select page" }).click();
      assert.equal(await selected(), expected);
    }
    assert.deepEqual(errors, []);
  },
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
  "a rule is dragged to another place, and Undo moves it back (§4.1)",
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
    assert.deepEqual(errors, []);
  },
);
