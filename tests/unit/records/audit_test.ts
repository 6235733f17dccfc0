import assert from "node:assert/strict";
import { recordAudit, recordAudits, SERVICE_ACTOR } from "@/lib/records/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

eachEngine("recordAudit() stores actor, action, record and time (§6.2)", async ({ db }) => {
  const before = Date.now();
  await db.transaction().execute(async (trx) => {
    await recordAudit(trx, {
      actor: "ada@example.com",
      action: "update",
      entityType: "system",
      entityId: "sys-a",
      before: { name: "A", values: [1, null] },
      after: { name: "B", values: [] },
      requestId: "request-0001",
    });
    await recordAudit(trx, { actor: SERVICE_ACTOR, action: "purge", entityType: "session" });
  });
  const [edit, purge] = await db.selectFrom("audit_log").selectAll().orderBy("seq").execute();
  const { seq: _, hash: __, at, ...rest } = edit ?? {};
  assert.ok(at && Math.abs(at.getTime() - before) < 60_000);
  assert.deepEqual(rest, {
    actor: "ada@example.com",
    action: "update",
    entity_type: "system",
    entity_id: "sys-a",
    before: { name: "A", values: [1, null] },
    after: { name: "B", values: [] },
    request_id: "request-0001",
  });
  assert.deepEqual([purge?.entity_id, purge?.before, purge?.after, purge?.request_id], [
    null,
    null,
    null,
    null,
  ]);
});

eachEngine("an audit entry is rolled back with its change (§6.2)", async ({ db }) => {
  const change = db.transaction().execute(async (trx) => {
    await recordAudit(trx, { actor: SERVICE_ACTOR, action: "purge", entityType: "session" });
    throw new Error("the change failed");
  });
  await assert.rejects(change, /the change failed/);
  assert.deepEqual(await db.selectFrom("audit_log").selectAll().execute(), []);
});

eachEngine("recordAudits() writes one entry for each record, in order (§6.2)", async ({ db }) => {
  const ids = Array.from({ length: 1_201 }, (_, place) => `picture-${place}`);
  const entry = { actor: "ada@example.com", action: "update", entityType: "media" };
  await db.transaction().execute((trx) =>
    recordAudits(trx, ids.map((entityId) => ({ ...entry, entityId })))
  );
  const written = await db.selectFrom("audit_log").select("entity_id").orderBy("seq").execute();
  assert.deepEqual(written.map(({ entity_id }) => entity_id), ids);
});
