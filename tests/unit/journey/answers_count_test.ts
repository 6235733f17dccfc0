/** The results page shows a verdict for every answer, checked against the stored catalog alone (spec §4.1). */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Predicate, TypedValue } from "@/lib/catalog/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { startApp } from "@/tests/helpers/app.ts";

/** Number of complete answer sets over all tracks; 360 before a release. */
const SETS = Number(Deno.env.get("ANSWER_SETS") ?? 45);

type Rule = typeof demoCatalog.rules[number];
type Condition = Rule["conditions"][number];

function holds({ operator, optionIds }: Condition, chosen: ReadonlySet<string>): boolean {
  if (operator === "all") return optionIds.every((id) => chosen.has(id));
  return optionIds.some((id) => chosen.has(id)) === (operator === "any");
}

const requiresOption = (rule: Rule, id: string) =>
  rule.conditions.some(({ operator, optionIds }) => operator !== "none" && optionIds.includes(id));

function has(value: TypedValue | undefined, predicate: Predicate): boolean {
  if (predicate.kind === "includes") {
    return value?.type === "enum" && predicate.labels.some((label) => value.labels.includes(label));
  }
  if (predicate.kind === "covers") {
    return value?.type === "range" && (value.min ?? -Infinity) <= predicate.value &&
      predicate.value <= (value.max ?? Infinity);
  }
  if (value?.type !== "dimension") return false;
  return predicate.kind === "at-least"
    ? value.measurement >= predicate.value
    : value.measurement <= predicate.value;
}

/** Returns the verdict of an answer, from the stored rules and requirements and the id of the pick. */
function verdictByHand(
  optionId: string,
  { chosen, pick, ruleSetId }: { chosen: ReadonlySet<string>; pick: string; ruleSetId: string },
): string {
  const requires = demoCatalog.factors.flatMap(({ options }) => options)
    .find(({ id }) => id === optionId)?.requirements ?? [];
  const values = demoCatalog.systems.find(({ id }) => id === pick)?.values ?? [];
  if (requires.length > 0) {
    return requires.every(({ attributeId, predicate }) =>
        has(values.find((cell) => cell.attributeId === attributeId)?.value, predicate)
      )
      ? "met"
      : "unmet";
  }
  const rules = demoCatalog.rules.filter((rule) => rule.ruleSetId === ruleSetId);
  const fired = rules.filter((rule) => rule.conditions.every((each) => holds(each, chosen)));
  const named = fired.filter((rule) => requiresOption(rule, optionId));
  if (named.some(({ outcomes }) => outcomes.some(({ systemId }) => systemId === pick))) {
    return "met";
  }
  if (named.length > 0) return "weighed";
  const kept = rules.some(({ conditions }) => {
    const failing = conditions.filter((each) => !holds(each, chosen));
    return failing.length > 0 && failing.every(({ operator }) => operator === "none") &&
      failing.some(({ optionIds }) => optionIds.includes(optionId));
  });
  return kept ? "weighed" : "unmet";
}

Deno.test("the results page shows the right verdict for every answer of a complete set (§4.1)", async () => {
  await using app = await startApp();
  const seen = new Set<string>();
  for (const { id: track, ruleSetId } of demoCatalog.tracks) {
    const each = demoCatalog.factors
      .filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(track))
      .map(({ multiple, options }) => {
        const ids = options.map(({ id }) => id);
        return multiple
          ? fc.subarray(ids, { minLength: 1 })
          : fc.constantFrom(...ids).map((id) => [id]);
      });
    for (const answers of fc.sample(fc.tuple(...each), { seed: 18, numRuns: SETS / 3 })) {
      const optionIds = answers.flat();
      const response = await app.request(`/results?options=${optionIds}&track=${track}`);
      const html = await response.text();
      assert.equal(response.status, 200);
      const [, name] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? [];
      const pick = demoCatalog.systems.find((system) => system.name === name)?.id ?? "";
      assert.notEqual(pick, "", `no pick for ${optionIds}`);
      const rows = [...html.matchAll(/data-answer="([^"]+)" data-verdict="([^"]+)"/g)];
      assert.deepEqual(rows.map(([, id]) => id), optionIds, "one row per answer, in asking order");
      const chosen = new Set(optionIds);
      for (const [, id = "", verdict = ""] of rows) {
        assert.equal(
          verdict,
          verdictByHand(id, { chosen, pick, ruleSetId }),
          `${id} of ${optionIds} on ${track}`,
        );
        seen.add(verdict);
      }
    }
  }
  assert.deepEqual([...seen].sort(), ["met", "unmet", "weighed"]);
});
