/** What staff do to several pictures at once. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import type { TagRef } from "./asset.ts";
import { type Bulk, type BulkOutcome, changeAssets } from "./bulk.ts";
import { auditCreated, shotGroupEntity } from "./groups.ts";
import { unknownMessage, unknownTags, withLive, withoutLive } from "./tags.ts";

/** Makes tags live on pictures. Refused whole where one of the tags names nothing that is there. */
export function tagAssets(
  db: Kysely<Database>,
  { by, ids, tags }: Bulk & { readonly tags: readonly TagRef[] },
): Promise<BulkOutcome> {
  return changeAssets(db, {
    by,
    ids,
    action: "tag",
    next: (asset) => withLive(asset, tags),
    async prepare(trx) {
      const unknown = await unknownTags(trx, tags);
      return unknown.length === 0 ? {} : { tags: unknownMessage(unknown) };
    },
  });
}

/** Takes tags off pictures, also such as name nothing any more. */
export function untagAssets(
  db: Kysely<Database>,
  { by, ids, tags }: Bulk & { readonly tags: readonly TagRef[] },
): Promise<BulkOutcome> {
  return changeAssets(db, {
    by,
    ids,
    action: "untag",
    next: (asset) => withoutLive(asset, tags),
  });
}

/** Gives pictures one alternative text, or only those that have none. */
export function setAltText(
  db: Kysely<Database>,
  { by, ids, altText, onlyMissing }: Bulk & {
    readonly altText: string;
    readonly onlyMissing: boolean;
  },
): Promise<BulkOutcome> {
  return changeAssets(db, {
    by,
    ids,
    action: "alt",
    next: (asset) => onlyMissing && asset.altText !== null ? asset : { ...asset, altText },
  });
}

/** Which pictures are put where: in a group that is there, in a new one, or in none. */
export interface Grouping extends Bulk {
  readonly group: { readonly id: string } | { readonly name: string } | null;
}

/** Groups pictures, or takes them out of their groups. Groups that nothing is left in are gone. */
export function groupAssets(
  db: Kysely<Database>,
  { by, ids, group }: Grouping,
): Promise<BulkOutcome> {
  if (group === null || "id" in group) {
    const shotGroupId = group?.id ?? null;
    const action = group === null ? "ungroup" : "group";
    return changeAssets(db, { by, ids, action, next: (asset) => ({ ...asset, shotGroupId }) });
  }
  const created = { id: crypto.randomUUID(), name: group.name };
  return changeAssets(db, {
    by,
    ids,
    action: "group",
    next: (asset) => ({ ...asset, shotGroupId: created.id }),
    async prepare(trx, changes) {
      if (changes.length > 0) await shotGroupEntity.insert(trx, created);
      return {};
    },
    async conclude(trx, changes) {
      if (changes.length > 0) await auditCreated(trx, { by, created });
    },
  });
}
