/** Deletes assets, with the links that use them. */
import type { Kysely } from "kysely";
import { type FieldErrors, recordAudits } from "@/lib/records/mod.ts";
import { anyOf, type Database, transact } from "@/lib/db/mod.ts";
import { assetEntity, readAssets } from "./asset.ts";
import { type Bulk, MAX_BULK, tooMany } from "./bulk.ts";
import { auditDropped, leaveGroups } from "./groups.ts";
import { lockUses } from "./links.ts";
import { type AssetUse, whereUsed } from "./uses.ts";

/** The outcome of a deletion. Nothing was written unless it is `done`. */
export type DeletionOutcome =
  | { readonly kind: "done"; readonly deleted: number; readonly missing: number }
  /** Some are in use, and the author has not confirmed the deletion. */
  | { readonly kind: "used" }
  | { readonly kind: "invalid"; readonly fields: FieldErrors };

/**
 * Deletes assets with their originals, tags and links, all or none, and shot groups that this empties. Writes an
 * audit entry for each asset, with its former uses. Refuses while one of them is used, unless `confirmed`, and more
 * than {@linkcode MAX_BULK} assets by the field `ids`.
 */
export async function deleteAssets(
  db: Kysely<Database>,
  { by, ids, confirmed }: Bulk & { readonly confirmed: boolean },
): Promise<DeletionOutcome> {
  const wanted = new Set(ids);
  if (wanted.size > MAX_BULK) return tooMany();
  return await transact(db, async (trx): Promise<DeletionOutcome> => {
    await lockUses(trx);
    const assets = await readAssets(trx, [...wanted], { lock: true });
    const found = assets.map(({ id }) => id);
    const uses = await whereUsed(trx, found);
    if (uses.length > 0 && !confirmed) return { kind: "used" };
    const leaving = assets.map((before) => ({ before, after: { ...before, shotGroupId: null } }));
    const { dropped } = await leaveGroups(trx, leaving);
    await trx.deleteFrom("media_assets").where("id", "=", anyOf(found))
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
    return { kind: "done", deleted: found.length, missing: wanted.size - found.length };
  }, { long: true });
}

function formatUse({ ownerType, ownerId, slot }: AssetUse): string {
  return `${ownerType} ${ownerId} ${slot}`;
}
