/** The badges of assets in lists: what staff should look at. */
import { type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

/** The properties of an asset that need the attention of staff. */
export interface AssetNote {
  /** Number of proposed tags. */
  readonly waiting: number;
  /** Whether the last import of the original failed. */
  readonly importFailed: boolean;
}

/** Reads the notes of some assets, by asset id; an asset with nothing to look at is left out. */
export async function assetNotes(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AssetNote>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("media_assets as asset")
    .leftJoinLateral(
      (eb) =>
        eb.selectFrom("media_tags")
          .select(sql<number>`count(*)::int`.as("waiting"))
          .whereRef("asset_id", "=", "asset.id")
          .where("state", "=", "proposed")
          .as("tags"),
      (join) => join.onTrue(),
    )
    .select(["asset.id", "waiting", "import_error"])
    .where("asset.id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, waiting, import_error: error }) =>
      [id, { waiting: waiting ?? 0, importFailed: error !== null }] as const
    ).filter(([, { waiting, importFailed }]) => waiting > 0 || importFailed),
  );
}
