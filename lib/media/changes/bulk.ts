/** Changes many assets in one transaction, with an audit entry for each asset that changed (decision 0012). */
import type { Kysely, Transaction } from "kysely";
import { type Author, type FieldErrors, recordAudits } from "@/lib/records/mod.ts";
import { type Database, transact } from "@/lib/db/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import {
  type AssetChange,
  assetEntity,
  assetPages,
  type AssetRecord,
  writeAssets,
} from "./asset.ts";
import { auditDropped, leaveGroups } from "./groups.ts";

/** Largest number of assets that one action changes. */
export const MAX_BULK = 5_000;

/** The outcome of a bulk action. Nothing was written unless it is `done`. */
export type BulkOutcome =
  | {
    readonly kind: "done";
    readonly changed: number;
    /** Assets that the action left as they were. */
    readonly unchanged: number;
    /** Ids without an asset. */
    readonly missing: number;
  }
  | { readonly kind: "invalid"; readonly fields: FieldErrors };

/** The author of a bulk action, and the assets that it changes. Repeated ids count once. */
export interface Bulk {
  readonly by: Author;
  readonly ids: readonly string[];
}

/** A bulk action. */
interface BulkChange extends Bulk {
  /** Verb for the audit log. */
  readonly action: string;
  /** Returns the asset as it should be; the same asset means no change. */
  readonly next: (asset: AssetRecord) => AssetRecord;
  /** Runs with the assets locked, before they are written. A field error in its result refuses the action. */
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

/** Thrown to refuse an action, which rolls its transaction back. */
class Refusal extends Error {
  constructor(readonly fields: FieldErrors) {
    super("Cannot change the pictures");
  }
}

/**
 * Changes assets, all or none. There is no version check, because a bulk action means the same whatever the assets have
 * become since the author saw them. Refuses more than {@linkcode MAX_BULK} assets by the field `ids`.
 *
 * Lock order: the assets by id, then the shot groups by id, then the audit log.
 */
export async function changeAssets(
  db: Kysely<Database>,
  { by, ids, action, next, prepare, conclude }: BulkChange,
): Promise<BulkOutcome> {
  const wanted = new Set(ids);
  if (wanted.size > MAX_BULK) return tooMany();
  try {
    return await transact(db, async (trx) => {
      const changes: AssetChange[] = [];
      let found = 0;
      for await (const page of assetPages(trx, [...wanted], { lock: true })) {
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
        missing: wanted.size - found,
      };
    }, { long: true });
  } catch (error) {
    if (error instanceof Refusal) return { kind: "invalid", fields: error.fields };
    throw error;
  }
}

/** Returns the refusal of an action on more than {@linkcode MAX_BULK} assets. */
export function tooMany(): Extract<BulkOutcome, { kind: "invalid" }> {
  return {
    kind: "invalid",
    fields: { ids: `Choose at most ${formatCount(MAX_BULK)} pictures at a time` },
  };
}

function isChange({ before, after }: AssetChange): boolean {
  return before !== after && JSON.stringify(before) !== JSON.stringify(after);
}

function refuse(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw new Refusal(fields);
}
