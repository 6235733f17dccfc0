/** Reads and writes attribute values for the CMS sync (spec §2.3, §3.3). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../db/mod.ts";
import { valueId, type ValueKey } from "./changes/values.ts";
import type { Provenance, TypedValue } from "./schema.ts";

/** A stored value with the raw CMS value of the last sync. */
export interface SyncedValue extends ValueKey {
  /** The stored JSON, not parsed again: the sync only shows and compares it. */
  readonly value: unknown;
  readonly source: Provenance;
  /** Null when no sync has stored a CMS value. */
  readonly cmsRaw: unknown;
}

/**
 * A write of the sync. With a `value` the stored value becomes the CMS value; with null the value of staff stays, and
 * only `cms_raw` and the timestamp change (held back, spec §3.3).
 */
export interface SyncedWrite extends ValueKey {
  readonly isNew: boolean;
  readonly value: TypedValue | null;
  readonly cmsRaw: unknown;
}

/**
 * Reads the values stored under `keys`, by {@linkcode valueId}; keys without a value are absent. With `lock`, each row
 * is locked against other writers until the transaction ends. Rows are locked in key order to avoid deadlocks.
 */
export async function readSyncedValues(
  db: Kysely<Database>,
  keys: readonly ValueKey[],
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
  return new Map(rows.map((row) => [valueId(row), row]));
}

/**
 * Writes values and sets their `cms_synced_at` to `at`. The caller must have locked the rows that exist. A new value
 * that somebody else has inserted in the meantime is left alone. Returns the keys of the values written, by
 * {@linkcode valueId}.
 */
export async function writeSyncedValues(
  trx: Transaction<Database>,
  writes: readonly SyncedWrite[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  const fresh = writes.filter(({ isNew }) => isNew);
  if (fresh.length > 0) {
    const { rows } = await sql<ValueKey>`
      insert into attribute_values
        (system_id, attribute_id, value, source, cms_synced_at, cms_raw)
      select "systemId", "attributeId", value, 'cms', ${at}, "cmsRaw" from ${rowsOf(fresh)}
      on conflict do nothing
      returning system_id as "systemId", attribute_id as "attributeId"`.execute(trx);
    for (const row of rows) written.add(valueId(row));
  }
  const stored = writes.filter(({ isNew }) => !isNew);
  if (stored.length > 0) {
    const { rows } = await sql<ValueKey>`
      update attribute_values as cell
      set cms_raw = new."cmsRaw", cms_synced_at = ${at}, value = coalesce(new.value, cell.value)
      from ${rowsOf(stored)}
      where cell.system_id = new."systemId" and cell.attribute_id = new."attributeId"
      returning cell.system_id as "systemId", cell.attribute_id as "attributeId"`.execute(trx);
    for (const row of rows) written.add(valueId(row));
  }
  return written;
}

/** Omits a null `value`, so that the recordset has SQL null there and not the JSON value `null`. */
function rowsOf(writes: readonly SyncedWrite[]) {
  const rows = writes.map(({ value, ...write }) => ({
    ...write,
    ...(value !== null && { value }),
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
    as new("systemId" text, "attributeId" text, value jsonb, "cmsRaw" jsonb)`;
}
