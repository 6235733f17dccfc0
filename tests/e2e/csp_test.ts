/** The Content-Security-Policy in a real browser: it blocks nothing of the site and every injected script (spec §5). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { everyPage } from "../helpers/addresses.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { browserTest, serve } from "../helpers/browser.ts";

interface Site extends AsyncDisposable {
  readonly origin: string;
  readonly app: TestApp;
}

async function startSite(): Promise<Site> {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await startApp({ styles: true }));
  const { origin } = opening.use(serve((request, info) => app.handler(request, info)));
  const opened = opening.move();
  return { origin, app, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Returns a function that lists what the policy has blocked on the current page, for pages opened from now on. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const blocked: string[] = [];
    Reflect.set(globalThis, "blocked", blocked);
    document.addEventListener("securitypolicyviolation", (event) => {
      blocked.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "blocked"));
}

browserTest(
  "the policy blocks nothing on any page, including error pages (§5)",
  async ({ page, errors }) => {
    await using site = await startSite();
    const blocked = await watchPolicy(page);
    for (const path of [...everyPage(site.app), "/nonesuch", "/systems/nonesuch"]) {
      await page.goto(site.origin + path, { waitUntil: "load" });
      assert.deepEqual(await blocked(), [], path);
      const font = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
      assert.match(font, /Hanken Grotesk/, `${path}: the stylesheet applies`);
      const declared = await page.evaluate(() =>
        [...document.fonts].some(({ family }) => family.replaceAll('"', "") === "Hanken Grotesk")
      );
      assert.ok(declared, `${path}: the inline style applies`);
    }
    assert.deepEqual(errors.filter((error) => !/404/.test(error)), []);
  },
);

browserTest(
  "the wizard hydrates under the policy and changes steps without a page load",
  async ({ page, errors }) => {
    await using site = await startSite();
    const blocked = await watchPolicy(page);
    await page.goto(`${site.origin}/select?track=home`, { waitUntil: "load" });
    await page.evaluate(() => Reflect.set(globalThis, "stayed", true));
    const before = await page.locator("h1").textContent();
    await page.locator("form input[type=radio], form input[type=checkbox]").first().check();
    await page.locator("form button[type=submit]").first().click();
    await page.waitForFunction(
      (text) => document.querySelector("h1")?.textContent !== text,
      before,
    );
    assert.equal(await page.evaluate(() => Reflect.get(globalThis, "stayed")), true);
    assert.deepEqual(await blocked(), []);
    assert.deepEqual(errors, []);
  },
);

browserTest("a script injected into a page does not run (§5)", async ({ page }) => {
  await using site = await startSite();
  const blocked = await watchPolicy(page);
  await page.goto(`${site.origin}/systems`);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.injected = true";
    document.body.append(script);
    const image = document.createElement("div");
    image.innerHTML = '<img src="/nonesuch.png" onerror="globalThis.injected = true">';
    document.body.append(image);
  });
  await page.waitForFunction(() => Reflect.get(globalThis, "blocked").length >= 2);
  assert.equal(await page.evaluate(() => Reflect.get(globalThis, "injected")), undefined);
  assert.deepEqual((await blocked()).toSorted(), [
    "script-src-attr inline",
    "script-src-elem inline",
  ]);
});
