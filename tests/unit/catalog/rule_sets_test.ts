import assert from "node:assert/strict";
import { type Author, changeRecord, createRecord } from "@/lib/records/mod.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import { makeDefaultRuleSet, ruleSetEntity } from "@/lib/catalog/mod.ts";
import { type Db, eachEngine } from "@/tests/helpers/db.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: null };
const sets = [
  { id: "a", name: "A", isDefault: true, retired: false },
  { id: "b", name: "B", isDefault: false, retired: false },
  { id: "c", name: "C", isDefault: false, retired: true },
];

async function storeSets(db: Db): Promise<void> {
  for (const record of sets) await createRecord(db, ruleSetEntity, { by, id: record.id, record });
}

async function statesOfSets(db: Db): Promise<string[]> {
  const { ruleSets } = await loadCatalog(db);
  return ruleSets.map(({ id, isDefault, retired }) =>
    `${id}${isDefault ? " default" : ""}${retired ? " retired" : ""}`
  );
}

function entries(db: Db) {
  return db.selectFrom("audit_log").select(["action", "entity_id", "before", "after"])
    .where("action", "<>", "create").orderBy("seq").execute();
}

eachEngine(
  "makeDefaultRuleSet() changes the default, with an audit entry for each of the two rule sets (§4.1)",
  async ({ db }) => {
    await storeSets(db);
    const changed = await makeDefaultRuleSet(db, { by, id: "b" });
    assert.deepEqual(changed.map(({ id, isDefault }) => [id, isDefault]), [["a", false], [
      "b",
      true,
    ]]);
    assert.deepEqual(await statesOfSets(db), ["a", "b default", "c retired"]);
    assert.deepEqual(
      (await entries(db)).map(({ action, entity_id }) => [action, entity_id]),
      [["make-default", "a"], ["make-default", "b"]],
    );
  },
);

eachEngine(
  "makeDefaultRuleSet() ignores the current default, a retired rule set and an unknown id (§4.1)",
  async ({ db }) => {
    await storeSets(db);
    for (const id of ["a", "c", "none"]) {
      assert.deepEqual(await makeDefaultRuleSet(db, { by, id }), [], id);
      assert.deepEqual(await statesOfSets(db), ["a default", "b", "c retired"], id);
      assert.deepEqual(await entries(db), [], id);
    }
  },
);

eachEngine(
  "concurrent makeDefaultRuleSet() calls leave exactly one default (§4.1)",
  async ({ db }) => {
    await storeSets(db);
    await Promise.all(
      ["a", "b", "a", "b", "b", "a"].map((id) => makeDefaultRuleSet(db, { by, id })),
    );
    assert.equal((await statesOfSets(db)).filter((state) => state.includes("default")).length, 1);
  },
);

eachEngine("the default rule set cannot be retired (§4.1)", async ({ db }) => {
  await storeSets(db);
  const outcome = await changeRecord(db, ruleSetEntity, {
    by,
    id: "a",
    action: "retire",
    next: (ruleSet) => ({ ...ruleSet, retired: true }),
  });
  assert.deepEqual(outcome, {
    kind: "invalid",
    fields: { name: "The default rule set cannot be retired. Make another one the default first" },
  });
  assert.deepEqual(await statesOfSets(db), ["a default", "b", "c retired"]);
  assert.deepEqual(await entries(db), []);
});
