/** The simulator and the scenarios in a browser (spec §4.1). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { declareSite } from "../helpers/site.ts";

const { visit } = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });

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
  { javaScriptEnabled: false },
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
