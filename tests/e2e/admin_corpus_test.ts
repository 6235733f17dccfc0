/** The documents of the admin area in a browser, with and without scripts, wide and narrow (spec §4.1, §4.9). */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { browserTest } from "../helpers/browser.ts";
import { accessibilityFaults, faultsAtWidths } from "../helpers/page.ts";
import { declareSite } from "../helpers/site.ts";

const { visit } = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with scripts" : "without scripts";

  browserTest(
    `files are uploaded, found, changed and retired, ${how}`,
    async ({ page, errors }) => {
      const word = javaScriptEnabled ? "Quokka" : "Wombat";
      await visit(page, "/admin/corpus/upload");
      const text = `# ${word} walls\n\nA ${word} wall keeps every ${word} where it is.\n`;
      const files = [
        { name: `${word}.md`, mimeType: "text/markdown", buffer: Buffer.from(text) },
        { name: "picture.md", mimeType: "text/markdown", buffer: Buffer.from("GIF89a") },
      ];
      await page.getByLabel("Files").setInputFiles(files);
      await page.getByLabel("Kind").selectOption("Article");
      await page.getByLabel("Heron Lite").check();
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("Nothing has been stored yet").waitFor();
      assert.ok(await page.getByLabel("Heron Lite").isChecked(), "the choice is kept");
      await page.getByLabel("Files").setInputFiles(files);
      await page.getByRole("button", { name: "Import" }).click();
      await page.getByText("1 new document, 0 new versions").waitFor();
      assert.ok(await page.getByText("It is a picture").isVisible());

      await visit(page, `/admin/corpus/try?q=${word}`);
      await page.getByRole("link", { name: `${word} walls` }).click();
      await page.getByRole("heading", { name: "Passages" }).waitFor();
      await page.getByRole("textbox", { name: "Title", exact: true }).fill(
        `${word} walls, explained`,
      );
      await page.getByLabel("Heron Lite").uncheck();
      await page.getByRole("button", { name: "Save" }).last().click();
      await page.getByText(`${word} walls, explained was saved.`).waitFor();

      await page.getByText("Retire this document…").click();
      await page.getByRole("button", { name: "Retire this document" }).click();
      await page.getByText("was retired.").waitFor();
      await visit(page, `/admin/corpus/try?q=${word}`);
      await page.getByText("Nothing found").waitFor();
      assert.deepEqual(errors, []);
    },
    { javaScriptEnabled, viewport: WIDE },
  );
}

browserTest(
  "a document is superseded by another, and Undo restores it (§4.1)",
  async ({ page }) => {
    await visit(page, "/admin/corpus?q=glass");
    await page.locator("tbody th a").first().click();
    await page.getByText("Supersede by another document").click();
    await page.getByLabel("Words of its title").fill("heron clad");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("button", { name: /^Supersede by this/ }).first().click();
    await page.getByText(/^Heron Clad.* now supersedes /).waitFor();
    await page.getByText("No, because it is superseded.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("was restored.").waitFor();
  },
  { viewport: WIDE },
);

browserTest("a gap links to a list of as many documents as it counts", async ({ page }) => {
  await visit(page, "/admin/corpus");
  const gap = page.getByRole("link", { name: /^Documents with dead links/ });
  const count = /\d+/.exec(await gap.textContent() ?? "")?.[0];
  await gap.click();
  await page.getByText(`${count} documents match`).waitFor();
}, { viewport: WIDE });

browserTest(
  "a superseded document is accessible, wide and narrow (WCAG 2.2 AA)",
  async ({ page }) => {
    await visit(page, "/admin/corpus?state=superseded");
    await page.locator("tbody th a").first().click();
    await page.getByRole("heading", { name: "Passages" }).waitFor();
    assert.deepEqual(await faultsAtWidths(page), []);
  },
);

browserTest(
  "on a phone the report of an upload shows each file's name on one line (§4.9)",
  async ({ page }) => {
    await visit(page, "/admin/corpus/upload");
    const buffer = Buffer.from("GIF89a");
    await page.getByLabel("Files").setInputFiles([{ name: "brochure.md", mimeType: "", buffer }]);
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByText("It is a picture").waitFor();
    assert.equal(
      await page.getByText("brochure.md").evaluate((name) => name.getClientRects().length),
      1,
    );
    assert.deepEqual(await accessibilityFaults(page), []);
  },
  { viewport: NARROW },
);

browserTest(
  "an upload with errors is accessible, and its summary links to the fields (WCAG 2.2 AA)",
  async ({ page }) => {
    await visit(page, "/admin/corpus/upload");
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByText("Nothing was imported: one thing needs another look").waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.locator('#errors a[href="#files"]').click();
    await page.locator("#files:focus").waitFor();
  },
  { viewport: NARROW },
);
