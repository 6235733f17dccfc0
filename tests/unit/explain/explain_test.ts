/** Checks the explanation of a result against trying every answer set with the engine. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  compileSnapshot,
  type Factor,
  formatValue,
  type Snapshot,
  type TypedValue,
} from "@/lib/catalog/mod.ts";
import { explain, Explanation, givesUp, purposeOf } from "@/lib/explain/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { answeredFactors, meetsRequirements, select } from "@/lib/selection/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import {
  aCatalog,
  aFactor,
  anAttribute,
  anOption,
  aRule,
  aSystem,
  dimension,
  labels,
  range,
} from "@/tests/helpers/factories.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";

const RUNS = Number(Deno.env.get("EXPLAIN_RUNS") ?? 300);
const demo = compileSnapshot(demoCatalog);

function everyAnswer({ options, multiple }: Factor): string[][] {
  const ids = options.map(({ id }) => id);
  if (!multiple) return [[], ...ids.map((id) => [id])];
  return ids.reduce<string[][]>((sets, id) => [...sets, ...sets.map((set) => [...set, id])], [[]]);
}

/** Yields every combination of answers to some questions. Skipping a question is one of its answers. */
function* everyCombination(factors: readonly Factor[]): Generator<string[][]> {
  const [first, ...rest] = factors;
  if (first === undefined) return yield [];
  for (const answer of everyAnswer(first)) {
    for (const others of everyCombination(rest)) yield [answer, ...others];
  }
}

interface Asked {
  readonly snapshot: Snapshot;
  readonly optionIds: readonly string[];
  readonly track: string | null;
}

function contextOf({ snapshot, optionIds, track }: Asked) {
  const live = new Set(
    optionIds.map((id) => id.trim()).filter((id) => snapshot.factorIdByOptionId.has(id)),
  );
  const known = snapshot.tracks.find(({ id }) => id === track)?.id ?? null;
  const asked = askedFactors(snapshot, known);
  const selectedOf = (factor: Factor) =>
    factor.options.map(({ id }) => id).filter((id) => live.has(id));
  const pickOf = (ids: Iterable<string>) =>
    select(snapshot, { optionIds: [...ids], track }).lead?.systemId ?? null;
  return { live, asked, selectedOf, pickOf };
}

function explained({ snapshot, optionIds, track }: Asked): Explanation {
  const answers = { optionIds, track };
  return explain(snapshot, answers, select(snapshot, answers));
}

/** Returns the open questions that can change the pick, found by trying every completion. */
function changingByTrial(question: Asked): string[] {
  const { live, asked, selectedOf, pickOf } = contextOf(question);
  const open = asked.filter((factor) => selectedOf(factor).length === 0);
  const picks = new Map(
    [...everyCombination(open)].map((
      combination,
    ) => [JSON.stringify(combination), pickOf([...live, ...combination.flat()])]),
  );
  return open.filter((_, place) =>
    [...picks].some(([combination, pick]) => {
      const skipped = JSON.stringify((JSON.parse(combination) as string[][]).with(place, []));
      return picks.get(skipped) !== pick;
    })
  ).map(({ id }) => id);
}

/** Returns the questions of the smallest change that leads to each other system, found by trying every change. */
function changesByTrial(question: Asked): Map<string, string[]> {
  const { live, asked, selectedOf, pickOf } = contextOf(question);
  const unasked = [...live].filter((id) =>
    !asked.some((factor) => selectedOf(factor).includes(id))
  );
  const own = asked.map(selectedOf);
  const pick = pickOf(live);
  const best = new Map<string, number[]>();
  const each = asked.map((factor, place) => [
    own[place] ?? [],
    ...everyAnswer(factor).filter((answer) => answer.join() !== own[place]?.join()),
  ]);
  const visit = (place: number, chosen: string[][], changed: number[]) => {
    if (changed.length > 3) return;
    if (place < asked.length) {
      for (const [other, answer] of each[place]?.entries() ?? []) {
        visit(place + 1, [...chosen, answer], other === 0 ? changed : [...changed, place]);
      }
      return;
    }
    const systemId = pickOf([...unasked, ...chosen.flat()]);
    if (systemId === null || systemId === pick) return;
    const known = best.get(systemId);
    if (known === undefined || isBefore(changed, known)) best.set(systemId, changed);
  };
  visit(0, [], []);
  return new Map([...best].map(([id, places]) => [
    id,
    places.flatMap((place) => asked[place]?.id ?? []),
  ]));
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const differs = a.findIndex((place, index) => place !== b[index]);
  return differs !== -1 && (a[differs] ?? 0) < (b[differs] ?? 0);
}

function check(question: Asked): void {
  const { live, asked, selectedOf, pickOf } = contextOf(question);
  const explanation = explained(question);
  Explanation.parse(explanation);

  const changing = changingByTrial(question);
  const open = asked.filter((factor) => selectedOf(factor).length === 0).map(({ id }) => id);
  assert.deepEqual(
    explanation.open,
    open.map((factorId) => ({ factorId, canChange: changing.includes(factorId) })),
  );
  assert.equal(explanation.mayStop, pickOf(live) !== null && changing.length === 0);

  const smallest = changesByTrial(question);
  assert.deepEqual(
    new Map(
      explanation.counterfactuals.map(({ systemId, changes }) => [
        systemId,
        changes.map(({ factorId }) => factorId),
      ]),
    ),
    smallest,
  );
  const sizes = explanation.counterfactuals.map(({ changes }) => changes.length);
  assert.deepEqual(sizes, sizes.toSorted((a, b) => a - b));
  for (const { systemId, changes } of explanation.counterfactuals) {
    const changed = new Set(live);
    for (const { from, to } of changes) {
      from.forEach((id) => changed.delete(id));
      to.forEach((id) => changed.add(id));
    }
    assert.equal(pickOf(changed), systemId);
  }
}

Deno.test("explain() agrees with trying every answer on open questions and counterfactuals", () => {
  fc.assert(
    fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, answers) => {
      check({ snapshot: compileSnapshot(catalog), ...answers });
    }),
    { numRuns: RUNS },
  );
});

Deno.test("explain() gives one verdict per selected option that the track asks, in asking order", () => {
  fc.assert(
    fc.property(arbitraryCatalog(), arbitraryAnswers(), (catalog, { optionIds, track }) => {
      const snapshot = compileSnapshot(catalog);
      const { asked } = contextOf({ snapshot, optionIds, track });
      const explanation = explained({ snapshot, optionIds, track });
      const expected = answeredFactors(snapshot, optionIds.map((id) => id.trim()))
        .filter(({ factorId }) => asked.some(({ id }) => id === factorId))
        .flatMap(({ factorId, options }) => options.map(({ id }) => `${factorId} ${id}`));
      assert.deepEqual(
        explanation.answers.map((row) => `${row.factorId} ${row.optionId}`),
        expected,
      );
    }),
    { numRuns: RUNS },
  );
});

Deno.test("the verdicts of explain() agree with the requirements and the fired rules, on the demo", () => {
  for (const track of demo.tracks) {
    const asked = askedFactors(demo, track.id);
    const set = fc.tuple(...asked.map(({ options }) => fc.constantFrom(...options)));
    for (const options of fc.sample(set, { seed: 7, numRuns: 120 })) {
      const answers = { optionIds: options.map(({ id }) => id), track: track.id };
      const selection = select(demo, answers);
      const { lead } = selection;
      const explanation = explain(demo, answers, selection);
      assert.equal(explanation.answers.length, options.length);
      assert.equal(explanation.mayStop, lead !== null);
      for (const [place, { optionId, verdict, why }] of explanation.answers.entries()) {
        const option = options[place];
        assert.equal(optionId, option?.id);
        assert.match(why, /^[A-Z“].*\.$/);
        const names = (ids: readonly string[]) =>
          ids.some((id) =>
            demo.ruleById.get(id)?.conditions.some(({ operator, optionIds }) =>
              operator !== "none" && optionIds.includes(optionId)
            )
          );
        const requires = (option?.requirements.length ?? 0) > 0;
        const system = lead && demo.systemById.get(lead.systemId);
        if (system && option) {
          assert.ok(meetsRequirements(system, option.requirements, demo.attributeById));
        }
        const isMet = lead !== null && (requires || names(lead.matchedRuleIds));
        assert.equal(verdict === "met", isMet);
        if (names(selection.firedRules.map(({ ruleId }) => ruleId))) {
          assert.notEqual(verdict, "unmet");
        }
      }
      assert.equal(explanation.receipt !== null, selection.overSpecified !== null);
    }
  }
});

const LOSSES: readonly [unit: string | null, from: TypedValue, to: TypedValue, loss: boolean][] = [
  ["STC", range(26, 32), range(32, 40), false],
  ["STC", range(32, 40), range(26, 32), true],
  ["weeks", range(5, 7), range(4, 6), false],
  ["weeks", range(4, 6), range(4, 8), true],
  ["ft", range(4, 20), range(6, 20), true],
  ["ft", range(4, 20), range(4, 24), false],
  ["ft", range(null, 20), range(null, 20), false],
  ["ft", range(null, 20), range(null, 16), true],
  ["years", dimension(10), dimension(5), true],
  ["weeks", dimension(10), dimension(5), false],
  ["lb", dimension(10), dimension(5), false],
  [null, labels("Exterior"), labels("Interior and exterior"), false],
  [null, labels("Interior and exterior"), labels("Exterior"), true],
  [null, labels("Satin glass", "Oak"), labels("oak"), true],
];
for (const [unit, from, to, loss] of LOSSES) {
  Deno.test(`${formatValue(from, unit)} to ${formatValue(to, unit)} ${loss ? "is" : "is no"} loss`, () => {
    const attributes = [anAttribute("a", { unit, valueType: "range" })];
    assert.equal(givesUp(compileSnapshot(aCatalog({ attributes })), "a", { from, to }), loss);
  });
}

Deno.test("an answer that rules out what it supports is not said to conflict with another", () => {
  const tall = { attributeId: "h", predicate: { kind: "at-least" as const, value: 10 } };
  const snapshot = compileSnapshot(aCatalog({
    attributes: [anAttribute("h", { valueType: "dimension" })],
    systems: [aSystem("heron", { name: "Heron" })],
    factors: [aFactor("size", [], { options: [anOption("tall", { requirements: [tall] })] })],
    rules: [aRule("any", {
      conditions: [{ factorId: "size", operator: "any", optionIds: ["tall"] }],
      outcomes: [{ systemId: "heron", role: "preferred", rank: 1, rationale: "Tall" }],
    })],
  }));
  const [verdict] = explained({ snapshot, optionIds: ["tall"], track: null }).answers;
  assert.equal(
    verdict?.why,
    "It spoke for Heron, which falls short of “Option tall”: attribute h.",
  );
});

Deno.test("without a pick, an answer says what each system that it spoke for falls short of", () => {
  const answers = {
    optionIds: ["cold-outside", "counter-window", "sound-confidential"],
    track: "home",
  };
  const selection = select(demo, answers);
  assert.equal(selection.lead, null);
  const [place, opening] = explain(demo, answers, selection).answers;
  assert.equal(
    place?.why,
    "It spoke for Heron Counter and Ascent Bay, which fall short of " +
      "“Confidential: nothing may be understood”: sound rating.",
  );
  assert.match(opening?.why ?? "", /^It spoke for .+, which falls? short of “Confidential: .+”/);
});

Deno.test("a weighed answer names the shortfall of the system that it supports", () => {
  const answers = {
    optionIds: ["mild-outside", "wall-grand", "width-large", "look-warm", "floor-flush"],
    track: "home",
  };
  const { answers: rows } = explain(demo, answers, select(demo, answers));
  const warm = rows.find(({ optionId }) => optionId === "look-warm");
  assert.equal(warm?.verdict, "weighed");
  assert.match(
    warm.why,
    /It spoke for Heron Clad.* Heron Clad falls short of “A grand wall, .*”: /,
  );
});

Deno.test("an answer without effect names only a system that one other answer rules out (§4.1)", () => {
  const answers = {
    optionIds: ["coast-outside", "doorway", "width-small", "priority-cost"],
    track: "home",
  };
  const { answers: rows } = explain(demo, answers, select(demo, answers));
  const lean = rows.find(({ optionId }) => optionId === "priority-cost");
  assert.equal(
    lean?.why,
    "Nothing that led to Heron Storm took this answer into account. Estuary Lite is made for it, but falls short of " +
      "“In an outside wall, coast or storm country”: rain tightness.",
    "and not a serving window, which the doorway rules out too",
  );
  const warm = { optionIds: ["coast-outside", "wall-grand", "look-warm"], track: "hospitality" };
  const look = explain(demo, warm, select(demo, warm)).answers
    .find(({ optionId }) => optionId === "look-warm");
  assert.match(
    look?.why ?? "",
    / put Ascent Bay forward for it, but only together with “A button”\.$/,
    "and not Heron Clad, which is low too",
  );
  const grand = { ...answers, optionIds: ["coast-outside", "wall-grand", "priority-cost"] };
  const [, , cost] = explain(demo, grand, select(demo, grand)).answers;
  assert.match(cost?.why ?? "", / took this answer into account\.$/, "two answers rule out each");
});

Deno.test("a receipt lists the attributes that differ, with the answers that require them", () => {
  let rows = 0;
  for (const track of demo.tracks) {
    const asked = askedFactors(demo, track.id);
    const set = fc.tuple(...asked.map(({ options }) => fc.constantFrom(...options)));
    for (const options of fc.sample(set, { seed: 11, numRuns: 60 })) {
      const answers = { optionIds: options.map(({ id }) => id), track: track.id };
      const selection = select(demo, answers);
      const { receipt } = explain(demo, answers, selection);
      if (receipt === null) continue;
      assert.equal(receipt.fromSystemId, selection.overSpecified?.fromSystemId);
      assert.equal(receipt.toSystemId, selection.overSpecified?.toSystemId);
      for (const { attributeId, from, to, askedBy } of receipt.rows) {
        rows++;
        assert.notDeepEqual(from, to);
        assert.deepEqual(
          askedBy,
          options.filter(({ requirements }) =>
            requirements.some((each) => each.attributeId === attributeId)
          ).map(({ id }) => id),
        );
      }
    }
  }
  assert.ok(rows > 0);
});

Deno.test("explain() keeps the capitals in the name of an attribute (§2.1)", () => {
  const verdicts = [null, ...demo.tracks.map(({ id }) => id)].flatMap((track) =>
    explained({ snapshot: demo, optionIds: ["cold-outside"], track }).answers
  );
  assert.match(verdicts.map(({ why }) => why).join(" "), /heat loss \(U-factor\)/);
});

Deno.test("purposeOf() names no answer that the cheaper system meets as well (§2.1)", () => {
  const optionIds = ["coast-outside", "wall-tall", "floor-low"];
  const selection = select(demo, { optionIds, track: "home" });
  assert.equal(selection.overSpecified?.toSystemId, "heron-thermal");
  assert.deepEqual(purposeOf(demo, selection)?.because, ["coast-outside"]);
});
