import assert from "node:assert/strict";
import { startApp } from "@/tests/helpers/app.ts";
import { CONSENT_ENVIRONMENT, CONSENTING, REFUSING } from "@/tests/helpers/session.ts";

Deno.test("a page has a view beacon only for visitors who consent (§5)", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const [system] = app.services.catalog.current().systems;
  const path = `/systems/${system?.id}`;
  const read = async (cookie: string) =>
    await (await app.request(path, { headers: { cookie } })).text();
  const script = /<script src="\/beacon\.js[^>]*>/.exec(await read(CONSENTING))?.[0] ?? "";
  assert.ok(script.includes(`{&quot;kind&quot;:&quot;system_viewed&quot;`), script);
  for (const cookie of [REFUSING, ""]) {
    assert.doesNotMatch(await read(cookie), /beacon\.js|data-report/);
  }
});
