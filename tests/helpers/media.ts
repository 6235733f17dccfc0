/** Media for tests: assets as rows, without originals. */
import type { Insertable, Kysely } from "kysely";
import type { Database } from "../../lib/db/mod.ts";

type AssetRow = Insertable<Database["media_assets"]>;

/** Stores an asset; what is not given is what a plain picture without an original has. */
export async function storeAsset(
  db: Kysely<Database>,
  asset: Partial<AssetRow> & { readonly id: string },
): Promise<void> {
  await db.insertInto("media_assets")
    .values({ filename: `${asset.id}.jpg`, type: "image", ...asset }).execute();
}

/** Stores many assets at once. */
export async function storeAssets(
  db: Kysely<Database>,
  assets: readonly (Partial<AssetRow> & { readonly id: string })[],
): Promise<void> {
  for (let start = 0; start < assets.length; start += 500) {
    await db.insertInto("media_assets").values(
      assets.slice(start, start + 500)
        .map((asset) => ({ filename: `${asset.id}.jpg`, type: "image" as const, ...asset })),
    ).execute();
  }
}
