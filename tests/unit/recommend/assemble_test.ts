import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import type { CitedPassage } from "@/lib/corpus/mod.ts";
import type { GalleryItem } from "@/lib/media/mod.ts";
import type { MatchedProject } from "@/lib/projects/mod.ts";
import {
  assembleRecommendation,
  type RecommendationParts,
  RecommendationResult,
} from "@/lib/recommend/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";

const snapshot = compileSnapshot(aCatalog({
  systems: [
    aSystem("dear", { budgetTierId: "high" }),
    aSystem("cheap", { budgetTierId: "low" }),
  ],
  factors: [aFactor("use", ["dine"]), aFactor("space", ["small", "large"], { position: -1 })],
  rules: [aRule("r", {
    conditions: [{ factorId: "space", operator: "any", optionIds: ["small"] }],
    outcomes: [
      { systemId: "dear", role: "preferred", rank: 1, rationale: "It folds." },
      { systemId: "cheap", role: "alternative", rank: 2, rationale: "It slides." },
    ],
  })],
}));

const picture: GalleryItem = {
  id: "m1",
  type: "image",
  title: null,
  alt: "A folded wall",
  width: 4,
  height: 3,
  placeholder: "#ccc",
  embed: null,
  position: 0,
  primary: true,
};

const passage: CitedPassage = {
  itemId: "i1",
  title: "Guide",
  heading: null,
  text: "It folds flat.",
  contentType: "pdp",
  sourceUrl: null,
  version: "1",
  fetchedAt: "2026-01-01T00:00:00Z",
};

function project(uuid: string, role: MatchedProject["role"]): MatchedProject {
  return {
    uuid,
    name: uuid,
    city: null,
    state: null,
    location: null,
    canonicalUrl: `https://example.com/${uuid}`,
    role,
    matchedSystemName: null,
    image: null,
  };
}

function assemble(optionIds: string[], parts: Omit<RecommendationParts, "snapshot"> = {}) {
  const selection = select(snapshot, { optionIds, track: null });
  return RecommendationResult.parse(assembleRecommendation(selection, { snapshot, ...parts }));
}

const filled: Omit<RecommendationParts, "snapshot"> = {
  mediaBySystemId: new Map([["cheap", picture]]),
  gallery: { items: [picture], displayMode: "grid" },
  matchedProjects: [project("other", "alternative"), project("own", "recommended")],
  evidence: [passage],
  resourceUrl: "https://example.com/dear",
  selectionMedia: [{ src: "/media/m1/w640", alt: "", title: null, score: 5, matchedAxes: [] }],
};

Deno.test("assembleRecommendation() returns every field of the contract, empty without parts (§2.1)", () => {
  const result = assemble(["small", "stale"]);
  assert.deepEqual(result, {
    context: { optionIds: ["small", "stale"] },
    recommended: {
      systemId: "dear",
      name: "System dear",
      tagline: null,
      budgetTier: "High",
      media: null,
      role: "preferred",
      matchedRuleIds: ["r"],
      rationales: ["It folds."],
    },
    alternatives: [{
      systemId: "cheap",
      name: "System cheap",
      tagline: null,
      budgetTier: "Low",
      media: null,
      role: "alternative",
      matchedRuleIds: ["r"],
      rationales: ["It slides."],
    }],
    overSpecified: {
      fromSystemId: "dear",
      fromTier: "High",
      toSystemId: "cheap",
      toTier: "Low",
      note:
        "System cheap (Low) also meets what your answers require, on a lower budget tier than System dear (High).",
    },
    gallery: null,
    explanation: null,
    firedRules: [{ ruleId: "r", name: "Rule r", priority: 10, contributed: true }],
    surfacedSystemCount: 2,
    matchedProjects: [],
    evidence: [],
    groundedRationale: { passages: [], project: null, resourceUrl: null, hasAny: false },
    selectionMedia: [],
    illustrationRanking: {
      hero: {
        tier: "education",
        score: 0,
        why: "A drawing of the principle behind System dear.",
        factorId: null,
        media: null,
      },
      answers: [{
        tier: "education",
        score: 0,
        why: "A drawing that explains the question of factor space.",
        factorId: "space",
        media: null,
      }],
    },
  });
});

Deno.test("assembleRecommendation() adds the media, gallery, projects and evidence that it is given (§2.1, §4.1)", () => {
  const result = assemble(["small"], filled);
  assert.equal(result.recommended?.media, null);
  assert.deepEqual(result.alternatives[0]?.media, picture);
  assert.deepEqual(result.gallery, filled.gallery);
  assert.equal(result.groundedRationale.project?.uuid, "own");
  assert.deepEqual(result.groundedRationale.passages, [passage]);
  assert.equal(result.groundedRationale.hasAny, true);
  assert.deepEqual(result.selectionMedia, filled.selectionMedia);
});

Deno.test("assembleRecommendation() sets hasAny for a passage or a project, but not for a link alone (§4.1)", () => {
  const { resourceUrl, matchedProjects, evidence } = filled;
  const grounded = (parts: Omit<RecommendationParts, "snapshot">) =>
    assemble(["small"], parts).groundedRationale.hasAny;
  assert.equal(grounded({ resourceUrl: resourceUrl ?? null }), false);
  assert.equal(grounded({ matchedProjects: matchedProjects ?? [] }), true);
  assert.equal(grounded({ evidence: evidence ?? [] }), true);
});

Deno.test("assembleRecommendation() grounds on the first project when none used the lead (§4.1)", () => {
  const matchedProjects = [project("first", "alternative"), project("second", "alternative")];
  assert.equal(assemble(["small"], { matchedProjects }).groundedRationale.project?.uuid, "first");
});

for (const optionIds of [[], ["large"]]) {
  Deno.test(`assembleRecommendation() is empty for [${optionIds}], whatever the parts (§2.1)`, () => {
    const { explanation, context, firedRules: _, ...empty } = assemble(optionIds, filled);
    assert.deepEqual(context, { optionIds });
    assert.equal(typeof explanation, "string");
    assert.deepEqual(empty, {
      recommended: null,
      alternatives: [],
      overSpecified: null,
      gallery: null,
      surfacedSystemCount: 0,
      matchedProjects: [],
      evidence: [],
      groundedRationale: { passages: [], project: null, resourceUrl: null, hasAny: false },
      selectionMedia: [],
      illustrationRanking: null,
    });
  });
}

Deno.test("assembleRecommendation() illustrates each answered factor once, in asking order (design §6)", () => {
  const { illustrationRanking } = assemble(["dine", "small", "large", "stale"]);
  assert.deepEqual(illustrationRanking?.answers.map(({ factorId }) => factorId), ["space", "use"]);
});
