import assert from "node:assert/strict";
import { lastCrmContact } from "@/lib/crm/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";

anyDatabase(
  "lastCrmContact() returns the latest attempt, of a lead that ended or waits (§3.1)",
  async ({ db }) => {
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 10, minute));
    const add = (status: "queued" | "done" | "abandoned", minute: number | null) =>
      db.insertInto("crm_sync_queue").values({
        id: crypto.randomUUID(),
        status,
        session_id: null,
        email: status === "done" ? null : "ada@walls.test",
        first_name: null,
        last_name: null,
        payload: status === "done" ? null : {},
        track: null,
        next_attempt_at: status === "queued" ? at(59) : null,
        last_attempt_at: minute === null ? null : at(minute),
        last_reason: status === "done" || minute === null ? null : "http",
        last_status: status === "done" || minute === null ? null : 503,
        created_at: at(0),
        finished_at: status === "queued" ? null : at(minute ?? 0),
      }).execute();
    assert.equal(await lastCrmContact(db), null);
    await add("queued", null);
    assert.equal(await lastCrmContact(db), null, "nothing was attempted");
    const failed = (minute: number) => ({ at: at(minute), ok: false, failure: "http (503)" });
    const steps = [
      ["done", 5, { at: at(5), ok: true, failure: null }],
      ["queued", 7, failed(7)],
      ["abandoned", 6, failed(7)],
      ["abandoned", 8, failed(8)],
      ["done", 9, { at: at(9), ok: true, failure: null }],
    ] as const;
    for (const [status, minute, latest] of steps) {
      await add(status, minute);
      assert.deepEqual(await lastCrmContact(db), latest, `${status} at ${minute}`);
    }
  },
);
