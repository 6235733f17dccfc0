import { type Kysely, sql } from "kysely";

/**
 * Stops a refresh of `cms_raw` and of the synced timestamp from incrementing the catalog version (spec §3.3): they are
 * not part of the catalog that buyers see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger note_catalog_change on attribute_values`.execute(db);
  await sql`
    create trigger note_catalog_change
    after insert or delete or truncate on attribute_values
    for each statement execute function note_catalog_change()`.execute(db);
  await sql`
    create trigger note_catalog_update after update on attribute_values
    for each row when (
      (old.system_id, old.attribute_id, old.value, old.source)
        is distinct from (new.system_id, new.attribute_id, new.value, new.source)
    )
    execute function note_catalog_change()`.execute(db);
}
