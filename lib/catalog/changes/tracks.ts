import type { Kysely } from "kysely";
import type { Entity } from "@/lib/records/mod.ts";
import { changedRow, newRow, retired, TRACK_COLUMNS, trackRow } from "../rows.ts";
import type { Track } from "../schema.ts";
import { type Database, readRow } from "@/lib/db/mod.ts";
import type { OrderMove } from "./order.ts";
import { liveIn, swapPositions } from "./reorder.ts";

/** Tracks, the kinds of buyer (spec §4.1). A track is retired, never deleted. */
export const trackEntity: Entity<Track> = {
  type: "track",
  constraints: {
    tracks_rule_set_id_fkey: { ruleSetId: "This rule set no longer exists. Choose another" },
  },
  read: (trx, id, options) =>
    readRow(
      trx.selectFrom("tracks").select([...TRACK_COLUMNS, retired]).where("id", "=", id),
      options,
    ),
  async insert(trx, track) {
    await trx.insertInto("tracks").values(newRow(track, trackRow(track))).execute();
  },
  async update(trx, track) {
    await trx.updateTable("tracks").set(changedRow(track, trackRow(track)))
      .where("id", "=", track.id).execute();
  },
};

/**
 * Swaps a track with its neighbour among the tracks that are not retired, in one transaction, with an audit entry
 * `move` for each track whose position changed. Returns those tracks.
 */
export function moveTrack(db: Kysely<Database>, move: OrderMove): Promise<Track[]> {
  return swapPositions(db, trackEntity, { ...move, peers: liveIn("tracks") });
}
