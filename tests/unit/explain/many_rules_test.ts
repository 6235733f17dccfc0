/** Explains results of a catalog of many systems, rules and questions. */
import assert from "node:assert/strict";
import { compileSnapshot, type Rule } from "@/lib/catalog/mod.ts";
import { deriveAhead } from "@/lib/catalog/per_snapshot.ts";
import { explain } from "@/lib/explain/mod.ts";
import { decisionTable } from "@/lib/explain/table.ts";
import { select } from "@/lib/selection/mod.ts";
import { decisionList } from "@/lib/analysis/mod.ts";
import { seededRandom } from "@/tests/bench/random.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";
import { atOnce } from "@/lib/timing/mod.ts";

const SYSTEMS = 300;
const FACTORS = 30;
const OPTIONS = 8;
const RULES = 2_000;
/** A hundred times what an explanation takes, and a tenth of what every combination of changes would take. */
const MOST_MS = 3_000;

const random = seededRandom(RULES);
const below = (limit: number) => Math.floor(random() * limit);
const optionOf = (factor: number) => `f${factor}-${below(OPTIONS)}`;

function rule(place: number): Rule {
  const factors = [...new Set([below(FACTORS), below(FACTORS), below(FACTORS)])];
  return aRule(`rule-${place}`, {
    priority: below(100),
    conditions: factors.map((factor) => ({
      factorId: `f${factor}`,
      operator: "any",
      optionIds: [...new Set([optionOf(factor), optionOf(factor)])],
    })),
    outcomes: [
      { systemId: `s${below(SYSTEMS)}`, role: "preferred", rank: 1, rationale: "It suits." },
    ],
  });
}

const catalog = aCatalog({
  systems: Array.from({ length: SYSTEMS }, (_, place) => aSystem(`s${place}`)),
  factors: Array.from({ length: FACTORS }, (_, place) =>
    aFactor(
      `f${place}`,
      Array.from({ length: OPTIONS }, (_, option) => `f${place}-${option}`),
      { multiple: place % 3 === 0 },
    )),
  tracks: [{
    id: "home",
    name: "Home",
    description: "",
    ruleSetId: "",
    position: 1,
    retired: false,
  }],
  rules: Array.from({ length: RULES }, (_, place) => rule(place)),
});

Deno.test("explain() stops in time when answers can be changed in millions of ways, with only true changes", () => {
  const snapshot = compileSnapshot(catalog);
  for (const answered of [0, 1, 12]) {
    const optionIds = Array.from({ length: answered }, (_, place) => optionOf(place));
    const selection = select(snapshot, { optionIds, track: null });
    const began = performance.now();
    const { counterfactuals } = explain(snapshot, { optionIds, track: null }, selection);
    assert.ok(performance.now() - began < MOST_MS, `${performance.now() - began} ms`);
    assert.ok(counterfactuals.length > 0);
    for (const { systemId, changes } of counterfactuals) {
      const changed = new Set(optionIds);
      for (const { from, to } of changes) {
        from.forEach((id) => changed.delete(id));
        to.forEach((id) => changed.add(id));
      }
      const { lead } = select(snapshot, { optionIds: [...changed], track: null });
      assert.equal(lead?.systemId, systemId);
    }
  }
});

Deno.test("the decision tables of all tracks are made in short steps, before a snapshot becomes current (§6)", () => {
  let isCurrent = false;
  const snapshot = new Proxy({ ...compileSnapshot(catalog) }, {
    get(target, key) {
      assert.ok(!isCurrent || key !== "rules", "the rules are read again");
      return Reflect.get(target, key);
    },
  });
  let steps = 0;
  for (const _ of decisionList(snapshot, null)) steps++;
  assert.ok(steps > RULES / 100, `${steps} steps`);
  atOnce(deriveAhead(snapshot));
  isCurrent = true;
  const [byDefault, home] = [null, "home"].map((track) => decisionTable(snapshot, track));
  assert.equal(byDefault?.systemIds.length, RULES + 2);
  assert.equal(home?.boxesOf, byDefault.boxesOf, "tracks with one rule set share its boxes");
});
