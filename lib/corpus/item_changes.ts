/** What staff change of a document: what is said of it and whether it is quoted, never its words. */
import { type Kysely, sql, type Transaction } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  changeRecords,
  type Entity,
} from "../records/mod.ts";
import { type Database, LOCKS } from "../db/mod.ts";
import type { ContentType } from "./import/metadata.ts";
import type { ItemState } from "./items.ts";

/** A document as far as staff can change it. */
export interface ItemRecord {
  readonly id: string;
  readonly title: string;
  /** As captured; it never changes. */
  readonly contentType: ContentType;
  /** The path of a product page (spec §4.1). */
  readonly pdpPath: string | null;
  /** The systems that it is about, sorted. */
  readonly systemIds: readonly string[];
  readonly state: ItemState;
  readonly supersededBy: string | null;
}

/** Documents. They come by imports alone, and are retired or superseded, never deleted. */
export const itemEntity: Entity<ItemRecord> = {
  type: "corpus-item",
  async read(db, id, { lock }) {
    // Whoever writes what the index is made of takes this first, as imports do; after a row, two could
    // wait for each other.
    if (lock) await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.corpus)})`.execute(db);
    const row = await db.selectFrom("corpus_items")
      .select(["id", "title", "content_type as contentType", "pdp_path as pdpPath"])
      .select(["state", "superseded_by as supersededBy"])
      .where("id", "=", id)
      .$if(lock, (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
    if (row === undefined) return null;
    const about = await db.selectFrom("corpus_item_systems").select("system_id")
      .where("item_id", "=", id).execute();
    return { ...row, systemIds: about.map(({ system_id }) => system_id).sort() };
  },
  insert() {
    return Promise.reject(new TypeError("Cannot create a document: they come by imports alone"));
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

/** An action on one document. */
export interface ItemAct {
  readonly by: Author;
  readonly id: string;
}

/**
 * Has a document superseded by an active one of another source: it is quoted no more, and its history says
 * what stands in its place. `invalid` with the field `successor` where that one cannot take the place, or where
 * the document itself is not active.
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

/** What became of a document that was to be restored. */
export type Restoration =
  | { readonly kind: "missing" }
  | { readonly kind: "unchanged" }
  | {
    readonly kind: "changed";
    readonly title: string;
    readonly before: ItemState;
    /** What it was superseded by. */
    readonly formerSuccessor: string | null;
    /** The version of the same document that it has superseded in turn. */
    readonly replaced: string | null;
  };

/**
 * Makes a document active again. Of a document's versions one is current at most, so the version that was
 * current until now is superseded by the one that is restored; both are in the log then, as `make-current`.
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

/** Another version of the same document that nothing has superseded. */
async function currentVersion(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("corpus_items as item")
    .innerJoin("corpus_items as other", "other.source_key", "item.source_key")
    .select("other.id")
    .where("item.id", "=", id).where("other.id", "<>", id)
    .where("other.state", "<>", "superseded").executeTakeFirst();
  return row?.id;
}
