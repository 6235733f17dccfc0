/** The lead form asks once about an address that looks misspelt (spec §4.4). */
import assert from "node:assert/strict";
import { startApp } from "../helpers/app.ts";

const RESULT = "/results?track=home&options=porch";

Deno.test("the lead form asks once about a misspelt address, and then takes it as it is (§4.4)", async () => {
  await using app = await startApp();
  const { db } = app.services;
  const addresses = async () =>
    (await db.selectFrom("crm_sync_queue").select("email").execute()).map(({ email }) => email);
  const send = (fields: Record<string, string>) =>
    app.request(RESULT, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { accept: "text/html" },
    });

  const questioned = await send({ email: "pat@gmial.com", firstName: "Pat" });
  assert.equal(questioned.status, 400);
  const html = await questioned.text();
  assert.match(html, /Did you mean pat@gmail\.com\? If not, send it again as it is\./);
  assert.match(html, /<input type="hidden" name="asked" value="pat@gmial\.com"/);
  assert.match(html, /name="email"[^>]*value="pat@gmial\.com"/);
  assert.deepEqual(await addresses(), []);

  const again = await send({ email: "pat@gmai.com", asked: "pat@gmial.com" });
  assert.match(await again.text(), /Did you mean pat@gmail\.com/, "another address is asked about");
  const confirmed = await send({ email: "pat@gmial.com", asked: "pat@gmial.com" });
  assert.equal(confirmed.status, 303);
  assert.deepEqual(await addresses(), ["pat@gmial.com"]);

  const direct = await app.request("/api/lead", {
    method: "POST",
    body: JSON.stringify({ email: "pat@yaho.com" }),
    headers: { "content-type": "application/json" },
  });
  assert.equal(direct.status, 200, "the API asks nobody");
  await direct.body?.cancel();
});
