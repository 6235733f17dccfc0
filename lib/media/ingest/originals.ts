/**
 * Stores the originals of assets as chunks in `media_blobs`, so that none is ever in memory as a whole (spec §2.12).
 */
import type { Kysely, Transaction } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

/**
 * Bytes per chunk: small enough to hold several in memory, large enough that an original is at most a few dozen rows.
 */
const PIECE_BYTES = 256 * 1024;

/**
 * Streams an asset's original, one query per chunk of 256 KiB. Yields nothing when the asset has no original; its
 * `original_hash` is null then.
 */
export async function* readOriginal(
  db: Kysely<Database>,
  assetId: string,
): AsyncGenerator<Uint8Array, void> {
  for (let seq = 0;; seq++) {
    const piece = await db.selectFrom("media_blobs").select("bytes")
      .where("asset_id", "=", assetId).where("seq", "=", seq).executeTakeFirst();
    if (piece === undefined) return;
    yield piece.bytes;
  }
}

/** Stores a file as the original of an asset, which must not have one yet. */
export async function writeOriginal(
  trx: Transaction<Database>,
  { assetId, path }: { readonly assetId: string; readonly path: string },
): Promise<void> {
  using file = await Deno.open(path);
  for (let seq = 0;; seq++) {
    const bytes = await readPiece(file);
    if (bytes.length === 0) return;
    await trx.insertInto("media_blobs").values({ asset_id: assetId, seq, bytes }).execute();
  }
}

/** Reads a full chunk, or what is left at the end of the file. */
async function readPiece(file: Deno.FsFile): Promise<Uint8Array> {
  const piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  while (filled < piece.length) {
    const read = await file.read(piece.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return piece.subarray(0, filled);
}
