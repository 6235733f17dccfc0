/** Deleting pictures, which also takes them from wherever they are used. */
import { type Kysely, sql } from "kysely";
import { type FieldErrors, recordAudits } from "../../records/mod.ts";
import { type Database, transact } from "../../db/mod.ts";
import { assetEntity, readAssets } from "./asset.ts";
import { type Bulk, MAX_BULK, tooMany } from "./bulk.ts";
import { auditDropped, leaveGroups } from "./groups.ts";
import { lockUses } from "./links.ts";
import { type AssetUse, whereUsed } from "./uses.ts";

/** What became of a deletion. Nothing was written unless it is `done`. */
export type DeletionOutcome =
  | { readonly kind: "done"; readonly deleted: number; readonly missing: number }
  /** Some are in use, and the author has not said that they may go all the same. */
  | { readonly kind: "used"; readonly uses: readonly AssetUse[] }
  | { readonly kind: "invalid"; readonly fields: FieldErrors };

/**
 * Deletes pictures with their originals, tags and links, all or none; each has an entry in the log, which says where
 * it was used. Refused while one of them is used, unless `confirmed`. Groups that nothing is left in are gone.
 */
export async function deleteAssets(
  db: Kysely<Database>,
  { by, ids, confirmed }: Bulk & { readonly confirmed: boolean },
): Promise<DeletionOutcome> {
  const asked = new Set(ids);
  if (asked.size > MAX_BULK) return tooMany();
  return await transact(db, async (trx): Promise<DeletionOutcome> => {
    await lockUses(trx);
    const assets = await readAssets(trx, [...asked], { lock: true });
    const found = assets.map(({ id }) => id);
    const uses = await whereUsed(trx, found);
    if (uses.length > 0 && !confirmed) return { kind: "used", uses };
    const leaving = assets.map((before) => ({ before, after: { ...before, shotGroupId: null } }));
    const { dropped } = await leaveGroups(trx, leaving);
    await trx.deleteFrom("media_assets").where("id", "=", sql<string>`any(${found}::text[])`)
      .execute();
    const usesOf = Map.groupBy(uses, ({ assetId }) => assetId);
    await recordAudits(
      trx,
      assets.map((asset) => ({
        actor: by.staff.email,
        requestId: by.requestId,
        action: "delete",
        entityType: assetEntity.type,
        entityId: asset.id,
        before: { ...asset, uses: (usesOf.get(asset.id) ?? []).map(formatUse) },
      })),
    );
    await auditDropped(trx, { by, dropped });
    return { kind: "done", deleted: found.length, missing: asked.size - found.length };
  }, { long: true });
}

function formatUse({ ownerType, ownerId, slot }: AssetUse): string {
  return `${ownerType} ${ownerId} ${slot}`;
}
