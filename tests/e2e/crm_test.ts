/** Leads in a browser, with and without scripts: a buyer sends one, and staff deliver it to the CRM. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { startCrm } from "../doubles/crm.ts";
import { browserTest } from "../helpers/browser.ts";
import { islandsReady } from "../helpers/page.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { declareSite } from "../helpers/site.ts";
import { until } from "../helpers/until.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";

const double = startCrm();
Deno.test.afterAll(async () => await double[Symbol.asyncDispose]());

/** The snippet's calls that the tracking script has reported, in their order. */
const tracked: string[][] = [];

/** Stands for the CRM's tracking script: reports each call of the snippet to the host that served it. */
const TRACKING_SCRIPT = `
  const { host } = new URL(document.currentScript.src);
  let number = 0;
  const report = (call) => {
    const text = encodeURIComponent(JSON.stringify(call));
    new Image().src = "//" + host + "/visitor?number=" + number++ + "&call=" + text;
  };
  _elqQ.forEach(report);
  _elqQ.push = report;`;

/** Serves the tracking script and collects its reports. */
const tracker = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/visitor") {
    tracked[Number(searchParams.get("number"))] = JSON.parse(searchParams.get("call") ?? "[]");
  }
  return new Response(pathname === "/i/elqCfg.min.js" ? TRACKING_SCRIPT : "", {
    headers: { "content-type": "text/javascript" },
  });
});
Deno.test.afterAll(async () => await tracker.shutdown());

/** Buyers who answer `loud` are recommended Finch. */
const site = declareSite({
  catalog: smallCatalog(),
  environment: {
    ...CONSENT_ENVIRONMENT,
    ...double.environment,
    ADMIN_DEV_BYPASS: "true",
    CRM_TRACKING_HOST: `127.0.0.1:${tracker.addr.port}`,
    RATE_LIMIT_LEAD: "1000",
  },
});
const { visit } = site;

const WIDE = { width: 1280, height: 900 };

const send = (page: Page) => page.getByRole("button", { name: "Send to an advisor" });

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with scripts" : "without scripts";
  const options = { javaScriptEnabled, viewport: WIDE };
  const who = javaScriptEnabled ? "ada" : "bea";

  browserTest(
    `a buyer corrects an invalid address, and a double click sends one lead, ${how} (§4.4)`,
    async ({ page, errors }) => {
      // The session of a buyer who has answered the questions.
      const answered = await page.request.put(`${await site()}/api/session`, {
        data: { "answer:noise": "loud" },
      });
      assert.equal(answered.status(), 200);
      await visit(page, "/results?options=loud");
      await page.getByLabel("E-mail address").fill(`${who}*@walls.test`);
      await page.getByLabel("First name").fill("Ada");
      await send(page).click();
      await page.getByText("Nothing was sent yet").waitFor();
      assert.equal(await page.getByLabel("First name").inputValue(), "Ada");
      assert.equal(await page.getByLabel("E-mail address").getAttribute("aria-invalid"), "true");
      assert.match(await page.locator("h1").textContent() ?? "", /Finch/, "the result stays");

      await page.getByLabel("E-mail address").fill(`${who}@walls.test`);
      if (javaScriptEnabled) {
        // Until its script has arrived, the page cannot say that it is offline.
        await page.waitForLoadState();
        await page.context().setOffline(true);
        await send(page).click();
        await page.getByRole("alert").filter({ hasText: "You are offline" }).waitFor();
        assert.equal(await page.getByLabel("First name").inputValue(), "Ada");
        assert.equal(await page.locator(".chat-open > button").isVisible(), false, "over the form");
        await page.context().setOffline(false);
      } else {
        await visit(page, "/systems");
        await page.goBack();
        assert.equal(await page.getByLabel("First name").inputValue(), "Ada", "sent nothing again");
        await page.getByLabel("E-mail address").fill(`${who}@walls.test`);
      }
      await send(page).dblclick({ noWaitAfter: true });
      await page.waitForURL("**/thanks?system=finch");
      assert.match(await page.locator("main").textContent() ?? "", /your request about Finch/);
      assert.doesNotMatch(page.url(), /ada|bea|walls\.test/);
      await page.reload();
      await until("the contact", () => double.records.contactsOf(`${who}@walls.test`).length > 0);
      assert.equal(double.records.contactsOf(`${who}@walls.test`).length, 1);

      await until("the link to the contact", async () => {
        await visit(page, "/");
        return await page.getByText("Welcome back, Ada.").isVisible();
      });
      // A page is shown without the name when the CRM answers late.
      await until("the name on the result", async () => {
        await visit(page, "/results?options=loud");
        return await page.getByText("Welcome back, Ada.").isVisible();
      });
      // The browser logs the page with the error, which has status 400, and each request without a network.
      assert.deepEqual(errors.filter((each) => !/\b400\b|ERR_INTERNET/.test(each)), []);
    },
    options,
  );

  browserTest(
    `staff bind a form, map fields, and retry a lead that the CRM failed to take, ${how} (§3.1, §4.9)`,
    async ({ page }) => {
      const { records } = double;
      records.addField("100201", { name: "Recommended wall" });
      records.addForm("55", "Selector lead", [
        { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
        { id: "902", name: "System", htmlName: "recommendation" },
      ]);
      await visit(page, "/admin/crm");
      await page.getByRole("button", { name: "Test the connection" }).click();
      await page.getByText("and accepts our credentials").waitFor();
      await page.getByLabel("Form (optional)").fill("Selector lead");
      await page.getByLabel("Flag hot leads").check();
      await page.getByLabel("Every question is answered").check();
      await page.locator("[data-save]").click();
      await page.getByText("The settings of the CRM were saved").or(
        page.getByText("There was nothing to change"),
      ).waitFor();
      assert.ok(await page.getByText("the e-mail address").isVisible());

      if (await page.locator("#mapping-recommendation").count() === 0) {
        await page.locator("#new-mapping [name=session_field]").fill("recommendation");
        await page.locator("#new-mapping [name=crm_field_id]").fill("100201");
        await page.getByRole("button", { name: "Add mapping" }).click();
      }
      await page.locator("#mapping-recommendation").getByText("Recommended wall").waitFor();

      double.fail({ fault: "503 html", route: "findContacts" });
      const address = `${who}.queued@walls.test`;
      await visit(page, "/results?options=loud");
      await page.getByLabel("E-mail address").fill(address);
      await send(page).click();
      await page.waitForURL("**/thanks?system=finch");
      const masked = page.getByText(`${who[0]}•••@w•••.test`);
      await until("the lead in the queue", async () => {
        await visit(page, "/admin/crm");
        return await page.getByText("1 of 5").first().isVisible();
      });
      assert.ok(await masked.isVisible());
      assert.ok(await page.getByText("Contact: the CRM answered with an error (503)").isVisible());

      double.mend();
      await page.getByRole("button", { name: "Process retry queue now" }).click();
      await page.getByText("1 landed").waitFor();
      assert.equal(await page.getByRole("button", { name: "Process retry queue now" }).count(), 0);
      assert.equal(await masked.count(), 0);
      const [contact] = records.contactsOf(address);
      assert.equal(contact?.values.get("100201"), "finch");
      assert.equal(records.forms.get("55")?.submissions.at(-1)?.recommendation, "finch");

      await visit(page, "/admin/leads");
      await page.getByRole("link", { name: contact?.id ?? "", exact: true }).click();
      await page.getByText("Conditions of the rule").or(page.getByText("Required", { exact: true }))
        .first()
        .waitFor();
      assert.match(await page.locator("main").textContent() ?? "", /Every question answered/);
      if (!javaScriptEnabled) return;
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), contact?.id);
    },
    options,
  );
}

browserTest(
  "the CRM's script runs under the policy, only with consent, and is told every page view (§4.11b)",
  async ({ page, errors }) => {
    // A retry must not find the reports of the first try.
    tracked.length = 0;
    await visit(page, "/admin/crm");
    await page.locator("[name=tracking_site_id]").fill("4711");
    await page.locator("[name=tracking_enabled]").check();
    await page.locator("[data-save]").click();
    await page.getByText("The settings of the CRM were saved").waitFor();

    await visit(page, "/select");
    await islandsReady(page);
    assert.equal(tracked.length, 0, "nobody is tracked without consent");

    const value = encodeURIComponent(JSON.stringify({ purposes: { 4: true, 5: true } }));
    await page.context().addCookies([{ name: "_cmp_cs-77", value, url: await site() }]);
    await visit(page, "/select");
    await islandsReady(page);
    const views = () => tracked.filter(([kind]) => kind === "elqTrackPageView");
    await until("the first page view", () => views().length === 1 && 0 in tracked);
    assert.deepEqual(tracked[0], ["elqSetSiteId", "4711"]);
    assert.equal(views()[0]?.[1], page.url());

    const before = page.url();
    await page.evaluate(() => Reflect.set(globalThis, "isSamePage", true));
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL((url) => url.href !== before);
    assert.equal(await page.evaluate(() => Reflect.get(globalThis, "isSamePage")), true);
    await until("the next page view", () => views().length === 2);
    assert.equal(views()[1]?.[1], page.url());

    const seen = tracked.length;
    await visit(page, "/admin/crm");
    assert.doesNotMatch(await page.content(), /_elqQ/);
    assert.equal(tracked.length, seen);
    assert.deepEqual(errors, [], "the policy blocks nothing");
  },
);

browserTest(
  "the fields of a new mapping stand below each other, whatever their hints and errors",
  async ({ page }) => {
    await visit(page, "/admin/crm");
    await page.locator("#new-mapping [name=session_field]").fill("nonsense");
    await page.getByRole("button", { name: "Add mapping" }).click();
    await page.locator("#session_field-error").waitFor();
    const leftOf = async (name: string) =>
      (await page.locator(`label[for=${name}]`).boundingBox())?.x;
    assert.equal(await leftOf("session_field"), await leftOf("crm_field_id"));
  },
  { viewport: { width: 1280, height: 800 } },
);

browserTest(
  "later activity of a known visitor updates their contact (§4.11a)",
  async ({ page }) => {
    double.mend();
    const answered = await page.request.put(`${await site()}/api/session`, {
      data: { recommendation: "finch" },
    });
    assert.equal(answered.status(), 200);
    const field = "100299";
    double.records.addField(field, { name: "Seen" });
    await visit(page, "/admin/crm");
    await page.locator("#new-mapping [name=session_field]").fill("systems_viewed");
    await page.locator("#new-mapping [name=crm_field_id]").fill(field);
    await page.getByRole("button", { name: "Add mapping" }).click();
    await page.locator("#mapping-systems_viewed").waitFor();
    await page.request.post(`${await site()}/api/lead`, { data: { email: "ivy@walls.test" } });
    const contact = () => double.records.contactsOf("ivy@walls.test")[0];
    await until("the contact", () => contact() !== undefined);
    await page.request.put(`${await site()}/api/session`, {
      data: { recommendation: "finch", systems_viewed: ["finch"] },
    });
    await until("the system that was viewed", () => contact()?.values.get(field) === "finch");
  },
);
