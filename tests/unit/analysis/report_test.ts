import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot, type Rule, type Snapshot, tierOf } from "@/lib/catalog/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { analyzeTrack, countFindings, type TrackReport } from "@/lib/analysis/mod.ts";
import { select, type Selection } from "@/lib/selection/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";
import {
  type AnswerSet,
  everyAnswerSet,
  smallCatalog,
  tracksOf,
  TriedByName,
} from "./small_catalogs.ts";

/** Counts the answer sets of a track by trying each of them with the engine. */
function tryTrack(snapshot: Snapshot, track: string | null) {
  const tried = new TriedByName();
  const ruleSetId = snapshot.ruleSetIdFor(track);
  const rules = snapshot.rules.filter((rule) => rule.ruleSetId === ruleSetId);
  const without = new Map(rules.map((rule) => [rule.id, withoutRule(snapshot, rule)]));
  for (const set of everyAnswerSet(snapshot, track)) {
    const answers = { optionIds: set.optionIds, track };
    const selection = select(snapshot, answers);
    const { lead, alternatives, firedRules } = selection;
    tried.add("size", set);
    tried.add(lead ? `lead ${lead.systemId}` : "gap", set);
    if (lead) tried.add("picked", set);
    if (alternatives.length > 0) tried.add("with alternatives", set);
    if (lead && alternatives.length > 0) tried.add(`lead with alternatives ${lead.systemId}`, set);
    for (const { systemId } of alternatives) tried.add(`alternative ${systemId}`, set);
    for (const { ruleId, contributed } of firedRules) {
      tried.add(`fires ${ruleId}`, set);
      if (contributed) tried.add(`contributes ${ruleId}`, set);
      const other = select(without.get(ruleId) ?? snapshot, answers);
      if (outcomeOf(other) !== outcomeOf(selection)) tried.add(`changes ${ruleId}`, set);
      addApart(tried, set, { snapshot, selection, other, ruleId });
    }
    if (!lead) addGap(tried, set, { snapshot, track, fired: firedRules.length > 0 });
  }
  return { tried, rules };
}

function withoutRule(snapshot: Snapshot, rule: Rule): Snapshot {
  const { catalog } = snapshot;
  return compileSnapshot({ ...catalog, rules: catalog.rules.filter(({ id }) => id !== rule.id) });
}

function outcomeOf({ lead, alternatives }: Selection): string {
  return `${lead?.systemId}: ${alternatives.map(({ systemId }) => systemId).sort()}`;
}

function addGap(
  tried: TriedByName,
  set: AnswerSet,
  { snapshot, track, fired }: { snapshot: Snapshot; track: string | null; fired: boolean },
): void {
  tried.add(`gap ${fired ? "requirements" : "no-rule"}`, set);
  for (const { id, options } of askedFactors(snapshot, track)) {
    const chosen = options.filter((option) => set.optionIds.includes(option.id));
    if (chosen.length === 0) tried.add(`gap skips ${id}`, set);
    for (const option of chosen) tried.add(`gap with ${option.id}`, set);
  }
}

/** Counts a set where a rule's preferred system leads, and without the rule another's leads, two or more tiers away. */
function addApart(
  tried: TriedByName,
  set: AnswerSet,
  { snapshot, selection, other, ruleId }: {
    snapshot: Snapshot;
    selection: Selection;
    other: Selection;
    ruleId: string;
  },
): void {
  const ordinals = [...new Set(snapshot.catalog.tiers.map(({ ordinal }) => ordinal))]
    .sort((a, b) => a - b);
  const stepOf = (systemId: string) => {
    const tier = tierOf(snapshot, systemId);
    return tier ? ordinals.indexOf(tier.ordinal) : NaN;
  };
  const own = decider(snapshot, selection);
  const next = decider(snapshot, other);
  if (!selection.lead || !other.lead || own?.rule.id !== ruleId || !next) return;
  if (own.role !== "preferred" || next.role !== "preferred") return;
  const steps = stepOf(other.lead.systemId) - stepOf(selection.lead.systemId);
  if (Math.abs(steps) >= 2) tried.add(`apart ${ruleId} ${next.rule.id}`, set);
}

/** Returns the strongest outcome that surfaces the lead, with its rule. */
function decider(snapshot: Snapshot, { lead }: Selection) {
  if (!lead) return null;
  const outcomes = snapshot.rules.filter(({ id }) => lead.matchedRuleIds.includes(id))
    .flatMap((rule) => rule.outcomes.map((outcome) => ({ rule, ...outcome })))
    .filter(({ systemId }) => systemId === lead.systemId);
  const [first] = outcomes.sort((a, b) =>
    a.rule.priority - b.rule.priority ||
    Number(a.role === "alternative") - Number(b.role === "alternative") || a.rank - b.rank
  );
  return first ?? null;
}

Deno.test("analyzeTrack() agrees with trying every answer set (§4.1)", async () => {
  await fc.assert(
    fc.asyncProperty(smallCatalog(), async (catalog) => {
      const snapshot = compileSnapshot(catalog);
      for (const track of tracksOf(snapshot)) {
        const report = await analyzeTrack(snapshot, track);
        assert.equal(report.stopped, null);
        assert.deepEqual(report.unfinished, []);
        checkReport(report, snapshot);
      }
    }),
    { numRuns: 150 },
  );
});

function checkReport(report: TrackReport, snapshot: Snapshot): void {
  const { track } = report;
  const { tried, rules } = tryTrack(snapshot, track);
  const selectFor = (optionIds: readonly string[]) => select(snapshot, { optionIds, track });
  const count = (name: string) => tried.get(name).count;

  assert.deepEqual(report.size, count("size"));
  assert.deepEqual(report.picked, count("picked"));
  assert.deepEqual(report.withAlternatives, count("with alternatives"));

  assert.equal(
    report.leads.length,
    namesOf(tried, "lead ").filter((n) => !n.includes("with")).length,
  );
  for (const { systemId, count: own, withAlternatives, witness } of report.leads) {
    assert.deepEqual(own, count(`lead ${systemId}`), systemId);
    assert.deepEqual(withAlternatives, count(`lead with alternatives ${systemId}`));
    assert.equal(witness.length, tried.get(`lead ${systemId}`).fewest);
    assert.equal(selectFor(witness).lead?.systemId, systemId);
  }

  assert.equal(report.fires.length, namesOf(tried, "fires ").length);
  for (const { ruleId, count: own } of report.fires) {
    assert.deepEqual(own, count(`fires ${ruleId}`), ruleId);
  }

  const { gaps } = report;
  assert.deepEqual(gaps?.count, count("gap"));
  assert.equal(
    gaps?.causes.length,
    namesOf(tried, "gap requirements").length + namesOf(tried, "gap no-rule").length,
  );
  for (const { cause, count: own, witness } of gaps?.causes ?? []) {
    assert.deepEqual(own, count(`gap ${cause}`));
    assert.equal(witness.length, tried.get(`gap ${cause}`).fewest);
    const { lead, firedRules } = selectFor(witness);
    assert.equal(lead, null);
    assert.equal(firedRules.length === 0, cause === "no-rule");
  }
  for (const { factorId, skipped, options } of gaps?.factors ?? []) {
    assert.equal(skipped, count(`gap skips ${factorId}`).all, factorId);
    for (const option of options) {
      assert.equal(option.count, count(`gap with ${option.optionId}`).all, option.optionId);
    }
  }

  const unreachable = rules.filter(({ id }) => tried.get(`fires ${id}`).all === 0n);
  assert.deepEqual(report.unreachable.map(({ ruleId }) => ruleId), unreachable.map(({ id }) => id));
  const redundant = rules.filter(({ id }) =>
    tried.get(`fires ${id}`).all > 0n && tried.get(`changes ${id}`).all === 0n
  );
  assert.deepEqual(report.redundant.map(({ ruleId }) => ruleId), redundant.map(({ id }) => id));
  for (const { ruleId, reason, witness } of report.redundant) {
    assert.equal(reason === "dropped", tried.get(`contributes ${ruleId}`).all === 0n, ruleId);
    assert.equal(witness.length, tried.get(`fires ${ruleId}`).fewest);
    assert.ok(selectFor(witness).firedRules.some((fired) => fired.ruleId === ruleId));
  }

  const missed = snapshot.systems.filter(({ id }) => tried.get(`lead ${id}`).all === 0n);
  assert.deepEqual(report.missed.map(({ systemId }) => systemId), missed.map(({ id }) => id));
  for (const { systemId, reach, witness } of report.missed) {
    const second = tried.get(`alternative ${systemId}`);
    assert.equal(reach === "alternative", second.all > 0n, systemId);
    if (reach === "alternative") assert.equal(witness?.length, second.fewest);
  }

  assert.deepEqual(
    report.apart.map(({ ruleId, nextRuleId }) => `apart ${ruleId} ${nextRuleId}`).sort(),
    namesOf(tried, "apart ").sort(),
  );
  for (const { ruleId, nextRuleId, count: own, witness, systemId } of report.apart) {
    const expected = tried.get(`apart ${ruleId} ${nextRuleId}`);
    assert.deepEqual(own, expected.count);
    assert.equal(witness.length, expected.fewest);
    assert.equal(selectFor(witness).lead?.systemId, systemId);
  }
}

function namesOf({ byName }: TriedByName, start: string): string[] {
  return [...byName.keys()].filter((name) => name.startsWith(start));
}

Deno.test("analyzeTrack() is exact when a question has more answer classes than a word has bits", async () => {
  const many = ["a", "b", "c", "d", "e", "f"];
  const offers = [...many, "x", "y"].map((id, place) =>
    aRule(id, {
      priority: place % 4,
      conditions: [{
        factorId: many.includes(id) ? "many" : "one",
        operator: place % 3 === 2 ? "none" : "any",
        optionIds: [id],
      }],
      outcomes: [place, place + 3].map((system, rank) => ({
        systemId: `system-${system % 8}`,
        role: "preferred" as const,
        rank,
        rationale: "It fits.",
      })),
    })
  );
  const tiers = [1, 2, 3, 4].map((ordinal) => (
    { id: `tier-${ordinal}`, label: `Tier ${ordinal}`, description: "", ordinal }
  ));
  const snapshot = compileSnapshot(aCatalog({
    tiers,
    systems: offers.map((_, place) =>
      aSystem(`system-${place}`, { position: place, budgetTierId: `tier-${place % 4 + 1}` })
    ),
    factors: [aFactor("many", many, { multiple: true }), aFactor("one", ["x", "y"])],
    rules: offers,
  }));
  const report = await analyzeTrack(snapshot, null);
  assert.equal(report.size.all, 64n * 3n - 1n);
  checkReport(report, snapshot);
});

Deno.test("analyzeTrack() counts exactly beyond the largest safe integer", async () => {
  const factors = Array.from(
    { length: 12 },
    (_, place) =>
      aFactor(`f${place}`, Array.from({ length: 12 }, (_, option) => `f${place}-${option}`), {
        multiple: true,
      }),
  );
  const snapshot = compileSnapshot(aCatalog({
    systems: [aSystem("wall")],
    factors,
    rules: [aRule("first", {
      conditions: [{ factorId: "f0", operator: "any", optionIds: ["f0-0"] }],
      outcomes: [{ systemId: "wall", role: "preferred", rank: 1, rationale: "It fits." }],
    })],
  }));
  const { size, picked, gaps } = await analyzeTrack(snapshot, null);
  assert.equal(size.all, 2n ** 144n - 1n);
  assert.equal(size.complete, (2n ** 12n - 1n) ** 12n);
  assert.equal(picked.all, 2n ** 143n);
  assert.equal(gaps?.count.all, 2n ** 143n - 1n);
  assert.deepEqual(gaps?.factors[1]?.options[0], { optionId: "f1-0", count: 2n ** 142n });
});

Deno.test("analyzeTrack() reports where it stopped when the budget is spent", async () => {
  const snapshot = compileSnapshot(demoCatalog);
  const whole = await analyzeTrack(snapshot, "home");
  const questions = new Set<string>();
  for (let budget = 1; budget < whole.steps; budget += 25) {
    const report = await analyzeTrack(snapshot, "home", { budget });
    assert.ok(report.stopped, `${budget}`);
    questions.add(report.stopped.question);
    assert.equal(report.unfinished[0], report.stopped.question);
    assert.ok(report.steps > budget && report.steps <= budget + 2, `${report.steps}`);
    assert.ok(report.picked.all <= whole.picked.all);
    assert.equal(countFindings(report).partial, true);
  }
  assert.deepEqual(
    [...questions],
    ["answers", "unreachable", "leads", "gaps", "systems", "redundant", "apart"].filter((each) =>
      questions.has(each)
    ),
  );
  assert.ok(questions.has("leads") && questions.has("redundant"), [...questions].join());
  const enough = await analyzeTrack(snapshot, "home", { budget: whole.steps });
  assert.equal(enough.stopped, null);
});

Deno.test("analyzeTrack() stops at a question with too many classes of answers", async () => {
  const ids = Array.from({ length: 30 }, (_, place) => `option-${place}`);
  const snapshot = compileSnapshot(aCatalog({
    factors: [aFactor("many", ids, { multiple: true })],
    rules: ids.map((id) =>
      aRule(`rule-${id}`, {
        conditions: [{ factorId: "many", operator: "any", optionIds: [id] }],
      })
    ),
  }));
  const { stopped, steps } = await analyzeTrack(snapshot, null);
  assert.deepEqual(stopped, { question: "answers", id: null });
  assert.ok(steps < 100_000, `${steps} steps`);
});

Deno.test("analyzeTrack() gives the reason why a rule never fires, and a nearest answer set", async () => {
  const when = (factorId: string, operator: "any" | "all" | "none", ...optionIds: string[]) => (
    { factorId, operator, optionIds }
  );
  const rules = {
    "no-condition": [],
    gone: [when("place", "any", "in"), when("place", "any", "attic")],
    "not-asked": [when("place", "any", "in"), when("other", "any", "o1")],
    elsewhere: [when("place", "any", "in"), when("office", "any", "desk")],
    contradiction: [when("place", "any", "in"), when("place", "any", "out")],
  };
  const snapshot = compileSnapshot(aCatalog({
    factors: [
      aFactor("place", ["in", "out"]),
      aFactor("other", ["o1"], { trackIds: ["nowhere"] }),
      aFactor("office", ["desk"], { trackIds: ["office"] }),
    ],
    tracks: ["home", "office"].map((id) => (
      { id, name: id, description: "", ruleSetId: "", position: 1, retired: false }
    )),
    rules: Object.entries(rules).map(([id, conditions]) => aRule(id, { conditions })),
  }));
  const report = await analyzeTrack(snapshot, "home");
  const { unreachable } = report;
  assert.equal(countFindings(report).unreachableRules, 4);
  assert.deepEqual(
    unreachable.map(({ ruleId, reason, witness }) => [ruleId, reason, witness]).sort(),
    Object.keys(rules).map((id) => [id, id, id === "no-condition" ? null : ["in"]]).sort(),
  );
});
