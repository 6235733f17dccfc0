/** The comparison as a page: what its address carries on. */
import assert from "node:assert/strict";
import { startApp } from "../helpers/app.ts";

Deno.test("a comparison that is opened from a result leads back to it, whatever is added or removed (design §10)", async () => {
  await using app = await startApp();
  const answers = "options=cold-outside,doorway&track=home";
  const compared = `systems=heron-lite,heron-thermal,estuary-lite&${answers}`;
  const html = (await (await app.request(`/compare?${compared}`)).text()).replaceAll("&amp;", "&");
  assert.match(
    html,
    new RegExp(`href="/results\\?${answers}"[^>]*>.*The result for these answers`),
  );
  assert.ok(html.includes(`href="?systems=heron-lite,estuary-lite&${answers}"`), "removing one");
  assert.match(html, /<input type="hidden" name="track" value="home"/, "adding one");
  const plain = await (await app.request("/compare?systems=heron-lite,heron-thermal")).text();
  assert.ok(!plain.includes("The result for these answers"));
});

Deno.test("the chat of a comparison gets the answers in its address, also from a shared link (§4.5)", async () => {
  await using app = await startApp();
  const fields = { systems: "heron-lite,heron-thermal", options: "cold-outside,doorway" };
  const query = new URLSearchParams({ ...fields, track: "home" });
  const html = await (await app.request(`/compare?${query}`)).text();
  const form = /<form[^>]*data-chat[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? "";
  const given = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, ...pair]) => pair);
  assert.deepEqual(Object.fromEntries(given), { from: "comparing", ...fields, track: "home" });
});
