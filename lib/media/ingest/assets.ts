/** Storing what was taken in: the asset, its original in pieces, and the audit entry, all or none. */
import { type Kysely, sql, type Transaction } from "kysely";
import { type Author, recordAudit } from "../../records/mod.ts";
import { type Database, LOCKS, transact } from "../../db/mod.ts";
import { assetEntity } from "../changes/asset.ts";
import { SHOWN_COLUMNS, type ShownAsset } from "../view.ts";
import type { NormalForm } from "./normalise.ts";
import { writeOriginal } from "./originals.ts";

/** An asset as those see it who have just sent it. */
export interface TakenAsset extends ShownAsset {
  readonly filename: string;
}

/** The asset is there now. */
export interface Stored {
  readonly kind: "stored";
  readonly asset: TakenAsset;
}

/** The same was there already, and is left as it is. */
export interface Duplicate {
  readonly kind: "duplicate";
  readonly asset: TakenAsset;
}

/** What is to be stored. */
export interface NewAsset {
  readonly id: string;
  readonly filename: string;
  readonly title?: string | null;
  readonly altText?: string | null;
  /** SHA-256 of the file as it was sent; null where the same file may be sent again. */
  readonly uploadHash: string | null;
  /** At the video host; null for a picture. */
  readonly videoId: string | null;
  readonly original: NormalForm;
}

/** The asset that came of the same file before. */
export function findUpload(
  db: Kysely<Database>,
  uploadHash: string,
): Promise<TakenAsset | undefined> {
  return db.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
    .where("upload_hash", "=", uploadHash).executeTakeFirst();
}

/** The asset that shows a video. */
export function findVideo(db: Kysely<Database>, videoId: string): Promise<TakenAsset | undefined> {
  return db.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
    .where("video_id", "=", videoId).orderBy("created_at").executeTakeFirst();
}

/** Stores an asset with its original, and audits it as `create`. Of two who send the same, one stores it. */
export function storeAsset(
  db: Kysely<Database>,
  asset: NewAsset,
  by: Author,
): Promise<Stored | Duplicate> {
  return transact(db, async (trx) => {
    const same = asset.videoId === null ? undefined : await awaitVideo(trx, asset.videoId);
    if (same !== undefined) return { kind: "duplicate", asset: same };
    const taken = await insertAsset(trx, asset, by);
    if (taken === undefined) return { kind: "duplicate", asset: await existing(trx, asset) };
    await writeOriginal(trx, { assetId: asset.id, path: asset.original.path });
    await recordAudit(trx, {
      actor: by.staff.email,
      action: "create",
      entityType: "media",
      entityId: asset.id,
      before: null,
      after: await assetEntity.read(trx, asset.id, { lock: false }),
      requestId: by.requestId,
    });
    return { kind: "stored", asset: taken };
  });
}

/** The asset that shows a video, once whoever is storing it has done so; until this ends nobody else does. */
async function awaitVideo(
  trx: Transaction<Database>,
  videoId: string,
): Promise<TakenAsset | undefined> {
  const key = sql<number>`hashtext(${videoId})`;
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.videos)}, ${key})`.execute(trx);
  return await findVideo(trx, videoId);
}

function insertAsset(
  trx: Transaction<Database>,
  { id, filename, title, altText, uploadHash, videoId, original }: NewAsset,
  by: Author,
): Promise<TakenAsset | undefined> {
  return trx.insertInto("media_assets").values({
    id,
    filename,
    title: title ?? null,
    alt_text: altText ?? null,
    type: videoId === null ? "image" : "video",
    video_id: videoId,
    mime: original.mime,
    bytes: original.bytes,
    original_hash: original.hash,
    upload_hash: uploadHash,
    width: original.width,
    height: original.height,
    placeholder: original.placeholder,
    uploaded_by: by.staff.email,
  })
    // Somebody may have sent the same in the meantime; their transaction is over before this goes on.
    .onConflict((conflict) => conflict.doNothing())
    .returning([...SHOWN_COLUMNS, "filename"]).executeTakeFirst();
}

/** An id holds a share of the hash, so what has the id is the same file. */
async function existing(
  trx: Transaction<Database>,
  { id, uploadHash }: NewAsset,
): Promise<TakenAsset> {
  return (uploadHash === null ? undefined : await findUpload(trx, uploadHash)) ??
    await trx.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
      .where("id", "=", id).executeTakeFirstOrThrow();
}
