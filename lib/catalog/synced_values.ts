/** Attribute values as the sync of the CMS reads and writes them (spec §2.3, §3.3). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../db/mod.ts";
import type { Provenance, TypedValue } from "./schema.ts";

/** Which value is meant. */
export interface CellKey {
  readonly systemId: string;
  readonly attributeId: string;
}

/** A stored value with what the CMS said at the last sync. */
export interface SyncedValue extends CellKey {
  /** As it is stored: to be shown and compared, and not checked again. */
  readonly value: unknown;
  readonly source: Provenance;
  /** Null where the CMS never said anything. */
  readonly cmsRaw: unknown;
}

/** A value to write: with `value` as the CMS has it, without it what the CMS says beside the value of staff. */
export interface SyncedWrite extends CellKey {
  readonly isNew: boolean;
  readonly value: TypedValue | null;
  readonly cmsRaw: unknown;
}

/** Names a value among others. */
export function cellKey({ systemId, attributeId }: CellKey): string {
  return `${systemId}/${attributeId}`;
}

/** Reads the stored ones of some values; with `lock`, against other writers, in one order for everybody. */
export async function readSyncedValues(
  db: Kysely<Database>,
  keys: readonly CellKey[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ReadonlyMap<string, SyncedValue>> {
  const rows = await db.selectFrom("attribute_values as cell")
    .select(["system_id as systemId", "attribute_id as attributeId", "value", "source"])
    .select("cms_raw as cmsRaw")
    .where(sql<boolean>`(system_id, attribute_id) in (
      select * from json_to_recordset(${JSON.stringify(keys)}::text::json)
        as wanted("systemId" text, "attributeId" text))`)
    .$if(
      lock,
      (query) =>
        query.orderBy(sql`system_id collate "C"`).orderBy(sql`attribute_id collate "C"`)
          .forNoKeyUpdate(),
    )
    .execute();
  return new Map(rows.map((row) => [cellKey(row), row]));
}

/**
 * Writes values and stamps them. Those that are there must be locked; one that somebody has entered meanwhile is left
 * alone. Gives the keys of those written.
 */
export async function writeSyncedValues(
  trx: Transaction<Database>,
  writes: readonly SyncedWrite[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  const fresh = writes.filter(({ isNew }) => isNew);
  if (fresh.length > 0) {
    const { rows } = await sql<CellKey>`
      insert into attribute_values
        (system_id, attribute_id, value, source, cms_synced_at, cms_raw)
      select "systemId", "attributeId", value, 'cms', ${at}, "cmsRaw" from ${rowsOf(fresh)}
      on conflict do nothing
      returning system_id as "systemId", attribute_id as "attributeId"`.execute(trx);
    for (const row of rows) written.add(cellKey(row));
  }
  const stored = writes.filter(({ isNew }) => !isNew);
  if (stored.length > 0) {
    const { rows } = await sql<CellKey>`
      update attribute_values as cell
      set cms_raw = new."cmsRaw", cms_synced_at = ${at}, value = coalesce(new.value, cell.value)
      from ${rowsOf(stored)}
      where cell.system_id = new."systemId" and cell.attribute_id = new."attributeId"
      returning cell.system_id as "systemId", cell.attribute_id as "attributeId"`.execute(trx);
    for (const row of rows) written.add(cellKey(row));
  }
  return written;
}

/** JSON null stands for no value, which is not the same to the database. */
function rowsOf(writes: readonly SyncedWrite[]) {
  const rows = writes.map(({ value, ...write }) => ({
    ...write,
    ...(value !== null && { value }),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
    as new("systemId" text, "attributeId" text, value jsonb, "cmsRaw" jsonb)`;
}
