import assert from "node:assert/strict";
import { type Author, changeRecord, createRecord } from "../../../lib/records/mod.ts";
import { loadCatalog } from "../../../lib/catalog/store.ts";
import type { DatabaseHandle } from "../../../lib/db/mod.ts";
import { makeDefaultRuleSet, ruleSetEntity } from "../../../lib/catalog/mod.ts";
import { eachEngine } from "../../helpers/db.ts";

type Db = DatabaseHandle["db"];

const by: Author = { staff: { email: "ann@example.com" }, requestId: null };
const sets = [
  { id: "a", name: "A", isDefault: true, retired: false },
  { id: "b", name: "B", isDefault: false, retired: false },
  { id: "c", name: "C", isDefault: false, retired: true },
];

async function stored(db: Db): Promise<void> {
  for (const record of sets) await createRecord(db, ruleSetEntity, { by, id: record.id, record });
}

async function marks(db: Db): Promise<string[]> {
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
  "makeDefaultRuleSet() moves the mark at once, with two entries (§4.1)",
  async ({ db }) => {
    await stored(db);
    const changed = await makeDefaultRuleSet(db, { by, id: "b" });
    assert.deepEqual(changed.map(({ id, isDefault }) => [id, isDefault]), [["a", false], [
      "b",
      true,
    ]]);
    assert.deepEqual(await marks(db), ["a", "b default", "c retired"]);
    assert.deepEqual(
      (await entries(db)).map(({ action, entity_id }) => [action, entity_id]),
      [["make-default", "a"], ["make-default", "b"]],
    );
  },
);

eachEngine("only another rule set that is live becomes the default (§4.1)", async ({ db }) => {
  await stored(db);
  for (const id of ["a", "c", "none"]) {
    assert.deepEqual(await makeDefaultRuleSet(db, { by, id }), [], id);
    assert.deepEqual(await marks(db), ["a default", "b", "c retired"], id);
    assert.deepEqual(await entries(db), [], id);
  }
});

eachEngine(
  "of many who move the mark at once, one set is the default in the end (§4.1)",
  async ({ db }) => {
    await stored(db);
    await Promise.all(
      ["a", "b", "a", "b", "b", "a"].map((id) => makeDefaultRuleSet(db, { by, id })),
    );
    assert.equal((await marks(db)).filter((mark) => mark.includes("default")).length, 1);
  },
);

eachEngine("the default rule set is not retired (§4.1)", async ({ db }) => {
  await stored(db);
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
  assert.deepEqual(await marks(db), ["a default", "b", "c retired"]);
  assert.deepEqual(await entries(db), []);
});
