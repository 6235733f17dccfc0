/** Which results the session of a buyer stores (spec §2.5). */
import assert from "node:assert/strict";
import { askedFactors } from "@/lib/journey/mod.ts";
import { startApp } from "../helpers/app.ts";
import { aVisitor } from "../helpers/session.ts";

Deno.test("a session stores the result of its own answers and track alone (§1.3, §2.5)", async (t) => {
  await using app = await startApp();
  const snapshot = app.services.catalog.current();
  const [track, otherTrack] = snapshot.tracks.map(({ id }) => id);
  assert.ok(track && otherTrack);
  const answersOn = (slug: string, choose: -1 | 0) =>
    askedFactors(snapshot, slug).map(({ id, options }) => [id, options.at(choose)?.id ?? ""]);
  const own = answersOn(track, 0);
  const optionsOf = (answers: string[][]) => answers.map(([, option]) => option).join();
  const OWN = `/results?track=${track}&options=${optionsOf(own)}`;

  /** A visitor with a session that holds these answers. */
  async function aBuyer(answers: string[][]) {
    const visitor = aVisitor();
    async function send(path: string, init: RequestInit = {}) {
      const { headers } = visitor.request(path, init);
      const response = await app.request(path, { ...init, headers });
      assert.equal(response.status, 200, path);
      const setCookie = response.headers.get("set-cookie");
      if (setCookie !== null) visitor.take(setCookie);
      await response.body?.cancel();
      await app.services.background.idle();
    }
    const save = (given: string[][], query = `?track=${track}`) =>
      send(`/api/session${query}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(
          Object.fromEntries(given.map(([factor, option]) => [`answer:${factor}`, [option]])),
        ),
      });
    await save(answers);
    return {
      save,
      show: (path: string) => send(path),
      async kept() {
        const { value } = await app.services.kv.get(["sessions", visitor.sessionId ?? ""]);
        const { recommendation, alternatives, completed_at } = Object(Object(value).payload);
        return { recommendation, alternatives, completed_at };
      },
    };
  }

  await t.step("answers saved without a track take the track of their first result", async () => {
    const buyer = await aBuyer(own);
    await buyer.save(own, "");
    await buyer.show(OWN);
    const mine = await buyer.kept();
    assert.ok(mine.recommendation);
    await buyer.show(`/results?track=${otherTrack}&options=${optionsOf(own)}`);
    assert.deepEqual(await buyer.kept(), mine);
    await buyer.save(own, "");
    await buyer.show(`/results?track=${otherTrack}&options=${optionsOf(own)}`);
    assert.deepEqual(await buyer.kept(), mine, "a result is never replaced this way");
  });

  const foreign = `/results?track=${otherTrack}&options=${optionsOf(answersOn(otherTrack, -1))}`;
  await t.step("a link with other answers changes nothing", async () => {
    const buyer = await aBuyer(own);
    await buyer.show(OWN);
    const mine = await buyer.kept();
    assert.ok(mine.recommendation && mine.completed_at);
    for (
      const link of [
        foreign,
        `/results?track=${otherTrack}&options=${optionsOf(own)}`,
        `/results?options=${optionsOf(own)}`,
        `/results?track=${track}&options=${optionsOf(own.slice(1))}`,
        `/results?track=${track}&options=${optionsOf(answersOn(track, -1))}`,
      ]
    ) {
      await buyer.show(link);
      assert.deepEqual(await buyer.kept(), mine, link);
    }
  });

  await t.step("a session without a result takes none from a link", async () => {
    const buyer = await aBuyer(own);
    await buyer.show(foreign);
    assert.equal((await buyer.kept()).recommendation, null);
  });

  await t.step("the order of the answers and options that are gone do not count", async () => {
    const buyer = await aBuyer([...own, ["gone", "no-longer-offered"]]);
    await buyer.show(`/results?track=${track}&options=${optionsOf(own.toReversed())},unknown`);
    assert.ok((await buyer.kept()).recommendation);
  });

  await t.step("a session without answers takes the result that it sees", async () => {
    const buyer = await aBuyer([["gone", "no-longer-offered"]]);
    await buyer.show(foreign);
    assert.ok((await buyer.kept()).completed_at);
  });

  await t.step("a changed answer leads to its own result", async () => {
    const buyer = await aBuyer(own);
    await buyer.show(OWN);
    const changed = answersOn(track, -1);
    await buyer.save(changed);
    const before = await buyer.kept();
    await buyer.show(`/results?track=${track}&options=${optionsOf(changed)}`);
    assert.notDeepEqual(await buyer.kept(), before);
  });
});
