import assert from "node:assert/strict";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { RecommendationResult } from "@/lib/recommend/mod.ts";
import { eachApp, type TestApp } from "../helpers/app.ts";

/** Returns one option of every factor of a track: the option at index `column`, modulo the number of options. */
function answersOf({ factors }: Snapshot, track: string, column = 0): string[] {
  return factors
    .filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(track))
    .flatMap(({ options }) => options[column % options.length]?.id ?? []);
}

async function recommend(app: TestApp, query: string): Promise<RecommendationResult> {
  const response = await app.request(`/api/recommendation${query}`);
  assert.equal(response.status, 200);
  return RecommendationResult.parse(await response.json());
}

eachApp("GET /api/recommendation (§4.1)", async (app, step) => {
  const { services } = app;
  const snapshot = services.catalog.current();

  await step("recommends a lead with reasons, in the exact shape of §2.1", async () => {
    for (const { id: track } of snapshot.tracks) {
      const options = answersOf(snapshot, track);
      const result = await recommend(app, `?track=${track}&options=${options.join(",")}`);
      assert.ok(result.recommended, track);
      assert.equal(result.explanation, null);
      assert.ok(result.recommended.rationales.length > 0);
      assert.ok(result.firedRules.length > 0);
      assert.ok(result.surfacedSystemCount > result.alternatives.length);
      assert.equal(result.overSpecified !== null, result.alternatives.length > 0);
    }
  });

  await step(
    "explain=1 adds an explanation for each answer, and changes nothing else",
    async () => {
      const options = answersOf(snapshot, "home");
      const plain = await recommend(app, `?track=home&options=${options.join(",")}`);
      const { explain, ...rest } = await recommend(
        app,
        `?track=home&options=${options.join(",")}&explain=1`,
      );
      assert.deepEqual(rest, plain);
      assert.equal(plain.explain, undefined);
      assert.deepEqual(explain?.answers.map(({ optionId }) => optionId), options);
      assert.deepEqual([explain?.mayStop, explain?.open], [true, []]);
      assert.ok(explain && explain.counterfactuals.length > 0);
      assert.equal(explain.receipt !== null, plain.overSpecified !== null);

      for (const value of ["", "0", "true"]) {
        const refused = await app.request(`/api/recommendation?explain=${value}`);
        assert.equal(refused.status, 400, value);
      }
    },
  );

  await step("the demo has pictures for every lead (§2.1)", async () => {
    for (const { id: track } of snapshot.tracks) {
      const options = answersOf(snapshot, track);
      const result = await recommend(app, `?track=${track}&options=${options.join(",")}`);
      const { recommended, gallery, selectionMedia, illustrationRanking } = result;
      assert.ok(recommended?.media, track);
      assert.ok(gallery && gallery.items.length > 1, track);
      assert.ok(selectionMedia.length > 2, track);
      assert.ok(illustrationRanking?.hero.media, track);
    }
  });

  await step(
    "repeated and concurrent requests get their own, unchanged result",
    async () => {
      const ids = answersOf(snapshot, "home").slice(0, 3);
      const queries = ids.map((id) => `?options=${id}&track=home`);
      const rounds: RecommendationResult[][] = [];
      for (let asked = 0; asked < 3; asked++) {
        const answers = await Promise.all(
          queries.map((query) => app.request(`/api/recommendation${query}`)),
        );
        rounds.push(
          await Promise.all(
            answers.map(async (answer) => RecommendationResult.parse(await answer.json())),
          ),
        );
      }
      const [first = [], ...others] = rounds;
      assert.deepEqual(first.map(({ context }) => context.optionIds), ids.map((id) => [id]));
      for (const round of others) assert.deepEqual(round, first);
    },
  );

  await step("trims and de-duplicates options, and echoes unknown ones", async () => {
    const [a, b] = answersOf(snapshot, "home");
    const result = await recommend(app, `?options=%20${a}%20,,${b},${a},nonesuch`);
    assert.deepEqual(result.context.optionIds, [a, b, "nonesuch"]);
    const repeated = await recommend(app, `?options=${a}&options=nonesuch,${b}&options=${a}`);
    assert.deepEqual(repeated.context.optionIds, [a, "nonesuch", b]);
  });

  for (const query of ["", "?options=", "?options=,%20,", "?options=nonesuch"]) {
    await step(`${query || "no query"} gives the empty result that prompts to answer`, async () => {
      const result = await recommend(app, query);
      assert.equal(result.recommended, null);
      assert.deepEqual(result.alternatives, []);
      assert.match(result.explanation ?? "", /answer/i);
      assert.equal(result.illustrationRanking, null);
    });
  }

  await step("an unknown track equals the default", async () => {
    const options = answersOf(snapshot, "home").join(",");
    assert.deepEqual(
      await recommend(app, `?options=${options}&track=nonesuch`),
      await recommend(app, `?options=${options}`),
    );
  });

  await step(
    "disabling a rule in the database changes the next answer without code changes",
    async () => {
      const options = answersOf(snapshot, "home").join(",");
      const before = await recommend(app, `?track=home&options=${options}`);
      const [leading = ""] = before.recommended?.matchedRuleIds ?? [];
      assert.ok(before.firedRules.some(({ ruleId }) => ruleId === leading));
      await services.db.updateTable("rules").set({ enabled: false }).where("id", "=", leading)
        .execute();
      await services.catalog.refresh();
      const after = await recommend(app, `?track=home&options=${options}`);
      assert.ok(after.firedRules.every(({ ruleId }) => ruleId !== leading));
      await services.db.updateTable("rules").set({ enabled: true }).where("id", "=", leading)
        .execute();
      await services.catalog.refresh();
      assert.deepEqual(await recommend(app, `?track=home&options=${options}`), before);
    },
  );

  await step("HEAD has no body", async () => {
    const response = await app.request("/api/recommendation", { method: "HEAD" });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "");
  });

  await step("hostile ids are data, never an error (§7)", async () => {
    for (const id of ["__proto__", "constructor", "%00", "'; drop table rules; --", "😀"]) {
      const result = await recommend(
        app,
        `?options=${encodeURIComponent(id)}&track=${encodeURIComponent(id)}`,
      );
      assert.equal(result.recommended, null);
    }
  });
});
