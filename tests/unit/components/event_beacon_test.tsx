import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { EventBeacon } from "../../../components/buyer/EventBeacon.tsx";
import { startApp } from "../../helpers/app.ts";
import { CONSENT_ENVIRONMENT, CONSENTING, REFUSING } from "../../helpers/session.ts";

Deno.test("EventBeacon cannot be closed from inside", () => {
  const html = renderToString(<EventBeacon events={[{ kind: "</script><b>" }]} />);
  assert.equal(html.match(/<\/script>/g)?.length, 1);
});

Deno.test("a page reports that it was read to consenting visitors alone (§5)", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const [system] = app.services.catalog.current().systems;
  const path = `/systems/${system?.id}`;
  const read = async (cookie: string) =>
    await (await app.request(path, { headers: { cookie } })).text();
  const html = await read(CONSENTING);
  assert.match(html, /<script nonce="[^"]+">navigator\.sendBeacon\("\/api\/session\/events"/);
  assert.ok(html.includes(`system_viewed`));
  assert.doesNotMatch(await read(REFUSING), /<script/);
  assert.doesNotMatch(await read(""), /<script/);
});
