/** The bulk actions of the library: tag, untag, set the alternative text, group. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { TagRef } from "../library/query.ts";
import { type Bulk, type BulkOutcome, changeAssets } from "./bulk.ts";
import { auditCreated, shotGroupEntity } from "./groups.ts";
import { unknownMessage, unknownTags, withLive, withoutLive } from "./tags.ts";

/**
 * Makes tags live on assets. Refuses all of it by the field `tags` when one of the tags names a missing or retired
 * record; see {@linkcode changeAssets} for the limits.
 */
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

/** Removes live tags from assets, even if their record is gone. A tag that was not given by hand becomes rejected. */
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

/** Sets the same alternative text on assets; with `onlyMissing`, only on those that have none. */
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

/** The assets of a grouping action, and their new group: an existing one, a new one by name, or none. */
interface Grouping extends Bulk {
  readonly group: { readonly id: string } | { readonly name: string } | null;
}

/**
 * Moves assets to a shot group, or out of their groups. Deletes groups that this empties, and creates a new group
 * only if at least one asset joins it. Refuses a group that is gone by the field `group`.
 */
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
