/** Concurrent edits by staff: no request fails, no change is lost, and the audit log has all of them (§6.2). */
import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { verifyAuditChain } from "@/lib/records/mod.ts";
import type { Catalog } from "@/lib/catalog/mod.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import type { Database } from "@/lib/db/mod.ts";
import { eachEngineUnopened, type Engine, onServerOnly } from "../helpers/db.ts";
import { aCatalog, aFactor, anAttribute, anOption, aRule, aSystem } from "../helpers/factories.ts";
import { type Answer, type Fields, type StaffBench, startStaff } from "../helpers/staff.ts";

const LETTERS = ["a", "b", "c", "d", "e", "f"] as const;

/**
 * Returns a catalog with records of every kind. Its rules name records in the reverse of the order in which lists are
 * locked, to provoke deadlocks.
 */
function aBusyCatalog(): Catalog {
  const backwards = LETTERS.toReversed();
  return aCatalog({
    attributes: LETTERS.map((id, index) =>
      anAttribute(`attribute-${id}`, { valueType: "range", position: index + 1 })
    ),
    systems: LETTERS.map((id, index) =>
      aSystem(`system-${id}`, { name: `System ${id}`, budgetTierId: "low", position: index + 1 })
    ),
    factors: LETTERS.slice(0, 3).map((factor, index) =>
      aFactor(`factor-${factor}`, [], {
        name: `Factor ${factor}`,
        position: index + 1,
        multiple: true,
        options: LETTERS.map((id, index) =>
          anOption(`${factor}-${id}`, { label: `Option ${id}`, position: index + 1 })
        ),
      })
    ),
    rules: LETTERS.map((id, index) =>
      aRule(`rule-${id}`, {
        name: `Rule ${id}`,
        priority: index + 1,
        conditions: LETTERS.slice(0, 3).toReversed().map((factor) => ({
          factorId: `factor-${factor}`,
          operator: "any",
          optionIds: LETTERS.map((option) => `${factor}-${option}`),
        })),
        outcomes: backwards.map((system, index) => ({
          systemId: `system-${system}`,
          role: "preferred",
          rank: index + 1,
          rationale: "Fits",
        })),
      })
    ),
  });
}

/** Returns the form of a rule, with its systems rotated by `turn`. */
function ruleForm(id: string, turn: number): Fields {
  const systems = LETTERS.map((_, index) => LETTERS[(index + turn) % LETTERS.length] ?? "a");
  return {
    name: `Rule ${id}, round ${turn}`,
    ruleSetId: "main",
    priority: String(turn % 9 + 1),
    enabled: "on",
    ...Object.fromEntries(
      LETTERS.slice(0, 3).toReversed().flatMap((factor, index) => [
        [`conditions.${index}.factorId`, `factor-${factor}`],
        [`conditions.${index}.operator`, "any"],
        [
          `conditions.${index}.optionIds`,
          systems.slice(0, 1 + turn % 5).map((option) => `${factor}-${option}`),
        ],
      ]),
    ),
    ...Object.fromEntries(
      systems.flatMap((system, index) => [
        [`outcomes.${index}.systemId`, `system-${system}`],
        [`outcomes.${index}.role`, "preferred"],
        [`outcomes.${index}.rationale`, `Fits in round ${turn}`],
      ]),
    ),
  };
}

type Act = (bench: StaffBench, id: string, turn: number) => Promise<Answer>;

const direction = (turn: number) => turn % 2 === 0 ? "up" : "down";
const range = (turn: number) => ({ known: "value", min: String(turn), max: String(turn + 1) });

/** The actions, each on one of six records of its kind. */
const ACTS: readonly Act[] = [
  (bench, id, turn) => bench.save(`/admin/rules/rule-${id}`, ruleForm(id, turn)),
  (bench, id, turn) => bench.post("/admin/systems", { id: `system-${id}`, move: direction(turn) }),
  (bench, id, turn) => bench.save(`/admin/rules/rule-${id}`, ruleForm(id, turn + 3)),
  (bench, id, turn) =>
    bench.post("/admin/factors/factor-a/options", { id: `a-${id}`, move: direction(turn) }),
  (bench, id, turn) => bench.post("/admin/rules", { id: `rule-${id}`, move: direction(turn) }),
  (bench, id, turn) =>
    bench.post("/admin/rules", { id: `rule-${id}`, enabled: turn % 2 === 0 ? "on" : "off" }),
  (bench, id, turn) =>
    bench.post("/admin/attributes", { id: `attribute-${id}`, move: direction(turn) }),
  (bench, id, turn) =>
    bench.save(`/admin/systems/system-${id}/values/attribute-${id}`, range(turn)),
  (bench, id, turn) =>
    bench.save(`/admin/factors/factor-b/options/b-${id}`, {
      label: `Option ${id} ${turn}`,
      "requirements.0.attributeId": `attribute-${id}`,
      "requirements.0.kind": "covers",
      "requirements.0.value": String(turn),
    }),
  (bench, id, turn) =>
    bench.save(`/admin/systems/system-${id}`, {
      name: `System ${id} ${turn}`,
      budgetTierId: turn % 2 === 0 ? "high" : "low",
      position: String(turn),
    }),
  (bench, _id, turn) => bench.post("/admin/tiers", { id: "low", move: direction(turn) }),
  (bench, id, turn) =>
    bench.post(`/admin/systems/system-${id}`, { intent: turn % 2 === 0 ? "retire" : "restore" }),
  (bench, _id, turn) => bench.post("/admin/factors", { id: "factor-b", move: direction(turn) }),
];

/** Asserts that each record's entries follow from one another, and that those of systems end at the stored record. */
async function assertAudited(bench: StaffBench): Promise<void> {
  const { db } = bench.app.services;
  const { fault } = await verifyAuditChain(db);
  assert.equal(fault, null, "the chain is intact");
  const last = new Map<string, unknown>();
  for (const { type, id, before, after } of await bench.entries()) {
    const key = `${type} ${id}`;
    if (last.has(key)) {
      assert.deepEqual(before, last.get(key), `${key} was changed without an entry`);
    }
    last.set(key, after);
  }
  const { systems } = await loadCatalog(db);
  for (const { values: _, ...system } of systems) {
    const logged = last.get(`system ${system.id}`);
    if (logged !== undefined) assert.deepEqual(logged, system);
  }
}

/** The embedded engine has one connection and runs one action at a time, so that more rounds would add little. */
const ROUNDS: Readonly<Record<Engine, number>> = { embedded: 1, server: 4 };

eachEngineUnopened(
  "50 concurrent actions neither fail nor skip the audit log (§6.2)",
  async (engine) => {
    await using bench = await startStaff(aBusyCatalog(), engine);
    const statuses = new Map<number, number>();
    for (let round = 0; round < ROUNDS[engine]; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => {
        const turn = round * 50 + index;
        const act = ACTS[turn % ACTS.length];
        const id = LETTERS[(turn * 7 + round) % LETTERS.length] ?? "a";
        assert.ok(act);
        return act(bench, id, turn);
      }));
      for (const { status, text } of answers) {
        assert.ok([303, 400, 409].includes(status), `${status}: ${text.slice(-900)}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    assert.ok((statuses.get(303) ?? 0) > 25, "most actions succeed");
    await assertAudited(bench);
  },
);

/** Resolves when `count` transactions of the database wait for a lock, or when `aborted` returns true. */
async function waiting(
  db: Kysely<Database>,
  count: number,
  { aborted }: { aborted: () => boolean } = { aborted: () => false },
): Promise<void> {
  while (!aborted()) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if ((rows[0]?.count ?? 0) >= count) return;
  }
}

onServerOnly(
  "moving a list and saving a rule that names it in reverse order do not deadlock (§6.2)",
  async () => {
    await using bench = await startStaff(aBusyCatalog(), "server");
    const { db } = bench.app.services;
    const { version } = await bench.get("/admin/rules/rule-a");
    const acts: Promise<Answer>[] = [];
    // This transaction locks the middle of the list, so that both requests wait half way, each with some row locks.
    await db.transaction().execute(async (trx) => {
      await sql`select from systems where id = 'system-c' for no key update`.execute(trx);
      acts.push(bench.post("/admin/systems", { id: "system-b", move: "up" }));
      await waiting(db, 1);
      let isSaved = false;
      const saved = bench.post("/admin/rules/rule-a", { ...ruleForm("a", 5), version })
        .finally(() => isSaved = true);
      acts.push(saved);
      await Promise.race([saved, waiting(db, 2, { aborted: () => isSaved })]);
    });
    const answers = await Promise.all(acts);
    assert.deepEqual(answers.map(({ status }) => status), [303, 303]);
    await assertAudited(bench);
  },
);
