/** Stores an upload: the asset, its original in chunks, and the audit entry, in one transaction. */
import { type Kysely, sql, type Transaction } from "kysely";
import { type Author, recordAudit } from "@/lib/records/mod.ts";
import { type Database, LOCKS, transact } from "@/lib/db/mod.ts";
import { assetEntity } from "../changes/asset.ts";
import { SHOWN_COLUMNS, type ShownAsset } from "../view.ts";
import type { NormalForm } from "./normalise.ts";
import { writeOriginal } from "./originals.ts";

/** An asset as the upload's response shows it. */
interface TakenAsset extends ShownAsset {
  readonly filename: string;
}

/** The asset was stored. */
export interface Stored {
  readonly kind: "stored";
  readonly asset: TakenAsset;
}

/** The same file or video existed already and was left as it is. */
export interface Duplicate {
  readonly kind: "duplicate";
  readonly asset: TakenAsset;
}

/** An asset to store. */
interface NewAsset {
  readonly id: string;
  readonly filename: string;
  readonly title?: string | null;
  readonly altText?: string | null;
  /** SHA-256 of the uploaded file, unique among assets; null allows the same file again. */
  readonly uploadHash: string | null;
  /** Id at the video host; null for an image. */
  readonly videoId: string | null;
  readonly original: NormalForm;
}

/** Finds the asset that was made from the same file. */
export function findUpload(
  db: Kysely<Database>,
  uploadHash: string,
): Promise<TakenAsset | undefined> {
  return db.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
    .where("upload_hash", "=", uploadHash).executeTakeFirst();
}

/** Finds the oldest asset that plays a video. */
export function findVideo(db: Kysely<Database>, videoId: string): Promise<TakenAsset | undefined> {
  return db.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
    .where("video_id", "=", videoId).orderBy("created_at").executeTakeFirst();
}

/**
 * Stores an asset with its original, and an audit entry with the action `create`. Of concurrent uploads of the same
 * file or video, one is stored and the others are duplicates.
 */
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

/**
 * Finds the asset of a video after taking an advisory lock, under which one transaction at a time stores that video.
 */
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
    // A concurrent upload may have inserted the same file. The insert waits until that transaction has ended.
    .onConflict((conflict) => conflict.doNothing())
    .returning([...SHOWN_COLUMNS, "filename"]).executeTakeFirst();
}

/**
 * Finds the asset that an insert conflicted with: by its file, or by its id, which contains a part of the file's
 * hash.
 */
async function existing(
  trx: Transaction<Database>,
  { id, uploadHash }: NewAsset,
): Promise<TakenAsset> {
  return (uploadHash === null ? undefined : await findUpload(trx, uploadHash)) ??
    await trx.selectFrom("media_assets").select([...SHOWN_COLUMNS, "filename"])
      .where("id", "=", id).executeTakeFirstOrThrow();
}
