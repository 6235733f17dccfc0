import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { select } from "@/lib/selection/mod.ts";
import { arbitraryAnswers, arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import { expectedSelection } from "./oracle.ts";

Deno.test("select() agrees with the brute-force oracle on random catalogs (§2.1, §4.1)", () => {
  const seen = { answers: 0, leads: 0, silentRules: 0, alternatives: 0, severalAlternatives: 0 };
  fc.assert(
    fc.property(
      fc.noBias(arbitraryCatalog()),
      fc.noBias(fc.tuple(...Array.from({ length: 8 }, arbitraryAnswers))),
      (catalog, manyAnswers) => {
        const snapshot = compileSnapshot(catalog);
        for (const answers of manyAnswers) {
          const selection = select(snapshot, answers);
          assert.deepEqual(selection, expectedSelection(catalog, answers));
          seen.answers++;
          if (selection.lead) seen.leads++;
          if (selection.firedRules.some(({ contributed }) => !contributed)) seen.silentRules++;
          if (selection.alternatives.length > 0) seen.alternatives++;
          if (selection.alternatives.length > 1) seen.severalAlternatives++;
        }
      },
    ),
    { numRuns: 2_500 },
  );
  // An oracle that only ever sees empty results proves nothing.
  const shares = { leads: 0.2, silentRules: 0.05, alternatives: 0.03, severalAlternatives: 0.005 };
  for (const [what, share] of Object.entries(shares)) {
    const count = Object.entries(seen).find(([name]) => name === what)?.[1] ?? 0;
    assert.ok(count > share * seen.answers, `too few ${what}: ${JSON.stringify(seen)}`);
  }
});
