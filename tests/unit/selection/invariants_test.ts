/** Properties of the engine that hold for every catalog and every set of answers. */
import assert from "node:assert/strict";
import { NO_MATCH } from "@/lib/selection/explain.ts";
import fc from "fast-check";
import { type Catalog, compileSnapshot, type Snapshot } from "@/lib/catalog/mod.ts";
import { type Answers, select, type Selection } from "@/lib/selection/mod.ts";
import { meetsRequirements } from "@/lib/selection/requirements.ts";
import {
  arbitraryAnswers,
  arbitraryCatalog,
  UNKNOWN_ID,
} from "@/tests/helpers/catalog_arbitrary.ts";

/** Random catalogs and answers, drawn once for all properties, because drawing them takes longer than checking them. */
const SEED = Math.floor(Math.random() * 2 ** 31);
const CASES = fc.sample(
  fc.tuple(fc.noBias(arbitraryCatalog()), fc.noBias(arbitraryAnswers()), fc.noBias(fc.nat())),
  { numRuns: 600, seed: SEED },
);
const SNAPSHOTS = new WeakMap(CASES.map(([catalog]) => [catalog, compileSnapshot(catalog)]));

/** Checks a property on the drawn cases. `dice` is a random number for further choices. */
function holds(property: (catalog: Catalog, answers: Answers, dice: number) => void): void {
  for (const [place, drawn] of CASES.entries()) {
    try {
      property(...drawn);
    } catch (cause) {
      throw new Error(`case ${place} of the seed ${SEED}: ${JSON.stringify(drawn)}`, { cause });
    }
  }
}

function snapshotOf(catalog: Catalog): Snapshot {
  return SNAPSHOTS.get(catalog) ?? compileSnapshot(catalog);
}

function selectFrom(catalog: Catalog, answers: Answers): Selection {
  return select(snapshotOf(catalog), answers);
}

function withoutEcho({ context: _, ...decision }: Selection): Omit<Selection, "context"> {
  return decision;
}

function pickOne<T>(items: readonly T[], dice: number): T | undefined {
  return items[dice % items.length];
}

Deno.test("select() ignores the order and repeats of options (§4.1)", () => {
  holds((catalog, answers, dice) => {
    const turn = dice % (answers.optionIds.length + 1);
    const optionIds = [
      ...answers.optionIds.slice(turn),
      ...answers.optionIds.toReversed(),
      ...answers.optionIds.slice(0, turn),
    ];
    const shuffled = selectFrom(catalog, { ...answers, optionIds });
    assert.deepEqual(withoutEcho(shuffled), withoutEcho(selectFrom(catalog, answers)));
  });
});

Deno.test("select() ignores unknown ids except in the echo, and accepts any string (§4.1, §7)", () => {
  fc.assert(
    fc.property(
      arbitraryCatalog(),
      arbitraryAnswers(),
      fc.array(fc.string().filter((id) => !id.includes("option"))),
      (catalog, answers, unknown) => {
        const optionIds = [...unknown, ...answers.optionIds, ...unknown];
        const selection = selectFrom(catalog, { ...answers, optionIds });
        const trimmed = optionIds.map((id) => id.trim()).filter((id) => id !== "");
        const plain = selectFrom(catalog, answers);
        const explanation = plain.lead || trimmed.length === 0 ? plain.explanation : NO_MATCH;
        assert.deepEqual(withoutEcho(selection), withoutEcho({ ...plain, explanation }));
        assert.deepEqual(selection.context.optionIds, [...new Set(trimmed)]);
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("select() gives alternatives that are strictly cheaper than the lead, cheapest first, never the lead (§2.1)", () => {
  holds((catalog, answers) => {
    const { systemById, tierById } = snapshotOf(catalog);
    const ordinalOf = (systemId: string) =>
      tierById.get(systemById.get(systemId)?.budgetTierId ?? "")?.ordinal ?? NaN;
    const { lead, alternatives } = selectFrom(catalog, answers);
    const ordinals = alternatives.map(({ systemId }) => ordinalOf(systemId));
    assert.deepEqual(ordinals, ordinals.toSorted((a, b) => a - b));
    for (const { systemId } of alternatives) {
      assert.ok(lead && ordinalOf(systemId) < ordinalOf(lead.systemId));
      assert.notEqual(systemId, lead.systemId);
    }
    assert.equal(new Set(alternatives.map(({ systemId }) => systemId)).size, alternatives.length);
  });
});

Deno.test("select() only picks systems that meet every requirement of the selected options (§1)", () => {
  holds((catalog, answers) => {
    const { factors, systemById, attributeById } = snapshotOf(catalog);
    const { context, lead, alternatives } = selectFrom(catalog, answers);
    const requirements = factors.flatMap(({ options }) => options)
      .filter(({ id }) => context.optionIds.includes(id))
      .flatMap((option) => option.requirements);
    for (const { systemId } of [lead, ...alternatives].filter((pick) => pick !== null)) {
      const system = systemById.get(systemId);
      assert.ok(system && meetsRequirements(system, requirements, attributeById));
    }
  });
});

Deno.test("select() flags over-specification exactly when there is an alternative, and points at the cheapest (§2.1)", () => {
  holds((catalog, answers) => {
    const { lead, alternatives, overSpecified } = selectFrom(catalog, answers);
    const [cheapest] = alternatives;
    assert.equal(overSpecified === null, cheapest === undefined);
    if (!overSpecified || !cheapest) return;
    assert.equal(overSpecified.fromSystemId, lead?.systemId);
    assert.equal(overSpecified.fromTier, lead?.budgetTier);
    assert.equal(overSpecified.toSystemId, cheapest.systemId);
    assert.equal(overSpecified.toTier, cheapest.budgetTier);
    for (const named of [lead?.budgetTier, cheapest.budgetTier, cheapest.name]) {
      assert.ok(named && overSpecified.note.includes(named), overSpecified.note);
    }
  });
});

Deno.test("select() lists the fired rules once each, in priority order (§2.1)", () => {
  holds((catalog, answers) => {
    const { firedRules } = selectFrom(catalog, answers);
    const sorted = firedRules.toSorted((a, b) =>
      a.priority - b.priority || (a.ruleId < b.ruleId ? -1 : 1)
    );
    assert.deepEqual(firedRules, sorted);
    assert.equal(new Set(firedRules.map(({ ruleId }) => ruleId)).size, firedRules.length);
  });
});

Deno.test("select() lists the contributing rules of each pick in order, with rationales that do not repeat (§2.1)", () => {
  holds((catalog, answers) => {
    const { lead, alternatives, firedRules } = selectFrom(catalog, answers);
    const contributed = firedRules.filter((rule) => rule.contributed).map(({ ruleId }) => ruleId);
    for (const pick of [lead, ...alternatives].filter((pick) => pick !== null)) {
      assert.ok(pick.matchedRuleIds.length > 0);
      const inOrder = contributed.filter((id) => pick.matchedRuleIds.includes(id));
      assert.deepEqual(pick.matchedRuleIds, inOrder);
      assert.equal(new Set(pick.rationales).size, pick.rationales.length);
      assert.ok(pick.rationales.length > 0);
    }
  });
});

Deno.test("select() never shows a retired system, nor fires a retired or disabled rule (§4.1)", () => {
  holds((catalog, answers) => {
    const { lead, alternatives, firedRules } = selectFrom(catalog, answers);
    for (const pick of [lead, ...alternatives].filter((pick) => pick !== null)) {
      assert.equal(catalog.systems.find(({ id }) => id === pick.systemId)?.retired, false);
    }
    for (const { ruleId } of firedRules) {
      const rule = catalog.rules.find(({ id }) => id === ruleId);
      assert.ok(rule?.enabled && !rule.retired);
    }
  });
});

Deno.test("select() returns the same result when retired records are removed from the catalog (§4.1)", () => {
  const live = <T extends { retired: boolean }>(records: T[]) => records.filter((r) => !r.retired);
  holds((catalog, answers) => {
    const pruned: Catalog = {
      ...catalog,
      systems: live(catalog.systems),
      rules: live(catalog.rules).filter(({ enabled }) => enabled),
      attributes: live(catalog.attributes),
      tracks: live(catalog.tracks),
      factors: live(catalog.factors).map((factor) => ({
        ...factor,
        options: live(factor.options),
      })),
    };
    assert.deepEqual(selectFrom(pruned, answers), selectFrom(catalog, answers));
  });
});

Deno.test("select() never feeds a disabled attribute into matching (§4.1)", () => {
  holds((catalog, answers, dice) => {
    const attribute = pickOne(catalog.attributes, dice);
    const disabled: Catalog = {
      ...catalog,
      attributes: catalog.attributes.map((own) =>
        own === attribute ? { ...own, enabled: false } : own
      ),
    };
    const valueless: Catalog = {
      ...disabled,
      systems: disabled.systems.map((system) => ({
        ...system,
        values: system.values.filter(({ attributeId }) => attributeId !== attribute?.id),
      })),
    };
    const undemanding: Catalog = {
      ...disabled,
      factors: disabled.factors.map((factor) => ({
        ...factor,
        options: factor.options.map((option) => ({
          ...option,
          requirements: option.requirements.filter((r) => r.attributeId !== attribute?.id),
        })),
      })),
    };
    const expected = selectFrom(disabled, answers);
    assert.deepEqual(selectFrom(valueless, answers), expected);
    assert.deepEqual(selectFrom(undemanding, answers), expected);
  });
});

Deno.test("select() uses the default rule set for an absent, unknown or retired track, and for a retired rule set (§4.1)", () => {
  holds((catalog, { optionIds }, dice) => {
    const expected = selectFrom(catalog, { optionIds, track: null });
    assert.deepEqual(selectFrom(catalog, { optionIds, track: UNKNOWN_ID }), expected);
    const track = pickOne(catalog.tracks, dice);
    if (!track) return;
    const retiredTrack: Catalog = {
      ...catalog,
      tracks: catalog.tracks.map((own) => own === track ? { ...own, retired: true } : own),
    };
    assert.deepEqual(selectFrom(retiredTrack, { optionIds, track: track.id }), expected);
    const retiredRules: Catalog = {
      ...catalog,
      ruleSets: catalog.ruleSets.map((own) =>
        own.id === track.ruleSetId ? { ...own, retired: true } : own
      ),
    };
    assert.deepEqual(selectFrom(retiredRules, { optionIds, track: track.id }), expected);
  });
});

Deno.test("select() applies an enabled or disabled rule to the next answers (§4.1)", () => {
  holds((catalog, answers, dice) => {
    const before = selectFrom(catalog, answers);
    const fired = pickOne(before.firedRules, dice);
    if (!fired) return;
    const switched = (enabled: boolean): Catalog => ({
      ...catalog,
      rules: catalog.rules.map((rule) => rule.id === fired.ruleId ? { ...rule, enabled } : rule),
    });
    const without = selectFrom(switched(false), answers);
    assert.deepEqual(
      without.firedRules,
      before.firedRules.filter(({ ruleId }) => ruleId !== fired.ruleId),
    );
    assert.ok(without.surfacedSystemCount <= before.surfacedSystemCount);
    const { lead } = before;
    const [onlyRule, ...otherRules] = lead?.matchedRuleIds ?? [];
    if (lead && onlyRule === fired.ruleId && otherRules.length === 0) {
      assert.notEqual(without.lead?.systemId, lead.systemId);
    }
    assert.deepEqual(selectFrom(switched(true), answers), before);
  });
});

Deno.test("select() returns an explanation exactly when nothing is recommended (§2.1)", () => {
  holds((catalog, answers) => {
    const { lead, alternatives, overSpecified, explanation, surfacedSystemCount } = selectFrom(
      catalog,
      answers,
    );
    assert.equal(explanation === null, lead !== null);
    assert.equal(surfacedSystemCount === 0, lead === null);
    if (lead) return;
    assert.deepEqual({ alternatives, overSpecified }, { alternatives: [], overSpecified: null });
  });
});

Deno.test("select() does not change its snapshot, and no result affects the next (design §6)", () => {
  holds((catalog, answers) => {
    const snapshot = compileSnapshot(catalog);
    const first = select(snapshot, answers);
    select(snapshot, { optionIds: [...snapshot.factorIdByOptionId.keys()], track: null });
    first.alternatives.length = 0;
    first.firedRules.length = 0;
    assert.deepEqual(snapshot.catalog, catalog);
    assert.deepEqual(select(snapshot, answers), selectFrom(catalog, answers));
  });
});
