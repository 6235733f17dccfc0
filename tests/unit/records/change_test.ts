import fc from "fast-check";
import { sql } from "kysely";
import assert from "node:assert/strict";
import {
  type Author,
  changeRecord,
  createRecord,
  type Entity,
  readRecord,
  versionOf,
} from "@/lib/records/mod.ts";
import { type BudgetTier, tierEntity } from "@/lib/catalog/mod.ts";
import { type Db, eachEngine } from "@/tests/helpers/db.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: "request-1" };
const gold: BudgetTier = { id: "gold", label: "Gold", description: "The dearest", ordinal: 3 };

async function stored(db: Db): Promise<BudgetTier> {
  await createRecord(db, tierEntity, { by, id: gold.id, record: gold });
  return gold;
}

function entries(db: Db) {
  return db.selectFrom("audit_log")
    .select(["actor", "action", "entity_type", "entity_id", "before", "after", "request_id"])
    .orderBy("seq").execute();
}

eachEngine("createRecord() stores a record and its audit entry (§6.2)", async ({ db }) => {
  const outcome = await createRecord(db, tierEntity, { by, id: "gold", record: gold });
  assert.deepEqual(outcome, { kind: "changed", before: null, record: gold });
  assert.deepEqual((await readRecord(db, tierEntity, "gold"))?.record, gold);
  assert.deepEqual(await entries(db), [{
    actor: "ann@example.com",
    action: "create",
    entity_type: "tier",
    entity_id: "gold",
    before: null,
    after: gold,
    request_id: "request-1",
  }]);
});

eachEngine(
  "createRecord() refuses an id that is taken, and keeps its record (§7)",
  async ({ db }) => {
    await stored(db);
    const outcome = await createRecord(db, tierEntity, {
      by,
      id: "gold",
      record: { ...gold, label: "Brass", ordinal: 4 },
    });
    assert.deepEqual(outcome, { kind: "taken" });
    assert.deepEqual((await readRecord(db, tierEntity, "gold"))?.record, gold);
    assert.equal((await entries(db)).length, 1);
  },
);

eachEngine(
  "createRecord() refuses an id that another author takes at the same moment (§7)",
  async ({ db }) => {
    await stored(db);
    // Its read is older than the other's commit.
    const outdated = { ...tierEntity, read: () => Promise.resolve(null) };
    const record = { ...gold, label: "Brass", ordinal: 4 };
    assert.deepEqual(await createRecord(db, outdated, { by, id: "gold", record }), {
      kind: "taken",
    });
    assert.deepEqual((await readRecord(db, tierEntity, "gold"))?.record, gold);
    assert.equal((await entries(db)).length, 1);
  },
);

eachEngine("an id with a NUL is not created, changed or read", async ({ db }) => {
  const id = "go\0ld";
  const outcome = await createRecord(db, tierEntity, { by, id, record: { ...gold, id } });
  assert.equal(outcome.kind, "invalid");
  const changed = await changeRecord(db, tierEntity, { by, action: "update", id, next: gold });
  assert.equal(changed.kind, "missing");
  assert.equal(await readRecord(db, tierEntity, id), null);
  assert.equal((await entries(db)).length, 0);
});

eachEngine(
  "changeRecord() audits the record before and after the change (§6.2)",
  async ({ db }) => {
    await stored(db);
    const next = { ...gold, label: "Platinum" };
    const outcome = await changeRecord(db, tierEntity, {
      by,
      action: "update",
      id: "gold",
      version: versionOf(gold),
      next,
    });
    assert.deepEqual(outcome, { kind: "changed", before: gold, record: next });
    const [, entry] = await entries(db);
    assert.deepEqual([entry?.action, entry?.before, entry?.after], ["update", gold, next]);
  },
);

eachEngine(
  "changeRecord() reports a conflict to the second of two editors, and keeps the first change (§7)",
  async ({ db }) => {
    await stored(db);
    const version = versionOf(gold);
    const first = { ...gold, label: "First" };
    const change = { by, action: "update", id: "gold", version };
    await changeRecord(db, tierEntity, { ...change, next: first });
    const outcome = await changeRecord(db, tierEntity, {
      ...change,
      next: { ...gold, label: "Second" },
    });
    assert.deepEqual(outcome, { kind: "conflict", current: first, version: versionOf(first) });
    assert.deepEqual((await readRecord(db, tierEntity, "gold"))?.record, first);
    assert.equal((await entries(db)).length, 2);
  },
);

eachEngine("a change made directly in the database is a conflict as well (§7)", async ({ db }) => {
  await stored(db);
  await sql`update budget_tiers set description = 'Changed by hand'`.execute(db);
  const outcome = await changeRecord(db, tierEntity, {
    by,
    action: "update",
    id: "gold",
    version: versionOf(gold),
    next: { ...gold, label: "Mine" },
  });
  assert.equal(outcome.kind, "conflict");
});

eachEngine("the same form sent twice changes and audits once (§6.2)", async ({ db }) => {
  await stored(db);
  const next = { ...gold, label: "Once" };
  const send = () =>
    changeRecord(db, tierEntity, {
      by,
      action: "update",
      id: "gold",
      version: versionOf(gold),
      next,
    });
  const outcomes = await Promise.all([send(), send(), send()]);
  assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ["changed", "unchanged", "unchanged"]);
  assert.equal((await entries(db)).length, 2);
});

eachEngine(
  "exactly one of many concurrent editors of a version succeeds (§6.2)",
  async ({ db }) => {
    await stored(db);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        changeRecord(db, tierEntity, {
          by,
          action: "update",
          id: "gold",
          version: versionOf(gold),
          next: { ...gold, label: `Editor ${index}` },
        })),
    );
    assert.equal(outcomes.filter(({ kind }) => kind === "changed").length, 1);
    assert.equal(outcomes.filter(({ kind }) => kind === "conflict").length, 19);
    assert.equal((await entries(db)).length, 2);
  },
);

eachEngine(
  "changeRecord() without a version changes the current record",
  async ({ db }) => {
    await stored(db);
    const outcomes = await Promise.all([1, 2, 3].map(() =>
      changeRecord(db, tierEntity, {
        by,
        action: "move",
        id: "gold",
        next: (tier) => ({ ...tier, ordinal: tier.ordinal + 1 }),
      })
    ));
    assert.deepEqual(outcomes.map(({ kind }) => kind), ["changed", "changed", "changed"]);
    assert.equal((await readRecord(db, tierEntity, "gold"))?.record.ordinal, 6);
  },
);

eachEngine(
  "a refused change writes neither the record nor an audit entry (§6.2)",
  async ({ db }) => {
    await stored(db);
    const silver = { ...gold, id: "silver", ordinal: 2 };
    await createRecord(db, tierEntity, { by, id: "silver", record: silver });
    const change = { by, action: "update", id: "silver" };
    const onTaken = { ordinal: "Another tier has this step of the ladder. Choose another step" };
    for (
      const [name, attempt, wanted] of [
        [
          "a check",
          () =>
            changeRecord(db, tierEntity, {
              ...change,
              next: { ...silver, label: "No" },
              check: () => ({ label: "Not this one" }),
            }),
          { kind: "invalid", fields: { label: "Not this one" } },
        ],
        [
          "a check of the entity",
          () => {
            const entity = { ...tierEntity, check: () => ({ label: "None" }) };
            return changeRecord(db, entity, { ...change, next: { ...silver, label: "No" } });
          },
          { kind: "invalid", fields: { label: "None" } },
        ],
        [
          "a constraint that the entity explains",
          () => changeRecord(db, tierEntity, { ...change, next: { ...silver, ordinal: 3 } }),
          { kind: "invalid", fields: onTaken },
        ],
        [
          "a constraint when creating",
          () => createRecord(db, tierEntity, { by, id: "lead", record: { ...gold, id: "lead" } }),
          { kind: "invalid", fields: onTaken },
        ],
        [
          "a missing record",
          () => changeRecord(db, tierEntity, { ...change, id: "none", next: (tier) => tier }),
          { kind: "missing" },
        ],
      ] as const
    ) {
      assert.deepEqual(await attempt(), wanted, name);
      assert.deepEqual((await readRecord(db, tierEntity, "silver"))?.record, silver, name);
      assert.equal((await entries(db)).length, 2, name);
    }
  },
);

eachEngine(
  "a constraint that the entity does not explain throws, and writes nothing",
  async ({ db }) => {
    await stored(db);
    await assert.rejects(
      changeRecord(db, tierEntity, {
        by,
        action: "update",
        id: "gold",
        next: { ...gold, ordinal: 0 },
      }),
      /budget_tiers_ordinal_check/,
    );
    assert.deepEqual((await readRecord(db, tierEntity, "gold"))?.record, gold);
    assert.equal((await entries(db)).length, 1);
  },
);

eachEngine(
  "changeRecord() deletes a record of a kind that can be deleted, and audits its last state (§6.2)",
  async ({ db }) => {
    await stored(db);
    const outcome = await changeRecord(db, tierEntity, {
      by,
      action: "delete",
      id: "gold",
      next: null,
    });
    assert.deepEqual(outcome, { kind: "changed", before: gold, record: null });
    assert.equal(await readRecord(db, tierEntity, "gold"), null);
    const [, entry] = await entries(db);
    assert.deepEqual([entry?.action, entry?.before, entry?.after], ["delete", gold, null]);
  },
);

eachEngine("createRecord() throws for a kind that staff cannot create", async ({ db }) => {
  const { insert: _, ...lasting } = tierEntity;
  const entity: Entity<BudgetTier> = lasting;
  await assert.rejects(
    createRecord(db, entity, { by, id: "gold", record: gold }),
    /Cannot create a tier/,
  );
  assert.equal((await entries(db)).length, 0);
});

eachEngine(
  "changeRecord() throws when it should delete a kind that can only be retired",
  async ({ db }) => {
    await stored(db);
    const { remove: _, ...lasting } = tierEntity;
    const entity: Entity<BudgetTier> = lasting;
    await assert.rejects(
      changeRecord(db, entity, { by, action: "delete", id: "gold", next: null }),
      /can only be retired/,
    );
    assert.deepEqual((await readRecord(db, tierEntity, "gold"))?.record, gold);
  },
);

Deno.test("versionOf() depends on the fields of a record but not on their order", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
    const turned = Object.fromEntries(Object.entries(record).reverse());
    assert.equal(versionOf(turned), versionOf(record));
    assert.notEqual(versionOf({ ...record, changed: crypto.randomUUID() }), versionOf(record));
  }));
});
