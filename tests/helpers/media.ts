/** Stores media assets for tests, with or without originals. */
import { createHash } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

type AssetRow = Insertable<Database["media_assets"]>;

/** Stores an asset; by default a picture without an original. */
export async function storeAsset(
  db: Kysely<Database>,
  asset: Partial<AssetRow> & { readonly id: string },
): Promise<void> {
  await db.insertInto("media_assets")
    .values({ filename: `${asset.id}.jpg`, type: "image", ...asset }).execute();
}

/** Stores many assets in batches. */
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

/** Stores a picture with its original, split into several blobs. */
export async function storePicture(
  db: Kysely<Database>,
  picture: Partial<AssetRow> & { readonly id: string; readonly original: Uint8Array },
): Promise<void> {
  const { original, ...asset } = picture;
  await storeAsset(db, {
    mime: "image/jpeg",
    bytes: original.length,
    original_hash: createHash("sha256").update(original).digest("hex"),
    width: 1600,
    height: 1067,
    placeholder: "#8b8477",
    ...asset,
  });
  const length = Math.ceil(original.length / 3);
  for (let seq = 0; seq * length < original.length; seq++) {
    await db.insertInto("media_blobs")
      .values({ asset_id: asset.id, seq, bytes: original.slice(seq * length, (seq + 1) * length) })
      .execute();
  }
}
