/** One picture, as its form in the library saves it. */
import type { Kysely } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  type FieldErrors,
} from "../../records/mod.ts";
import type { Database } from "../../db/mod.ts";
import { assetEntity, type AssetRecord, tagKey, type TagRef } from "./asset.ts";
import {
  auditCreated,
  auditDropped,
  leaveGroups,
  type ShotGroup,
  shotGroupEntity,
} from "./groups.ts";
import { liveTags, unknownMessage, unknownTags, withExactly } from "./tags.ts";

/** Longest texts of a picture: what the sync of the CMS may store, the form can save. */
export const ASSET_LIMITS: { readonly title: number; readonly altText: number } = {
  title: 500,
  altText: 500,
};

/** What the form says; what is absent stays as it is. */
export interface AssetEdit extends
  Partial<
    Pick<
      AssetRecord,
      "title" | "altText" | "focalX" | "focalY" | "galleryPosition" | "shotGroupId"
    >
  > {
  /** Name of a new group, which comes with this picture; `shotGroupId` then says nothing. */
  readonly newGroup?: string;
  /** All that are to be live. */
  readonly tags?: readonly TagRef[];
}

/** A form that somebody sends. */
export interface AssetSave {
  readonly by: Author;
  readonly id: string;
  /** Version that the author saw; absent for actions that mean the same whatever the picture has become. */
  readonly version?: string;
  readonly edit: AssetEdit;
}

/**
 * Saves a picture. A new tag whose record is not there is refused by the field `tags`, a group that is gone by
 * `group`; a focal point outside the picture by `focalX` or `focalY`.
 */
export function saveAsset(
  db: Kysely<Database>,
  { by, id, version, edit }: AssetSave,
): Promise<ChangeOutcome<AssetRecord>> {
  const { tags, newGroup, ...columns } = edit;
  const created = newGroup === undefined ? null : { id: crypto.randomUUID(), name: newGroup };
  let left: readonly ShotGroup[] = [];
  return changeRecord(db, assetEntity, {
    by,
    id,
    action: "update",
    ...(version !== undefined && { version }),
    next: (current) => {
      const next = { ...current, ...columns, ...(created && { shotGroupId: created.id }) };
      return tags === undefined ? next : withExactly(next, tags);
    },
    async check(trx, next, before) {
      const fields: Record<string, string> = { ...unusable(next) };
      const had = new Set(before === null ? [] : liveTags(before).map(tagKey));
      const unknown = await unknownTags(
        trx,
        liveTags(next).filter((tag) => !had.has(tagKey(tag))),
      );
      if (unknown.length > 0) fields.tags = unknownMessage(unknown);
      if (before === null || Object.keys(fields).length > 0) return fields;
      if (created) await shotGroupEntity.insert(trx, created);
      const { fields: refused, dropped } = await leaveGroups(trx, [{ before, after: next }]);
      left = dropped;
      return refused;
    },
    async conclude(trx) {
      if (created) await auditCreated(trx, { by, created });
      await auditDropped(trx, { by, dropped: left });
    },
  });
}

function unusable({ focalX, focalY, galleryPosition }: AssetRecord): FieldErrors {
  const isShare = (value: number) => value >= 0 && value <= 1;
  const outside = "Choose a point on the picture";
  return {
    ...(!isShare(focalX) && { focalX: outside }),
    ...(!isShare(focalY) && { focalY: outside }),
    ...(galleryPosition !== null && !Number.isInteger(galleryPosition) &&
      { galleryPosition: "Enter a whole number" }),
  };
}
