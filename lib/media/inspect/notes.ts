/** What a list of pictures says of each beside the picture itself. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../../db/mod.ts";

/** What somebody should look at. */
export interface AssetNote {
  /** How many proposed tags wait for a decision. */
  readonly waiting: number;
  /** Whether the original could not be imported. */
  readonly importFailed: boolean;
}

/** The notes on some assets, such as those of a page, by their ids; an asset without any is left out. */
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
