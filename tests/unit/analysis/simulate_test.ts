import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot, type Snapshot } from "@/lib/catalog/mod.ts";
import { type Answers, select } from "@/lib/selection/mod.ts";
import { simulate } from "@/lib/analysis/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  values,
} from "@/tests/helpers/factories.ts";

const whenAny = (factorId: string, ...optionIds: string[]) => ({
  factorId,
  operator: "any" as const,
  optionIds,
});
const outcome = (
  systemId: string,
  over: { role?: "preferred" | "alternative"; rank?: number } = {},
) => ({
  systemId,
  role: "preferred" as const,
  rank: 1,
  rationale: `Because of ${systemId}.`,
  ...over,
});

/** The catalog's option "quiet" has a requirement that one of its three live systems fails. */
const sound = anAttribute("sound", { name: "Sound", valueType: "range", unit: "STC" });
const range = (min: number, max: number) =>
  values({ sound: { type: "range", min, max, label: null } });
const catalog = aCatalog({
  attributes: [sound, anAttribute("weight", { enabled: false })],
  systems: [
    aSystem("cheap", { budgetTierId: "low", values: range(20, 36), position: 1 }),
    aSystem("dear", { budgetTierId: "high", values: range(40, 56), position: 2 }),
    aSystem("loose", { values: range(40, 56), position: 3 }),
    aSystem("old", { retired: true, position: 4 }),
  ],
  tracks: [
    { id: "home", name: "Home", description: "", ruleSetId: "main", position: 1, retired: false },
    { id: "gone", name: "Gone", description: "", ruleSetId: "main", position: 2, retired: true },
  ],
  factors: [
    aFactor("place", ["inside", "outside"], { position: 1 }),
    aFactor("noise", [], {
      position: 2,
      options: [
        anOption("quiet", {
          position: 1,
          requirements: [
            { attributeId: "sound", predicate: { kind: "covers", value: 45 } },
            { attributeId: "weight", predicate: { kind: "at-most", value: 1 } },
          ],
        }),
        anOption("loud", { position: 2 }),
        anOption("odd", { position: 3, retired: true }),
      ],
    }),
    aFactor("guests", ["few", "many"], { position: 3, trackIds: ["elsewhere"] }),
  ],
  rules: [
    aRule("first", {
      priority: 10,
      conditions: [whenAny("place", "inside")],
      outcomes: [
        outcome("cheap"),
        outcome("dear", { rank: 2, role: "alternative" }),
        outcome("old"),
      ],
    }),
    aRule("second", {
      priority: 20,
      conditions: [whenAny("place", "inside", "outside")],
      outcomes: [outcome("dear"), outcome("loose", { rank: 2 }), outcome("cheap", { rank: 3 })],
    }),
    aRule("both", {
      priority: 30,
      conditions: [whenAny("place", "outside"), whenAny("noise", "loud")],
      outcomes: [outcome("dear")],
    }),
    aRule("off", {
      priority: 40,
      enabled: false,
      conditions: [whenAny("place", "inside")],
      outcomes: [outcome("loose")],
    }),
    aRule("withdrawn", { priority: 41, retired: true, conditions: [whenAny("place", "outside")] }),
    aRule("blank", { priority: 42 }),
    aRule("stale", { priority: 43, conditions: [whenAny("noise", "odd")] }),
    aRule("elsewhere", { priority: 44, conditions: [whenAny("guests", "few")] }),
  ],
});
const snapshot = compileSnapshot(catalog);
const at = (track: string | null, ...optionIds: string[]): Answers => ({ track, optionIds });

Deno.test("simulate() returns the selection of the engine (§4.1)", () => {
  const answers = at("home", "inside", "quiet");
  assert.deepEqual(simulate(snapshot, answers).selection, select(snapshot, answers));
});

Deno.test("simulate() reports the fate of every outcome of a fired rule (§4.1)", () => {
  const { fired } = simulate(snapshot, at("home", "inside", "quiet"));
  const fates = fired.map(({ rule, contributed, outcomes }) => [
    rule.id,
    contributed,
    outcomes.map(({ outcome, fate }) => `${outcome.systemId} ${fate.kind}`),
  ]);
  assert.deepEqual(fates, [
    ["first", true, ["cheap dropped", "old retired", "dear surfaced"]],
    ["second", true, ["dear beaten", "loose surfaced", "cheap dropped"]],
  ]);
});

Deno.test("simulate() reports a shortfall with the requirement, the system's value and the answer (§4.1)", () => {
  const { fired } = simulate(snapshot, at("home", "inside", "quiet"));
  const fate = fired[0]?.outcomes[0]?.fate;
  assert.ok(fate?.kind === "dropped");
  assert.deepEqual(fate.shortfalls, [{
    answer: { factorId: "noise", factor: "Factor noise", optionId: "quiet", label: "Option quiet" },
    attribute: sound,
    wanted: { kind: "covers", value: 45 },
    has: { type: "range", min: 20, max: 36, label: null },
  }]);
});

Deno.test("simulate() ranks the surfaced systems and names the first sort key that differs (design §6.4)", () => {
  const ranking = (...optionIds: string[]) =>
    simulate(snapshot, at("home", ...optionIds)).ranking
      .map(({ system, standing, behind }) => `${system.id} ${standing} ${behind}`);
  assert.deepEqual(ranking("inside"), [
    "cheap lead null",
    "dear not-cheaper role",
    "loose no-tier priority",
  ]);
  assert.deepEqual(ranking("outside"), [
    "dear lead null",
    "loose no-tier rank",
    "cheap cheaper rank",
  ]);
});

Deno.test("simulate() lists the rules that fail one condition, with the answers that would meet it", () => {
  const { unfired } = simulate(snapshot, at("home", "inside"));
  assert.deepEqual(unfired.near, []);
  assert.equal(unfired.farCount, 1);
  const { near } = simulate(snapshot, at("home", "outside", "quiet")).unfired;
  assert.deepEqual(near.map(({ rule, failed }) => [rule.id, failed.factorId]), [
    ["first", "place"],
    ["both", "noise"],
  ]);
  assert.deepEqual(near[1]?.fixes, [{
    add: ["loud"],
    remove: ["quiet"],
    optionIds: ["outside", "loud"],
    leadSystemId: "dear",
  }]);
});

Deno.test("simulate() says why a rule cannot fire, and whether it otherwise would", () => {
  const { unable } = simulate(snapshot, at("home", "inside")).unfired;
  assert.deepEqual(unable.map(({ rule, reason, wouldFire }) => [rule.id, reason, wouldFire]), [
    ["off", "off", true],
    ["withdrawn", "retired", false],
    ["blank", "no-condition", false],
    ["stale", "gone", false],
    ["elsewhere", "not-asked", false],
  ]);
});

Deno.test("simulate() lists the systems that each requirement rules out, and the requirements without effect (§4.1)", () => {
  const { demands, idleDemands } = simulate(snapshot, at("home", "inside", "quiet"));
  assert.deepEqual(
    demands.map(({ attribute, ruledOut }) => [
      attribute.id,
      ruledOut.map(({ system, named }) => [system.id, named]),
    ]),
    [["sound", [["cheap", true]]]],
  );
  assert.deepEqual(idleDemands.map(({ attribute }) => attribute.id), ["weight"]);
});

Deno.test("simulate() reports what is wrong with each answer and with the track", () => {
  const { issues, trackIssue } = simulate(
    snapshot,
    at("gone", "nowhere", "odd", "few", "inside", "outside"),
  );
  assert.deepEqual(issues.map(({ optionId, kind }) => [optionId, kind]), [
    ["nowhere", "unknown"],
    ["odd", "retired"],
    ["few", "not-asked"],
    ["inside", "several"],
    ["outside", "several"],
  ]);
  assert.equal(trackIssue, "retired");
  assert.equal(simulate(snapshot, at("moon", "inside")).trackIssue, "unknown");
  assert.equal(simulate(snapshot, at(null, "inside")).trackIssue, null);
});

Deno.test("simulate() distinguishes the causes of no pick (§4.1)", () => {
  const noPick = (from: Snapshot, ...optionIds: string[]) =>
    simulate(from, at("home", ...optionIds)).noPick;
  const withRules = (...ids: string[]) =>
    compileSnapshot({ ...catalog, rules: catalog.rules.filter(({ id }) => ids.includes(id)) });
  assert.equal(noPick(snapshot, "inside"), null);
  assert.equal(noPick(snapshot), "no-answers");
  assert.equal(noPick(snapshot, "odd"), "no-answers");
  assert.equal(noPick(snapshot, "loud"), "none-fired");
  assert.equal(noPick(withRules("off"), "inside"), "no-rules");
  assert.equal(noPick(withRules("stale"), "inside"), "none-fired");
  const narrow = { ...catalog, systems: catalog.systems.filter(({ id }) => id === "cheap") };
  assert.equal(noPick(compileSnapshot(narrow), "inside", "quiet"), "none-left");
});

Deno.test("simulate() agrees with select() on any catalog (§4.1)", () => {
  fc.assert(
    fc.property(arbitraryCatalog(), arbitraryAnswers(), (stored, answers) => {
      const snapshot = compileSnapshot(stored);
      const selection = select(snapshot, answers);
      const { ranking, fired, noPick, unfired } = simulate(snapshot, answers);
      assert.equal(ranking[0]?.system.id ?? null, selection.lead?.systemId ?? null);
      assert.equal(ranking.length, selection.surfacedSystemCount);
      assert.equal(noPick === null, selection.lead !== null);
      assert.deepEqual(
        ranking.filter(({ standing }) => standing === "cheaper").map(({ system }) => system.id)
          .sort(),
        selection.alternatives.map(({ systemId }) => systemId).sort(),
      );
      assert.deepEqual(
        fired.map(({ rule, outcomes }) => ({
          ruleId: rule.id,
          contributed: outcomes.some(({ fate }) => /surfaced|beaten/.test(fate.kind)),
        })),
        selection.firedRules.map(({ ruleId, contributed }) => ({ ruleId, contributed })),
      );
      const surfaced = fired.flatMap(({ outcomes }) => outcomes)
        .filter(({ fate }) => fate.kind === "surfaced");
      assert.equal(surfaced.length, ranking.length);
      assert.ok(
        fired.flatMap(({ outcomes }) => outcomes).every(({ fate }) =>
          fate.kind !== "dropped" || fate.shortfalls.length > 0
        ),
      );
      for (const { rule, fixes } of unfired.near) {
        for (const { optionIds, leadSystemId } of fixes) {
          const fixed = select(snapshot, { optionIds, track: answers.track });
          assert.ok(fixed.firedRules.some(({ ruleId }) => ruleId === rule.id));
          assert.equal(fixed.lead?.systemId ?? null, leadSystemId);
        }
      }
      const ruleSetId = snapshot.ruleSetIdFor(answers.track);
      const all = snapshot.catalog.rules.filter((rule) => rule.ruleSetId === ruleSetId);
      const { nearCount, unable, farCount } = unfired;
      assert.equal(fired.length + nearCount + unable.length + farCount, all.length);
    }),
    { numRuns: 400 },
  );
});
