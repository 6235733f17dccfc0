import { sql } from "kysely";
import assert from "node:assert/strict";
import type { ChangeAction } from "@/lib/cms/mod.ts";
import { findChanges, nextChanges, stageChanges, unstage } from "@/lib/cms/run/changes.ts";
import { migrate } from "@/lib/db/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { bareLocation, eachEngine, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";

const RUN = "a-run";

function change(nth: number) {
  return {
    key: `key-${nth}`,
    label: `Picture ${nth}`,
    action: nth % 3 === 0 ? "updated" : "created",
    before: nth % 3 === 0 ? { title: "“Old”" } : null,
    after: { title: `New ${nth}` },
    source: { n: nth },
  };
}

eachEngine(
  "nextChanges() reads planned changes from any number on, across batches (spec §4.11)",
  async ({ db }) => {
    const all = Array.from(
      { length: 23 },
      (_, index) => ({ seq: index + 1, ...change(index + 1) }),
    );
    for (const [from, to] of [[1, 10], [11, 11], [12, 23]] as const) {
      const batch = all.slice(from - 1, to).map(({ seq: _, ...rest }) => rest);
      const place = { runId: RUN, from, count: batch.length };
      await stageChanges(db, place, JSON.stringify(batch));
      await stageChanges(db, { ...place, runId: "another" }, JSON.stringify(batch));
    }
    for (let after = 0; after <= all.length; after++) {
      for (const limit of [1, 4, 11, 50]) {
        const found = await nextChanges(db, { runId: RUN, after, limit });
        assert.deepEqual(found, all.slice(after, after + limit), `${limit} after ${after}`);
      }
    }

    const find = (action: ChangeAction | null, text: string | null, offset = 0) =>
      findChanges(db, RUN, { action, text, limit: 5, offset });
    assert.deepEqual(await find(null, null, 9), { total: 23, changes: all.slice(9, 14) });
    const updated = all.filter(({ action }) => action === "updated");
    assert.deepEqual(await find("updated", null, 5), { total: 7, changes: updated.slice(5) });
    assert.deepEqual(await find("updated", "PICTURE 2"), { total: 1, changes: [all[20]] });
    assert.deepEqual(await find(null, "picture 1", 10), { total: 11, changes: [all[18]] });
    // The total is given even beyond the end.
    assert.deepEqual(await find(null, "picture 1", 20), { total: 11, changes: [] });
    assert.deepEqual(await find("noted", null), { total: 0, changes: [] });

    await unstage(db, RUN, 11);
    assert.deepEqual(await nextChanges(db, { runId: RUN, after: 8, limit: 9 }), all.slice(8, 11));
    assert.equal((await findChanges(db, "another", { ...ANY, limit: 1, offset: 0 })).total, 23);
  },
);

eachEngine(
  "findChanges() finds the values held back that differ from those of the CMS (spec §3.3)",
  async ({ db }) => {
    const held = [{ agrees: true }, {}, { agrees: true }, {}].map((after, index) => ({
      ...change(index),
      action: "heldBack",
      after,
    }));
    const all = [...held, change(5)];
    await stageChanges(db, { runId: RUN, from: 1, count: all.length }, JSON.stringify(all));
    const find = async (action: "heldBack" | "differing") =>
      (await findChanges(db, RUN, { action, text: null, limit: 5, offset: 0 })).changes
        .map(({ seq }) => seq);
    assert.deepEqual([await find("heldBack"), await find("differing")], [[1, 2, 3, 4], [2, 4]]);
  },
);

const ANY = { action: null, text: null };

eachEngineUnopened(
  "migration 0079 keeps changes that were planned before batches existed (spec §4.11)",
  async (engine) => {
    await using database = await opened(bareLocation(engine));
    const { db } = database;
    await migrate(
      database,
      Object.fromEntries(
        Object.entries(MIGRATIONS).filter(([name]) => name < "0079_sync_by_batches"),
      ),
    );
    await sql`
      insert into sync_runs (id, kind, state, started_by, started_at, counts)
      values (${RUN}, 'images', 'ready', 'ana@example.com', now(), '{}')`.execute(db);
    const all = Array.from(
      { length: 1_203 },
      (_, index) => ({ seq: index + 1, ...change(index + 1) }),
    );
    await sql`
      insert into sync_changes (run_id, seq, key, label, action, before, after, source)
      select ${RUN}, seq, key, label, action, nullif(before, 'null'::jsonb), after, source
      from jsonb_to_recordset(${JSON.stringify(all)}::text::jsonb) as new(seq integer, key text,
        label text, action text, before jsonb, after jsonb, source jsonb)`.execute(db);
    await migrate(database);
    assert.deepEqual(await nextChanges(db, { runId: RUN, after: 0, limit: 2_000 }), all);
    // They are deleted with their run, as before.
    await db.deleteFrom("sync_runs").execute();
    assert.deepEqual(await db.selectFrom("sync_batches").selectAll().execute(), []);
  },
);
