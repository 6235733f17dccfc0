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
  assert.ok(
    script.includes(`{&quot;events&quot;:[{&quot;kind&quot;:&quot;system_viewed&quot;`),
    script,
  );
  for (const cookie of [REFUSING, ""]) {
    assert.doesNotMatch(await read(cookie), /beacon\.js|data-report/);
  }
});

Deno.test("a page with answers reports their track, and others leave it to the session (§6.2)", async () => {
  await using app = await startApp({ environment: { ...CONSENT_ENVIRONMENT } });
  const snapshot = app.services.catalog.current();
  const [track] = snapshot.tracks;
  const [a, b] = snapshot.systems;
  const [option] = snapshot.factorIdByOptionId.keys();
  assert.ok(track && a && b && option);
  const trackOn = async (path: string) => {
    const answer = await app.request(path, { headers: { cookie: CONSENTING } });
    const [, report = ""] = /data-report="([^"]*)"/.exec(await answer.text()) ?? [];
    return JSON.parse(report.replaceAll("&quot;", '"')).track;
  };
  const compared = `systems=${a.id},${b.id}`;
  const inAddress = `options=${option}&track=${track.id}`;
  assert.equal(await trackOn(`/results?${inAddress}`), track.id);
  assert.equal(await trackOn(`/results?options=${option}`), null, "the default track");
  assert.equal(await trackOn(`/compare?${compared}&${inAddress}`), track.id);
  assert.equal(await trackOn(`/compare?${compared}`), undefined);
  assert.equal(await trackOn(`/systems/${a.id}`), undefined);
});
