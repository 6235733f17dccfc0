/** Changing many pictures at once: one transaction, and an audit entry for each picture that changed. */
import type { Kysely, Transaction } from "kysely";
import { type Author, type FieldErrors, recordAudits } from "../../records/mod.ts";
import { type Database, transact } from "../../db/mod.ts";
import {
  type AssetChange,
  assetEntity,
  assetPages,
  type AssetRecord,
  writeAssets,
} from "./asset.ts";
import { auditDropped, leaveGroups } from "./groups.ts";

/** Most pictures that one action changes. */
export const MAX_BULK = 5_000;

/** What became of an action. Nothing was written unless it is `done`. */
export type BulkOutcome =
  | {
    readonly kind: "done";
    readonly changed: number;
    /** Those that were so already. */
    readonly unchanged: number;
    /** Those that are not there. */
    readonly missing: number;
  }
  | { readonly kind: "invalid"; readonly fields: FieldErrors };

/** Which pictures an action is about, and whose action it is. */
export interface Bulk {
  readonly by: Author;
  readonly ids: readonly string[];
}

/** What an action makes of each picture. */
export interface BulkChange extends Bulk {
  /** A verb for the audit log. */
  readonly action: string;
  readonly next: (asset: AssetRecord) => AssetRecord;
  /** Runs with the pictures locked, before anything is written; a field named refuses the action. */
  readonly prepare?: (
    trx: Transaction<Database>,
    changes: readonly AssetChange[],
  ) => Promise<FieldErrors>;
  /** Writes further audit entries, and nothing else. */
  readonly conclude?: (
    trx: Transaction<Database>,
    changes: readonly AssetChange[],
  ) => Promise<void>;
}

/** Says that an action is refused, and takes back what it has written by then. */
class Refusal extends Error {
  constructor(readonly fields: FieldErrors) {
    super("Cannot change the pictures");
  }
}

/**
 * Changes pictures, all or none. It means the same whatever they have become since the author saw them, so it
 * knows no conflict. Locks: the pictures by id, then the groups by id, then the log.
 */
export async function changeAssets(
  db: Kysely<Database>,
  { by, ids, action, next, prepare, conclude }: BulkChange,
): Promise<BulkOutcome> {
  const asked = new Set(ids);
  if (asked.size > MAX_BULK) return tooMany();
  try {
    return await transact(db, async (trx) => {
      const changes: AssetChange[] = [];
      let found = 0;
      for await (const page of assetPages(trx, [...asked], { lock: true })) {
        found += page.length;
        changes.push(
          ...page.map((before) => ({ before, after: next(before) })).filter(isChange),
        );
      }
      refuse(await prepare?.(trx, changes) ?? {});
      const { fields, dropped } = await leaveGroups(trx, changes);
      refuse(fields);
      await writeAssets(trx, changes);
      await recordAudits(
        trx,
        changes.map(({ before, after }) => ({
          actor: by.staff.email,
          requestId: by.requestId,
          action,
          entityType: assetEntity.type,
          entityId: before.id,
          before,
          after,
        })),
      );
      await auditDropped(trx, { by, dropped });
      await conclude?.(trx, changes);
      return {
        kind: "done",
        changed: changes.length,
        unchanged: found - changes.length,
        missing: asked.size - found,
      };
    }, { long: true });
  } catch (error) {
    if (error instanceof Refusal) return { kind: "invalid", fields: error.fields };
    throw error;
  }
}

/** What is said of an action on more pictures than one action may change. */
export function tooMany(): Extract<BulkOutcome, { kind: "invalid" }> {
  const most = MAX_BULK.toLocaleString("en-US");
  return { kind: "invalid", fields: { ids: `Choose at most ${most} pictures at a time` } };
}

function isChange({ before, after }: AssetChange): boolean {
  return before !== after && JSON.stringify(before) !== JSON.stringify(after);
}

function refuse(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw new Refusal(fields);
}
