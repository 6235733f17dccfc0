/** Saves the form of one asset. */
import type { Kysely } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  type FieldErrors,
} from "@/lib/records/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { assetEntity, type AssetRecord } from "./asset.ts";
import {
  auditCreated,
  auditDropped,
  leaveGroups,
  type ShotGroup,
  shotGroupEntity,
} from "./groups.ts";

/**
 * Longest texts of an asset, in characters. The CMS sync has the same limits, so that the form can save what it
 * stored.
 */
export const ASSET_LIMITS: { readonly title: number; readonly altText: number } = {
  title: 500,
  altText: 500,
};

/** The fields to change; an absent field stays as it is. */
interface AssetEdit
  extends Partial<Pick<AssetRecord, "title" | "altText" | "focalX" | "focalY" | "shotGroupId">> {
  /** Name of a shot group to create for this asset; overrides `shotGroupId`. */
  readonly newGroup?: string;
}

/** An edit with its author and asset. */
interface AssetSave {
  readonly by: Author;
  readonly id: string;
  /** Version that the author saw; absent to save without a conflict check. */
  readonly version?: string;
  readonly edit: AssetEdit;
}

/**
 * Saves an asset, with an audit entry. Refuses a group that is gone by the field `group`, and a focal point outside the
 * picture by `focalX` or `focalY`. Creates the group named by `newGroup`, and deletes the group that the asset leaves
 * empty.
 */
export function saveAsset(
  db: Kysely<Database>,
  { by, id, version, edit }: AssetSave,
): Promise<ChangeOutcome<AssetRecord>> {
  const { newGroup, ...columns } = edit;
  const created = newGroup === undefined ? null : { id: crypto.randomUUID(), name: newGroup };
  let emptied: readonly ShotGroup[] = [];
  return changeRecord(db, assetEntity, {
    by,
    id,
    action: "update",
    ...(version !== undefined && { version }),
    next: (current) => ({
      ...current,
      ...columns,
      ...(created && { shotGroupId: created.id }),
    }),
    async check(trx, next, before) {
      const fields = unusable(next);
      if (before === null || Object.keys(fields).length > 0) return fields;
      if (created) await shotGroupEntity.insert(trx, created);
      const { fields: refused, dropped } = await leaveGroups(trx, [{ before, after: next }]);
      emptied = dropped;
      return refused;
    },
    async conclude(trx) {
      if (created) await auditCreated(trx, { by, created });
      await auditDropped(trx, { by, dropped: emptied });
    },
  });
}

function unusable({ focalX, focalY }: AssetRecord): FieldErrors {
  const isShare = (value: number) => value >= 0 && value <= 1;
  const outside = "Choose a point on the picture";
  return {
    ...(!isShare(focalX) && { focalX: outside }),
    ...(!isShare(focalY) && { focalY: outside }),
  };
}
