import assert from "node:assert/strict";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { leadProfile, type LeadSource } from "@/lib/crm/lead_profile.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { aCatalog, aFactor, anOption, aSystem } from "@/tests/helpers/factories.ts";

const SNAPSHOT = compileSnapshot(aCatalog({
  systems: [
    aSystem("glass", { name: "Glass", budgetTierId: "high" }),
    aSystem("gone", { name: "Gone", budgetTierId: "low", retired: true }),
  ],
  tracks: [{
    id: "home",
    name: "A home",
    description: "",
    ruleSetId: "main",
    position: 1,
    retired: true,
  }],
  factors: [
    aFactor("second", ["b"], { name: "Second", position: 2 }),
    aFactor("first", [], {
      name: "First",
      position: 1,
      multiple: true,
      options: [
        anOption("late", { label: "Late", position: 2 }),
        anOption("early", { label: "Early", position: 1, retired: true }),
      ],
    }),
    aFactor("third", ["c"], { name: "Third", position: 3, retired: true }),
  ],
}));

const RULE = {
  hot_lead_enabled: true,
  hot_lead_require_completed: true,
  hot_lead_min_tier_ordinal: null,
  hot_lead_require_premium: false,
};

const LEAD: LeadSource = {
  contactId: "1207",
  associatedAt: new Date("2026-05-04T10:00:00Z"),
  track: "home",
  payload: {
    recommendation: "glass",
    alternatives: ["gone", "never-there"],
    systems_viewed: ["glass"],
    completed_at: "2026-05-04T09:00:00.000Z",
    answers: { third: "c", second: "b", first: ["late", "early", "new"], unknown: "x" },
  },
};

Deno.test("leadProfile() returns the answered factors by their labels, in ask order (§2.10)", () => {
  const { needs } = leadProfile(SNAPSHOT, RULE, LEAD);
  assert.deepEqual(needs.map(({ factor, answers }) => [factor, ...answers]), [
    ["First", "Early", "Late", "new"],
    ["Second", "Option b"],
    ["Third", "Option c"],
  ]);
});

Deno.test("leadProfile() returns the names of systems, even retired ones, and the tier with its ordinal (§2.10)", () => {
  const profile = leadProfile(SNAPSHOT, RULE, LEAD);
  assert.deepEqual(profile.recommendation, { id: "glass", name: "Glass" });
  assert.deepEqual(profile.alternatives.map(({ name }) => name), ["Gone", "never-there"]);
  assert.deepEqual(profile.viewed.map(({ name }) => name), ["Glass"]);
  assert.deepEqual(profile.tier, { label: "High", ordinal: 2 });
  assert.deepEqual(profile.track, { id: "home", name: "A home" });
  assert.equal(profile.verdict.hot, true);
});

Deno.test("leadProfile() returns an empty profile for a lead without answers (§2.10)", () => {
  const profile = leadProfile(SNAPSHOT, RULE, { ...LEAD, track: null, payload: emptyPayload() });
  assert.deepEqual(profile.needs, []);
  assert.equal(profile.recommendation, null);
  assert.equal(profile.tier, null);
  assert.equal(profile.track, null);
  assert.equal(profile.verdict.hot, false);
});
