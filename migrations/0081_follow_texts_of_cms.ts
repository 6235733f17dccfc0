import { type Kysely, sql } from "kysely";

/**
 * Adds the CMS values of an image's title and alt text at the last sync. A stored text that equals its CMS value
 * follows changes of the CMS; any other text was edited by staff and stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table media_assets add column cms_title text, add column cms_alt_text text`
    .execute(db);
  // Without triggers, because no visible data changes.
  await sql`alter table media_assets disable trigger user`.execute(db);
  // Edits before a deletion do not count, because the sync has restored the asset with the texts of the CMS.
  const unlessEdited = (column: string, field: string) =>
    sql`
      case when not exists (
        select from audit_log as entry
        where entity_type = 'media' and entity_id = media_assets.id
          and before ->> ${sql.lit(field)} is distinct from after ->> ${sql.lit(field)}
          and not exists (
            select from audit_log as deletion
            where deletion.entity_type = 'media' and deletion.entity_id = media_assets.id
              and deletion.action = 'delete' and deletion.seq >= entry.seq
          )
      ) then ${sql.ref(column)} end`;
  await sql`
    update media_assets set
      cms_title = ${unlessEdited("title", "title")},
      cms_alt_text = ${unlessEdited("alt_text", "altText")}
    where source = 'cms' and (title is not null or alt_text is not null)`.execute(db);
  await sql`alter table media_assets enable trigger user`.execute(db);
}
