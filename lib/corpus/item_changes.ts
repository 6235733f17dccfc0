/** The changes that staff make to an item: its metadata and state, but never its text. */
import { type Kysely, sql, type Transaction } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  changeRecords,
  type Entity,
} from "../records/mod.ts";
import { type Database, LOCKS, readRow } from "../db/mod.ts";
import type { ContentType } from "./import/metadata.ts";
import type { ItemState } from "./items.ts";

/** The part of an item that staff can change, with its id and content type. */
export interface ItemRecord {
  readonly id: string;
  readonly title: string;
  /** Set by the import; it never changes. */
  readonly contentType: ContentType;
  /** The path of a product page (spec §4.1). */
  readonly pdpPath: string | null;
  /** Ids of the systems that it is about, sorted. */
  readonly systemIds: readonly string[];
  readonly state: ItemState;
  /** Id of the item that superseded it. */
  readonly supersededBy: string | null;
}

/** Items as audited records. Only imports create them; they are retired or superseded, never deleted. */
export const itemEntity: Entity<ItemRecord> = {
  type: "corpus-item",
  async read(db, id, { lock }) {
    // Every writer of indexed data takes this lock first, as imports do. Taken after a row lock, it could deadlock.
    if (lock) await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.corpus)})`.execute(db);
    const row = await readRow(
      db.selectFrom("corpus_items").select([
        "id",
        "title",
        "content_type as contentType",
        "pdp_path as pdpPath",
      ]).select(["state", "superseded_by as supersededBy"]).where("id", "=", id),
      { lock },
    );
    if (row === null) return null;
    const about = await db.selectFrom("corpus_item_systems").select("system_id")
      .where("item_id", "=", id).execute();
    return { ...row, systemIds: about.map(({ system_id }) => system_id).sort() };
  },
  async update(trx, { id, title, pdpPath, systemIds, state, supersededBy }, before) {
    await trx.updateTable("corpus_items")
      .set({ title, pdp_path: pdpPath, state, superseded_by: supersededBy })
      .where("id", "=", id).execute();
    await removeSystems(trx, id, before.systemIds.filter((each) => !systemIds.includes(each)));
    await addSystems(trx, id, systemIds.filter((each) => !before.systemIds.includes(each)));
  },
};

async function removeSystems(trx: Transaction<Database>, id: string, systemIds: string[]) {
  if (systemIds.length === 0) return;
  await trx.deleteFrom("corpus_item_systems")
    .where("item_id", "=", id).where("system_id", "in", systemIds).execute();
}

async function addSystems(trx: Transaction<Database>, id: string, systemIds: string[]) {
  if (systemIds.length === 0) return;
  await trx.insertInto("corpus_item_systems")
    .values(systemIds.map((systemId) => ({ item_id: id, system_id: systemId }))).execute();
}

/** An action on one item and its author. */
interface ItemAct {
  readonly by: Author;
  readonly id: string;
}

/**
 * Supersedes an active item by another active item, audited. It is no longer quoted, and its history names the
 * successor. Returns `invalid` with the field `successor` if the item or the successor is not active, or if they are
 * the same.
 */
export function supersedeItem(
  db: Kysely<Database>,
  { by, id, successorId }: ItemAct & { readonly successorId: string },
): Promise<ChangeOutcome<ItemRecord>> {
  return changeRecord(db, itemEntity, {
    by,
    id,
    action: "supersede",
    next: (item) => ({ ...item, state: "superseded", supersededBy: successorId }),
    async check(trx, _next, before) {
      if (before?.state !== "active") {
        return { successor: "Only an active document can be superseded. Restore it first" };
      }
      const successor = await trx.selectFrom("corpus_items").select(["id", "state"])
        .where("id", "=", successorId).where("id", "<>", id).executeTakeFirst();
      return successor?.state === "active"
        ? {}
        : { successor: "Choose an active document; this one is not, or no longer" };
    },
  });
}

/** The outcome of {@linkcode restoreItem}. */
type Restoration =
  | { readonly kind: "missing" }
  | { readonly kind: "unchanged" }
  | {
    readonly kind: "changed";
    readonly title: string;
    readonly before: ItemState;
    /** Id of the item that had superseded it; null if none had. */
    readonly formerSuccessor: string | null;
    /** Id of the version of the same document that it superseded in turn; null if none. */
    readonly replaced: string | null;
  };

/**
 * Makes an item active again, audited. At most one version of a document is current, so the version that was current
 * is superseded by the restored one; the audit log then has both changes as `make-current`, otherwise one as `restore`.
 */
export async function restoreItem(
  db: Kysely<Database>,
  { by, id }: ItemAct,
): Promise<Restoration> {
  const seen = await itemEntity.read(db, id, { lock: false });
  if (seen === null) return { kind: "missing" };
  const rival = await currentVersion(db, id);
  let replaced: string | null = null;
  const changed = await changeRecords(db, itemEntity, {
    by,
    action: rival === undefined ? "restore" : "make-current",
    async plan(trx) {
      await itemEntity.read(trx, id, { lock: true });
      const current = await currentVersion(trx, id);
      const changes = new Map<string, (item: ItemRecord) => ItemRecord>();
      if (current !== undefined) {
        replaced = current;
        changes.set(current, (item) => ({ ...item, state: "superseded", supersededBy: id }));
      }
      return changes.set(id, (item) => ({ ...item, state: "active", supersededBy: null }));
    },
  });
  if (changed.length === 0) return { kind: "unchanged" };
  const { title, state: before, supersededBy: formerSuccessor } = seen;
  return { kind: "changed", title, before, formerSuccessor, replaced };
}

/** Returns the id of another version of the same document that is not superseded. */
async function currentVersion(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("corpus_items as item")
    .innerJoin("corpus_items as other", "other.source_key", "item.source_key")
    .select("other.id")
    .where("item.id", "=", id).where("other.id", "<>", id)
    .where("other.state", "<>", "superseded").executeTakeFirst();
  return row?.id;
}
