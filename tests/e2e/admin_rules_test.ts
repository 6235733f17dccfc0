/**
 * Rules in a browser: simulated, saved, tried and ordered. admin_journey_test.ts follows a new rule to the buyer's
 * result, and staff_access_test.ts takes back switching one off and moving it.
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

function textOf(page: Page): Promise<string> {
  return page.locator("main").innerText();
}

browserTest(
  "answers are simulated, also with a rule switched off, and saved as a scenario, without scripts (§4.1)",
  async ({ page }) => {
    await visit(page, "/admin/simulator");
    await page.getByLabel("A home").check();
    await page.getByLabel("In an outside wall, cold winters").check();
    await page.getByLabel("A window above a counter or bar").check();
    await page.getByLabel("A lean budget").check();
    await page.getByRole("button", { name: "Simulate" }).click();
    const { pathname, search } = new URL(page.url());
    assert.equal(pathname, "/admin/simulator");
    assert.equal(search, "?options=cold-outside,counter-window,priority-cost&track=home");
    assert.match(await textOf(page), /The buyer gets\s+Estuary Counter/);
    assert.ok(await page.getByLabel("A lean budget").isChecked());

    await page.getByRole("link", { name: /^See without it ?: A serving window on a lean/ }).click();
    await page.waitForLoadState();
    assert.match(await textOf(page), /Heron Counter leads instead of Estuary Counter\./);
    await page.getByLabel("A lean budget").uncheck();
    await page.getByRole("button", { name: "Simulate" }).click();
    await page.waitForLoadState();
    assert.match(await textOf(page), /Buyers with these answers get the same result\./);
    await page.getByRole("link", { name: /^As saved ?: / }).click();
    await page.waitForLoadState();
    assert.doesNotMatch(await textOf(page), /Trying rules that differ/);

    await page.getByLabel("Name").fill("A hatch to the garden");
    await page.getByRole("button", { name: "Save as scenario" }).click();
    await page.waitForURL(/\/admin\/scenarios\/a-hatch-to-the-garden$/);
    assert.match(await textOf(page), /A hatch to the garden was created\./);
    await page.getByLabel("Expected pick").selectOption({ label: "Estuary Counter" });
    await page.getByRole("button", { name: "Save" }).last().click();
    await visit(page, "/admin/scenarios");
    assert.match(await textOf(page), /9 of 10 scenarios pass/);
    await page.getByRole("button", { name: "Accept Heron Counter" }).click();
    await page.waitForLoadState();
    assert.match(await textOf(page), /A hatch to the garden now expects: Heron Counter\./);
    assert.match(await textOf(page), /All of them pass\./);
    await page.getByRole("link", { name: "A hatch to the garden", exact: true }).click();
    await page.getByText("Delete this scenario…").click();
    await page.getByRole("button", { name: "Delete this scenario" }).click();
    await page.waitForLoadState();
    assert.match(await textOf(page), /A hatch to the garden was deleted\./);
  },
  WITHOUT_SCRIPTS,
);

browserTest(
  "the simulator updates with each answer, and the focus stays (§4.1)",
  async ({ page, errors }) => {
    const status = page.getByRole("status");
    const asBuyer = page.getByRole("link", { name: "Open as the buyer sees it" });
    await visit(page, "/admin/simulator?track=workplace");
    assert.equal(await asBuyer.count(), 0);
    const track = page.getByRole("radio", { name: "A home" });
    await track.check();
    const lean = page.getByLabel("A lean budget");
    await lean.waitFor();
    assert.ok(await track.evaluate((input) => input === document.activeElement));

    await page.getByLabel("In an outside wall, cold winters").check();
    await page.getByLabel("A window above a counter or bar").check();
    await lean.check();
    await status.filter({ hasText: "The buyer gets Estuary Counter." }).waitFor();
    assert.match(await page.locator("#found").innerText(), /The buyer gets\s+Estuary Counter/);
    const answers = "options=cold-outside,counter-window,priority-cost&track=home";
    assert.equal(new URL(page.url()).search, `?${answers}`);
    assert.equal(await asBuyer.getAttribute("href"), `/results?${answers}`);
    assert.ok(await lean.evaluate((input) => input === document.activeElement));

    await lean.uncheck();
    await status.filter({ hasText: "The buyer gets Heron Counter." }).waitFor();
    await page.getByRole("link", { name: "Clear the answers" }).click();
    await page.getByText("Nothing is answered yet").waitFor();
    assert.equal(new URL(page.url()).search, "?track=home");
    assert.deepEqual(errors, []);
  },
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
  "on a phone the reason of a recommendation takes the whole width of the editor (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/rules/home-counter-outside");
    const widthOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
    assert.equal(
      await widthOf("[id='outcomes.0.rationale']"),
      await widthOf("[id='outcomes.0']"),
    );
  },
  { viewport: { width: 360, height: 800 } },
);

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
  "a printed trial of a draft names its scenarios and what the result is of, like one without a draft (§4.1, design §10)",
  async ({ page }) => {
    await visit(page, "/admin/rules/home-counter-outside");
    await press(page, "remove-condition.0");
    await press(page, "try");
    await page.locator("#findings form[action='/admin/simulator'] button").first().click();
    await page.waitForURL(/\/admin\/simulator/);
    await page.emulateMedia({ media: "print" });
    assert.match(await textOf(page), /With this draft\s+As saved/);
    const scenarios = page.locator("main button[name=state]", { hasText: "A wheelchair from the" });
    assert.ok(await scenarios.first().isVisible());
    assert.ok(!(await page.getByRole("button", { name: "Back to the editor" }).isVisible()));
  },
  WITHOUT_SCRIPTS,
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
