/** Editing systems, their values and attributes in a browser (spec §2.3, §4.9). */
import assert from "node:assert/strict";
import { browserTest } from "../helpers/browser.ts";
import { faultsAtWidths, focused } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const { visit } = declareSite({
  catalog: smallCatalog(),
  environment: { ADMIN_DEV_BYPASS: "true", SEED: "none" },
});

const WIDE = { width: 1280, height: 800 };

browserTest("a retired system, a disabled value and a value with an error are accessible", async ({
  page,
  errors,
}) => {
  for (const path of ["/admin/systems/gull", "/admin/systems/finch/values/lead-time"]) {
    await visit(page, path);
    assert.deepEqual(await faultsAtWidths(page), [], path);
  }
  await visit(page, "/admin/systems/finch/values/stc");
  await page.getByLabel("Lowest").fill("99");
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await page.waitForSelector("[data-error-summary]");
  assert.deepEqual(await faultsAtWidths(page), [], "a form with an error");
  assert.deepEqual(errors.filter((error) => !error.includes("400")), []);
});

browserTest("values are entered one after another by keyboard alone (§2.3)", async ({ page }) => {
  await visit(page, "/admin/systems/heron/values/stc");
  await page.locator("#known:focus").waitFor();
  await page.keyboard.press("Tab");
  await page.locator("#min:focus").waitFor();
  await page.keyboard.type("44");
  for (let steps = 0; steps < 12 && await focused(page) !== "Save and next attribute"; steps++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/values/weight");
  assert.match(await page.locator("[data-flash]").innerText(), /Sound rating of Heron was saved/);
  assert.equal(await page.getByLabel("Number").isVisible(), true);
  // Selects the next radio button, “Not tested”.
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getByLabel("Number").isVisible(), false, "no field for a number");
  await page.keyboard.press("Enter");
  await page.getByText("Weight of Heron was saved").waitFor();
  assert.match(await page.locator("main dl").innerText(), /Not tested/);
});

browserTest(
  "a form keeps a number and a long text as typed, and says what is wrong with them",
  async ({ page }) => {
    const save = () => page.getByRole("button", { name: "Save", exact: true }).last().click();
    await visit(page, "/admin/systems/heron/values/stc");
    const lowest = page.getByLabel("Lowest");
    await lowest.fill("");
    await lowest.pressSequentially("2,5");
    await lowest.hover();
    await page.mouse.wheel(0, 100);
    assert.equal(await lowest.inputValue(), "2,5");
    await save();
    await page.locator("[data-error-summary]").getByText("Enter a number, such as 4.5").waitFor();
    assert.equal(await lowest.inputValue(), "2,5");

    await visit(page, "/admin/systems/heron");
    const long = "Heron ".repeat(20).trim();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("");
    await page.keyboard.insertText(long);
    await save();
    await page.locator("[data-error-summary]").getByText("Use at most 80 characters").waitFor();
    assert.equal(await name.inputValue(), long);
  },
);

browserTest(
  "an attribute is switched off, and Undo switches it on, without scripts (§4.1)",
  async ({ page }) => {
    await visit(page, "/admin/attributes");
    const row = page.locator("#row-weight");
    await row.getByRole("switch").click();
    await page.waitForURL("**/admin/attributes#row-weight");
    assert.equal(await row.getByRole("switch").getAttribute("aria-checked"), "false");
    await page.getByRole("button", { name: "Undo" }).click();
    await row.getByRole("switch", { checked: true }).waitFor();
  },
  { javaScriptEnabled: false, viewport: WIDE },
);
