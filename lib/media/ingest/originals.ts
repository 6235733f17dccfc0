/** The stored files of assets, in pieces: none is ever whole in memory (spec §2.12). */
import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../db/mod.ts";

/** Bytes of a piece: few enough to hold several, many enough that a large original is some dozen rows. */
export const PIECE_BYTES = 256 * 1024;

/**
 * The original of an asset, piece by piece, each read when it is asked for. Gives nothing where there is no
 * original, which `original_hash` of the asset tells beforehand.
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

/** Writes the original of an asset that has none yet, from a file. */
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

/** As much as a piece holds; less only at the end of the file. */
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
