import assert from "node:assert/strict";
import { type Author, changeRecord, createRecord } from "@/lib/records/mod.ts";
import { moveTrack, POSITION, ruleSetEntity, type Track, trackEntity } from "@/lib/catalog/mod.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import { type Db, eachEngine } from "@/tests/helpers/db.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: null };

function track(id: string, over: Partial<Track> = {}): Track {
  return {
    id,
    name: `Track ${id}`,
    description: "For them.",
    ruleSetId: "main",
    position: 1,
    retired: false,
    ...over,
  };
}

async function storeTracks(db: Db, tracks: readonly Track[]): Promise<void> {
  const main = { id: "main", name: "Main", isDefault: true, retired: false };
  await createRecord(db, ruleSetEntity, { by, id: "main", record: main });
  for (const record of tracks) await createRecord(db, trackEntity, { by, id: record.id, record });
}

eachEngine(
  "trackEntity stores and reads every field of a track (§4.1)",
  async ({ db }) => {
    const home = track("home", { position: 3 });
    await storeTracks(db, [home]);
    assert.deepEqual((await loadCatalog(db)).tracks, [home]);
    const next = { ...home, name: "House", description: "<b>", position: 4, retired: true };
    await changeRecord(db, trackEntity, { by, id: "home", action: "update", next });
    assert.deepEqual((await loadCatalog(db)).tracks, [next]);
    assert.deepEqual(await trackEntity.read(db, "home", { lock: false }), next);
  },
);

eachEngine(
  "a track with an unknown rule set is refused with a message on the field (§7)",
  async ({ db }) => {
    await storeTracks(db, []);
    const record = track("home", { ruleSetId: "none" });
    const outcome = await createRecord(db, trackEntity, { by, id: "home", record });
    assert.deepEqual(outcome, {
      kind: "invalid",
      fields: { ruleSetId: "This rule set no longer exists. Choose another" },
    });
  },
);

eachEngine(
  "moveTrack() swaps a track with its nearest neighbour that is not retired (§6.2)",
  async ({ db }) => {
    await storeTracks(db, [
      track("a", { position: 1 }),
      track("b", { position: 2, retired: true }),
      track("c", { position: 3 }),
      track("d", { position: 3 }),
    ]);
    const changed = await moveTrack(db, { by, id: "c", direction: "up" });
    assert.deepEqual(changed.map(({ id }) => id).sort(), ["a", "c"]);
    const order = (await loadCatalog(db)).tracks.filter(({ retired }) => !retired);
    assert.deepEqual(order.map(({ id }) => id), ["c", "a", "d"]);
    assert.deepEqual(await moveTrack(db, { by, id: "c", direction: "up" }), []);
    const moves = await db.selectFrom("audit_log").select("entity_id").where("action", "=", "move")
      .execute();
    assert.equal(moves.length, 2);
  },
);

eachEngine("moveTrack() stores no position above the maximum (§6.2)", async ({ db }) => {
  await storeTracks(db, [
    track("a", { position: POSITION.max }),
    track("b", { position: POSITION.max }),
  ]);
  await moveTrack(db, { by, id: "b", direction: "up" });
  const { tracks } = await loadCatalog(db);
  assert.deepEqual(tracks.map(({ id }) => id), ["b", "a"]);
  assert.ok(tracks.every(({ position }) => position <= POSITION.max));
});
