/** An editor's whole journey through the admin area, without scripts. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "../helpers/browser.ts";
import { declareSite } from "../helpers/site.ts";

const site = declareSite({ environment: { ADMIN_DEV_BYPASS: "true" } });
const { visit } = site;

const ANSWERS = "track=home&options=between-rooms,counter-window";

async function assertStatus(page: Page, text: RegExp): Promise<void> {
  assert.match(await page.getByRole("status").innerText(), text);
}

interface Recommendation {
  recommended: { systemId: string; rationales: string[] } | null;
}

async function recommendation(): Promise<Recommendation> {
  const response = await fetch(`${await site()}/api/recommendation?${ANSWERS}`);
  return await response.json();
}

async function auditTrail(page: Page, query: string): Promise<string> {
  await visit(page, `/admin/audit?${query}`);
  return await page.locator("main table").innerText();
}

browserTest(
  "a system is created, given values, recommended by a rule, simulated, and wins (§2.2, §4.1, §4.9)",
  async ({ page, errors }) => {
    await visit(page, "/admin/systems");
    await page.getByRole("link", { name: "New system" }).click();
    await page.getByLabel("Name").fill("Kestrel Hatch");
    await page.getByLabel("Tagline").fill("The small hatch that folds away.");
    await page.getByLabel("Budget tier").selectOption({ label: "Essential" });
    await page.getByRole("button", { name: "Create system" }).click();
    await assertStatus(page, /Kestrel Hatch was created/);
    assert.match(page.url(), /\/admin\/systems\/kestrel-hatch$/);

    for (const [attribute, fields] of Object.entries(SHEET)) {
      await visit(page, `/admin/systems/kestrel-hatch/values/${attribute}`);
      await page.locator("#known").check();
      for (const label of fields.labels ?? []) {
        await page.getByLabel(label, { exact: true }).check();
      }
      for (const [name, text] of Object.entries(fields.numbers ?? {})) {
        await page.locator(`[name="${name}"]`).fill(text);
      }
      if (fields.other) await page.getByLabel("Another label").first().fill(fields.other);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await assertStatus(page, /saved/);
    }
    const published = async () =>
      (await (await fetch(`${await site()}/api/systems`)).json()).systems;
    assert.doesNotMatch(JSON.stringify(await published()), /kestrel/, "a new system is a draft");
    await visit(page, "/admin/systems/kestrel-hatch");
    await page.getByLabel("Keep as a draft").uncheck();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await assertStatus(page, /Kestrel Hatch was saved/);
    const systems = await published();
    const created = systems.find(({ id }: { id: string }) => id === "kestrel-hatch");
    assert.equal(created.operationType, "Folding");
    await visit(page, "/systems/kestrel-hatch");
    assert.match(await page.locator("main").innerText(), /Serving counter, Kiosk/);

    const before = await recommendation();
    assert.notEqual(before.recommended?.systemId, "kestrel-hatch");

    await visit(page, "/admin/rules");
    await page.getByRole("link", { name: "New rule" }).click();
    await page.getByLabel("Name").fill("A hatch that folds");
    await page.getByLabel("Priority").fill("1");
    await page.getByLabel("Add a condition about").selectOption({ label: "Opening" });
    await page.locator("button[value='add-condition']").click();
    await page.getByLabel("A window above a counter or bar").check();
    await page.getByLabel("Add a condition about").selectOption({ label: "Place" });
    await page.locator("button[value='add-condition']").click();
    await page.getByLabel("Between two rooms").check();
    await page.locator("[name='add.systemId']").selectOption("kestrel-hatch");
    await page.locator("button[value='add-outcome']").click();
    await page.getByLabel("because").fill("Its two leaves fold clear of the counter.");
    await page.locator("button[value='try']").click();
    const findings = page.locator("#findings");
    assert.match(await findings.innerText(), /Tried as if it were switched on/);
    assert.match(await findings.innerText(), /answer sets get another pick/);
    assert.match(await findings.innerText(), /Heron Counter\s+Kestrel Hatch/);
    assert.match(
      await page.locator(".rule-preview").innerText(),
      /When Opening is “A window above a counter or bar” and Place is “Between two rooms”, recommend Kestrel Hatch\./,
    );
    await findings.getByRole("button", { name: "Simulate" }).first().click();
    await page.waitForLoadState();
    assert.match(await page.locator("main").innerText(), /Kestrel Hatch leads/);
    await page.getByRole("button", { name: "Back to the editor" }).click();
    assert.equal(await page.getByLabel("Name").inputValue(), "A hatch that folds");
    assert.equal(await page.getByLabel("Switched on").isChecked(), false);
    assert.equal(
      await page.getByLabel("because").inputValue(),
      "Its two leaves fold clear of the counter.",
    );
    await page.getByRole("button", { name: "Create rule" }).last().click();
    await assertStatus(page, /A hatch that folds was created/);
    assert.deepEqual(await recommendation(), before, "it is switched off");

    const ruleSwitch = page.locator("#row-a-hatch-that-folds").getByRole("switch");
    await visit(page, "/admin/rules");
    await ruleSwitch.press("Space");
    await assertStatus(page, /switched on/);
    const after = await recommendation();
    assert.equal(after.recommended?.systemId, "kestrel-hatch");
    assert.deepEqual(after.recommended?.rationales[0], "Its two leaves fold clear of the counter.");
    await visit(page, `/results?${ANSWERS}`);
    assert.match(await page.locator("main h1").innerText(), /Kestrel Hatch/);
    assert.match(
      await page.locator("main").innerText(),
      /Its two leaves fold clear of the counter\./,
    );

    await visit(page, "/admin/rules");
    await ruleSwitch.click();
    await assertStatus(page, /switched off/);
    assert.deepEqual(await recommendation(), before, "switching it off takes effect at once");

    await ruleSwitch.click();
    await assertStatus(page, /switched on/);
    await visit(page, "/admin/rules/a-hatch-that-folds");
    await page.getByText("Retire this rule…").click();
    await page.getByRole("button", { name: "Retire this rule" }).click();
    assert.deepEqual(await recommendation(), before, "a retired rule never fires");

    const trail = await auditTrail(page, "type=rule&id=a-hatch-that-folds");
    assert.match(trail, /switched off[\s\S]*switched on[\s\S]*created/i);
    await page.locator("main table a[href*='/admin/audit/'] time").first().click();
    await page.waitForLoadState();
    assert.match(await page.locator("main").innerText(), /Before[\s\S]*After/);
    assert.match(await auditTrail(page, "type=system&id=kestrel-hatch"), /Kestrel Hatch/);
    assert.deepEqual(errors, []);
  },
  { javaScriptEnabled: false },
);

/** The values of the new system by attribute id. Its other attributes have no value. */
const SHEET: Record<
  string,
  { labels?: string[]; numbers?: Record<string, string>; other?: string }
> = {
  "operation-type": { labels: ["Folding"] },
  "use-cases": { labels: ["Serving counter"], other: "Kiosk" },
  "interior-exterior": { labels: ["Interior"] },
  stc: { numbers: { min: "28", max: "34" } },
  "panel-height": { numbers: { measurement: "48" } },
};
