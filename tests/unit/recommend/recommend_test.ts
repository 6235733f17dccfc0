import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import type { CitedPassage } from "@/lib/corpus/mod.ts";
import type { ResultMedia } from "@/lib/media/mod.ts";
import { indexProjects } from "@/lib/projects/mod.ts";
import {
  recommend,
  RecommendationResult,
  type RecommendServices,
  resultJson,
} from "@/lib/recommend/mod.ts";
import { startApp } from "@/tests/helpers/app.ts";
import { questionsOf } from "@/tests/helpers/demo_answers.ts";
import { anyEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";

const snapshot = compileSnapshot(aCatalog({
  systems: [aSystem("wide"), aSystem("plain")],
  factors: [aFactor("place", ["room"])],
  rules: [aRule("r", {
    conditions: [{ factorId: "place", operator: "any", optionIds: ["room"] }],
    outcomes: [{ systemId: "wide", role: "preferred", rank: 1, rationale: "It opens wide." }],
  })],
}));

const quote: CitedPassage = {
  itemId: "page",
  title: "A page",
  heading: null,
  text: "Quiet",
  contentType: "blog",
  sourceUrl: null,
  version: "0123456789ab",
  fetchedAt: "2026-03-04T12:00:00.000Z",
};
const PICTURES: ResultMedia = {
  primaries: new Map(),
  gallery: null,
  selection: [],
  illustrations: {
    hero: { tier: "education", score: 0, why: "A drawing.", factorId: null, media: null },
    answers: [],
  },
};
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const ROOM = { optionIds: ["room"], track: null };

/** Services whose stores have a new version each time they are read. */
function changing(
  quotes: () => CitedPassage[] | Promise<CitedPassage[] | null>,
  pictures: () => ResultMedia | Promise<ResultMedia | null>,
): RecommendServices {
  let [catalog, corpus, media, projects] = [0, 100, 200, 300];
  return {
    catalog: { current: () => ({ ...snapshot, version: ++catalog }) },
    evidence: {
      current: () => ({
        version: ++corpus,
        about: quotes,
        pdpPath: () => null,
        resourceUrl: () => `https://walls.example/${corpus}`,
      }),
    },
    media: {
      current: () => ({
        version: ++media,
        primaries: new Map(),
        gallery: () => null,
        options: new Map(),
        forResult: pictures,
      }),
    },
    projects: {
      current: () =>
        indexProjects([], {
          version: ++projects,
          joins: { mappings: [], kinds: [] },
          siteUrl: null,
        }),
    },
  };
}

Deno.test("recommend() answers synchronously from memory, with one version of each store (§4.1)", () => {
  const made = recommend(changing(() => [quote], () => PICTURES), ROOM);
  assert.ok(!(made instanceof Promise));
  assert.deepEqual(made.versions, { catalog: 1, corpus: 101, media: 201, projects: 301 });
  assert.equal(made.snapshot.version, 1);
  assert.equal(made.result.recommended?.systemId, "wide");
  assert.deepEqual(made.result.evidence, [quote]);
  assert.equal(made.result.groundedRationale.resourceUrl, "https://walls.example/101");
  assert.equal(made.isComplete, true);
});

Deno.test("recommend() uses the versions that it started with while it awaits a read (§4.1)", async () => {
  const reading = Promise.withResolvers<CitedPassage[] | null>();
  const services = changing(() => reading.promise, () => PICTURES);
  const making = recommend(services, ROOM);
  assert.ok(making instanceof Promise);
  for (const store of Object.values(services)) store.current();
  reading.resolve([quote]);
  const made = await making;
  assert.deepEqual(made.versions, { catalog: 1, corpus: 101, media: 201, projects: 301 });
  assert.equal(made.snapshot.version, 1);
});

Deno.test("recommend() answers without a part that cannot be read, and reports the result as incomplete (§4.1)", async () => {
  const cases = [
    [() => Promise.resolve(null), () => PICTURES],
    [() => [quote], () => Promise.resolve(null)],
  ] as const;
  for (const [quotes, pictures] of cases) {
    const made = await recommend(changing(quotes, pictures), ROOM);
    assert.equal(made.isComplete, false);
    assert.equal(made.result.recommended?.systemId, "wide");
    RecommendationResult.parse(made.result);
  }
});

Deno.test("recommend() reads no evidence and no pictures when nothing is recommended (§4.1)", () => {
  const refuse = () => {
    throw new Error("Read a part that is not shown");
  };
  const made = recommend(changing(refuse, refuse), { optionIds: [], track: null });
  assert.ok(!(made instanceof Promise));
  assert.equal(made.result.recommended, null);
  assert.equal(made.isComplete, true);
  assert.equal(textOf(resultJson(made.result)), JSON.stringify(made.result));
});

Deno.test("resultJson() writes passages that differ from the evidence (§2.1)", () => {
  const made = recommend(changing(() => [quote], () => PICTURES), ROOM);
  assert.ok(!(made instanceof Promise));
  const groundedRationale = { ...made.result.groundedRationale, passages: [] };
  const result = { ...made.result, groundedRationale };
  assert.equal(textOf(resultJson(result)), JSON.stringify(result));
});

Deno.test("resultJson() writes a system as it is now, and not as in an earlier result (§2.1)", () => {
  const made = recommend(changing(() => [quote], () => PICTURES), ROOM);
  assert.ok(!(made instanceof Promise));
  const { result } = made;
  const { recommended } = result;
  assert.ok(recommended !== null);
  const media = { id: "hall" } as unknown as typeof recommended.media;
  for (
    const change of [
      {},
      { name: "Wider" },
      { tagline: "It opens wide" },
      { budgetTier: "High" },
      { media },
      { role: "alternative" },
    ] as const
  ) {
    const changed: RecommendationResult = { ...result, recommended: { ...recommended, ...change } };
    for (const one of [changed, result]) {
      assert.equal(textOf(resultJson(one)), JSON.stringify(one), JSON.stringify(change));
    }
  }
});

anyEngine(
  "resultJson() equals JSON.stringify() of the result, also from its caches (§2.1)",
  async (engine) => {
    await using app = await startApp({
      engine,
      environment: { SITE_URL: "https://walls.example" },
    });
    for (const track of ["home", "hospitality", "workplace"]) {
      const options = questionsOf(track).map((question) => fc.constantFrom(...question.options));
      for (const chosen of fc.sample(fc.tuple(...options), { seed: 3, numRuns: 60 })) {
        const answers = { track, optionIds: chosen.map(({ id }) => id) };
        for (let asked = 0; asked < 2; asked++) {
          const { result } = await recommend(app.services, answers);
          RecommendationResult.parse(result);
          assert.equal(textOf(resultJson(result)), JSON.stringify(result));
        }
      }
    }
  },
);
