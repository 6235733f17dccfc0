/** Shot groups: several shots of one scene, of which a page shows only one (spec §2.12). */
import { sql, type Transaction } from "kysely";
import { type Author, type Entity, type FieldErrors, recordAudit } from "@/lib/records/mod.ts";
import { anyOf, type Database, readRow } from "@/lib/db/mod.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";
import type { AssetChange } from "./asset.ts";

/** A shot group. Its members refer to it by `shotGroupId`. */
export interface ShotGroup {
  readonly id: string;
  readonly name: string;
}

/** Longest name of a shot group, in characters. */
export const GROUP_NAME_LENGTH = 120;

/** Shot groups as records. A group is deleted when its last member leaves. */
export const shotGroupEntity = {
  type: "shot-group",
  read: (trx, id, options) =>
    readRow(trx.selectFrom("shot_groups").select(["id", "name"]).where("id", "=", id), options),
  async insert(trx, group) {
    await trx.insertInto("shot_groups").values(group).execute();
  },
  async update(trx, { id, name }) {
    await trx.updateTable("shot_groups").set({ name }).where("id", "=", id).execute();
  },
} satisfies Entity<ShotGroup>;

/** The effect of asset changes on shot groups. */
interface GroupsLeft {
  /** An error on `group` when a group to join does not exist; nothing was written then. */
  readonly fields: FieldErrors;
  /** Groups that were deleted because their last members left. */
  readonly dropped: readonly ShotGroup[];
}

/**
 * Locks the groups that locked assets leave and join, ordered by id, and deletes those that become empty. Call it
 * before the assets are written: writing a `shot_group_id` locks the referenced group too, in no particular order.
 */
export async function leaveGroups(
  trx: Transaction<Database>,
  changes: readonly AssetChange[],
): Promise<GroupsLeft> {
  const moves = changes.filter(({ before, after }) => before.shotGroupId !== after.shotGroupId);
  if (moves.length === 0) return { fields: {}, dropped: [] };
  const left = distinct(moves.map(({ before }) => before.shotGroupId));
  const joined = distinct(moves.map(({ after }) => after.shotGroupId));
  const groups = await trx.selectFrom("shot_groups").select("id")
    .where(
      "id",
      "=",
      anyOf([...left, ...joined].filter((id) => ID_PATTERN.test(id))),
    )
    .orderBy(sql`id collate "C"`).forUpdate().execute();
  const known = new Set(groups.map(({ id }) => id));
  if (joined.some((id) => !known.has(id))) {
    return { fields: { group: "This group no longer exists. Choose another one" }, dropped: [] };
  }
  const emptied = left.filter((id) => !joined.includes(id));
  return { fields: {}, dropped: await dropEmptied(trx, emptied, moves) };
}

/** Writes the audit entry of a group that was created with its first members. */
export async function auditCreated(
  trx: Transaction<Database>,
  { by, created }: { readonly by: Author; readonly created: ShotGroup },
): Promise<void> {
  await recordAudit(trx, {
    actor: by.staff.email,
    requestId: by.requestId,
    action: "create",
    entityType: shotGroupEntity.type,
    entityId: created.id,
    after: created,
  });
}

/** Writes the audit entries of groups that were deleted with their last members. */
export async function auditDropped(
  trx: Transaction<Database>,
  { by, dropped }: { readonly by: Author; readonly dropped: readonly ShotGroup[] },
): Promise<void> {
  for (const group of dropped) {
    await recordAudit(trx, {
      actor: by.staff.email,
      requestId: by.requestId,
      action: "delete",
      entityType: shotGroupEntity.type,
      entityId: group.id,
      before: group,
    });
  }
}

async function dropEmptied(
  trx: Transaction<Database>,
  ids: readonly string[],
  moves: readonly AssetChange[],
): Promise<ShotGroup[]> {
  if (ids.length === 0) return [];
  const leaving = moves.map(({ before }) => before.id);
  return await trx.deleteFrom("shot_groups as shot_group")
    .where("id", "in", ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom("media_assets").select("media_assets.id")
          .whereRef("shot_group_id", "=", "shot_group.id")
          .where("media_assets.id", "<>", sql<string>`all(${leaving}::text[])`),
      ))
    )
    .returning(["id", "name"]).execute();
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
