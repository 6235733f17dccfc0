/** Factors and options in a browser, with and without scripts, wide and narrow. */
import assert from "node:assert/strict";
import { browserTest } from "../helpers/browser.ts";
import { accessibilityFaults } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const { visit } = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });

const WIDE = { width: 1280, height: 800 };
const FACTOR = "/admin/factors/sound";
const OPTION = `${FACTOR}/options/sound-private`;

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with scripts" : "without scripts";

  browserTest(
    `a factor and an option are created and shown to buyers, ${how} (§2.2, §4.2)`,
    async ({ page, errors }) => {
      const name = `Season ${javaScriptEnabled ? "on" : "off"}`;
      await visit(page, "/admin/factors/new");
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Question").fill("When will you use it?");
      await page.getByLabel("A home").check();
      await page.getByRole("button", { name: "Create factor" }).click();
      await page.getByText(`${name} was created.`).waitFor();
      await page.getByRole("link", { name: "New option" }).click();
      await page.getByLabel("Label").fill("All year");
      await page.getByLabel("Id").fill(`all-year-${javaScriptEnabled ? "on" : "off"}`);
      await page.getByLabel("Add a requirement about").selectOption("u-factor");
      await page.getByRole("button", { name: "Add the requirement" }).click();
      await page.getByLabel("Number for Heat loss (U-factor)").fill("0.3");
      await page.getByRole("button", { name: "Check" }).click();
      const drops = page.locator("#reach").getByText(/This drops \d+ of 23 systems\./);
      await drops.waitFor();
      await page.getByText(/^Which do not/).click();
      assert.ok(await page.getByText(": Not tested").first().isVisible());
      await page.getByRole("button", { name: "Create option" }).click();
      await page.getByText("All year was created.").waitFor();
      assert.equal(await page.getByLabel("Number for Heat loss (U-factor)").inputValue(), "0.3");

      const slug = name.toLowerCase().replace(" ", "-");
      await visit(page, `/select?track=home&step=${slug}`);
      await page.getByRole("heading", { name: "When will you use it?" }).waitFor();
      assert.ok(await page.getByText("All year").first().isVisible());
      assert.deepEqual(errors, []);
    },
    { javaScriptEnabled, viewport: WIDE },
  );
}

browserTest("an option is moved and retired, and the list shows it (§2.2)", async ({ page }) => {
  await visit(page, "/admin/factors/floor");
  const rows = page.locator("#options").locator("xpath=../..").locator("tbody tr th a");
  const before = await rows.allTextContents();
  await page.getByRole("button", { name: `Move ${before[1]} up` }).click();
  await page.getByText(`${before[1]} was moved up.`).waitFor();
  const [first = "", second = "", ...others] = before;
  assert.deepEqual(await rows.allTextContents(), [second, first, ...others]);
  await rows.first().click();
  await page.getByText("Retire this option…").click();
  await page.getByText("We ignore it in links and saved sessions").waitFor();
  await page.getByRole("button", { name: "Retire this option" }).click();
  await page.getByText(`${second} was retired.`).waitFor();
  await page.getByRole("link", { name: "Floor" }).click();
  await page.waitForLoadState();
  assert.equal((await rows.allTextContents()).at(-1), second, "retired ones come last");
}, { viewport: WIDE });

browserTest(
  "sending one form of a page asks before it discards changes of another (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/factors/place/options/between-rooms");
    await page.locator("#description").fill("Indoors on both sides.");
    const retire = page.getByRole("button", { name: "Retire this option", exact: true });
    await page.getByText("Retire this option…").click();
    page.once("dialog", (dialog) => dialog.dismiss());
    await retire.click();
    assert.ok(await retire.isEnabled(), "the button can be pressed again");
    await page.locator("#record [data-save]").click();
    await page.getByText("Between two rooms was saved.").waitFor();

    await page.locator("#picture [data-act=remove]").click();
    await page.locator("#description").fill("Indoors.");
    const save = page.locator("#record [data-save]");
    page.once("dialog", (dialog) => dialog.dismiss());
    await save.click();
    await page.getByText("No picture is chosen.").waitFor();
    page.once("dialog", (dialog) => dialog.accept());
    await save.click();
    await page.locator("#picture [data-act=remove]").waitFor();
    assert.equal(await page.locator("#description").inputValue(), "Indoors.");
  },
  { viewport: WIDE },
);

browserTest(
  "an option with errors is accessible, and its summary links to the fields (WCAG 2.2 AA)",
  async ({ page }) => {
    await visit(page, OPTION);
    await page.getByLabel("Label").fill("");
    await page.getByLabel("Number for Sound rating").fill("");
    await page.getByLabel("Add a requirement about").selectOption("glazing");
    await page.getByRole("button", { name: "Add the requirement" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Nothing was saved: 3 things need another look").waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    for (const id of ["label", "requirements.0.value", "requirements.1.labels"]) {
      await page.locator(`#errors a[href="#${id}"]`).click();
      await page.locator(`[id="${id}"]:focus`).waitFor();
    }
  },
  { viewport: WIDE },
);
