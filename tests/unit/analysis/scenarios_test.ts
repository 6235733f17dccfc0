import assert from "node:assert/strict";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { demoScenarios } from "@/migrations/seed/demo/scenarios.ts";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import {
  breakages,
  listScenarios,
  runScenarios,
  type Scenario,
  scenarioEntity,
  scenarioFaults,
  ScenarioFields,
  seedWithScenarios,
  switched,
  withRule,
} from "@/lib/analysis/mod.ts";
import { changeRecord, createRecord, readRecord } from "@/lib/records/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, aRule, aSystem } from "@/tests/helpers/factories.ts";

const recommends = (systemId: string, optionId: string) => ({
  conditions: [{ factorId: "place", operator: "any" as const, optionIds: [optionId] }],
  outcomes: [{ systemId, role: "preferred" as const, rank: 1, rationale: "It fits." }],
});
const catalog = aCatalog({
  systems: [aSystem("one"), aSystem("two"), aSystem("old", { retired: true })],
  factors: [
    aFactor("place", ["inside", "outside"]),
    aFactor("use", ["meals", "talks"], { multiple: true }),
  ],
  tracks: [
    { id: "home", name: "Home", description: "", ruleSetId: "main", position: 1, retired: false },
  ],
  rules: [aRule("a", recommends("one", "inside")), aRule("b", recommends("two", "outside"))],
});
const snapshot = compileSnapshot(catalog);

function scenario(id: string, over: Partial<Scenario> = {}): Scenario {
  return {
    id,
    name: `Scenario ${id}`,
    trackId: null,
    optionIds: ["inside"],
    expectedSystemId: "one",
    ...over,
  };
}

Deno.test("runScenarios() says whether each scenario passes, breaks or cannot run", async () => {
  const cases: [Partial<Scenario>, string, string | null][] = [
    [{}, "passes", "one"],
    [{ trackId: "home" }, "passes", "one"],
    [{ expectedSystemId: "two" }, "breaks", "one"],
    [{ optionIds: ["meals"], expectedSystemId: null }, "passes", null],
    [{ expectedSystemId: null }, "breaks", "one"],
    [{ optionIds: ["inside", "nowhere"] }, "cannot-run", "one"],
    [{ expectedSystemId: "old" }, "cannot-run", "one"],
    [{ trackId: "moon" }, "cannot-run", "one"],
  ];
  for (const [over, verdict, actual] of cases) {
    const [run] = await runScenarios(snapshot, [scenario("s", over)]);
    assert.deepEqual([run?.verdict, run?.actualSystemId], [verdict, actual], JSON.stringify(over));
    assert.equal(run?.missing.length === 0, verdict !== "cannot-run");
  }
});

Deno.test("runScenarios() yields to the event loop during many scenarios (design §6)", async () => {
  const kept = Array.from({ length: 40_000 }, (_, place) => scenario(`s${place}`));
  let turns = 0;
  const counting = setInterval(() => turns++);
  const runs = await runScenarios(snapshot, kept);
  clearInterval(counting);
  assert.equal(runs.length, kept.length);
  assert.ok(turns > 0, "no other work had a turn");
});

Deno.test("breakages() lists the scenarios that an edit breaks and mends", async () => {
  const rule = snapshot.ruleById.get("a");
  assert.ok(rule);
  const after = withRule(snapshot, switched(rule, false));
  const kept = [
    scenario("breaks"),
    scenario("stays", { optionIds: ["outside"], expectedSystemId: "two" }),
    scenario("mends", { expectedSystemId: null }),
    scenario("lost", { optionIds: ["nowhere"] }),
  ];
  const { broken, mended } = await breakages(snapshot, after, kept);
  assert.deepEqual(broken.map(({ scenario, after }) => [scenario.id, after.actualSystemId]), [
    ["breaks", null],
  ]);
  assert.deepEqual(mended.map(({ scenario, before }) => [scenario.id, before.actualSystemId]), [
    ["mends", "one"],
  ]);
});

Deno.test("scenarioFaults() reports answers that buyers cannot give and systems that they cannot get", () => {
  const cases: [Partial<Scenario>, string[]][] = [
    [{}, []],
    [{ optionIds: ["meals", "talks"] }, []],
    [{ optionIds: ["inside", "outside"] }, ["options"]],
    [{ optionIds: ["nowhere"] }, ["options"]],
    [{ expectedSystemId: "old" }, ["expected"]],
    [{ expectedSystemId: null }, []],
    [{ trackId: "moon" }, ["track"]],
  ];
  for (const [over, fields] of cases) {
    assert.deepEqual(Object.keys(scenarioFaults(scenario("s", over), snapshot)), fields);
  }
});

Deno.test("ScenarioFields accepts a name of up to 120 characters and up to 100 answers", () => {
  const fields = (over: object) =>
    ScenarioFields.safeParse({
      name: "A wall",
      trackId: null,
      optionIds: ["inside"],
      expectedSystemId: null,
      ...over,
    }).success;
  assert.ok(fields({ name: "x".repeat(120) }));
  assert.ok(!fields({ name: "x".repeat(121) }));
  assert.ok(!fields({ name: "  " }));
  assert.ok(!fields({ optionIds: [] }));
  assert.ok(fields({ optionIds: Array.from({ length: 100 }, (_, index) => `o${index}`) }));
  assert.ok(!fields({ optionIds: Array.from({ length: 101 }, (_, index) => `o${index}`) }));
  assert.ok(!fields({ optionIds: ["no id"] }));
});

Deno.test("the demo's scenarios are valid, and all of them pass", async () => {
  const demo = compileSnapshot(demoCatalog);
  for (const each of demoScenarios) {
    assert.deepEqual(scenarioFaults(each, demo), {}, each.id);
    assert.ok(ScenarioFields.safeParse(each).success, each.id);
  }
  const failed = (await runScenarios(demo, demoScenarios)).filter(({ verdict }) =>
    verdict !== "passes"
  );
  assert.deepEqual(failed.map(({ scenario, actualSystemId }) => [scenario.id, actualSystemId]), []);
});

eachEngine("scenarios are stored, listed by name, changed and deleted (§6.2)", async (database) => {
  const { db } = database;
  const by = { staff: { email: "ada@example.com" }, requestId: null };
  const [first, second] = [
    scenario("z", { name: "alpha", trackId: "home" }),
    scenario("a", { name: "Beta", expectedSystemId: null, optionIds: ["meals", "inside"] }),
  ];
  assert.ok(await seedWithScenarios(database, { catalog, scenarios: [second] }));
  assert.ok(!await seedWithScenarios(database, { catalog, scenarios: [first] }));
  const created = await createRecord(db, scenarioEntity, { by, id: first.id, record: first });
  assert.equal(created.kind, "changed");
  assert.deepEqual(await listScenarios(db), [first, second]);
  const next = { ...first, name: "Gamma", expectedSystemId: "two" };
  await changeRecord(db, scenarioEntity, { by, id: "z", action: "update", next });
  assert.deepEqual((await readRecord(db, scenarioEntity, "z"))?.record, next);
  await changeRecord(db, scenarioEntity, { by, id: "z", action: "delete", next: null });
  assert.deepEqual(await listScenarios(db), [second]);
});
