/** Fresh islands in a real browser, on the fixture site of tests/unit/fresh. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Builder } from "fresh/dev";
import { browserTest, serve } from "../helpers/browser.ts";

const root = fileURLToPath(new URL("../unit/fresh/fixtures/site/", import.meta.url));

async function startSite() {
  const applySnapshot = await new Builder({ root }).build({ snapshot: "memory" });
  const { createSite } = await import("../unit/fresh/fixtures/site/main.ts");
  const app = createSite();
  applySnapshot(app);
  const handler = app.handler();
  return serve((request, info) => {
    if (/\/Missing\b[^/]*\.js/.test(request.url)) return new Response(null, { status: 404 });
    return handler(request, info);
  });
}

browserTest("an island hydrates with its props and reacts to events (§4)", async (t) => {
  await using site = await startSite();
  await t.page.goto(site.origin);
  assert.equal(await t.page.locator(".counter").textContent(), "Count: 3");
  await t.page.locator(".counter[data-ready]").click();
  await t.page.getByText("Count: 4").waitFor();
  assert.deepEqual(t.errors, []);
});

browserTest("hydration keeps the server's elements instead of replacing them (§4)", async (t) => {
  await using site = await startSite();
  await t.page.route("**/*.js", async (route) => {
    await t.page.evaluate(() =>
      Reflect.set(globalThis, "early", document.querySelector(".counter"))
    );
    await route.continue();
  });
  await t.page.goto(site.origin);
  await t.page.locator(".counter[data-ready]").click();
  await t.page.getByText("Count: 4").waitFor();
  const isSame = await t.page.evaluate(() => {
    return Reflect.get(globalThis, "early") === document.querySelector(".counter");
  });
  assert.equal(isSame, true);
});

browserTest("every kind of prop arrives in the browser unchanged (§4)", async (t) => {
  await using site = await startSite();
  await t.page.goto(`${site.origin}/props`);
  const fromServer = await (await fetch(`${site.origin}/props`)).text();
  const element = t.page.locator("#kinds[data-where=browser]");
  await element.waitFor();
  const text = await element.textContent() ?? "";
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  assert.ok(fromServer.includes(escaped), text);
  assert.deepEqual(t.errors, []);
});

browserTest("islands given the same signal share it (§4)", async (t) => {
  await using site = await startSite();
  await t.page.goto(`${site.origin}/signals`);
  await t.page.locator("#first[data-ready]").click();
  await t.page.locator("#second", { hasText: "3" }).waitFor();
  assert.equal(await t.page.locator("#double").textContent(), "4");
  assert.deepEqual(t.errors, []);
});

browserTest("JSX children keep the server's content, also after a remount (§4)", async (t) => {
  await using site = await startSite();
  await t.page.goto(`${site.origin}/slots`);
  await t.page.locator("#content .counter[data-ready]").click();
  await t.page.getByText("Count: 6").waitFor();
  await t.page.locator("#toggle").click();
  await t.page.locator("#content").waitFor({ state: "detached" });
  await t.page.locator("#toggle").click();
  const note = t.page.locator("#content .note[title=kept]");
  assert.equal(await note.textContent(), "From the server");
  assert.equal(await t.page.locator("#content svg").getAttribute("viewBox"), "0 0 10 10");
  assert.equal(
    await t.page.locator("#content circle").evaluate((node) => node.namespaceURI),
    "http://www.w3.org/2000/svg",
  );
  assert.equal(await t.page.locator("#content .counter").textContent(), "Count: 5");
  assert.deepEqual(t.errors, []);
});

browserTest(
  "JSX that the server did not show appears when the island shows it (§4)",
  async (t) => {
    await using site = await startSite();
    await t.page.goto(`${site.origin}/slots`);
    await t.page.locator("#panel[data-ready] #show-footer").click();
    assert.equal(await t.page.locator("#footer em").textContent(), "Footer from the server");
  },
);

browserTest(
  "a broken island keeps its markup and does not affect other islands (§4)",
  async (t) => {
    await using site = await startSite();
    await t.page.goto(`${site.origin}/broken`);
    await t.page.locator(".counter[data-ready]").click();
    await t.page.getByText("Count: 2").waitFor();
    assert.equal(await t.page.locator("#broken p").textContent(), "Rendered on the server");
    assert.equal(await t.page.locator("#missing").textContent(), "Its bundle is missing");
    assert.ok(t.errors.some((line) => line.includes("broken in the browser")), t.errors.join("\n"));
  },
);

browserTest("islands work under a policy that allows scripts by nonce only (§4)", async (t) => {
  await using site = await startSite();
  const response = await t.page.goto(`${site.origin}/signals`);
  const policy = response?.headers()["content-security-policy"] ?? "";
  assert.match(policy, /script-src 'self' 'nonce-[0-9a-f]{32}'/);
  await t.page.locator("#first[data-ready]").click();
  await t.page.locator("#second", { hasText: "3" }).waitFor();
  assert.deepEqual(t.errors, []);
});
