import assert from "node:assert/strict";
import fc from "fast-check";
import { type Catalog, compileSnapshot } from "@/lib/catalog/mod.ts";
import { compareOutcomes, type OutcomeComparison } from "@/lib/analysis/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { everyAnswerSet, smallCatalog, tracksOf, TriedByName } from "./small_catalogs.ts";

async function compare(
  before: Catalog,
  after: Catalog,
  track: string | null,
  options?: { budget: number },
): Promise<OutcomeComparison> {
  const compared = await compareOutcomes(
    compileSnapshot(before),
    compileSnapshot(after),
    track,
    options,
  );
  assert.ok(compared.comparable);
  return compared;
}

/** A random edit of the rules: new priorities, one rule switched, and one without its first outcome. */
function arbitraryEdit(): fc.Arbitrary<(catalog: Catalog) => Catalog> {
  return fc.record({
    priorities: fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 3 }),
    switched: fc.nat(15),
    shortened: fc.nat(15),
  }).map(({ priorities, switched, shortened }) => (catalog) => ({
    ...catalog,
    rules: catalog.rules.map((rule, place) => ({
      ...rule,
      priority: priorities[place] ?? rule.priority,
      enabled: place === switched ? !rule.enabled : rule.enabled,
      outcomes: place === shortened ? rule.outcomes.slice(1) : rule.outcomes,
    })),
  }));
}

Deno.test("compareOutcomes() counts the same changes as trying every answer set (§4.9)", async () => {
  await fc.assert(
    fc.asyncProperty(smallCatalog(), arbitraryEdit(), async (catalog, edit) => {
      const [before, after] = [compileSnapshot(catalog), compileSnapshot(edit(catalog))];
      for (const track of tracksOf(before)) {
        const compared = await compareOutcomes(before, after, track);
        assert.ok(compared.comparable && !compared.partial);
        const tried = new TriedByName();
        for (const set of everyAnswerSet(before, track)) {
          const [from, to] = [before, after].map((snapshot) =>
            select(snapshot, { ...set, track }).lead?.systemId ?? null
          );
          tried.add("size", set);
          if (from === to) continue;
          tried.add(`${from} → ${to}`, set);
          for (const name of ["changed", !from && "gained", !to && "lost"]) {
            if (name) tried.add(name, set);
          }
        }
        const { size, changed, lost, gained, moves } = compared;
        for (const [name, count] of Object.entries({ size, changed, lost, gained })) {
          assert.deepEqual(count, tried.get(name).count, `${track}: ${name}`);
        }
        const named = [...tried.byName.keys()].filter((name) => name.includes("→"));
        assert.deepEqual(moves.length, named.length);
        for (const { fromSystemId, toSystemId, count, witness } of moves) {
          const expected = tried.get(`${fromSystemId} → ${toSystemId}`);
          assert.deepEqual(count, expected.count);
          assert.equal(witness.length, expected.fewest);
          const answers = { optionIds: witness, track };
          assert.equal(select(before, answers).lead?.systemId ?? null, fromSystemId);
          assert.equal(select(after, answers).lead?.systemId ?? null, toSystemId);
        }
      }
    }),
    { numRuns: 150 },
  );
});

Deno.test("compareOutcomes() counts no change between equal catalogs", async () => {
  const { changed, moves, size } = await compare(demoCatalog, demoCatalog, "home");
  assert.deepEqual(changed, { all: 0n, complete: 0n });
  assert.deepEqual(moves, []);
  assert.equal(size.all, 19_199_999n);
});

Deno.test("compareOutcomes() counts the changes when one rule of the demo is disabled (§4.9)", async () => {
  const edited = {
    ...demoCatalog,
    rules: demoCatalog.rules.map((rule) =>
      rule.id === "home-counter-inside" ? { ...rule, enabled: false } : rule
    ),
  };
  const { changed, lost, moves, partial, steps } = await compare(demoCatalog, edited, "home");
  assert.ok(changed.all > 0n && changed.all < 1_000_000n, String(changed.all));
  assert.equal(
    lost.all,
    moves.filter((move) => move.toSystemId === null).reduce((n, { count }) => n + count.all, 0n),
  );
  assert.equal(partial, false);
  assert.ok(steps < 5_000, `${steps} steps`);
});

Deno.test("compareOutcomes() refuses catalogs with different questions, and gives the reason", async () => {
  const [first, ...others] = demoCatalog.factors;
  assert.ok(first);
  const edits: [Catalog["factors"], RegExp][] = [
    [[{ ...first, retired: true }, ...others], /no longer asked/],
    [[{ ...first, multiple: !first.multiple }, ...others], /number of answers/],
    [[{ ...first, options: first.options.slice(1) }, ...others], /other options/],
  ];
  const before = compileSnapshot(demoCatalog);
  const [track = null] = first.trackIds;
  for (const [factors, reason] of edits) {
    const after = compileSnapshot({ ...demoCatalog, factors });
    const compared = await compareOutcomes(before, after, track);
    assert.ok(!compared.comparable);
    assert.match(compared.reason, reason);
  }
  const reverse = await compareOutcomes(
    compileSnapshot({ ...demoCatalog, factors: others }),
    before,
    track,
  );
  assert.ok(!reverse.comparable);
  assert.match(reverse.reason, /is new/);
});

Deno.test("compareOutcomes() returns a partial result when the budget is spent", async () => {
  const rules = demoCatalog.rules.map((rule) => ({ ...rule, enabled: rule.priority > 30 }));
  const { partial, steps } = await compare(demoCatalog, { ...demoCatalog, rules }, "home", {
    budget: 300,
  });
  assert.equal(partial, true);
  assert.ok(steps <= 301);
});
